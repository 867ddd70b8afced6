//! What holds for every move, and for the ways to children and back.

use super::CLOSE;
use super::positions::names;
use senet_game::{
    Child, Cursor, DynGame, Event, Expand, MoveId, MoveIndex, Position, Referee, Seat,
};
use std::ops::ControlFlow;

/// A move that was drawn at random is legal, and leads to one position, whoever listens.
pub(super) fn choose(whom: &str, cursor: &mut dyn Cursor, mv: MoveId) {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let at = moves.iter().position(|one| *one == mv);
    let at = at.unwrap_or_else(|| panic!("{whom}: a random move is not legal"));
    let name = cursor.move_name(mv);
    let (mut quiet, mut told) = (cursor.fork(), cursor.fork());
    let mut events: Vec<Event> = Vec::new();
    let nth = |fork: &mut dyn Cursor| {
        let mut moves = Vec::new();
        fork.moves(&mut moves);
        moves[at]
    };
    let (one, other) = (nth(&mut *quiet), nth(&mut *told));
    quiet.apply(one);
    told.apply_told(other, &mut events);
    assert!(told.is_at(&quiet.save()), "{whom}: {name} does not always lead to the same position");
    assert_eq!(quiet.turn(), told.turn(), "{whom}: {name} leads to different turns");
    assert_eq!(quiet.hashed_key(), told.hashed_key(), "{whom}: {name} leads to different keys");
    assert_eq!(quiet.referee(), told.referee(), "{whom}: {name} is counted in different ways");
    let mut before = Vec::new();
    cursor.moves(&mut before);
    assert_eq!(before, moves, "{whom}: {name} on a copy changed the position it was copied from");
}

/// Expanding shows where each move leads, and entering goes there.
pub(super) fn look(whom: &str, game: &dyn DynGame, cursor: &mut dyn Cursor) {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let seats = game.seats();
    let asked = Seat((moves.len() % seats) as u8);
    let how = Expand { keys: true, may_win: Some(asked), ..Expand::default() };
    let children = expand(cursor, &how);
    let shown: Vec<(MoveIndex, MoveId)> = children.iter().map(|c| (c.index, c.id)).collect();
    let listed: Vec<(MoveIndex, MoveId)> =
        moves.iter().enumerate().map(|(i, mv)| (MoveIndex(i as u32), *mv)).collect();
    assert_eq!(shown, listed, "{whom}: expanding shows other moves");
    let few = moves.len().div_ceil(CLOSE).max(1);
    for child in children.iter().step_by(few) {
        enter(whom, cursor, child, asked);
    }
    first(whom, cursor, &listed);
    packed(whom, game, cursor);
}

fn expand(cursor: &mut dyn Cursor, how: &Expand) -> Vec<Child> {
    let mut children = Vec::new();
    cursor.expand(how, &mut |child| {
        children.push(child.clone());
        ControlFlow::Continue(())
    });
    children
}

/// A child is what applying its move leads to; the way back leads to where it began.
fn enter(whom: &str, cursor: &mut dyn Cursor, child: &Child, asked: Seat) {
    let name = cursor.move_name(child.id);
    let (here, referee) = (cursor.save(), cursor.referee().clone());
    let weight = cursor.weight(child.id);
    cursor.push();
    cursor.apply(child.id);
    let (there, after) = (cursor.save(), cursor.referee().clone());
    assert_eq!(cursor.turn(), child.turn, "{whom}: {name} leads to another turn");
    if matches!(child.turn, senet_game::Turn::Player(_) | senet_game::Turn::Chance) {
        assert_eq!(cursor.canonical_key(), child.key, "{whom}: {name} leads to another key");
        assert_eq!(cursor.may_win(asked), child.may_win, "{whom}: {name}: who may win");
    }
    back(whom, cursor, &here, &referee);
    let by_chance = cursor.turn() == senet_game::Turn::Chance;
    let weight = if by_chance { weight } else { 1 };
    assert_eq!(child.weight, weight, "{whom}: {name} has another weight");
    // What is done in a child is not there the next time.
    for again in [false, true] {
        cursor.enter(child.index);
        assert!(cursor.is_at(&there), "{whom}: {name} enters another child, again: {again}");
        assert_eq!(*cursor.referee(), after, "{whom}: {name} is counted in different ways");
        assert_eq!(cursor.turn(), child.turn, "{whom}: {name} enters another turn");
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        if let Some(mv) = moves.first() {
            cursor.push();
            cursor.apply(*mv);
            back(whom, cursor, &there, &after);
            cursor.apply(*mv);
        }
        back(whom, cursor, &here, &referee);
    }
}

fn back(whom: &str, cursor: &mut dyn Cursor, here: &Position, referee: &Referee) {
    cursor.pop();
    assert!(cursor.is_at(here), "{whom}: the way back leads elsewhere");
    assert_eq!(cursor.referee(), referee, "{whom}: the referee does not come back");
}

/// The move that is wanted first comes first, and nothing comes after somebody has had enough.
fn first(whom: &str, cursor: &mut dyn Cursor, listed: &[(MoveIndex, MoveId)]) {
    let Some((last, rest)) = listed.split_last() else { return };
    let how = Expand { first: Some(last.1), ..Expand::default() };
    let shown: Vec<MoveIndex> = expand(cursor, &how).iter().map(|child| child.index).collect();
    let expected: Vec<MoveIndex> = [last].into_iter().chain(rest).map(|(i, _)| *i).collect();
    assert_eq!(shown, expected, "{whom}: the first move does not come first");
    let mut seen = 0;
    cursor.expand(&how, &mut |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!(seen, 1, "{whom}: expanding does not stop");
}

/// The children of a packed position are those of the position, by the rules of the game alone.
fn packed(whom: &str, game: &dyn DynGame, cursor: &mut dyn Cursor) {
    let Some(key) = cursor.exact_key() else { return };
    let mut plain = cursor.fork();
    plain.set_referee(Referee::none());
    let children = expand(&mut *plain, &Expand::default());
    let mut out = Vec::new();
    let fit = game.cursor().expand_packed(&[key], &mut out);
    assert_eq!(fit, out.len() == children.len(), "{whom}: some children are left out");
    let mut names = names(&*plain, &children.iter().map(|c| c.id).collect::<Vec<_>>()).into_iter();
    for (packed, child) in out.iter().zip(&children) {
        let name = names.next().unwrap_or_default();
        assert_eq!((packed.parent, packed.weight), (0, child.weight), "{whom}: {name}, packed");
        assert_eq!(packed.turn, child.turn, "{whom}: {name} leads to another turn if packed");
        plain.enter(child.index);
        assert_eq!(plain.exact_key(), Some(packed.key), "{whom}: {name} is packed differently");
        plain.pop();
    }
}
