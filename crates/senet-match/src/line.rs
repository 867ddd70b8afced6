//! The line of plays that a move list shows, with what was tried beside it.

use crate::playing::Match;
use crate::record::RecordEntry;
use crate::snapshot::{Branch, Seen};
use crate::tree::Play;
use senet_game::Observer;
use std::sync::Arc;
use std::time::Duration;

/// A play in the main line of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineItem {
    /// The position that it leads to, for [`Action::Go`](crate::Action::Go).
    pub node: usize,
    /// What was played.
    pub seen: Seen,
    /// How long it took.
    pub spent: Duration,
    /// What else was played from the same position.
    pub others: Vec<Branch>,
}

impl Match {
    /// The positions from the first one to the current one.
    pub fn path_nodes(&self) -> Vec<usize> {
        self.tree.path()
    }

    /// The points of all seats so far, if the game tells them.
    pub fn scores(&self) -> Option<Arc<[i64]>> {
        self.cursor.scores()
    }

    /// The positions from the first one through the current one to the end of what was visited last:
    /// the main line of the tree of plays.
    pub fn main_line(&self) -> Vec<usize> {
        let mut line = self.tree.path();
        line.extend(self.tree.after());
        line
    }

    /// A play in the main line as an observer sees it; `None` for the first position.
    pub fn line_item(&self, node: usize, observer: Observer) -> Option<LineItem> {
        let came = self.tree.get(node)?.came.as_ref()?;
        let others = self.tree[came.from].next.iter().filter(|other| **other != node);
        let branch =
            |other: &usize| Some(Branch { node: *other, seen: self.seen(*other, observer)? });
        Some(LineItem {
            node,
            seen: self.seen(node, observer)?,
            spent: came.spent,
            others: others.filter_map(branch).collect(),
        })
    }

    /// The play that led to a position, as a record tells it.
    pub fn entry(&self, node: usize) -> Option<RecordEntry> {
        let came = self.tree.get(node)?.came.as_ref()?;
        let seat = came.by.map_or(0, |s| s.0 + 1);
        Some(match came.play {
            Play::Move(mv) => {
                let mut before = self.cursor_at(came.from);
                let mut moves = Vec::new();
                before.moves(&mut moves);
                let name = before.move_name(moves[mv.0 as usize]);
                match came.by {
                    Some(_) => RecordEntry::Move(name, came.spent),
                    None => RecordEntry::Chance(name),
                }
            }
            Play::Swap => RecordEntry::Swap,
            Play::Resign => RecordEntry::Resign(seat),
            Play::OutOfTime => RecordEntry::OutOfTime(seat),
        })
    }

    /// The position before one that was reached by a play.
    pub fn parent(&self, node: usize) -> Option<usize> {
        Some(self.tree.get(node)?.came.as_ref()?.from)
    }
}
