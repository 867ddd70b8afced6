//! What only some games offer, as data: one table of functions instead of optional methods.

use crate::dyn_game::Tally;
use crate::game::Game;
use crate::log::Event;
use crate::outcome::Seat;
use crate::random::Rng;
use crate::referee::{DrawRules, Referee};
use crate::view::{Observer, ViewMove};
use senet_board::{Compass, Place};
use std::sync::Arc;

/// What a game offers beyond the required methods of [`Game`]. A field that is `None` means that
/// callers use the general way: list moves, compare positions, hash them.
///
/// ```
/// use senet_game::{Abilities, DrawRules, Game};
///
/// fn with_limit<G: Game>() -> Abilities<G> {
///     Abilities {
///         draw_rules: DrawRules { limit: Some(100), ..DrawRules::default() },
///         ..Abilities::default()
///     }
/// }
/// ```
#[allow(clippy::type_complexity, reason = "a table of functions, each with its own signature")]
pub struct Abilities<G: Game> {
    /// Positions as numbers that can be restored.
    pub packing: Option<Packing<G>>,
    /// Appends the images of a packed position under all symmetries of the game but for the one that changes nothing, if
    /// the game knows any. They form a group with that one.
    pub packed_images: Option<fn(&G, u128, &mut Vec<u128>)>,
    /// A key shared by positions that are equal up to a symmetry of the game, and by no others.
    pub canonical_key: Option<fn(&G, &G::State) -> Option<u128>>,
    /// A 128-bit hash of a position, where the game has a better one than hashing the whole state.
    pub hashed_key: Option<fn(&G, &G::State) -> u128>,
    /// What seats cannot see; `None` if every observer sees everything.
    pub hidden_information: Option<HiddenInformation<G>>,
    /// What makes a play a draw beside the rules of the game; a referee keeps them.
    pub draw_rules: DrawRules,
    /// Whether a move can never be undone by later moves, so that the counts of the draw rules
    /// begin again after it.
    pub is_irreversible: Option<fn(&G, &G::Move) -> bool>,
    /// Whether it is certain that no position from before a move can come back after it, so that the rule on
    /// repetitions need not remember any. It changes the cost of draw rules and nothing else.
    pub is_one_way: Option<fn(&G, &G::Move) -> bool>,
    /// The points of all seats so far, where points are kept while the game is played.
    pub running_scores: Option<fn(&G, &G::State) -> Option<Arc<[i64]>>>,
    /// Moves that have numbers which mean the same in every position.
    pub actions: Option<Actions<G>>,
    /// Whether different moves have different action numbers, in whatever positions. Where stones fall,
    /// a column is one action and many moves.
    pub actions_are_moves: bool,
    /// The move that a text means, beyond the names of moves.
    pub parse_move: Option<fn(&G, &G::State, &str) -> Option<G::Move>>,
    /// What an observer sees of a move, who may not know all that the mover knows.
    pub describe_move: Option<fn(&G, &G::State, &G::Move, Observer) -> ViewMove>,
    /// Why a seat has no legal move that uses these places, in a sentence without its full stop, where
    /// the rules tell.
    pub refusal: Option<fn(&G, &G::State, Seat, &[Place]) -> Option<String>>,
    /// An upper bound on who may still win: `false` only if the others can keep the seat from winning.
    pub may_win: Option<fn(&G, &G::State, Seat) -> bool>,
    /// Replaces the contents of `out` by a few legal moves of a player, in any order, if all others can be left out of a
    /// search: none of them leads to a better value than the best of these, to a sooner win, or to a later loss. Left
    /// empty if all moves have to be looked at. Draw rules are not considered.
    pub urgent_moves: Option<fn(&G, &G::State, &mut Vec<G::Move>)>,
    /// The seat that wins under perfect play, where the game can tell before play is over. Draw rules are not considered.
    pub certain_winner: Option<fn(&G, &G::State) -> Option<Seat>>,
    /// The same as [`urgent_moves`](Abilities::urgent_moves), but for values alone: moves that are left out may lead to a
    /// sooner win or to a later loss.
    pub sufficient_moves: Option<fn(&G, &G::State, &mut Vec<G::Move>)>,
    /// Whether one of two seats wins every play, draw rules aside.
    pub drawless: bool,
    /// Appends a number for each of the legal moves: the larger, the likelier is the move to be good. For the order in which a
    /// search tries moves, never for what it finds.
    pub promises: Option<fn(&G, &G::State, &[G::Move], &mut Vec<u32>)>,
    /// The number of legal moves, without listing them.
    pub count_moves: Option<fn(&G, &G::State) -> usize>,
    /// How many bytes a state takes, roughly, where states own memory.
    pub state_bytes: Option<fn(&G, &G::State) -> usize>,
    /// Many random playouts at once, where a game plays them faster together than one by one. Playouts
    /// are told in order, and each ends as it would by [`Game::random_move`] and [`Game::apply`] with its
    /// own random stream.
    pub playouts: Option<PlayoutsFn<G>>,
    /// How many playouts from different positions are played together so much faster than one by one that a
    /// search collects positions for it, where draw rules count moves and nothing else. It follows from the rules of the
    /// game alone, so that searches are the same on every machine, whether [`playouts`](Abilities::playouts) is there or not.
    pub lanes: Option<usize>,
    /// The rules of the game, if it has rules that are told apart.
    pub rules: Option<GameRules<G>>,
    /// What seats play for, where a line and the sides of a board say it.
    pub goals: Vec<SeatGoal>,
    /// What is told at the start, line by line.
    pub intro: Vec<String>,
    /// Whether the game has sentences for what happens ([`Event::told`](crate::Event::told)).
    pub tells: bool,
}

/// The rules of a game: what [`Log::rule`](crate::Log::rule) speaks of.
pub struct GameRules<G: Game> {
    /// Their names, by number.
    pub names: Vec<String>,
    /// Appends the rules that fire before the first decision.
    pub at_start: fn(&G, &mut Vec<u32>),
    /// The same, step by step, with what is told of them.
    pub start_events: fn(&G) -> Vec<Event>,
}

/// Plays a batch of random playouts, and tells each of them.
pub type PlayoutsFn<G> = fn(&G, &PlayoutBatch<'_, <G as Game>::State>, &mut dyn Tally);

/// Which playouts to play.
#[derive(Debug)]
pub struct PlayoutBatch<'p, S> {
    /// Where they begin: playout `i` of the batch at start `i` modulo the number of starts. All have the same draw rules.
    pub starts: &'p [PlayoutStart<S>],
    /// How many.
    pub n: u64,
    /// Playout `i` of the batch has the random stream `Rng::nth(seed, first + i)`.
    pub seed: u64,
    /// The number of the first playout.
    pub first: u64,
}

impl<S> PlayoutBatch<'_, S> {
    /// The same batch from the positions of another engine.
    pub fn map<T>(&self, of: impl Fn(&S) -> T, play: impl FnOnce(&PlayoutBatch<'_, T>)) {
        let start = |start: &PlayoutStart<S>| PlayoutStart {
            state: of(&start.state),
            referee: start.referee.clone(),
        };
        let starts: Vec<_> = self.starts.iter().map(start).collect();
        play(&PlayoutBatch { starts: &starts, n: self.n, seed: self.seed, first: self.first });
    }

    /// Where a playout of the batch begins.
    #[inline]
    pub fn start(&self, playout: u64) -> &PlayoutStart<S> {
        match self.starts {
            [only] => only,
            starts => &starts[(playout % starts.len() as u64) as usize],
        }
    }
}

/// Where a random playout begins.
#[derive(Debug, Clone)]
pub struct PlayoutStart<S> {
    /// The position.
    pub state: S,
    /// The draw rules and what they have counted so far.
    pub referee: Referee,
}

/// What a seat plays for, in words and as sides of a board: for pictures, never for rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatGoal {
    /// Whose goal it is; `None` if all play for the same.
    pub seat: Option<Seat>,
    /// The goal without its subject, such as `connect north and south`.
    pub text: String,
    /// The sides that belong to it, of the first board.
    pub sides: Vec<Compass>,
    /// Whether what the seat places on edges lies across them, on the dual net, as blue's bridges in
    /// Gale do.
    pub dual: bool,
}

impl SeatGoal {
    /// What all seats play for.
    pub fn of_all(text: impl Into<String>) -> SeatGoal {
        SeatGoal { seat: None, text: text.into(), sides: Vec::new(), dual: false }
    }
}

/// Positions as numbers of a fixed width that can be restored.
pub struct Packing<G: Game> {
    /// How many bits a packed position has: at most 128.
    pub bits: u32,
    /// The packed position: equal exactly for equal positions; `None` if this one does not fit.
    pub pack: fn(&G, &G::State) -> Option<u128>,
    /// Makes a state the position that was packed.
    pub unpack: fn(&G, u128, &mut G::State),
}

/// What seats cannot see, and how bots deal with that.
pub struct HiddenInformation<G: Game> {
    /// A key shared exactly by the positions that look the same to an observer.
    pub observation_key: fn(&G, &G::State, Observer) -> u128,
    /// A key shared exactly by the moves of a position that look the same to an observer.
    pub observed_move: fn(&G, &G::State, &G::Move, Observer) -> u128,
    /// A position that looks the same to a seat, with what it cannot see drawn at random.
    pub determinize: fn(&G, &G::State, Seat, &mut Rng) -> G::State,
}

/// Moves that have numbers which mean the same in every position, for learning and for tables.
pub struct Actions<G: Game> {
    /// How many numbers there are; each is below this.
    pub count: usize,
    /// The number of a legal move.
    pub number: fn(&G, &G::State, &G::Move) -> usize,
    /// The legal move with a number, if there is one.
    pub with_number: fn(&G, &G::State, usize) -> Option<G::Move>,
}

impl<G: Game> Default for Abilities<G> {
    fn default() -> Abilities<G> {
        Abilities {
            packing: None,
            packed_images: None,
            canonical_key: None,
            hashed_key: None,
            hidden_information: None,
            draw_rules: DrawRules::default(),
            is_irreversible: None,
            is_one_way: None,
            running_scores: None,
            actions: None,
            actions_are_moves: false,
            parse_move: None,
            describe_move: None,
            refusal: None,
            may_win: None,
            urgent_moves: None,
            certain_winner: None,
            sufficient_moves: None,
            drawless: false,
            promises: None,
            count_moves: None,
            state_bytes: None,
            playouts: None,
            lanes: None,
            rules: None,
            goals: Vec::new(),
            intro: Vec::new(),
            tells: false,
        }
    }
}
