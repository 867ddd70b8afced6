//! Budgets: every search and every run has an end, and says which one it was.

use std::fmt;

/// Something that can run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// Steps of a program.
    Steps,
    /// Distinct atoms in a position.
    Atoms,
    /// Bytes.
    Memory,
    /// Goals of one backward search.
    Goals,
    /// Matches of the rules of one stage.
    Matches,
    /// Terms that were ever built.
    Terms,
    /// The size of weights and numbers.
    Numbers,
}

impl Budget {
    /// What it counts, in the plural.
    pub fn what(self) -> &'static str {
        match self {
            Budget::Steps => "steps",
            Budget::Atoms => "distinct atoms",
            Budget::Memory => "bytes of memory",
            Budget::Goals => "goals in one backward search",
            Budget::Matches => "matches of the rules of one stage",
            Budget::Terms => "terms",
            Budget::Numbers => "the size of a number",
        }
    }
}

/// How much of everything there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps of a program.
    pub steps: u64,
    /// Distinct atoms in a position.
    pub atoms: u64,
    /// Bytes.
    pub memory: u64,
    /// Goals of one backward search.
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
    /// The limit of one budget.
    pub fn of(&self, budget: Budget) -> u64 {
        match budget {
            Budget::Steps => self.steps,
            Budget::Atoms => self.atoms,
            Budget::Memory => self.memory,
            Budget::Goals => self.goals,
            Budget::Matches => self.matches,
            Budget::Terms => self.terms,
            Budget::Numbers => u64::MAX,
        }
    }
}

/// A budget that ran out, how large it was, and what was going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Which budget.
    pub budget: Budget,
    /// How large it was.
    pub limit: u64,
    /// What used it up, in a few words; may be empty.
    pub doing: String,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget {
            Budget::Numbers => write!(f, "a number grew too large to be stored")?,
            budget => write!(f, "the budget of {} {} ran out", self.limit, budget.what())?,
        }
        if !self.doing.is_empty() {
            write!(f, ": {}", self.doing)?;
        }
        Ok(())
    }
}

impl std::error::Error for Stop {}
