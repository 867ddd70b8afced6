//! The pass of the game: who has won, what is hidden, how it ends, and everything else that directives say
//! about a program as a game. `labels`, `presentation`, `properties` and `weights` are parts of it.

use crate::check::choosers::SaidChoosers;
use crate::check::directives::{Build, Directives, SaidOnce, said_again};
use crate::check::labels::NamedRules;
use crate::check::resolver::Resolver;
use crate::check::rules::WrittenRules;
use crate::check::scope::Scope;
use crate::codes;
use crate::ids::{PredId, StageId, TypeId};
use crate::program::{GameDirectives, Hidden, Players, PredKind, Property, Term, step_name};
use crate::query::{ObservedQuery, QueryNames, TraceQuery};
use senet_syntax::ast::{self, Directive, Name, Text};
use senet_syntax::{Diagnostic, Span};

/// The edition of the language that this is.
const EDITION: u64 = 1;
/// More patterns of hidden atoms than this are not compared with the rules.
const MAX_HIDDEN: usize = 4_096;
/// A program asks at most so many queries: each is read with the names of all rules.
const MOST_OBSERVED: usize = 256;

/// What directives say about a program as a game.
#[derive(Default)]
pub(super) struct DirectedGame<'a> {
    pub(super) game: GameDirectives,
    pub(super) observed: Vec<ObservedQuery>,
    pub(super) properties: Vec<Property>,
    /// Where the premises of each property stand.
    pub(super) property_places: Vec<Vec<Span>>,
    /// Where the premises of each `#forbid` stand: its stage, its number there, and the places.
    pub(super) forbidden_places: Vec<(StageId, usize, Vec<Span>)>,
    /// Who chooses, where a directive says so.
    pub(super) choosers: SaidChoosers<'a>,
    /// Variables of patterns that occur once.
    pub(super) single: Vec<(String, Span)>,
}

/// Builds what directives say about the game. Labels and weights are written into the rules.
pub(super) fn read<'a>(
    directives: &mut Directives<'a>,
    players: Option<Players>,
    rules: &mut WrittenRules,
    resolver: &mut Resolver<'a>,
) -> DirectedGame<'a> {
    let mine = directives.of_pass(&mut resolver.diagnostics, |build| match build {
        Build::Game(build) => Some(build),
        _ => None,
    });
    let mut out = DirectedGame::default();
    out.game.players = players;
    let said = SaidOnce::default();
    let mut pass = GamePass { resolver, rules, out, said, named_rules: None };
    for (directive, build) in mine {
        build(&mut pass, directive);
    }
    pass.out.game.options = pass.resolver.numbers.options.clone();
    pass.out
}

/// The pass, while it runs.
pub(super) struct GamePass<'p, 'a> {
    pub(super) resolver: &'p mut Resolver<'a>,
    pub(super) rules: &'p mut WrittenRules,
    pub(super) out: DirectedGame<'a>,
    said: SaidOnce,
    /// The rules by name, made when the first label asks for them.
    pub(super) named_rules: Option<NamedRules>,
}

impl<'a> GamePass<'_, 'a> {
    pub(super) fn win(&mut self, name: &'a Name) {
        let found = self.outcome(name, false);
        self.out.game.win.extend(found);
    }

    pub(super) fn lose(&mut self, name: &'a Name) {
        let found = self.outcome(name, false);
        self.out.game.lose.extend(found);
    }

    pub(super) fn draw(&mut self, name: &'a Name) {
        let found = self.outcome(name, false);
        self.out.game.draw.extend(found);
    }

    pub(super) fn score(&mut self, name: &'a Name) {
        let found = self.outcome(name, true);
        self.out.game.score.extend(found);
    }

    pub(super) fn tags(&mut self, tags: &[Text]) {
        self.out.game.tags.extend(tags.iter().map(Text::shown));
    }

    /// `#observe name "…".`
    pub(super) fn observe(&mut self, directive: &'a Directive) {
        let (name, text): (&'a Name, &'a Text) = (directive.get(0), directive.get(1));
        let first = self.out.observed.iter().find(|one| *one.name == *name.text);
        if let Some(first) = first.map(|first| first.span) {
            let again = said_again(&format!("#observe {}", name.text), directive.span, first);
            return self.resolver.diagnostics.push(again);
        }
        if self.out.observed.len() >= MOST_OBSERVED {
            let message = format!("a program asks at most {MOST_OBSERVED} queries");
            return self.resolver.error(&codes::BAD_QUERY, directive.span, message, "one too many");
        }
        // A query names rules as traces do, with the stage where a name alone is not unique; so the names
        // are made by the same function.
        let (all, stages) = (&self.rules.rules, &self.resolver.declared.stages);
        let rules: Vec<String> = all.iter().map(|rule| step_name(rule, stages, all)).collect();
        let predicates = self.resolver.declared.predicates.iter().map(|one| one.name.clone());
        let predicates: Vec<String> = predicates.collect();
        let names = QueryNames { rules: &rules, predicates: &predicates };
        match TraceQuery::parse(&text.shown(), names) {
            Ok(query) => self.out.observed.push(ObservedQuery {
                name: name.text.to_string(),
                query,
                span: directive.span,
            }),
            Err(error) => {
                let message = format!("this is not a query about plays: {}", error.why);
                let label = "steps and atoms with dots between them belong here";
                self.resolver.error(&codes::BAD_QUERY, text.span, message, label);
            }
        }
    }

    /// `#repeat 3 draw.`
    pub(super) fn repeat(&mut self, directive: &'a Directive) {
        if let Some(n) = self.resolver.count(directive.get(0)) {
            self.play_rule("#repeat", n, directive.get(1), directive.span);
            self.out.game.repeat = Some(n);
        }
    }

    /// `#limit 200 draw.` and `#limit 100 draw since push take.`
    pub(super) fn limit(&mut self, directive: &'a Directive) {
        let since: Option<&'a [Name]> = directive.get_optional(2);
        let what = if since.is_some() { "limit … since" } else { "limit" };
        let again = self.said.again(what, directive.span);
        self.resolver.diagnostics.extend(again);
        let Some(n) = self.resolver.count(directive.get(0)) else {
            return;
        };
        self.play_rule("#limit", n, directive.get(1), directive.span);
        match since {
            Some(since) => self.quiet(n, since),
            None => self.out.game.limit = Some(n),
        }
    }

    /// A predicate that decides the game: with or without a player, and a number if it scores.
    fn outcome(&mut self, name: &'a Name, score: bool) -> Option<PredId> {
        let id = self.resolver.known_predicate(name)?;
        let predicate = &self.resolver.declared.predicates[id.index()];
        let player = self.out.game.players.as_ref().map(|p| p.ty);
        let number = |ty: &TypeId| {
            let ty = self.resolver.declared.types.get(ty.index());
            ty.is_none_or(|ty| ty.shape.is_number())
        };
        let arguments = predicate.arguments.as_slice();
        // Players may be missing in games for one: then an outcome has no arguments, or a score is only
        // a number.
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
        self.resolver.diagnostics.push(if nobody {
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
        let Some(pattern) = self.resolver.atom(atom, &mut scope) else {
            return;
        };
        let predicate = &self.resolver.declared.predicates[pattern.predicate.index()];
        if !matches!(predicate.kind, PredKind::Linear) {
            let found = Diagnostic::new(
                &codes::BAD_HIDDEN,
                place,
                format!("`{}` cannot be hidden", predicate.name),
                "only atoms of the position can",
            );
            self.resolver.diagnostics.push(found.label(predicate.span, "declared here"));
            return;
        }
        if self.out.game.hidden.len() == MAX_HIDDEN {
            self.resolver.error(
                &codes::BAD_HIDDEN,
                place,
                format!("more than {MAX_HIDDEN} patterns are hidden"),
                "one too many",
            );
        }
        if self.out.game.hidden.len() >= MAX_HIDDEN {
            return;
        }
        let player = self.out.game.players.as_ref().map(|p| p.ty);
        let mut owner = None;
        let mut fixed = Vec::with_capacity(pattern.arguments.len());
        for (i, argument) in pattern.arguments.iter().enumerate() {
            // A pattern is kept as constants by position, and the position of the owner. That is enough
            // to decide in one pass over an atom's arguments who may see it; a general pattern would
            // need matching.
            fixed.push(argument.is_ground().then(|| argument.clone()));
            let (place, is_player) = match argument {
                Term::Variable(v) if scope.is_wild(*v) => continue,
                Term::Variable(v) if scope.is_written(*v) => {
                    let ty = *scope.ty(*v);
                    (scope.place(*v), Some(ty) == player)
                }
                _ if argument.is_ground() => continue,
                _ => {
                    self.resolver.error(
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
                self.resolver.diagnostics.push(found.help("write `_` for what does not matter"));
                return;
            }
            owner = Some(i);
        }
        self.out.game.hidden.push(Hidden { predicate: pattern.predicate, fixed, owner });
    }

    fn play_rule(&mut self, what: &str, n: u64, outcome: &Name, span: Span) {
        if &*outcome.text != "draw" {
            let found = Diagnostic::new(
                &codes::BAD_PLAY_RULE,
                outcome.span,
                format!("`{what}` cannot end the game with `{}`", outcome.text),
                "only `draw` is possible",
            );
            self.resolver.diagnostics.push(found.help(format!("write `{what} {n} draw.`")));
        }
        if n == 0 {
            self.resolver.error(
                &codes::BAD_PLAY_RULE,
                span,
                format!("`{what} 0` would end the game before it begins"),
                "at least 1",
            );
        }
    }

    /// `#senet 1.`
    pub(super) fn edition(&mut self, edition: u64, span: Span) {
        if edition != EDITION {
            let found = Diagnostic::new(
                &codes::BAD_OPTION,
                span,
                format!("there is no edition {edition} of the language"),
                format!("this Senet reads edition {EDITION}"),
            );
            self.resolver.diagnostics.push(found);
        }
    }
}
