//! Limits: every search and every run has an end, and says which limit it reached.

use std::fmt;

/// The kind of work that a limit bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// Steps of a program.
    Steps,
    /// Distinct atoms in a position.
    Atoms,
    /// Bytes.
    Memory,
    /// Goals of one search for a derived predicate.
    Goals,
    /// Matches of the rules of one stage.
    Matches,
    /// Terms that were ever built.
    Terms,
    /// The size of weights and numbers.
    Numbers,
    /// Premises that nothing gives enough values to: a rule with one was needed.
    Unsolvable,
}

impl LimitKind {
    /// What it counts, in the plural.
    pub fn what(self) -> &'static str {
        match self {
            LimitKind::Steps => "steps",
            LimitKind::Atoms => "distinct atoms",
            LimitKind::Memory => "bytes of memory",
            LimitKind::Goals => "goals in one search for a derived predicate",
            LimitKind::Matches => "matches of the rules of one stage",
            LimitKind::Terms => "terms",
            LimitKind::Numbers => "the size of a number",
            LimitKind::Unsolvable => "premises that cannot be solved",
        }
    }

    /// What happened, in a sentence without an end.
    pub fn reached(self) -> String {
        match self {
            LimitKind::Numbers => "a number grew too large to be stored".to_owned(),
            LimitKind::Unsolvable => "a rule needs a premise that cannot be solved".to_owned(),
            kind => format!("the limit on {} was reached", kind.what()),
        }
    }
}

/// Bounds on the work of an engine; see [`LimitReached`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps of a program.
    pub steps: u64,
    /// Distinct atoms in a position.
    pub atoms: u64,
    /// Bytes.
    pub memory: u64,
    /// Goals of one search for a derived predicate.
    pub goals: u64,
    /// Matches of the rules of one stage.
    pub matches: u64,
    /// Terms that were ever built.
    pub terms: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 50_000_000,
            atoms: 5_000_000,
            memory: 2 << 30,
            goals: 1_000_000,
            matches: 10_000_000,
            terms: 5_000_000,
        }
    }
}

impl Limits {
    /// The present value of a limit.
    pub fn of(&self, kind: LimitKind) -> u64 {
        match kind {
            LimitKind::Steps => self.steps,
            LimitKind::Atoms => self.atoms,
            LimitKind::Memory => self.memory,
            LimitKind::Goals => self.goals,
            LimitKind::Matches => self.matches,
            LimitKind::Terms => self.terms,
            LimitKind::Numbers => u64::MAX,
            LimitKind::Unsolvable => 0,
        }
    }
}

/// A limit that was reached, how large it was, and what was going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitReached {
    /// What ran out.
    pub kind: LimitKind,
    /// How large it was.
    pub limit: u64,
    /// What used it up, in a few words; may be empty.
    pub doing: String,
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            kind @ (LimitKind::Numbers | LimitKind::Unsolvable) => f.write_str(&kind.reached())?,
            kind => write!(f, "the limit of {} {} was reached", self.limit, kind.what())?,
        }
        if !self.doing.is_empty() {
            write!(f, ": {}", self.doing)?;
        }
        Ok(())
    }
}

impl std::error::Error for LimitReached {}
