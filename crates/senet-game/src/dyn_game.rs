//! The narrow waist: any game as [`DynGame`], and a way through it as [`Cursor`].
//!
//! Everything above the makers of games (bots, solver, exploration, matches, reports, shells) is
//! written once, against these. Only the inner loops that must be fast are compiled per game type:
//! playouts and expansions. See [`erase`](crate::erase) for the one adapter.

use crate::abilities::SeatGoal;
use crate::info::GameInfo;
use crate::limits::LimitKind;
use crate::log::{Event, Log};
use crate::outcome::{Outcome, Seat, Turn};
use crate::position::{CanonicalKey, ExactKey, HashedKey, Position};
use crate::random::Rng;
use crate::referee::{DrawRules, Referee};
use crate::view::{Observer, View, ViewMove};
use senet_board::Place;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game whose types are hidden: immutable, and shared between threads.
pub trait DynGame: Send + Sync {
    /// What it says about itself.
    fn info(&self) -> &GameInfo;

    /// The options by which it differs from its usual form, by name.
    fn options(&self) -> &[(String, String)];

    /// How many seats there are: at least one.
    fn seats(&self) -> usize;

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> String;

    /// What makes a play a draw beside the rules of the game; kept by a [`Referee`].
    fn draw_rules(&self) -> DrawRules;

    /// The names of the rules, by number; empty for a game without rules that are told apart.
    fn rule_names(&self) -> &[String];

    /// What seats play for, where the game says it in a line.
    fn goals(&self) -> &[SeatGoal];

    /// What is told at the start, line by line.
    fn intro(&self) -> &[String];

    /// Whether the game has sentences for what happens ([`Event::told`]).
    fn tells(&self) -> bool;

    /// What happens before the first decision, step by step; nothing, if the game has no rules that are told apart.
    fn start_events(&self) -> Vec<Event>;

    /// Whether a seat may see less than there is.
    fn has_hidden_information(&self) -> bool;

    /// The width of packed positions, if positions are packed.
    fn packed_bits(&self) -> Option<u32>;

    /// Appends the images of a packed position under the symmetries that the game knows, but for the one that changes
    /// nothing: the same number of them for every position.
    fn packed_images(&self, key: ExactKey, out: &mut Vec<u128>);

    /// How many action numbers there are, if moves are numbered.
    fn action_count(&self) -> Option<usize>;

    /// The first position.
    fn start(&self) -> Position;

    /// A new cursor at the first position.
    fn cursor(&self) -> Box<dyn Cursor>;
}

impl dyn DynGame + '_ {
    /// A new cursor at a position, which counts as the beginning of a play.
    pub fn cursor_at(&self, position: &Position) -> Box<dyn Cursor> {
        let mut cursor = self.cursor();
        cursor.load(position);
        cursor
    }

    /// All seats, in order.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats()).map(|seat| Seat(seat as u8))
    }
}

/// A move by its place in the canonical order of its position: for records, protocols and trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveIndex(pub u32);

/// A move id, stable within one cursor: for tables of moves (history, killers, RAVE). It is the action number where [action numbers tell moves
/// apart](crate::Abilities::actions_are_moves).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveId(pub u32);

/// One thread's way through a game: a current position under a [`Referee`], a stack, scratch space.
pub trait Cursor: Send {
    /// How many seats there are.
    fn seats(&self) -> usize;

    // ---- where it stands

    /// Goes to the first position; the play begins anew.
    fn reset(&mut self);

    /// Goes to a position, which counts as the beginning of a play. The stack is emptied.
    fn load(&mut self, position: &Position);

    /// The current position.
    fn save(&self) -> Position;

    /// Whether this is the current position.
    fn is_at(&self, position: &Position) -> bool;

    /// The draw rules and their counts in the current play.
    fn referee(&self) -> &Referee;

    /// Replaces the referee: to go on with a play, or to ignore the draw rules. What is on the stack
    /// belongs to the old one, which has to be back before [`Cursor::pop`] goes below this point.
    fn set_referee(&mut self, referee: Referee);

    /// Another cursor that stands here, with the same referee; its [`MoveId`]s are its own.
    fn fork(&self) -> Box<dyn Cursor>;

    /// Remembers the current position, for [`Cursor::pop`].
    fn push(&mut self);

    /// Goes back to where the last [`Cursor::push`] or [`Cursor::enter`] was.
    fn pop(&mut self);

    /// How often [`Cursor::pop`] can be called.
    fn depth(&self) -> usize;

    // ---- turns and moves

    /// Who has to decide, after the draw rules.
    fn turn(&self) -> Turn;

    /// Replaces the contents of `out` by the legal moves, in canonical order.
    fn moves(&mut self, out: &mut Vec<MoveId>);

    /// The number of legal moves; listed only if the game has no faster way.
    fn count_moves(&mut self) -> usize;

    /// The weight of a chance move.
    fn weight(&self, mv: MoveId) -> u128;

    /// A random legal move: by weight if chance decides, otherwise uniform.
    fn random_move(&mut self, rng: &mut Rng) -> MoveId;

    /// Makes a legal move.
    fn apply(&mut self, mv: MoveId);

    /// Makes a legal move and appends what happened.
    fn apply_told(&mut self, mv: MoveId, events: &mut Vec<Event>);

    /// Makes a legal move and appends the numbers of the rules that fire, the move's own first. Costs
    /// little more than [`Cursor::apply`].
    fn apply_fired(&mut self, mv: MoveId, fired: &mut Vec<u32>);

    /// Appends the numbers of the rules that fire before the first decision of the game.
    fn start_fired(&self, fired: &mut Vec<u32>);

    /// Whether a move can never be undone by later moves.
    fn is_irreversible(&self, mv: MoveId) -> bool;

    // ---- words

    /// The name of a legal move, unique in its position.
    fn move_name(&self, mv: MoveId) -> String;

    /// The legal move that a text means: its name, or whatever else the game reads.
    fn parse_move(&mut self, text: &str) -> Option<MoveId>;

    /// What an observer sees of a legal move.
    fn describe_move(&self, mv: MoveId, observer: Observer) -> ViewMove;

    /// What an observer sees of the position.
    fn view(&self, observer: Observer) -> View;

    /// Why a seat has no legal move that uses these places, in a sentence without its full stop; `None`
    /// where the game does not tell.
    fn refusal(&self, seat: Seat, places: &[Place]) -> Option<String>;

    // ---- keys and knowledge

    /// The packed position, if it is packed and fits.
    fn exact_key(&self) -> Option<ExactKey>;

    /// Goes to a packed position, as [`Cursor::load`] does.
    fn load_exact(&mut self, key: ExactKey);

    /// A key up to symmetry, or the exact key; `None` if the game has neither.
    fn canonical_key(&self) -> Option<CanonicalKey>;

    /// A 128-bit hash of the position.
    fn hashed_key(&self) -> HashedKey;

    /// The points of all seats so far, if the game tells them.
    fn scores(&self) -> Option<Arc<[i64]>>;

    /// An upper bound on who may still win.
    fn may_win(&self, seat: Seat) -> bool;

    /// Whether one of two seats wins every play ([`Abilities::drawless`](crate::Abilities::drawless)); not under draw rules.
    fn is_drawless(&self) -> bool;

    /// A key shared by the positions that look the same to an observer.
    fn observation_key(&self, observer: Observer) -> u128;

    /// A key shared by the moves here that look the same to an observer.
    fn observed_move(&self, mv: MoveId, observer: Observer) -> u128;

    /// Goes to a position that looks the same to a seat, the rest drawn at random; the referee stays.
    fn determinize(&mut self, seat: Seat, rng: &mut Rng);

    /// How many bytes the position takes, roughly.
    fn state_bytes(&self) -> usize;

    // ---- inner loops, compiled per game type

    /// Plays at random to the end, from here; the cursor stays at the end. `stop` is asked at every
    /// move, of chance too; once it is true, or after [`PLAYOUT_CAP`] moves, the playout is a draw. `made` hears the
    /// moves of players that have a [`MoveId`] already.
    fn playout(
        &mut self,
        rng: &mut Rng,
        stop: &mut dyn FnMut() -> bool,
        made: Option<&mut MovesMade>,
    ) -> Outcome;

    /// Plays `n` times at random from here to the end; the cursor comes back. Playout `i` has the
    /// random stream `(seed, from + i)`, so that results do not depend on how playouts are shared out.
    /// Rules are counted as they fire, if the tally [asks for it](Tally::counts_rules).
    fn playouts(&mut self, n: u64, seed: u64, from: u64, tally: &mut dyn Tally);

    /// How many positions are worth collecting by [`Cursor::add_start`]; `None` where playouts one by one are as fast
    /// ([`Abilities::lanes`](crate::Abilities::lanes)).
    fn lanes(&self) -> Option<usize>;

    /// Remembers the current position with its referee, where play goes on, as a start of [`Cursor::play_starts`].
    fn add_start(&mut self);

    /// Plays once at random from each of the remembered starts to the end, in the order in which they were added, and
    /// forgets them. The `i`-th playout has the random stream `(seed, i)`; the cursor stays where it is.
    fn play_starts(&mut self, seed: u64, tally: &mut dyn Tally);

    /// Makes each legal move into a slot and shows it, in canonical order (`how.first` before all
    /// others, and with `how.urgent` perhaps only some), until `visit` breaks. [`Cursor::enter`] goes to a slot without applying again.
    fn expand(&mut self, how: &Expand, visit: &mut dyn FnMut(&Child) -> ControlFlow<()>);

    /// Goes to a child that the last [`Cursor::expand`] here has shown; [`Cursor::pop`] comes back.
    /// What is done in the child does not change what is entered the next time.
    fn enter(&mut self, child: MoveIndex);

    /// Appends the children of packed positions, in order; stops at the first that does not fit and
    /// returns `false`. The cursor's own position is lost.
    fn expand_packed(&mut self, parents: &[ExactKey], out: &mut Vec<PackedChild>) -> bool;
}

/// No playout is longer than this: what has not ended by then counts as a draw.
pub const PLAYOUT_CAP: u64 = 10_000;

/// What [`Cursor::expand`] should find out about each child.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expand {
    /// The move to make first, if it is legal.
    pub first: Option<MoveId>,
    /// Whether to ask for canonical keys.
    pub keys: bool,
    /// Whether this seat may still win.
    pub may_win: Option<Seat>,
    /// Whether moves may be left out where the game knows that others are at least as good
    /// ([`Abilities::urgent_moves`](crate::Abilities::urgent_moves)); only without draw rules.
    pub urgent: bool,
    /// Whether values are all that matters, and not how long play takes: then more moves may be left out
    /// ([`Abilities::sufficient_moves`](crate::Abilities::sufficient_moves)), and winners be known before play is over
    /// ([`Abilities::certain_winner`](crate::Abilities::certain_winner)); only without draw rules.
    pub values: bool,
    /// Whether to ask how good moves look ([`Abilities::promises`](crate::Abilities::promises)).
    pub promises: bool,
}

/// A position one move away.
#[derive(Debug, Clone)]
pub struct Child {
    /// The move, by its place in the canonical order.
    pub index: MoveIndex,
    /// The move, by its number in the cursor.
    pub id: MoveId,
    /// Who has to decide there, after the draw rules.
    pub turn: Turn,
    /// Its key, if it was asked for, the game has one, and play goes on there.
    pub key: Option<CanonicalKey>,
    /// Whether the seat that was asked about may still win; `true` if none was, or if play is over.
    pub may_win: bool,
    /// Who wins there for certain, if that was asked for and the game can tell; `None` if play is over.
    pub winner: Option<Seat>,
    /// The weight of the move, if chance makes it; 1 otherwise.
    pub weight: u128,
    /// How good the move looks, if that was asked for and the game tells; 0 otherwise.
    pub promise: u32,
}

/// A packed position one move away from another.
#[derive(Debug, Clone)]
pub struct PackedChild {
    /// Which of the parents it belongs to.
    pub parent: u32,
    /// The position.
    pub key: ExactKey,
    /// Who has to decide there, by the rules of the game alone.
    pub turn: Turn,
    /// The weight of the move, if chance makes it; 1 otherwise.
    pub weight: u128,
}

/// How one playout ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playout {
    /// The outcome; a draw if anything but the rules of the game ended it.
    pub outcome: Outcome,
    /// How many moves were made, of chance too.
    pub plies: u64,
    /// What ended it.
    pub end: PlayoutEnd,
}

/// What ended a playout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayoutEnd {
    /// The rules of the game.
    Rules,
    /// The referee said that it is a draw.
    DrawRule,
    /// [`PLAYOUT_CAP`] moves.
    Cap,
    /// A limit on automatic steps.
    Stopped(LimitKind),
    /// The caller.
    Cancelled,
}

/// Counts playouts as they come.
pub trait Tally {
    /// A playout has ended; `Break` to make no more.
    fn count(&mut self, playout: &Playout) -> ControlFlow<()>;

    /// Asked now and then within a long playout; `true` gives it up, and no more are made.
    fn stop(&mut self) -> bool {
        false
    }

    /// Whether [`Tally::rules`] wants to hear which rules fired; asked once for all playouts.
    fn counts_rules(&self) -> bool {
        false
    }

    /// The rules that fired in the playout that [`Tally::count`] hears of next.
    fn rules(&mut self, _fired: &RulesFired) {}
}

/// How often each rule fired in a playout.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RulesFired {
    /// By the number of the rule.
    pub times: Vec<u32>,
    /// The last rule to fire.
    pub last: Option<u32>,
}

impl RulesFired {
    /// Nothing has fired yet, of so many rules.
    pub fn new(rules: usize) -> RulesFired {
        RulesFired { times: vec![0; rules], last: None }
    }

    /// Forgets what has fired.
    pub fn clear(&mut self) {
        self.times.fill(0);
        self.last = None;
    }

    /// A rule fires.
    #[inline]
    pub fn add(&mut self, rule: u32) {
        if let Some(times) = self.times.get_mut(rule as usize) {
            *times += 1;
            self.last = Some(rule);
        }
    }
}

impl Log for RulesFired {
    const LISTENS: bool = false;
    const COUNTS: bool = true;

    fn event(&mut self, _: Event) {}

    #[inline]
    fn rule(&mut self, rule: u32) {
        self.add(rule);
    }
}

impl<F: FnMut(&Playout) -> ControlFlow<()>> Tally for F {
    fn count(&mut self, playout: &Playout) -> ControlFlow<()> {
        self(playout)
    }
}

/// Which moves were made in a playout, and by whom: what "all moves as first" (AMAF, RAVE) needs.
#[derive(Debug)]
pub struct MovesMade {
    /// For each seat and move 1 if it was made, and 0 if not: a number to count with, because about
    /// half of the moves were made, and branches would be guessed wrong as often.
    made: Vec<Vec<f32>>,
}

impl MovesMade {
    /// Nothing was made yet.
    pub fn new(seats: usize) -> MovesMade {
        MovesMade { made: vec![Vec::new(); seats] }
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.made.iter_mut().for_each(|made| made.fill(0.0));
    }

    /// A seat made a move.
    pub fn insert(&mut self, seat: Seat, mv: MoveId) {
        let made = &mut self.made[usize::from(seat.0)];
        let at = mv.0 as usize;
        if at >= made.len() {
            made.resize(at + 64, 0.0);
        }
        made[at] = 1.0;
    }

    /// 1 for each move that a seat made, 0 for the others.
    pub fn by(&self, seat: Seat) -> impl Fn(MoveId) -> f32 + '_ {
        let made = &self.made[usize::from(seat.0)];
        move |mv| made.get(mv.0 as usize).copied().unwrap_or(0.0)
    }
}
