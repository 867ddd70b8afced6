//! What an observer sees of a match: snapshots, the line of plays, and what the game tells of a play.

use crate::playing::Match;
use crate::snapshot::{Branch, Ending, LegalMove, MatchStatus, Seen, SeenPlay, Snapshot};
use crate::tree::{Came, Node, Play};
use senet_game::board::Place;
use senet_game::{Cursor, MoveId, Observer, Seat};
use std::time::Duration;

/// What a game tells of a play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// Of the move itself.
    pub of_the_move: Vec<String>,
    /// Of what followed by itself.
    pub after: Vec<String>,
    /// Whether the game wants nothing to be said of the move: its text for it is empty.
    pub silent: bool,
}

/// A play from the start to here: who, what, the name if it is a move, and the time it took.
pub(crate) type NamedPlay = (Option<Seat>, Play, String, Duration);

impl Match {
    /// What an observer sees now.
    pub fn snapshot(&self, observer: Observer) -> Snapshot {
        self.snapshot_of(self.tree.at(), &*self.cursor, observer)
    }

    /// What an observer sees of a position that was played before; `None` if no position has this
    /// number. The match stays where it is.
    pub fn snapshot_at(&self, node: usize, observer: Observer) -> Option<Snapshot> {
        if node == self.tree.at() {
            return Some(self.snapshot(observer));
        }
        self.tree.get(node)?;
        Some(self.snapshot_of(node, &*self.cursor_at(node), observer))
    }

    fn snapshot_of(&self, node: usize, cursor: &dyn Cursor, observer: Observer) -> Snapshot {
        let here = &self.tree[node];
        let seats = (0..self.game.seats()).map(|i| Seat(i as u8));
        let occupant = |seat: Seat| here.occupant(seat);
        let participant = |seat: Seat| self.config.participants[occupant(seat)].clone();
        let mine = match here.status {
            MatchStatus::Turn(seat) => {
                observer == Observer::All || observer == Observer::Seat(seat)
            }
            _ => false,
        };
        let mut moves = Vec::new();
        let mut cursor = cursor.fork();
        if mine {
            cursor.moves(&mut moves);
        }
        let choice = |mv: &MoveId| LegalMove {
            name: cursor.move_name(*mv),
            shown: cursor.describe_move(*mv, observer),
        };
        let branch =
            |node: &usize| self.seen(*node, observer).map(|seen| Branch { node: *node, seen });
        let left = match self.config.clock {
            Some(_) => seats.clone().map(|s| here.left[occupant(s)]).collect(),
            None => Vec::new(),
        };
        Snapshot {
            title: self.game.info().title.clone(),
            seats: seats.clone().map(|s| self.game.seat_name(s)).collect(),
            participants: seats.map(participant).collect(),
            status: here.status.clone(),
            view: cursor.view(observer),
            choices: moves.iter().map(choice).collect(),
            can_swap: node == self.tree.at() && self.can_swap(),
            last: self.seen(node, observer),
            deciding: self.deciding(here),
            node,
            branches: here.next.iter().filter_map(branch).collect(),
            moves: here.moves,
            clock: self.config.clock,
            left,
        }
    }

    /// The plays from the start to here, as an observer sees them.
    pub fn line(&self, observer: Observer) -> Vec<Seen> {
        self.replay_plays(|cursor, mv, seat, play, _| {
            let play = match (play, mv) {
                (Play::Move(_), Some(mv)) => SeenPlay::Move(cursor.describe_move(mv, observer)),
                (Play::Swap, _) => SeenPlay::Swap,
                (Play::OutOfTime, _) => SeenPlay::OutOfTime,
                _ => SeenPlay::Resign,
            };
            Seen { seat, play }
        })
    }

    /// How a node was reached, as an observer sees it.
    pub(crate) fn seen(&self, node: usize, observer: Observer) -> Option<Seen> {
        let came = self.tree[node].came.as_ref()?;
        let play = match came.play {
            Play::Move(mv) => {
                let mut before = self.cursor_at(came.from);
                let mut moves = Vec::new();
                before.moves(&mut moves);
                SeenPlay::Move(before.describe_move(moves[mv.0 as usize], observer))
            }
            Play::Swap => SeenPlay::Swap,
            Play::Resign => SeenPlay::Resign,
            Play::OutOfTime => SeenPlay::OutOfTime,
        };
        Some(Seen { seat: came.by, play })
    }

    /// Goes through the plays from the start to here with a cursor that stands before each of them.
    fn replay_plays<T>(
        &self,
        mut each: impl FnMut(&mut dyn Cursor, Option<MoveId>, Option<Seat>, Play, Duration) -> T,
    ) -> Vec<T> {
        let mut cursor = self.game.cursor();
        let mut moves = Vec::new();
        let mut all = Vec::new();
        for node in self.tree.path() {
            let Some(came) = &self.tree[node].came else { continue };
            let mv = match came.play {
                Play::Move(mv) => {
                    cursor.moves(&mut moves);
                    Some(moves[mv.0 as usize])
                }
                _ => None,
            };
            all.push(each(&mut *cursor, mv, came.by, came.play, came.spent));
            if let Some(mv) = mv {
                cursor.apply(mv);
            }
        }
        all
    }

    /// Each play from the start to here.
    pub(crate) fn named_plays(&self) -> Vec<NamedPlay> {
        self.replay_plays(|cursor, mv, by, play, spent| {
            (by, play, mv.map_or_else(String::new, |mv| cursor.move_name(mv)), spent)
        })
    }

    /// The places that decided the game, where the last move did: found by making it again.
    fn deciding(&self, here: &Node) -> Vec<Place> {
        if !matches!(here.status, MatchStatus::Over(_, Ending::Rules)) || here.came.is_none() {
            return Vec::new();
        }
        let events = self.events(here).into_iter();
        events.map(|e| e.deciding).rfind(|d| !d.is_empty()).unwrap_or_default()
    }

    /// What the game tells an observer of the last play, sentence by sentence: of the move itself, if
    /// the game has words for it, and of what followed from it. At the start, what happens before the first decision.
    pub fn told(&self, observer: Observer) -> Told {
        self.told_of(self.tree.here(), observer)
    }

    /// The same of the play that led to a position; nothing if no position has this number.
    pub fn told_at(&self, node: usize, observer: Observer) -> Told {
        self.tree.get(node).map_or(Told::default(), |node| self.told_of(node, observer))
    }

    fn told_of(&self, node: &Node, observer: Observer) -> Told {
        if !self.game.tells() {
            return Told::default();
        }
        let events = self.events(node);
        let sentences = |event: &senet_game::Event| -> Vec<String> {
            let all = event.told.iter().map(|telling| telling.to(observer).to_owned());
            all.filter(|text| !text.is_empty()).collect()
        };
        if node.came.is_none() {
            let after = events.iter().flat_map(sentences).collect();
            return Told { of_the_move: Vec::new(), after, silent: false };
        }
        let of_the_move = events.first().map_or(Vec::new(), &sentences);
        let told = events.first().map_or(&[][..], |event| &event.told);
        let silent = !told.is_empty() && told.iter().all(|telling| telling.all.is_empty());
        let after = events.iter().skip(1).flat_map(sentences).collect();
        Told { of_the_move, after, silent }
    }

    /// The steps of the last play, by making it again; at the start, what happens by itself.
    fn events(&self, here: &Node) -> Vec<senet_game::Event> {
        if here.came.is_none() {
            return self.game.start_events();
        }
        let mut events = Vec::new();
        if let Some(Came { from, play: Play::Move(mv), .. }) = &here.came {
            let mut cursor = self.cursor_at(*from);
            let mut moves = Vec::new();
            cursor.moves(&mut moves);
            cursor.apply_told(moves[mv.0 as usize], &mut events);
        }
        events
    }
}
