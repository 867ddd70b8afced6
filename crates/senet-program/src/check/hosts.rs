//! The pass of hosts: `#sensor`, `#action` and `#builtin` say what the host gives, `#legend` what signs in
//! drawn starts mean.

use crate::check::directives::{Build, Directives};
use crate::check::resolver::Resolver;
use crate::codes;
use crate::program::{PredKind, TypeShape};
use senet_syntax::Diagnostic;
use senet_syntax::ast::{AtomExpr, Name, Text};
use senet_syntax::suggest::nearest;

/// What each sign of a drawn start puts on its cell.
pub(super) type Legend<'a> = Vec<(char, &'a AtomExpr)>;

/// Binds predicates to the host, and collects the legend.
pub(super) fn bind<'a>(directives: &mut Directives<'a>, resolver: &mut Resolver<'a>) -> Legend<'a> {
    let mine = directives.of_pass(&mut resolver.diagnostics, |build| match build {
        Build::Hosts(build) => Some(build),
        _ => None,
    });
    let mut pass = HostPass { resolver, legend: Legend::new() };
    for (directive, build) in mine {
        build(&mut pass, directive);
    }
    pass.legend
}

/// The pass, while it runs.
pub(super) struct HostPass<'p, 'a> {
    resolver: &'p mut Resolver<'a>,
    legend: Legend<'a>,
}

impl<'a> HostPass<'_, 'a> {
    pub(super) fn sensor(&mut self, name: &'a Name, host: &Name) {
        self.host(name, host, PredKind::Sense);
    }

    pub(super) fn action(&mut self, name: &'a Name, host: &Name) {
        self.host(name, host, PredKind::Action);
    }

    fn host(&mut self, name: &'a Name, host: &Name, kind: PredKind) {
        let Some(id) = self.resolver.known_predicate(name) else {
            return;
        };
        let predicate = &mut self.resolver.declared.predicates[id.index()];
        // `pred` is allowed as well: the directive then decides what the predicate is.
        if predicate.kind != kind && predicate.kind != PredKind::Linear {
            let what = if kind == PredKind::Sense { "sense" } else { "action" };
            let found = Diagnostic::new(
                &codes::BAD_HOST,
                name.span,
                format!("`{}` cannot be bound to the host in this way", name.text),
                format!("a `{what}` or `pred` belongs here"),
            );
            self.resolver.diagnostics.push(found.label(predicate.span, "declared here"));
            return;
        }
        predicate.kind = kind;
        predicate.host = Some(host.text.as_ref().to_owned());
    }

    pub(super) fn builtin(&mut self, role: &Name, name: &Name) {
        let peano = |shape: TypeShape| matches!(shape, TypeShape::Peano { .. });
        let fine = match &*role.text {
            "NAT" => {
                let ty = self.resolver.names.types.get(&*name.text);
                ty.is_some_and(|ty| peano(self.resolver.declared.types[ty.index()].shape))
            }
            "NAT_ZERO" | "NAT_SUCC" => {
                let arity = usize::from(&*role.text == "NAT_SUCC");
                let constructor = self.resolver.names.constructors.get(&*name.text);
                constructor.is_some_and(|c| {
                    let constructor = &self.resolver.declared.constructors[c.index()];
                    let ty = self.resolver.declared.types.get(constructor.ty.index());
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
                self.resolver.diagnostics.push(found.did_you_mean(near));
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
            self.resolver.diagnostics.push(found.help(
                "for example `nat : type. z : nat. s nat : nat.`; they work without `#builtin` too",
            ));
        }
    }

    /// `#legend "@" worker.`
    pub(super) fn legend(&mut self, sign: &Text, atom: &'a AtomExpr) {
        let mut signs = sign.text.chars();
        match (signs.next(), signs.next()) {
            (Some(sign), None) => self.legend.push((sign, atom)),
            _ => self.resolver.error(
                &codes::BAD_ROWS,
                sign.span,
                "a legend explains one sign",
                "one character belongs in the quotes",
            ),
        }
    }
}
