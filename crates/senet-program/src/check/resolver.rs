//! The symbol table of a program, and what resolves written names, terms and premises by it.
//!
//! Only the pass of declarations makes a [`Resolver`], so whatever has one can look up every name of
//! the text. Later passes add what a program may use without declaring it, when it is first used: the
//! relations of boards, the members of finite types, and the type of numbers.

use crate::check::Declared;
use crate::check::options::NumberNames;
use crate::check::unknown::Reported;
use crate::ids::{ConId, PredId, StageId, TypeId};
use crate::program::{Clause, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_syntax::ast;
use senet_syntax::{Code, Diagnostic, Reports, Span};
use std::borrow::Cow;

/// See the module.
pub(super) struct Resolver<'a> {
    /// The names that stand for numbers.
    pub(super) numbers: NumberNames<'a>,
    /// What has a name, by id.
    pub(super) declared: Declared,
    /// The ids of what is declared.
    pub(super) names: Names<'a>,
    /// The contexts, as written.
    pub(super) contexts: Vec<&'a ast::Context>,
    /// The rules of derivation that have been read, and the facts of given tables.
    pub(super) clauses: Vec<Clause>,
    pub(super) tables: GivenTables,
    /// The values of the families around what is being read.
    pub(super) around: Vec<(&'a str, Term)>,
    /// Predicates that occur in a rule, a clause or a directive.
    pub(super) used: FxHashSet<PredId>,
    pub(super) diagnostics: Reports,
    /// Names that were not found: each is reported once.
    pub(super) unknown: Reported<'a>,
}

/// The ids of what is declared, by name. Each kind of thing has names of its own.
#[derive(Default)]
pub(super) struct Names<'a> {
    pub(super) types: FxHashMap<&'a str, TypeId>,
    pub(super) constructors: FxHashMap<Cow<'a, str>, ConId>,
    pub(super) predicates: FxHashMap<&'a str, PredId>,
    pub(super) stages: FxHashMap<&'a str, StageId>,
    pub(super) contexts: FxHashMap<&'a str, usize>,
}

/// Predicates that the text uses without declaring them; their facts are among the clauses.
#[derive(Default)]
pub(super) struct GivenTables {
    /// Those that hold of the values of a type.
    pub(super) members: FxHashMap<TypeId, PredId>,
    /// The relations of boards that are used: name, number of cells of a line, board.
    pub(super) relations: Vec<(&'static str, usize, usize, PredId)>,
}

impl<'a> Resolver<'a> {
    /// A symbol table without symbols: what the pass of declarations begins with.
    pub(super) fn empty(
        numbers: NumberNames<'a>,
        diagnostics: Reports,
        unknown: Reported<'a>,
    ) -> Resolver<'a> {
        Resolver {
            numbers,
            declared: Declared::default(),
            names: Names::default(),
            contexts: Vec::new(),
            clauses: Vec::new(),
            tables: GivenTables::default(),
            around: Vec::new(),
            used: FxHashSet::default(),
            diagnostics,
            unknown,
        }
    }

    pub(super) fn error(
        &mut self,
        code: &'static Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.diagnostics.push(Diagnostic::new(code, span, message, label));
    }
}
