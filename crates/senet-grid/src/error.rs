//! What is wrong with a grid.

use crate::place::{GridPlace, Places};
use senet_board::BoardError;
use senet_syntax::{Diagnostic, Severity};
use std::fmt;

/// Why a grid is no program: everything at once.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", lines(problems))]
#[non_exhaustive]
pub struct GridError {
    /// What has to be mended, at least one thing.
    pub problems: Vec<GridProblem>,
    /// What the checker warns of besides.
    pub warnings: Vec<GridDiagnostic>,
}

/// One thing that has to be mended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridProblem {
    /// The grid is put together in a way that makes no sense.
    #[error("{mistake} ({})", place.location)]
    Mistake {
        /// What is wrong.
        mistake: GridMistake,
        /// Where.
        place: GridPlace,
    },
    /// The checker of the language found an error in its rules.
    #[error("{0}")]
    Rules(GridDiagnostic),
}

/// What can be wrong with a grid apart from its rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridMistake {
    /// [`Grid::start`](crate::Grid::start) was not called.
    #[error("the game does not say where it starts")]
    NoStart,
    /// A stage in which nothing can happen.
    #[error("the stage `{0}` has no rules")]
    NoRules(String),
    /// [`GridStage::on_success`](crate::GridStage::on_success) was not called.
    #[error("the stage `{0}` does not say what success leads to")]
    NoSuccess(String),
    /// [`GridStage::on_failure`](crate::GridStage::on_failure) was not called.
    #[error("the stage `{0}` does not say what failure leads to")]
    NoFailure(String),
    /// Success leads to two things.
    #[error("the stage `{0}` says twice what success leads to")]
    SuccessTwice(String),
    /// Failure leads to two things.
    #[error("the stage `{0}` says twice what failure leads to")]
    FailureTwice(String),
    /// A label speaks of all rules of a name, so they cannot have different ones.
    #[error("rules called `{0}` have different labels")]
    LabelsDiffer(String),
    /// The board cannot be.
    #[error("there is no such board: {0}")]
    Board(BoardError),
    /// [`Grid::board`](crate::Grid::board) was called twice.
    #[error("a grid has one board")]
    SecondBoard,
    /// A cell of a graph that nothing leads to.
    #[error("the cell `{0}` of the graph has no neighbours")]
    LonelyCell(String),
    /// The board has no such cell.
    #[error("the board has no cell `{cell}`{}", did_you_mean(near))]
    NoSuchCell {
        /// What was asked for.
        cell: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// The board has no such direction.
    #[error("the board has no direction `{direction}`{}", did_you_mean(near))]
    NoSuchDirection {
        /// What was asked for.
        direction: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// [`GridBoard::set`](crate::GridBoard::set) puts two things on one cell.
    #[error("the cell `{cell}` is set twice, first by {first}")]
    CellSetTwice {
        /// The cell.
        cell: String,
        /// What was put there first.
        first: GridPlace,
    },
    /// A line of fewer than two cells.
    #[error("a line has at least two cells")]
    ShortLine,
    /// Not a name of the language.
    #[error("`{0}` is not a name: letters, digits, `-`, `_`, `/` and `'`, and a letter first")]
    NotAName(String),
    /// A variable's name, given to something else.
    #[error("`{0}` begins in upper case, as variables do and nothing else")]
    UpperCase(String),
    /// A variable whose name is that of something else.
    #[error("the variable `{0}` does not begin in upper case")]
    LowerCase(String),
    /// A word of the language.
    #[error("`{0}` is a word of the language and no name")]
    Reserved(String),
    /// A predicate that players or a board bring with them.
    #[error("`{0}` is there already: it comes with the players or the board")]
    Given(String),
    /// Two types of Rust stand for one type of the program.
    #[error("two kinds are called `{0}`")]
    KindsAlike(&'static str),
    /// A value of the kind `Nat`.
    #[error("`{0}` cannot be a number: numbers are written as numbers")]
    NumberByName(String),
    /// Something other than one atom.
    #[error("{0} is one atom")]
    NotOneAtom(&'static str),
    /// A fact about a predicate that was not declared in this grid.
    #[error("this grid has no predicate `{0}`")]
    Undeclared(String),
}

/// What the checker of the language says about the rules of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridDiagnostic {
    /// What it says. Its spans point into no text.
    pub diagnostic: Diagnostic,
    /// What each of its labels speaks of, in the same order; the first is the place to mend.
    pub places: Vec<GridPlace>,
}

impl GridDiagnostic {
    pub(crate) fn new(diagnostic: Diagnostic, places: &Places) -> GridDiagnostic {
        let labels = diagnostic.labels.iter();
        let places = labels.map(|label| places.of(label.span).clone()).collect();
        GridDiagnostic { diagnostic, places }
    }
}

impl fmt::Display for GridDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { code, severity, message, labels, help, fixes: _ } = &self.diagnostic;
        let severity = match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}[{}]: {message}", code.0.id)?;
        for (i, (label, place)) in labels.iter().zip(&self.places).enumerate() {
            // What else is said about the same rule would point into it, and there is no text.
            if !self.places[..i].contains(place) {
                write!(f, "\n  in {place}: {}", label.text)?;
            }
        }
        help.iter().try_for_each(|help| write!(f, "\n  help: {help}"))
    }
}

fn lines(problems: &[GridProblem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn did_you_mean(near: &Option<String>) -> String {
    near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}
