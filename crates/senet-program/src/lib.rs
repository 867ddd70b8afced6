//! The meaning of a program text: [`check()`] takes a text and gives a [`Program`], or says
//! everything that keeps it from being one. An [`UncheckedProgram`] is read once, tells what it says
//! about itself, and is checked as often as there are options to try.
//!
//! Input: text, or an ast from a builder. Output: [`Checked`]: diagnostics, and the [`Program`]
//! with dense ids, resolved names, checked types, bound variables and the facts that follow from
//! the text alone: [`modes`] of derived predicates, the [`graph`] of stages, which stages
//! [`settle`]. Nothing runs here; engines start from a `Program` and cannot fail on it.
//!
//! ```
//! let shop = "coin : pred.  cake : pred.
//!     stage shop = { buy : coin -o cake. }
//!     #trace _ shop { coin, coin }.";
//! let checked = senet_program::check(shop, &Default::default());
//! let program = checked.program.expect("there are no errors");
//! assert_eq!(program.rules()[0].name.as_deref(), Some("buy"));
//!
//! let wrong = senet_program::check("cake : pre.", &Default::default());
//! assert!(wrong.program.is_none() && wrong.has_errors());
//! ```

pub mod check;
pub mod codes;
pub mod graph;
pub mod ids;
pub mod modes;
pub mod presentation;
pub mod program;
pub mod query;
pub mod relations;
pub mod settle;
pub mod show;
pub mod stealing;
pub mod symmetry;

mod index;
mod lints;
mod property;
mod reach;
mod unchecked;

pub use check::{Checked, Declarations, Expansion, Options, check, expansion};
pub use ids::{ConId, PredId, RuleId, StageId, TypeId, VarId};
pub use program::{
    Atom, Block, BoardInfo, By, Clause, Comprehension, Conclusion, Constructor, GameDirectives,
    GameOption, Hidden, Operator, Pattern, Players, PredKind, Predicate, Premise, Program,
    Property, PropertyKind, Quiet, Role, Rule, Settling, Stage, Start, Term, Type, TypeShape,
    Variable,
};
pub use unchecked::{LoadError, Loader, ProgramHeader, UncheckedProgram};

/// Every code that reading and checking a program can report, in order.
pub fn all_codes() -> impl Iterator<Item = &'static senet_syntax::Code> {
    senet_syntax::codes::ALL.iter().chain(codes::ALL).copied()
}
