//! Ast to [`Program`]: resolves names, checks types, binds variables, and reports everything that
//! is wrong in one go.
//!
//! The passes, in order: [`declarations`](self::declarations) (types, constructors, predicates,
//! stages), [`terms`](self::terms) and [`rules`](self::rules) (atoms, rules, links, clauses,
//! contexts), binding (modes), [`directives`](self::directives) (the program as a game), then
//! lints over the finished program.

mod binding;
mod declarations;
mod directives;
mod hidden;
mod rules;
mod terms;

use crate::ids::{ConId, PredId, StageId, TypeId};
use crate::lints;
use crate::modes::Modes;
use crate::program::{Clause, Constructor, GameInfo, Predicate, Program, Rule, Stage, Start, Type};
use crate::settle;
use rustc_hash::{FxHashMap, FxHashSet};
use senet_syntax::ast::{self, Item};
use senet_syntax::{Code, Diagnostic, Severity, Span};

/// What the caller may choose about a program.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// How many players sit, where `#players t 2..4.` leaves a choice; the fewest by default.
    pub seats: Option<usize>,
}

/// The result of checking: everything that is to be said and, if none of it is an error, the
/// program.
#[derive(Debug)]
pub struct Checked {
    /// The program; absent if there are errors.
    pub program: Option<Program>,
    /// Errors and warnings, in order of position.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error)
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
    let parse = senet_syntax::parse(text);
    let broken = !parse.diagnostics.is_empty();
    check_file(&parse.file, parse.diagnostics, broken, options)
}

/// Checks an ast that did not come from text, such as a builder's.
pub fn check_ast(file: &ast::File, options: &Options) -> Checked {
    check_file(file, Vec::new(), false, options)
}

fn check_file(
    file: &ast::File,
    diagnostics: Vec<Diagnostic>,
    broken: bool,
    options: &Options,
) -> Checked {
    let mut checker = Checker {
        diagnostics,
        broken,
        ..Checker::default()
    };
    checker.declarations(file);
    checker.players(file, options);
    checker.hosts(file);
    checker.rules(file);
    checker.directives(file);
    checker.binding();
    checker.choosers(file);
    checker.hidden();
    checker.finish()
}

/// Everything known so far.
#[derive(Default)]
pub(crate) struct Checker<'a> {
    pub(crate) types: Vec<Type>,
    pub(crate) constructors: Vec<Constructor>,
    pub(crate) predicates: Vec<Predicate>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) starts: Vec<Start>,
    pub(crate) game: GameInfo,
    pub(crate) modes: Modes,
    pub(crate) type_names: FxHashMap<&'a str, TypeId>,
    pub(crate) constructor_names: FxHashMap<&'a str, ConId>,
    pub(crate) predicate_names: FxHashMap<&'a str, PredId>,
    pub(crate) stage_names: FxHashMap<&'a str, StageId>,
    pub(crate) contexts: FxHashMap<&'a str, &'a ast::Context>,
    /// Stages with rules that could not be read: nothing is concluded from what they lack.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether the text itself had mistakes, so that something may be missing from the ast.
    pub(crate) broken: bool,
    /// What lints want to know and the program does not hold.
    pub(crate) notes: Notes,
}

/// What lints want to know and a program does not hold.
#[derive(Default)]
pub(crate) struct Notes {
    /// Predicates that occur in a rule, a clause or a directive.
    pub(crate) used: FxHashSet<PredId>,
    /// For each rule, then each clause: variables with a name that occur once, and where.
    pub(crate) single: Vec<(String, Span)>,
    /// Variables that directives use, by rule name: `{C}` of a label, `#chooser`.
    pub(crate) mentioned: FxHashSet<(String, String)>,
    /// Rules whose single variables wait for directives: (rule name, stage name, variable, span).
    pub(crate) pending: Vec<(Option<String>, Option<StageId>, String, Span)>,
    /// Whether any context or trace was there.
    pub(crate) traces: usize,
}

impl<'a> Checker<'a> {
    fn finish(mut self) -> Checked {
        let errors = self
            .diagnostics
            .iter()
            .any(|d| d.severity == Severity::Error);
        let program = (!errors && !self.broken).then(|| {
            let mut program = Program {
                types: self.types,
                constructors: self.constructors,
                predicates: self.predicates,
                stages: self.stages,
                rules: self.rules,
                clauses: self.clauses,
                starts: self.starts,
                game: self.game,
                modes: self.modes,
            };
            settle::settle(&mut program);
            lints::lint(&program, &self.notes, &mut self.diagnostics);
            program
        });
        self.diagnostics
            .sort_by(|a, b| (a.span(), a.code).cmp(&(b.span(), b.code)));
        self.diagnostics.dedup();
        Checked {
            program,
            diagnostics: self.diagnostics,
        }
    }

    pub(crate) fn error(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.diagnostics
            .push(Diagnostic::new(code, span, message, label));
    }

    pub(crate) fn stage_named(&mut self, name: &ast::Name) -> Option<StageId> {
        let found = self.stage_names.get(&*name.text).copied();
        if found.is_none() {
            let near = senet_syntax::suggest::nearest(
                &name.text,
                self.stages.iter().map(|s| s.name.as_str()),
            );
            let diagnostic = Diagnostic::new(
                &crate::codes::UNKNOWN_STAGE,
                name.span,
                format!("there is no stage `{}`", name.text),
                "unknown stage",
            );
            let declare = format!(
                "an end without rules is declared as `stage {} = {{}}`",
                name.text
            );
            let help = if near.is_none() { Some(declare) } else { None };
            let diagnostic = diagnostic.did_you_mean(near);
            self.diagnostics.push(match help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            });
        }
        found
    }
}

/// Every directive of a file, also those that stand inside stages by mistake.
pub(crate) fn directives(file: &ast::File) -> impl Iterator<Item = &ast::Directive> {
    file.items.iter().filter_map(|item| match item {
        Item::Directive(directive) => Some(directive),
        _ => None,
    })
}
