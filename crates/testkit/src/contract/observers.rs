//! What observers see: nothing that is not there, and the keys of what they see tell exactly the same
//! apart as the views do.

use super::positions::names_here;
use senet_game::board::{Place, Spot};
use senet_game::{Cursor, DynGame, MoveId, Observer, Piece, Rng, Seat, Turn, View, ViewMove};
use std::collections::HashMap;
use std::fmt::Debug;

/// What was observed so far: views by their keys, and keys by their views.
#[derive(Default)]
pub(super) struct Observations {
    views: HashMap<(Observer, u128), String>,
    keys: HashMap<(Observer, String), u128>,
}

pub(super) fn look(
    whom: &str,
    game: &dyn DynGame,
    cursor: &mut dyn Cursor,
    observations: &mut Observations,
) {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let all = cursor.view(Observer::All);
    let hides = game.has_hidden_information();
    let observers = || game.all_seats().map(Observer::Seat).chain([Observer::Public]);
    for observer in observers() {
        let view = cursor.view(observer);
        assert!(hides || view == all, "{whom}: it hides nothing, and {observer:?} sees less");
        sees_no_more(whom, observer, &view, &all);
        for mv in &moves {
            let shown = cursor.describe_move(*mv, observer);
            assert!(!shown.text.is_empty(), "{whom}: a move without words");
            for place in shown.places {
                assert!(exists(&view, place), "{whom}: {place:?} is on no board");
            }
        }
    }
    for observer in observers().chain([Observer::All]) {
        observe(whom, cursor, observer, hides, observations);
        told_apart(whom, cursor, observer, hides, &moves);
    }
    // Nobody has to guess what it was when it is over.
    let goes_on = matches!(cursor.turn(), Turn::Player(_) | Turn::Chance);
    for seat in game.all_seats().filter(|_| goes_on) {
        determinize(whom, cursor, seat, hides, observations);
    }
}

/// Positions share an observation key exactly if they look the same. Where nothing is hidden, a
/// position may know more than what is seen, such as whose turn it is.
fn observe(
    whom: &str,
    cursor: &dyn Cursor,
    observer: Observer,
    hides: bool,
    observations: &mut Observations,
) {
    let (key, text) = (cursor.observation_key(observer), text(&cursor.view(observer)));
    let other = observations.views.entry((observer, key)).or_insert_with(|| text.clone());
    assert_eq!(*other, text, "{whom}: two views of {observer:?} have one key");
    if hides {
        let other = *observations.keys.entry((observer, text)).or_insert(key);
        assert_eq!(other, key, "{whom}: one view of {observer:?} has two keys");
    }
}

/// A view in words. Its boards never change, and only what lies on them is said.
fn text(view: &View) -> String {
    let pieces: Vec<&[Piece]> = view.boards.iter().map(|scene| &*scene.pieces).collect();
    let atoms: Vec<_> = view.known_atoms().collect();
    format!("{} {pieces:?} {atoms:?} {:?} {:?}", view.stage, view.hidden, view.panels)
}

/// Moves share a key exactly if they look the same.
fn told_apart(whom: &str, cursor: &dyn Cursor, observer: Observer, hides: bool, moves: &[MoveId]) {
    let mut words: HashMap<u128, ViewMove> = HashMap::new();
    let mut keys: HashMap<ViewMove, u128> = HashMap::new();
    for mv in moves {
        let (key, shown) =
            (cursor.observed_move(*mv, observer), cursor.describe_move(*mv, observer));
        let other = words.entry(key).or_insert_with(|| shown.clone());
        assert_eq!(*other, shown, "{whom}: two moves that {observer:?} tells apart have one key");
        if hides {
            let other = *keys.entry(shown.clone()).or_insert(key);
            assert_eq!(other, key, "{whom}: {observer:?} sees {shown:?}, which has two keys");
        }
    }
}

/// What is drawn for a seat looks to it like what is there.
fn determinize(
    whom: &str,
    cursor: &mut dyn Cursor,
    seat: Seat,
    hides: bool,
    observations: &mut Observations,
) {
    let observer = Observer::Seat(seat);
    for seed in 0..2 {
        let mut drawn = cursor.fork();
        drawn.determinize(seat, &mut Rng::new(seed));
        let same = drawn.is_at(&cursor.save());
        assert!(hides || same, "{whom}: nothing is hidden, and something else is drawn");
        let (before, after) = (cursor.view(observer), drawn.view(observer));
        assert_eq!(after, before, "{whom}: {seat:?} sees what was drawn for it");
        let (before, after) = (cursor.observation_key(observer), drawn.observation_key(observer));
        assert_eq!(after, before, "{whom}: what is drawn for {seat:?} has another key");
        assert_eq!(drawn.turn(), cursor.turn(), "{whom}: another turn is drawn");
        assert_eq!(drawn.referee(), cursor.referee(), "{whom}: the referee knows what is drawn");
        if cursor.turn() == Turn::Player(seat) {
            let (here, there) = (names_here(cursor), names_here(&mut *drawn));
            assert_eq!(here, there, "{whom}: other moves are drawn");
        }
        if hides && !same {
            let mut moves = Vec::new();
            drawn.moves(&mut moves);
            for observer in [observer, Observer::Public, Observer::All] {
                observe(whom, &*drawn, observer, hides, observations);
                told_apart(whom, &*drawn, observer, hides, &moves);
            }
        }
    }
}

/// Nobody sees anything that is not there.
fn sees_no_more(whom: &str, observer: Observer, view: &View, all: &View) {
    part(whom, observer, &view.atoms, &all.atoms);
    assert_eq!(view.boards.len(), all.boards.len(), "{whom}: {observer:?} sees other boards");
    for (mine, whole) in view.boards.iter().zip(&all.boards) {
        part::<Piece>(whom, observer, &mine.pieces, &whole.pieces);
        let board = &mine.board;
        for piece in &mine.pieces {
            let name = board.spot_name(piece.spot);
            assert_eq!(board.spot(&name), Some(piece.spot), "{whom}: {name} is on no board");
        }
    }
}

fn part<T: PartialEq + Debug>(whom: &str, observer: Observer, some: &[T], all: &[T]) {
    for one in some {
        assert!(all.contains(one), "{whom}: {observer:?} sees {one:?}, which is not there");
    }
}

fn exists(view: &View, place: Place) -> bool {
    let Some(scene) = view.boards.get(usize::from(place.board)) else {
        return false;
    };
    let board = &scene.board;
    match place.spot {
        Spot::Cell(cell) => cell.index() < board.len(),
        Spot::Edge(edge) => edge.index() < board.edges().len(),
    }
}
