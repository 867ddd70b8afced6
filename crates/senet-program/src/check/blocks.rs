//! What has variables of its own inside of a rule: `not`, aggregates, `{ a -o b }` and sets.

use crate::check::declarations::NUMBER;
use crate::check::premises::Placed;
use crate::check::resolver::Resolver;
use crate::check::scope::Scope;
use crate::codes;
use crate::program::{Block, Comprehension, Premise};
use senet_syntax::ast::{self, Prop, PropKind};

impl<'a> Resolver<'a> {
    /// `not (A * B)`
    pub(super) fn negation(&mut self, props: &'a [Prop], scope: &mut Scope<'a>) -> Option<Premise> {
        scope.open();
        let premises = self.reading_block(props, scope);
        Some(Premise::Not(Box::new(close(premises, scope))))
    }

    /// `N = count (A)`
    pub(super) fn aggregate(
        &mut self,
        aggregate: &'a ast::Aggregate,
        scope: &mut Scope<'a>,
    ) -> Option<Premise> {
        let target = self.term(&aggregate.target, NUMBER, scope)?;
        scope.open();
        let premises = self.reading_block(&aggregate.props, scope);
        // The value is read inside of the block, whose variables it may use; `?` waits until the
        // block is closed, or the scope would stay open after an error.
        let value = aggregate.value.as_ref().map(|value| self.term(value, NUMBER, scope));
        let block = Box::new(close(premises, scope));
        let value = match value {
            Some(value) => Some(value?),
            None => None,
        };
        Some(Premise::Aggregate { target, by: aggregate.by, value, block })
    }

    /// `{ A -o B }` and `{ B | goals }` on a right side.
    pub(super) fn comprehension(
        &mut self,
        left: &'a [Prop],
        right: &'a [Prop],
        scope: &mut Scope<'a>,
    ) -> Comprehension {
        scope.open();
        let no_wild = std::mem::replace(&mut scope.no_wild, false);
        let premises = self.premises(left, scope);
        for (place, premise) in &premises {
            if let Premise::Sense(_) = premise {
                let message = "braces on a right side cannot ask the host";
                self.error(&codes::MISPLACED, *place, message, "sensing stands on left sides");
                scope.failed = true;
            }
        }
        scope.no_wild = true;
        let mut makes = Vec::new();
        for prop in right {
            let copies = self.copies(prop, scope);
            if let (Some(made), Some(copies)) = (self.conclusion(prop, scope), copies) {
                makes.extend(std::iter::repeat_n(made, copies));
            }
        }
        scope.no_wild = no_wild;
        Comprehension { block: close(premises, scope), makes }
    }

    /// Premises that only read.
    fn reading_block(&mut self, props: &'a [Prop], scope: &mut Scope<'a>) -> Placed {
        self.no_stages(props, scope);
        let no_wild = std::mem::replace(&mut scope.no_wild, false);
        let premises = self.reading(props, scope, "a block");
        scope.no_wild = no_wild;
        premises
    }

    /// Stages and quiescence have no place here.
    fn no_stages(&mut self, props: &'a [Prop], scope: &mut Scope<'a>) {
        for prop in props {
            let quiet = matches!(&prop.kind, PropKind::Atom(a) if self.is_qui(a));
            if quiet || matches!(prop.kind, PropKind::Stage(_)) {
                let message = "a block speaks of atoms, not of stages";
                self.error(
                    &codes::MISPLACED,
                    prop.span,
                    message,
                    "this is not an atom of a position",
                );
                scope.failed = true;
            }
        }
    }
}

fn close(premises: Placed, scope: &mut Scope<'_>) -> Block {
    let (locals, computed) = scope.close();
    let premises = premises.into_iter().chain(computed).map(|(_, p)| p).collect();
    // `outer` is known when the rule has all of its variables: `finish_scope` sets it.
    Block { outer: 0, locals, premises }
}
