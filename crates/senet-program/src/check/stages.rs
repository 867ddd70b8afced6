//! The pass of stages: which are interactive, and which are said to settle. It comes before the other
//! directives of a game, which want to know.

use crate::check::directives::{Build, Directives};
use crate::check::resolver::Resolver;
use senet_syntax::ast::Name;

/// Marks the stages that `#interactive` and `#settles` name.
pub(super) fn mark<'a>(directives: &mut Directives<'a>, resolver: &mut Resolver<'a>) {
    for (directive, build) in directives.of_pass(&mut resolver.diagnostics, |build| match build {
        Build::Stages(build) => Some(build),
        _ => None,
    }) {
        build(resolver, directive);
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn stage_is_interactive(&mut self, name: &'a Name) {
        if let Some(stage) = self.stage_named(name) {
            self.declared.stages[stage.index()].interactive = true;
        }
    }

    pub(super) fn stage_settles(&mut self, name: &'a Name) {
        if let Some(stage) = self.stage_named(name) {
            self.declared.stages[stage.index()].believed = true;
        }
    }
}
