//! Ast to `Program`: resolves names, checks types, binds variables, and reports everything that
//! is wrong in one go.
//!
//! `check_file` is the list of passes. `resolver` holds the symbol table that `declarations` makes, and
//! resolves what is written by it: `terms`, `numbers`, `premises`, `blocks` and `boards`, with the
//! variables of one rule in `scope` and their final numbers in `finish`. The rules are read by `rules`,
//! `clauses` and `families`. The table in `directives` says which pass builds each directive; the last
//! of those, `game`, has its parts in `labels`, `presentation`, `properties` and `weights`.

mod assemble;
mod binding;
mod blocks;
mod boards;
mod choosers;
mod clauses;
mod contexts;
mod declarations;
mod directives;
mod families;
mod finish;
mod game;
mod hidden;
mod hosts;
mod labels;
mod notes;
mod numbers;
mod options;
mod players;
mod premises;
mod presentation;
mod properties;
mod resolver;
mod rows;
mod rules;
mod scope;
mod stages;
mod strata;
mod terms;
mod unknown;
mod weights;

use crate::ids::TypeId;
use crate::program::{BoardInfo, Constructor, Predicate, Program, Stage, Type};
use crate::unchecked::{Loader, UncheckedProgram};
use assemble::Parts;
use directives::Directives;
use resolver::Resolver;
use senet_syntax::ast::{self, Directive, Item};
use senet_syntax::{Diagnostic, Reports, Severity};
use std::sync::Arc;

pub(crate) use binding::apart;
pub use directives::{Expansion, expansion};
pub(crate) use notes::Notes;

/// What the caller may choose about a program.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// How many players sit, where `#players t 2..4.` leaves a choice; the fewest by default.
    pub seats: Option<usize>,
    /// What is said about each `#option`; the others have their default.
    pub values: Vec<(String, u64)>,
    /// Gives [`check()`] the texts that a program includes; without one, there are none. An
    /// [`UncheckedProgram`] has read them before.
    pub loader: Option<Arc<dyn Loader>>,
}

/// The result of checking: everything that is to be said and, if none of it is an error, the
/// program.
#[derive(Debug)]
pub struct Checked {
    /// The program; absent if there are errors.
    pub program: Option<Program>,
    /// Errors and warnings, in order of position.
    pub diagnostics: Vec<Diagnostic>,
    /// What is declared, if there is no program.
    declared: Declared,
}

/// What a text declares, as far as it can be understood.
#[derive(Debug, Default)]
struct Declared {
    types: Vec<Type>,
    constructors: Vec<Constructor>,
    predicates: Vec<Predicate>,
    stages: Vec<Stage>,
    boards: Vec<BoardInfo>,
    dir: Option<TypeId>,
}

/// What a text declares, errors or not: see [`Checked::declarations`]. Where a type was not found,
/// its id is not that of any type, so look ids up with `get`.
#[derive(Debug, Clone, Copy)]
pub struct Declarations<'c> {
    /// The types, those of boards included.
    pub types: &'c [Type],
    /// Constants and constructors, cells included.
    pub constructors: &'c [Constructor],
    /// The predicates, and those relations of boards that are used.
    pub predicates: &'c [Predicate],
    /// The stages.
    pub stages: &'c [Stage],
    /// The boards.
    pub boards: &'c [BoardInfo],
    /// The type of directions, if boards have made it.
    pub directions: Option<TypeId>,
}

impl Checked {
    /// What the text declares, also where it has errors: for editors, which work on such texts most
    /// of the time.
    pub fn declarations(&self) -> Declarations<'_> {
        let Declared { types, constructors, predicates, stages, boards, dir } = &self.declared;
        match &self.program {
            Some(program) => Declarations {
                types: &program.types,
                constructors: &program.constructors,
                predicates: &program.predicates,
                stages: &program.stages,
                boards: &program.boards,
                directions: program.dir,
            },
            None => {
                Declarations { types, constructors, predicates, stages, boards, directions: *dir }
            }
        }
    }

    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Reads and checks a text.
///
/// ```
/// let text = "a : pred. stage s = { r : a -o . } #trace _ s { a }.";
/// let checked = senet_program::check(text, &Default::default());
/// assert!(checked.diagnostics.is_empty());
/// assert_eq!(checked.program.unwrap().rules().len(), 1);
/// ```
pub fn check(text: &str, options: &Options) -> Checked {
    UncheckedProgram::parse(text, options.loader.as_deref()).check(options)
}

/// Checks an ast; `reports` is what reading it found, and `unread` the first names of items that
/// could not be read.
///
/// Each line is a pass. What a pass takes was made by passes before it, and nothing else can make it:
/// a rule cannot be read before there is a [`Resolver`](resolver::Resolver), which needs all
/// declarations, which need the numbers that options stand for. No pass stops at an error; each
/// leaves out what it could not understand, so that one run reports everything.
pub(crate) fn check_file(
    file: &ast::SourceFile,
    mut reports: Reports,
    unread: &[Arc<str>],
    options: &Options,
) -> Checked {
    let broken = reports.has_errors();
    let mut directives = Directives::of(file);
    let numbers = options::numbers(&mut directives, options, &mut reports);
    let mut resolver = declarations::declare(file, numbers, reports, unread);
    let players = players::seats(&mut directives, options, &mut resolver);
    let legend = hosts::bind(&mut directives, &mut resolver);
    let mut rules = rules::read(file, &mut resolver);
    let starts = contexts::starts(&mut directives, &legend, &mut resolver);
    stages::mark(&mut directives, &mut resolver);
    let game = game::read(&mut directives, players, &mut rules, &mut resolver);
    let bindings = binding::bind(&rules, &starts, &game, &mut resolver);
    choosers::assign(&mut rules, &game, &mut resolver);
    hidden::check_menus(&rules, &game, &mut resolver);
    if broken || resolver.diagnostics.has_errors() {
        let Resolver { diagnostics, declared, .. } = resolver;
        return Checked { program: None, diagnostics: diagnostics.finish(), declared };
    }
    let kept = directives.kept(&resolver.numbers);
    let empty = file.items.is_empty();
    Parts { resolver, rules, starts, game, bindings, kept, empty }.assemble()
}

/// The directives of a file, in order.
pub(crate) fn directives_of(file: &ast::SourceFile) -> impl Iterator<Item = &Directive> {
    file.items.iter().filter_map(|item| match item {
        Item::Directive(directive) => Some(directive),
        _ => None,
    })
}
