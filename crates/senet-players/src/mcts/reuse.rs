//! Trees are kept between moves: what was found out about the position that came up is used again.

use super::TREE_SIZE;
use super::tree::Tree;
use crate::clock::SearchClock;
use senet_game::{Cursor, MoveIndex, Position, Referee};

/// So many moves are made to find a position in the tree of an earlier one.
const MOVES_TO_FIND: usize = 500;
/// It is looked for so many moves below the chosen one: an answer, and a move of chance.
const DEPTH_TO_FIND: usize = 2;

/// A tree, and the cursor whose numbers of moves it uses.
pub(super) struct Grown {
    pub(super) tree: Tree,
    pub(super) cursor: Box<dyn Cursor>,
}

/// Where a search began, and the move that it chose.
pub(super) struct Searched {
    pub(super) position: Position,
    pub(super) referee: Referee,
    pub(super) chosen: MoveIndex,
}

/// Where the next search begins.
struct Target<'a> {
    position: &'a Position,
    referee: &'a Referee,
}

impl Searched {
    /// The part of a tree that is about another position, with its cursor there; `None` if there is
    /// none, or no time to find it.
    pub(super) fn reuse(
        &self,
        grown: Grown,
        position: &Position,
        referee: &Referee,
        rave: bool,
        clock: &SearchClock<'_>,
    ) -> Option<Grown> {
        let Grown { tree, mut cursor } = grown;
        if tree.rave != rave {
            return None;
        }
        cursor.load(&self.position);
        cursor.set_referee(self.referee.clone());
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        // Numbers of moves are never given back, so a cursor that has met too many is left.
        let chosen = *moves.get(self.chosen.0 as usize)?;
        if moves.iter().any(|mv| mv.0 as usize > TREE_SIZE) {
            return None;
        }
        let edge = tree.edges(0).iter().find(|edge| edge.mv == chosen)?;
        cursor.apply(chosen);
        // The opponent has moved since, and chance perhaps: a bounded depth-first search below
        // the chosen move finds the node of the position that came up.
        let (target, mut left) = (Target { position, referee }, MOVES_TO_FIND);
        let at =
            find(&mut *cursor, &tree, edge.child()?, &target, DEPTH_TO_FIND, &mut left, clock)?;
        // The rest of the tree is dropped by copying what stays, which also compacts it.
        let tree = tree.subtree(at, || clock.is_over())?;
        cursor.load(position);
        cursor.set_referee(referee.clone());
        Some(Grown { tree, cursor })
    }
}

/// The node of a position, at most `depth` moves below another. Only moves that were tried are
/// followed. Values in the tree may depend on draw rules, so the counts of the referee must be the
/// same too.
fn find(
    cursor: &mut dyn Cursor,
    tree: &Tree,
    at: usize,
    target: &Target<'_>,
    depth: usize,
    left: &mut usize,
    clock: &SearchClock<'_>,
) -> Option<usize> {
    if cursor.is_at(target.position) && cursor.referee() == target.referee {
        return Some(at);
    }
    if depth == 0 {
        return None;
    }
    for edge in tree.edges(at) {
        let Some(child) = edge.child() else { continue };
        *left = left.checked_sub(1).filter(|_| !clock.is_over_now())?;
        cursor.push();
        cursor.apply(edge.mv);
        let found = find(cursor, tree, child, target, depth - 1, left, clock);
        cursor.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}
