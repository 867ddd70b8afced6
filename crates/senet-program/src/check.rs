//! Ast to `Program`: resolves names, checks types, binds variables, and reports everything that
//! is wrong in one go.
//!
//! The passes, in order: `declarations` (types, constructors, predicates, stages), `rules`, `clauses`
//! and `contexts` with their `terms`, `numbers`, `blocks` and `families`, `binding` (modes),
//! `choosers`, `hidden`, then lints over the finished program. Between them come the passes of
//! `directives`, whose table says when each is built and by what: `options`, `players`, `hosts`,
//! `game`, `labels` and others.

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
mod presentation;
mod rows;
mod rules;
mod scope;
mod strata;
mod terms;
mod unknown;

use crate::ids::{ConId, PredId, StageId, TypeId};
use crate::index::Index;
use crate::lints;
use crate::modes::Modes;
use crate::program::{
    BoardInfo, Clause, Constructor, GameDirectives, Predicate, Program, Property, Rule, Stage,
    Start, Term, Type,
};
use crate::unchecked::{Loader, UncheckedProgram};
use directives::Pass;
use rustc_hash::FxHashMap;
use senet_syntax::ast::{self, Directive, Item};
use senet_syntax::{Code, Diagnostic, Reports, Severity, Span};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

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

/// Checks an ast; `diagnostics` is what reading it found, and `unread` the first names of items that
/// could not be read.
pub(crate) fn check_file(
    file: &ast::SourceFile,
    diagnostics: Reports,
    unread: &[Arc<str>],
    options: &Options,
) -> Checked {
    let mut checker = Checker {
        broken: diagnostics.has_errors(),
        diagnostics,
        unknown: unknown::Reported::new(unread),
        directives: directives_of(file).collect(),
        asked: options.clone(),
        ..Checker::default()
    };
    checker.directives(Pass::Numbers);
    checker.declarations(file);
    checker.directives(Pass::Players);
    checker.directives(Pass::Hosts);
    checker.rules(file);
    checker.contexts();
    checker.directives(Pass::Starts);
    checker.directives(Pass::Stages);
    checker.directives(Pass::Game);
    checker.binding();
    checker.choosers();
    checker.hidden();
    checker.finish()
}

/// The directives of a file, in order.
pub(crate) fn directives_of(file: &ast::SourceFile) -> impl Iterator<Item = &Directive> {
    file.items.iter().filter_map(|item| match item {
        Item::Directive(directive) => Some(directive),
        _ => None,
    })
}

/// Everything known so far.
#[derive(Default)]
pub(crate) struct Checker<'a> {
    types: Vec<Type>,
    constructors: Vec<Constructor>,
    predicates: Vec<Predicate>,
    stages: Vec<Stage>,
    rules: Vec<Rule>,
    clauses: Vec<Clause>,
    starts: Vec<Start>,
    properties: Vec<Property>,
    game: GameDirectives,
    modes: Modes,
    type_names: FxHashMap<&'a str, TypeId>,
    constructor_names: FxHashMap<Cow<'a, str>, ConId>,
    predicate_names: FxHashMap<&'a str, PredId>,
    stage_names: FxHashMap<&'a str, StageId>,
    contexts: Vec<&'a ast::Context>,
    context_names: FxHashMap<&'a str, usize>,
    /// The numbers that names stand for.
    options: FxHashMap<&'a str, u64>,
    option_places: Vec<Span>,
    /// The values of the families around what is being read.
    family: Vec<(&'a str, Term)>,
    /// How many rules families have made.
    instances: usize,
    /// The predicates that hold of the values of a type.
    member_predicates: FxHashMap<TypeId, PredId>,
    board_infos: Vec<BoardInfo>,
    /// The type of directions, if boards have made it.
    dir: Option<TypeId>,
    /// The relations of boards that are used: name, number of cells of a line, board.
    relations: Vec<(&'static str, usize, usize, PredId)>,
    /// What signs in pictures mean.
    legend: Vec<(char, &'a ast::AtomExpr)>,
    diagnostics: Reports,
    /// Names that were not found: each is reported once.
    unknown: unknown::Reported<'a>,
    /// Whether the text itself had mistakes, so that something may be missing from the ast.
    broken: bool,
    /// What messages and lints want to know and the program does not hold.
    notes: Notes,
    /// The directives of the file, in order.
    directives: Vec<&'a Directive>,
    /// What the caller chose.
    asked: Options,
    /// Directives that make sense once, and where each was said first.
    said: Vec<(&'static str, Span)>,
    /// Directives that stand in an expansion as they are.
    kept: Vec<Directive>,
    known_contexts: contexts::KnownContexts,
    said_choosers: choosers::SaidChoosers<'a>,
    /// Made when the first label asks for it.
    named_rules: Option<labels::NamedRules>,
}

impl Checker<'_> {
    fn finish(mut self) -> Checked {
        if self.broken || self.diagnostics.has_errors() {
            let declared = Declared {
                types: self.types,
                constructors: self.constructors,
                predicates: self.predicates,
                stages: self.stages,
                boards: self.board_infos,
                dir: self.dir,
            };
            return Checked { program: None, diagnostics: self.diagnostics.finish(), declared };
        }
        let mut program = Program {
            types: self.types,
            constructors: self.constructors,
            predicates: self.predicates,
            stages: self.stages,
            rules: self.rules,
            clauses: self.clauses,
            starts: self.starts,
            properties: self.properties,
            game: self.game,
            kept: self.kept,
            modes: self.modes,
            boards: self.board_infos,
            dir: self.dir,
            settling: OnceLock::new(),
        };
        let index = Index::new(&program);
        lints::lint(&program, &index, &self.notes, &mut self.diagnostics);
        binding::set_apart(&mut program.rules, &self.notes.unsolved);
        let (program, declared) = (Some(program), Declared::default());
        Checked { program, diagnostics: self.diagnostics.finish(), declared }
    }

    fn error(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.diagnostics.push(Diagnostic::new(code, span, message, label));
    }
}
