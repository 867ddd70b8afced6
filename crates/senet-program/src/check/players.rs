//! The pass of players: `#players`, who sits at the table, and the predicates that come with it.

use crate::check::Options;
use crate::check::directives::{Build, Directives};
use crate::check::resolver::Resolver;
use crate::codes;
use crate::ids::TypeId;
use crate::program::{Players, Term, TypeShape};
use senet_syntax::ast::{Directive, Name};
use senet_syntax::{Diagnostic, Span};

/// Seats the players: as many as the caller asked for. `None` if the program has no players, or they were
/// wrong.
pub(super) fn seats<'a>(
    directives: &mut Directives<'a>,
    options: &Options,
    resolver: &mut Resolver<'a>,
) -> Option<Players> {
    let mine = directives.of_pass(&mut resolver.diagnostics, |build| match build {
        Build::Players(build) => Some(build),
        _ => None,
    });
    let mut pass = PlayerPass { asked: options.seats, resolver, players: None };
    for (directive, build) in mine {
        build(&mut pass, directive);
    }
    pass.players
}

/// The pass, while it runs.
pub(super) struct PlayerPass<'p, 'a> {
    asked: Option<usize>,
    resolver: &'p mut Resolver<'a>,
    players: Option<Players>,
}

impl<'a> PlayerPass<'_, 'a> {
    /// `#players t.` or `#players t 2..4.`
    pub(super) fn players(&mut self, directive: &'a Directive) {
        let (name, span) = (directive.get(0), directive.span);
        let Some(ty) = self.resolver.type_named(name, false) else {
            return;
        };
        if let Some(players) = self.seats(name, ty, directive.get_optional(1).copied(), span) {
            self.given_predicates(&players, span);
            self.players = Some(players);
        }
    }

    /// Those who sit.
    fn seats(
        &mut self,
        name: &Name,
        ty: TypeId,
        range: Option<(u64, u64)>,
        span: Span,
    ) -> Option<Players> {
        let declared = &self.resolver.declared.types[ty.index()];
        let all = &declared.constructors;
        if declared.shape != TypeShape::Constants || all.is_empty() {
            let found = Diagnostic::new(
                &codes::BAD_PLAYERS,
                name.span,
                format!("the type `{}` cannot be the players", name.text),
                "the players are the constants of a type, at least one",
            )
            .label(declared.span, "declared here");
            let help = format!("declare them: `ann : {}. bob : {}.`", name.text, name.text);
            self.resolver.diagnostics.push(found.help(help));
            return None;
        }
        let (low, high) = range.unwrap_or((all.len() as u64, all.len() as u64));
        if low == 0 || low > high || high > all.len() as u64 {
            let found = Diagnostic::new(
                &codes::BAD_PLAYERS,
                span,
                format!("{low}..{high} players cannot sit"),
                match all.len() {
                    1 => format!("`{}` has 1 constant", name.text),
                    n => format!("`{}` has {n} constants", name.text),
                },
            );
            self.resolver.diagnostics.push(found.label(declared.span, "declared here"));
            return None;
        }
        let (low, high) = (low as usize, high as usize);
        let n = self.asked.unwrap_or(low);
        if n < low || n > high {
            self.resolver.error(
                &codes::BAD_PLAYERS,
                span,
                format!("{n} players were asked for"),
                format!("from {low} to {high} can sit"),
            );
            return None;
        }
        let seats = all[..n].to_vec();
        Some(Players { ty, seats, range: (low, high) })
    }

    /// `next P Q` and `seated P`, unless the program declares them.
    fn given_predicates(&mut self, players: &Players, span: Span) {
        let seats: Vec<Term> = players.seats.iter().map(|c| Term::Apply(*c, Vec::new())).collect();
        // Round the table: after the last comes the first, and one player follows themselves.
        let following = seats.iter().cycle().skip(1);
        let next: Vec<Vec<Term>> =
            seats.iter().zip(following).map(|(p, q)| vec![p.clone(), q.clone()]).collect();
        let seated: Vec<Vec<Term>> = seats.iter().map(|p| vec![p.clone()]).collect();
        for (name, facts) in [("next", next), ("seated", seated)] {
            if self.resolver.names.predicates.contains_key(name) {
                continue;
            }
            let types = vec![players.ty; facts[0].len()];
            let id = self.resolver.table(name, types, facts, span);
            self.resolver.names.predicates.insert(name, id);
        }
    }
}
