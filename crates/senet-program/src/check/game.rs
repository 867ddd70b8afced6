//! The program as a game: which stages are interactive, who has won, what is hidden, how it ends.

use crate::check::Checker;
use crate::check::scope::Scope;
use crate::codes;
use crate::ids::{PredId, TypeId};
use crate::program::{Hidden, PredKind, Term, step_name};
use crate::query::{ObservedQuery, QueryNames, TraceQuery};
use senet_syntax::ast::{self, Directive, Name, Text};
use senet_syntax::{Diagnostic, Span};

/// More patterns of hidden atoms than this are not compared with the rules.
const MAX_HIDDEN: usize = 4_096;
/// A program asks at most so many queries: each is read with the names of all rules.
const MOST_OBSERVED: usize = 256;

impl<'a> Checker<'a> {
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

    pub(super) fn win(&mut self, name: &'a Name) {
        let found = self.outcome(name, false);
        self.meaning.game.win.extend(found);
    }

    pub(super) fn lose(&mut self, name: &'a Name) {
        let found = self.outcome(name, false);
        self.meaning.game.lose.extend(found);
    }

    pub(super) fn draw(&mut self, name: &'a Name) {
        let found = self.outcome(name, false);
        self.meaning.game.draw.extend(found);
    }

    pub(super) fn score(&mut self, name: &'a Name) {
        let found = self.outcome(name, true);
        self.meaning.game.score.extend(found);
    }

    pub(super) fn tags(&mut self, tags: &[Text]) {
        self.meaning.game.tags.extend(tags.iter().map(Text::shown));
    }

    /// `#observe name "…".`
    pub(super) fn observe(&mut self, directive: &'a Directive) {
        let (name, text): (&'a Name, &'a Text) = (directive.get(0), directive.get(1));
        let first = self.meaning.observed.iter().find(|one| *one.name == *name.text);
        if let Some(first) = first.map(|first| first.span) {
            return self.again(&format!("#observe {}", name.text), directive.span, first);
        }
        if self.meaning.observed.len() >= MOST_OBSERVED {
            let message = format!("a program asks at most {MOST_OBSERVED} queries");
            return self.error(&codes::BAD_QUERY, directive.span, message, "one too many");
        }
        let (all, stages) = (&self.meaning.rules, &self.declared.stages);
        let rules: Vec<String> = all.iter().map(|rule| step_name(rule, stages, all)).collect();
        let predicates = self.declared.predicates.iter().map(|one| one.name.clone());
        let predicates: Vec<String> = predicates.collect();
        let names = QueryNames { rules: &rules, predicates: &predicates };
        match TraceQuery::parse(&text.shown(), names) {
            Ok(query) => self.meaning.observed.push(ObservedQuery {
                name: name.text.to_string(),
                query,
                span: directive.span,
            }),
            Err(error) => {
                let message = format!("this is no query about plays: {}", error.why);
                let label = "steps and atoms with dots between them belong here";
                self.error(&codes::BAD_QUERY, text.span, message, label);
            }
        }
    }

    /// `#repeat 3 draw.`
    pub(super) fn repeat(&mut self, directive: &'a Directive) {
        if let Some(n) = self.count(directive.get(0)) {
            self.play_rule("#repeat", n, directive.get(1), directive.span);
            self.meaning.game.repeat = Some(n);
        }
    }

    /// `#limit 200 draw.` and `#limit 100 draw since push take.`
    pub(super) fn limit(&mut self, directive: &'a Directive) {
        let since: Option<&'a [Name]> = directive.get_optional(2);
        let what = if since.is_some() { "limit … since" } else { "limit" };
        self.said_before(what, directive.span);
        let Some(n) = self.count(directive.get(0)) else {
            return;
        };
        self.play_rule("#limit", n, directive.get(1), directive.span);
        match since {
            Some(since) => self.quiet(n, since),
            None => self.meaning.game.limit = Some(n),
        }
    }

    /// A predicate that decides the game: with or without a player, and a number if it scores.
    fn outcome(&mut self, name: &'a Name, score: bool) -> Option<PredId> {
        let id = self.known_predicate(name)?;
        let predicate = &self.declared.predicates[id.index()];
        let player = self.meaning.game.players.as_ref().map(|p| p.ty);
        let number = |ty: &TypeId| {
            let ty = self.declared.types.get(ty.index());
            ty.is_none_or(|ty| ty.shape.is_number())
        };
        let arguments = predicate.arguments.as_slice();
        let fine = match (score, arguments) {
            (false, []) => true,
            (false, [one]) => Some(*one) == player,
            (true, [n]) => number(n),
            (true, [one, n]) => Some(*one) == player && number(n),
            _ => false,
        };
        if fine && predicate.kind == PredKind::Linear {
            return Some(id);
        }
        let form = match (fine, score) {
            (true, _) => "it must be a `pred`",
            (_, true) => "its arguments must be a player and a number, or a number alone",
            (_, false) => "its arguments must be a player, or nothing",
        };
        let found = Diagnostic::new(
            &codes::BAD_OUTCOME,
            name.span,
            format!("`{}` cannot decide the game", name.text),
            form,
        )
        .label(predicate.span, "declared here");
        let nobody = player.is_none() && !fine && !arguments.is_empty();
        self.diagnostics.push(if nobody {
            found.help("the players are named by `#players TYPE.`")
        } else {
            found
        });
        None
    }

    /// `#hidden hand P _.`
    pub(super) fn hidden_pattern(&mut self, atom: &'a ast::AtomExpr) {
        let mut scope = Scope::default();
        let (place, written) = (atom.span, &atom.arguments);
        let Some(pattern) = self.atom(atom, &mut scope) else {
            return;
        };
        let predicate = &self.declared.predicates[pattern.predicate.index()];
        if !matches!(predicate.kind, PredKind::Linear) {
            let found = Diagnostic::new(
                &codes::BAD_HIDDEN,
                place,
                format!("`{}` cannot be hidden", predicate.name),
                "only atoms of the position can",
            );
            self.diagnostics.push(found.label(predicate.span, "declared here"));
            return;
        }
        if self.meaning.game.hidden.len() == MAX_HIDDEN {
            self.error(
                &codes::BAD_HIDDEN,
                place,
                format!("more than {MAX_HIDDEN} patterns are hidden"),
                "one too many",
            );
        }
        if self.meaning.game.hidden.len() >= MAX_HIDDEN {
            return;
        }
        let player = self.meaning.game.players.as_ref().map(|p| p.ty);
        let mut owner = None;
        let mut fixed = Vec::with_capacity(pattern.arguments.len());
        for (i, argument) in pattern.arguments.iter().enumerate() {
            fixed.push(argument.is_ground().then(|| argument.clone()));
            let (place, is_player) = match argument {
                Term::Variable(v) if scope.is_wild(*v) => continue,
                Term::Variable(v) if scope.is_written(*v) => {
                    let ty = *scope.ty(*v);
                    (scope.place(*v), Some(ty) == player)
                }
                _ if argument.is_ground() => continue,
                _ => {
                    self.error(
                        &codes::BAD_HIDDEN,
                        written[i].span(),
                        "an argument of a hidden atom is a constant, a player or `_`",
                        "this is none of them",
                    );
                    return;
                }
            };
            if !is_player || owner.is_some() {
                let why = if is_player {
                    "only one player can own the atom"
                } else {
                    "a variable here is the player who sees the atom"
                };
                let found =
                    Diagnostic::new(&codes::BAD_HIDDEN, place, "this variable says nothing", why);
                self.diagnostics.push(found.help("write `_` for what does not matter"));
                return;
            }
            owner = Some(i);
        }
        self.meaning.game.hidden.push(Hidden { predicate: pattern.predicate, fixed, owner });
    }

    fn play_rule(&mut self, what: &str, n: u64, outcome: &Name, span: Span) {
        if &*outcome.text != "draw" {
            let found = Diagnostic::new(
                &codes::BAD_PLAY_RULE,
                outcome.span,
                format!("`{what}` cannot end the game with `{}`", outcome.text),
                "only `draw` is possible",
            );
            self.diagnostics.push(found.help(format!("write `{what} {n} draw.`")));
        }
        if n == 0 {
            self.error(
                &codes::BAD_PLAY_RULE,
                span,
                format!("`{what} 0` would end the game before it begins"),
                "at least 1",
            );
        }
    }
}
