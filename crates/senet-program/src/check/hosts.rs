//! `#sensor`, `#action` and `#builtin`: what the host gives.

use crate::check::Checker;
use crate::codes;
use crate::program::{PredKind, TypeShape};
use senet_syntax::Diagnostic;
use senet_syntax::ast::Name;
use senet_syntax::suggest::nearest;

impl<'a> Checker<'a> {
    pub(super) fn sensor(&mut self, name: &'a Name, host: &Name) {
        self.host(name, host, PredKind::Sense);
    }

    pub(super) fn action(&mut self, name: &'a Name, host: &Name) {
        self.host(name, host, PredKind::Action);
    }

    fn host(&mut self, name: &'a Name, host: &Name, kind: PredKind) {
        let Some(id) = self.known_predicate(name) else {
            return;
        };
        let predicate = &mut self.declared.predicates[id.index()];
        if predicate.kind != kind && predicate.kind != PredKind::Linear {
            let what = if kind == PredKind::Sense { "sense" } else { "action" };
            let found = Diagnostic::new(
                &codes::BAD_HOST,
                name.span,
                format!("`{}` cannot be bound to the host in this way", name.text),
                format!("a `{what}` or `pred` belongs here"),
            );
            self.diagnostics.push(found.label(predicate.span, "declared here"));
            return;
        }
        predicate.kind = kind;
        predicate.host = Some(host.text.as_ref().to_owned());
    }

    pub(super) fn builtin(&mut self, role: &Name, name: &Name) {
        let peano = |shape: TypeShape| matches!(shape, TypeShape::Peano { .. });
        let fine = match &*role.text {
            "NAT" => {
                let ty = self.names.types.get(&*name.text);
                ty.is_some_and(|ty| peano(self.declared.types[ty.index()].shape))
            }
            "NAT_ZERO" | "NAT_SUCC" => {
                let arity = usize::from(&*role.text == "NAT_SUCC");
                let constructor = self.names.constructors.get(&*name.text);
                constructor.is_some_and(|c| {
                    let constructor = &self.declared.constructors[c.index()];
                    let ty = self.declared.types.get(constructor.ty.index());
                    ty.is_some_and(|ty| peano(ty.shape)) && constructor.arguments.len() == arity
                })
            }
            _ => {
                let near = nearest(&role.text, ["NAT", "NAT_ZERO", "NAT_SUCC"]);
                let found = Diagnostic::new(
                    &codes::BAD_BUILTIN,
                    role.span,
                    format!("there is nothing built in called `{}`", role.text),
                    "NAT, NAT_ZERO or NAT_SUCC",
                );
                self.diagnostics.push(found.did_you_mean(near));
                return;
            }
        };
        if !fine {
            let found = Diagnostic::new(
                &codes::BAD_BUILTIN,
                name.span,
                format!("`{}` cannot be `{}`", name.text, role.text),
                "numbers have one constant and one constructor on themselves",
            );
            self.diagnostics.push(found.help(
                "for example `nat : type. z : nat. s nat : nat.`; they work without `#builtin` too",
            ));
        }
    }
}
