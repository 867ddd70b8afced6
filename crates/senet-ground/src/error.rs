//! Why a program has no ground form, and how large it may become.

use senet_engine::Engine;
use thiserror::Error;

/// Why a program cannot be ground, or has no net: it stays on the term engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GroundingError {
    /// A number without bound.
    #[error("a number may grow without bound")]
    Number,
    /// A term without bound.
    #[error("terms may grow without bound")]
    Deep,
    /// More atoms, steps or candidates than the limits allow.
    #[error("there are more atoms, or steps, than the limits for nets allow")]
    Large,
    /// It uses sensors.
    #[error("it listens to the outside world")]
    Senses,
    /// A rule has a premise that cannot be solved.
    #[error("a rule has a premise that cannot be solved")]
    Unsolvable,
    /// Something is counted, and the number goes into an atom.
    #[error("a number that is counted goes into an atom")]
    Counted,
    /// Something is counted inside of a comprehension, or of another block.
    #[error("something is counted inside of a comprehension or of another block")]
    CountedInside,
    /// An atom may be both linear and persistent, and a rule takes or reads it.
    #[error("an atom may be persistent and linear at the same time")]
    Both,
    /// A comprehension makes persistent atoms.
    #[error("a comprehension makes persistent atoms")]
    PersistentComprehension,
    /// A query to a derived predicate that reads no position cannot be answered beforehand.
    #[error("a query to a derived predicate cannot be answered beforehand")]
    Asked,
    /// Premises cannot be matched in the order that grounding needs.
    #[error("premises cannot be matched without a position")]
    Order,
    /// A clause has a result that nothing gives a value to.
    #[error("a derived predicate has infinitely many results")]
    Head,
    /// The player who chooses has no seat.
    #[error("a player without a seat may have to choose")]
    Chooser,
    /// There are more moves of one rule than can be numbered.
    #[error("a rule has too many moves")]
    Moves,
    /// The start itself reached a limit.
    #[error("the start reached a limit")]
    Start,
}

/// How large the ground form of a program may become.
#[derive(Debug, Clone, Copy)]
pub struct GroundingLimits {
    /// Atoms that may ever be there.
    pub atoms: usize,
    /// Ways in which factors of rules may come true.
    pub instances: usize,
    /// The largest number in an atom: beyond it, numbers are taken to grow without bound.
    pub number: u64,
    /// How much deeper terms may become than those of the start and of the rules: beyond it, they are
    /// taken to grow without bound. A counter like `s (s z)` is compared with every other one, so what
    /// grows without an end costs the square of its depth before the other limits notice.
    pub depth: u32,
    /// Candidates that all joins together look at.
    pub candidates: u64,
}

impl GroundingLimits {
    /// What the limits of an engine leave for grounding: a candidate of a join costs about as much as a
    /// goal, and a whole grounding may have many times as many as one search; an instance costs more
    /// than a match.
    pub fn of(engine: &Engine) -> GroundingLimits {
        let usual = GroundingLimits::default();
        let limits = engine.limits();
        let candidates = usual.candidates.min(limits.goals.saturating_mul(60));
        let instances = usual.instances.min((limits.matches / 4) as usize);
        GroundingLimits { candidates, instances, ..usual }
    }
}

impl Default for GroundingLimits {
    fn default() -> GroundingLimits {
        GroundingLimits {
            atoms: 300_000,
            instances: 2_000_000,
            number: 20_000,
            depth: 64,
            candidates: 60_000_000,
        }
    }
}
