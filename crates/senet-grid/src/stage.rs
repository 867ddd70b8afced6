//! Stages, and what comes after them.

use crate::grid::Grid;
use crate::rule::{GridRule, Rules};
use std::panic::Location;

/// A stage of a game.
#[derive(Clone, Copy)]
pub struct GridStage<'g> {
    grid: &'g Grid,
    pub(crate) number: usize,
}

/// How a stage goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The player chooses one move.
    Interactive,
    /// One rule fires.
    Automatic,
    /// Rules fire as long as they can.
    Repeated,
}

/// Where a stage leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// To another stage, for the same player.
    Stage(usize),
    /// To another stage, for the player who comes next.
    Next(usize),
    /// To the end.
    End(End),
}

/// How a game ends, seen by the player whose turn it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// Whoever has the highest score wins, if there are scores.
    Rest,
}

impl<'g> GridStage<'g> {
    pub(crate) fn new(grid: &'g Grid, number: usize) -> Self {
        GridStage { grid, number }
    }

    /// Adds a rule. The label is what players read, with variables in braces; it may be empty.
    #[track_caller]
    pub fn rule(
        self,
        name: &str,
        label: &str,
        rule: impl for<'r> FnOnce(Rules<'r>) -> GridRule<'r>,
    ) -> GridStage<'g> {
        let location = Location::caller();
        self.grid.add_rule(self.number, name, label, rule(Rules::new()), location);
        self
    }

    /// What comes after a rule has fired.
    #[track_caller]
    pub fn on_success(self, to: impl Into<To>) -> GridStage<'g> {
        self.grid.link(self.number, true, to.into(), Location::caller());
        self
    }

    /// What comes if no rule can fire; for repeated stages, when no more can.
    #[track_caller]
    pub fn on_failure(self, to: impl Into<To>) -> GridStage<'g> {
        self.grid.link(self.number, false, to.into(), Location::caller());
        self
    }

    /// What comes in any case.
    #[track_caller]
    pub fn then(self, to: impl Into<To>) -> GridStage<'g> {
        self.grid.link_always(self.number, to.into(), Location::caller());
        self
    }

    /// This stage, for the player who comes next.
    pub fn of_next_player(self) -> To {
        To::Next(self.number)
    }

    /// Says that the order in which its rules fire makes no difference.
    #[track_caller]
    pub fn settles(self) -> GridStage<'g> {
        self.grid.settles(self.number, Location::caller());
        self
    }
}

impl From<GridStage<'_>> for To {
    fn from(stage: GridStage<'_>) -> To {
        To::Stage(stage.number)
    }
}

impl From<&GridStage<'_>> for To {
    fn from(stage: &GridStage<'_>) -> To {
        To::Stage(stage.number)
    }
}

impl From<End> for To {
    fn from(end: End) -> To {
        To::End(end)
    }
}
