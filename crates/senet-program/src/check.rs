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
use crate::query::ObservedQuery;
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
        directives: Directives { all: directives_of(file).collect(), ..Directives::default() },
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

/// Everything known so far, by the pass that finds it. A later pass reads what earlier ones have
/// written; what it writes itself is a type of its own.
#[derive(Default)]
pub(crate) struct Checker<'a> {
    /// What the caller chose.
    asked: Options,
    /// `directives`: those of the file, and which have been said.
    directives: Directives<'a>,
    /// `options`: the numbers that names stand for.
    numbers: Numbers<'a>,
    /// `declarations`, `boards`, `players`: the things that have names.
    declared: Declared,
    names: Names<'a>,
    /// `boards`, `families`: facts that are made when they are first asked for.
    tables: GivenTables,
    /// `families`: what is around the rule that is being read.
    families: Families<'a>,
    /// `rules`, `clauses`, `contexts`, `binding` and the directives: what the program does.
    meaning: Meaning,
    /// `contexts`: as written, and resolved for the starts.
    contexts: Contexts<'a>,
    /// `rows`: what signs in pictures mean.
    legend: Vec<(char, &'a ast::AtomExpr)>,
    /// `choosers`: who chooses, where a directive says so.
    said_choosers: choosers::SaidChoosers<'a>,
    /// `labels`: the rules by name, made when the first label asks for them.
    named_rules: Option<labels::NamedRules>,
    diagnostics: Reports,
    /// Names that were not found: each is reported once.
    unknown: unknown::Reported<'a>,
    /// Whether the text itself had mistakes, so that something may be missing from the ast.
    broken: bool,
    /// What messages and lints want to know and the program does not hold.
    notes: Notes,
}

/// The directives of a file.
#[derive(Default)]
struct Directives<'a> {
    /// In order.
    all: Vec<&'a Directive>,
    /// Those that make sense once, and where each was said first.
    said: Vec<(&'static str, Span)>,
}

/// The numbers that names stand for: `#option k 1..5 = 3.`
#[derive(Default)]
struct Numbers<'a> {
    values: FxHashMap<&'a str, u64>,
    places: Vec<Span>,
}

/// The ids of what is declared, by name. Each kind of thing has names of its own.
#[derive(Default)]
struct Names<'a> {
    types: FxHashMap<&'a str, TypeId>,
    constructors: FxHashMap<Cow<'a, str>, ConId>,
    predicates: FxHashMap<&'a str, PredId>,
    stages: FxHashMap<&'a str, StageId>,
    contexts: FxHashMap<&'a str, usize>,
}

/// Predicates that nobody declared, with their facts.
#[derive(Default)]
struct GivenTables {
    /// Those that hold of the values of a type.
    members: FxHashMap<TypeId, PredId>,
    /// The relations of boards that are used: name, number of cells of a line, board.
    relations: Vec<(&'static str, usize, usize, PredId)>,
}

/// Where in a family the reader is.
#[derive(Default)]
struct Families<'a> {
    /// The values of the families around what is being read.
    around: Vec<(&'a str, Term)>,
    /// How many rules families have made.
    made: usize,
}

/// The contexts of a file.
#[derive(Default)]
struct Contexts<'a> {
    all: Vec<&'a ast::Context>,
    known: contexts::KnownContexts,
}

/// What a program does with what it declares: the other half of a [`Program`].
#[derive(Default)]
struct Meaning {
    rules: Vec<Rule>,
    clauses: Vec<Clause>,
    starts: Vec<Start>,
    properties: Vec<Property>,
    observed: Vec<ObservedQuery>,
    game: GameDirectives,
    modes: Modes,
    /// Directives that stand in an expansion as they are.
    kept: Vec<Directive>,
}

impl Checker<'_> {
    fn finish(mut self) -> Checked {
        if self.broken || self.diagnostics.has_errors() {
            let (diagnostics, declared) = (self.diagnostics.finish(), self.declared);
            return Checked { program: None, diagnostics, declared };
        }
        let Declared { types, constructors, predicates, stages, boards, dir } = self.declared;
        let Meaning { rules, clauses, starts, properties, observed, game, modes, kept } =
            self.meaning;
        let mut program = Program {
            types,
            constructors,
            predicates,
            stages,
            rules,
            clauses,
            starts,
            properties,
            observed,
            game,
            kept,
            modes,
            boards,
            dir,
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
