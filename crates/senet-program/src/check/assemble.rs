//! The last pass: the results of the others become a [`Program`], which the lints look at.

use crate::check::binding::{Bindings, set_apart};
use crate::check::contexts::ResolvedStarts;
use crate::check::game::DirectedGame;
use crate::check::notes::Notes;
use crate::check::resolver::Resolver;
use crate::check::rules::WrittenRules;
use crate::check::{Checked, Declared};
use crate::index::Index;
use crate::lints;
use crate::program::Program;
use senet_syntax::ast::Directive;
use std::sync::OnceLock;

/// Everything that the passes have found, without errors.
pub(super) struct Parts<'a> {
    pub(super) resolver: Resolver<'a>,
    pub(super) rules: WrittenRules,
    pub(super) starts: ResolvedStarts,
    pub(super) game: DirectedGame<'a>,
    pub(super) bindings: Bindings,
    /// Directives that stand in an expansion as they are.
    pub(super) kept: Vec<Directive>,
    /// Whether the text has no items at all.
    pub(super) empty: bool,
}

impl Parts<'_> {
    /// The program, with the warnings of the lints.
    pub(super) fn assemble(self) -> Checked {
        let Parts { resolver, rules, starts, game, bindings, kept, empty } = self;
        let Resolver { declared, clauses, used, diagnostics: mut reports, .. } = resolver;
        let Declared { types, constructors, predicates, stages, boards, dir } = declared;
        let single = [rules.single_in_clauses, starts.single, game.single].concat();
        let notes = Notes {
            used,
            single,
            single_in_rules: rules.single,
            mentioned: rules.mentioned,
            empty,
            traces: starts.traces,
            premises: rules.premises,
        };
        let mut program = Program {
            types,
            constructors,
            predicates,
            stages,
            rules: rules.rules,
            clauses,
            starts: starts.starts,
            properties: game.properties,
            observed: game.observed,
            game: game.game,
            kept,
            modes: bindings.modes,
            boards,
            dir,
            settling: OnceLock::new(),
        };
        let index = Index::new(&program);
        lints::lint(&program, &index, &notes, &mut reports);
        // Last: lints find premises where their places say.
        set_apart(&mut program.rules, &bindings.unsolved);
        let (program, declared) = (Some(program), Declared::default());
        Checked { program, diagnostics: reports.finish(), declared }
    }
}
