//! What is seen of positions and said of moves, from the tables of `words`; what seats cannot see, drawn anew.
//!
//! A position is given as its atoms: numbers of `ATOMS`, in canonical order, with their copies.

use crate::game::Source;
use crate::words::{ATOMS, INVENTED, SEATS, STAGES};
use senet_game::board::{Board, Cell, Edge, Place, Spot};
use senet_game::{
    Game, Hash128, Observer, Piece, Rng, Scene, Seat, Turn, View, ViewAtom, ViewHidden, ViewMove,
    ViewPanel,
};
use std::hash::Hash;
use std::sync::Arc;

/// Atoms with their copies; persistent ones have none.
pub(crate) type Held = Vec<(usize, u64)>;

/// An atom, and how it is shown.
pub(crate) struct Atom {
    pub(crate) source: Source,
    pub(crate) said: &'static str,
    pub(crate) predicate: &'static str,
    pub(crate) arguments: &'static [&'static str],
    pub(crate) persistent: bool,
    pub(crate) shown: Shown,
    /// Of a predicate that is hidden: its number, and the ranks of the values.
    pub(crate) ranks: Option<(u32, &'static [u32])>,
    /// The observers that do not see it.
    pub(crate) hidden: &'static [Hidden],
}

/// How an atom is shown.
pub(crate) enum Shown {
    /// In words.
    Words,
    /// Not at all, because the board shows it.
    Nothing,
    /// Not at all, because it only steers the game or is told otherwise.
    Undrawn,
    /// As a piece on a board.
    Piece {
        board: usize,
        cell: bool,
        spot: u32,
        kind: &'static str,
        glyph: &'static str,
        seat: Option<u8>,
        opposite: Option<u32>,
    },
    /// In a panel: by a text, or by a number for each copy.
    Panel { title: &'static str, owner: Option<u8>, item: Option<&'static str>, number: u64 },
}

/// That an observer does not see an atom.
pub(crate) struct Hidden {
    /// A seat; `None` is the public.
    pub(crate) from: Option<u8>,
    /// Whose it is.
    pub(crate) owner: Option<u8>,
    /// The arguments that are secret, and their types.
    pub(crate) secret: &'static [usize],
    pub(crate) types: &'static [u32],
    /// Where `INVENTED` has all that could stand there, if players make it up.
    pub(crate) invented: Option<usize>,
}

impl Atom {
    fn hidden(&self, observer: Observer) -> Option<&'static Hidden> {
        let from = match observer {
            Observer::All => return None,
            Observer::Public => None,
            Observer::Seat(seat) => Some(seat.0),
        };
        self.hidden.iter().find(|hidden| hidden.from == from)
    }

    fn view(&self, copies: u64) -> ViewAtom {
        ViewAtom {
            predicate: self.predicate.to_owned(),
            arguments: self.arguments.iter().map(|a| (*a).to_owned()).collect(),
            copies: if self.persistent { 0 } else { copies },
            persistent: self.persistent,
        }
    }
}

/// The names of atoms, for logs.
pub(crate) fn said(held: &Held) -> Vec<(String, u64)> {
    held.iter().map(|(atom, copies)| (ATOMS[*atom].said.to_owned(), *copies)).collect()
}

/// What an observer sees of a position.
pub(crate) fn view(boards: &[Arc<Board>], stage: usize, held: &Held, observer: Observer) -> View {
    let scene = |board: &Arc<Board>| Scene { board: board.clone(), pieces: Vec::new() };
    let mut view = View {
        stage: STAGES[stage].to_owned(),
        boards: boards.iter().map(scene).collect(),
        ..View::default()
    };
    for (number, copies) in held {
        let (atom, copies) = (&ATOMS[*number], *copies);
        let hidden = atom.hidden(observer);
        match &atom.shown {
            Shown::Panel { title, owner, item, number } => {
                let owner = owner.map(Seat);
                let same = |p: &ViewPanel| p.title == *title && p.owner == owner;
                let at = view.panels.iter().position(same).unwrap_or_else(|| {
                    let (title, items) = ((*title).to_owned(), Vec::new());
                    view.panels.push(ViewPanel { title, owner, items, hidden: 0 });
                    view.panels.len() - 1
                });
                let panel = &mut view.panels[at];
                match item {
                    _ if hidden.is_some() => panel.hidden += copies.max(1),
                    Some(item) => panel.items.push(((*item).to_owned(), copies.max(1))),
                    // A number alone is the whole content; points are added up.
                    None => {
                        let before = panel.items.pop().and_then(|(n, _)| n.parse::<u64>().ok());
                        let sum = before.unwrap_or(0).saturating_add(number * copies.max(1));
                        panel.items.push((sum.to_string(), 1));
                    }
                }
                if hidden.is_none() {
                    view.undrawn.push(atom.view(copies));
                }
            }
            Shown::Undrawn if hidden.is_none() => view.undrawn.push(atom.view(copies)),
            Shown::Words if hidden.is_none() => view.atoms.push(atom.view(copies)),
            Shown::Piece { board, cell, spot, kind, glyph, seat, opposite } if hidden.is_none() => {
                let spot = if *cell { Spot::Cell(Cell(*spot)) } else { Spot::Edge(Edge(*spot)) };
                let copies = copies.max(1);
                let glyph_of_many = glyph.replace("{count}", &copies.to_string());
                let copies = if glyph.contains("{count}") { 1 } else { copies };
                let (kind, seat) = ((*kind).to_owned(), seat.map(Seat));
                let opposite = opposite.map(Cell);
                let piece = Piece { spot, kind, glyph: glyph_of_many, seat, copies, opposite };
                view.boards[*board].pieces.push(piece);
            }
            _ => {
                let Some(hidden) = hidden else { continue };
                let (predicate, owner) = (atom.predicate.to_owned(), hidden.owner.map(Seat));
                let same = |h: &&mut ViewHidden| h.predicate == predicate && h.owner == owner;
                match view.hidden.iter_mut().find(same) {
                    Some(known) => known.copies += copies.max(1),
                    None => {
                        view.hidden.push(ViewHidden { predicate, owner, copies: copies.max(1) });
                    }
                }
            }
        }
    }
    view
}

/// A key shared by the positions that look the same to an observer: of hidden atoms only the numbers count.
pub(crate) fn observation_key(stage: usize, held: &Held, observer: Observer) -> u128 {
    let mut sums: Vec<(&str, Option<u8>, u64)> = Vec::new();
    let mut hash = Hash128::default();
    stage.hash(&mut hash);
    for (number, copies) in held {
        let atom = &ATOMS[*number];
        let Some(hidden) = atom.hidden(observer) else {
            (number, copies).hash(&mut hash);
            continue;
        };
        let same = |sum: &&mut (&str, Option<u8>, u64)| (sum.0, sum.1) == (atom.predicate, hidden.owner);
        match sums.iter_mut().find(same) {
            Some((_, _, sum)) => *sum += (*copies).max(1),
            None => sums.push((atom.predicate, hidden.owner, (*copies).max(1))),
        }
    }
    sums.sort_unstable();
    sums.hash(&mut hash);
    hash.finish128()
}

/// What is said of a move: a line of `moves.txt`. The name, and what is seen of it: the text, the places and the
/// direction. In games that hide something there follow for each observer (the public, then the seats) what
/// it sees and the key of that, after the key of what all see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MoveLine(pub(crate) &'static str);

impl MoveLine {
    fn field(self, at: usize) -> &'static str {
        self.0.split('\t').nth(at).unwrap_or("")
    }

    pub(crate) fn name(self) -> &'static str {
        self.field(0)
    }

    /// Where what an observer sees begins. Whoever moves sees all of the move.
    fn column(turn: &Turn, observer: Observer) -> usize {
        match observer {
            Observer::All => 1,
            Observer::Seat(seat) if *turn == Turn::Player(seat) => 1,
            Observer::Public => 5,
            Observer::Seat(seat) => 9 + 4 * usize::from(seat.0),
        }
    }

    pub(crate) fn describe(self, turn: &Turn, observer: Observer) -> ViewMove {
        let mut at = MoveLine::column(turn, observer);
        if self.0.split('\t').nth(at).is_none() {
            at = 1; // nothing is hidden in the game
        }
        let direction = self.field(at + 2);
        ViewMove {
            text: self.field(at).to_owned(),
            places: self.field(at + 1).split(' ').filter_map(place).collect(),
            direction: (!direction.is_empty()).then(|| direction.to_owned()),
            ..ViewMove::default()
        }
    }

    /// A key shared by the moves that look the same to an observer.
    pub(crate) fn observed(self, turn: &Turn, observer: Observer) -> u128 {
        let key = self.field(MoveLine::column(turn, observer) + 3);
        u128::from_str_radix(key, 16).expect("a game that hides something has keys of moves")
    }
}

/// A place, from such as `0c12` or `0e3`: the board, cell or edge, and which.
fn place(text: &str) -> Option<Place> {
    let at = text.find(['c', 'e'])?;
    let number = text[at + 1..].parse().ok()?;
    let cell = text.as_bytes()[at] == b'c';
    let spot = if cell { Spot::Cell(Cell(number)) } else { Spot::Edge(Edge(number)) };
    Some(Place { board: text[..at].parse().ok()?, spot })
}

/// A game whose positions are made of `ATOMS`.
pub(crate) trait OfAtoms: Game {
    /// The number of the stage, and the atoms.
    fn held(&self, state: &Self::State) -> (usize, Held);

    /// The position with these atoms, if there is one; persistent atoms may be left out.
    fn stand(&self, stage: usize, held: &Held) -> Option<Self::State>;
}

/// Drawn again so often, until it could be so for all that the seat knows.
const TRIES: usize = 20;

/// A position that looks the same to a seat, with what it cannot see drawn at random. Whatever goes from hand
/// to hand is shuffled, and what players make up could be anything. (Determinization, as in perfect information
/// Monte Carlo search; Long et al. 2010 say where that goes wrong.)
pub(crate) fn determinize<G: OfAtoms>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut Rng,
) -> G::State
where
    G::State: Clone,
    G::Move: PartialEq,
{
    let observer = Observer::Seat(seat);
    let (stage, held) = game.held(state);
    // Each copy by itself.
    let single = held.iter().flat_map(|(atom, copies)| vec![*atom; (*copies).max(1) as usize]);
    let single: Vec<usize> = single.collect();
    if single.iter().all(|atom| ATOMS[*atom].hidden(observer).is_none()) {
        return state.clone();
    }
    let seen = game.view(state, observer);
    let mut drawn = None;
    // Rejection sampling: a redrawn position that shows the seat something else than it sees, or
    // gives it other moves, cannot be the true one.
    for _ in 0..TRIES {
        let other = redrawn(&single, observer, rng).and_then(|held| game.stand(stage, &held));
        let Some(other) = other.filter(|other| as_known(game, state, other, seat)) else {
            continue;
        };
        if game.view(&other, observer) == seen {
            return other;
        }
        drawn = Some(other);
    }
    drawn.unwrap_or_else(|| state.clone())
}

/// Whether a position has the turn of another, and the moves if they are the seat's own.
fn as_known<G: Game>(game: &G, state: &G::State, other: &G::State, seat: Seat) -> bool
where
    G::Move: PartialEq,
{
    let turn = game.turn(state);
    if turn != game.turn(other) {
        return false;
    }
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    if turn == Turn::Player(seat) {
        game.moves(state, &mut moves);
        game.moves(other, &mut others);
    }
    moves == others
}

/// The atoms with other secrets, if all of them are known.
fn redrawn(single: &[usize], observer: Observer, rng: &mut Rng) -> Option<Held> {
    let secrets = |atom: usize, hidden: &Hidden| -> Vec<u32> {
        let (_, ranks) = ATOMS[atom].ranks.expect("of a hidden predicate");
        hidden.secret.iter().map(|i| ranks[*i]).collect()
    };
    // What is shuffled among atoms that hide the same kinds of things.
    let mut pools: Vec<(&[u32], Vec<Vec<u32>>)> = Vec::new();
    for atom in single {
        let Some(hidden) = ATOMS[*atom].hidden(observer).filter(|h| h.invented.is_none()) else {
            continue;
        };
        let values = secrets(*atom, hidden);
        match pools.iter_mut().find(|(types, _)| *types == hidden.types) {
            Some((_, pool)) => pool.push(values),
            None => pools.push((hidden.types, vec![values])),
        }
    }
    for (_, pool) in &mut pools {
        // Sorted first, so that what is drawn depends on the seed and on what is hidden as a
        // multiset, and on nothing else; then Fisher–Yates.
        pool.sort();
        for i in (1..pool.len()).rev() {
            pool.swap(i, rng.index(i as u64 + 1) as usize);
        }
    }
    let mut out: Held = Vec::new();
    for atom in single {
        let mut atom = *atom;
        if let Some(hidden) = ATOMS[atom].hidden(observer) {
            let values = match hidden.invented {
                Some(all) => {
                    let all = INVENTED[all];
                    all[rng.index(all.len() as u64) as usize].to_vec()
                }
                None => pools.iter_mut().find(|(types, _)| *types == hidden.types)?.1.pop()?,
            };
            let (predicate, ranks) = ATOMS[atom].ranks.expect("of a hidden predicate");
            let mut wanted = ranks.to_vec();
            hidden.secret.iter().zip(values).for_each(|(i, value)| wanted[*i] = value);
            let persistent = ATOMS[atom].persistent;
            let same = |other: &Atom| {
                other.ranks == Some((predicate, &wanted[..])) && other.persistent == persistent
            };
            atom = ATOMS.iter().position(same)?;
        }
        let copies = u64::from(!ATOMS[atom].persistent);
        match out.iter_mut().find(|(other, _)| *other == atom) {
            Some((_, known)) => *known += copies,
            None => out.push((atom, copies)),
        }
    }
    out.sort_unstable();
    Some(out)
}

/// The name of a seat.
pub(crate) fn seat_name(seat: Seat) -> String {
    SEATS[usize::from(seat.0)].to_owned()
}

/// What was taken from a position, and what was added to it.
pub(crate) fn changes(before: &[(String, u64)], after: &[(String, u64)]) -> [Vec<String>; 2] {
    let gone = |from: &[(String, u64)], to: &[(String, u64)]| {
        let missing = from.iter().filter(|atom| !to.contains(atom));
        missing.map(|(atom, _)| atom.clone()).collect()
    };
    [gone(before, after), gone(after, before)]
}
