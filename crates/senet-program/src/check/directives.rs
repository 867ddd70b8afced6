//! The program as a game: which stages are interactive, who has won, what is hidden, how it ends.

use crate::check::scope::Scope;
use crate::check::{Checker, directives};
use crate::codes;
use crate::ids::{PredId, TypeId};
use crate::program::{Hidden, PredKind, Term};
use senet_syntax::ast::{self, DirectiveKind, Name};
use senet_syntax::{Diagnostic, Span};

/// More patterns of hidden atoms than this are not compared with the rules.
const MAX_HIDDEN: usize = 4_096;

impl<'a> Checker<'a> {
    pub(super) fn directives(&mut self, file: &'a ast::File) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        self.notes.interactive = directives(file)
            .filter_map(|d| match &d.kind {
                DirectiveKind::Interactive(name) => Some(name.text.as_ref().to_owned()),
                _ => None,
            })
            .collect();
        for directive in directives(file) {
            let span = directive.span;
            let once = match &directive.kind {
                DirectiveKind::Title(_) => "#title",
                DirectiveKind::About(_) => "#about",
                DirectiveKind::Origin(_) => "#origin",
                DirectiveKind::Edition(_) => "#senet",
                DirectiveKind::Repeat(..) => "#repeat",
                DirectiveKind::Limit(_, _, since) if since.is_empty() => "#limit",
                DirectiveKind::Limit(..) => "#limit … since",
                _ => "",
            };
            match seen.iter().find(|(name, _)| *name == once) {
                Some((name, first)) => self.again(name, span, *first),
                None if once.is_empty() => {}
                None => seen.push((once, span)),
            }
            match &directive.kind {
                DirectiveKind::Interactive(name) => {
                    if let Some(stage) = self.stage_named(name) {
                        self.stages[stage.index()].interactive = true;
                    }
                }
                DirectiveKind::Settles(name) => {
                    if let Some(stage) = self.stage_named(name) {
                        self.stages[stage.index()].believed = true;
                    }
                }
                DirectiveKind::Win(name) => {
                    let found = self.outcome(name, false);
                    self.game.win.extend(found);
                }
                DirectiveKind::Lose(name) => {
                    let found = self.outcome(name, false);
                    self.game.lose.extend(found);
                }
                DirectiveKind::Draw(name) => {
                    let found = self.outcome(name, false);
                    self.game.draw.extend(found);
                }
                DirectiveKind::Score(name) => {
                    let found = self.outcome(name, true);
                    self.game.score.extend(found);
                }
                DirectiveKind::Hidden(atom) => self.hidden_pattern(atom),
                DirectiveKind::Forbid(name, props) => {
                    let stage = self.stage_named(name);
                    self.forbid(stage, props);
                }
                DirectiveKind::Repeat(n, outcome) => {
                    if let Some(n) = self.count(n) {
                        self.play_rule("#repeat", n, outcome, span);
                        self.game.repeat = Some(n);
                    }
                }
                DirectiveKind::Limit(n, outcome, since) => {
                    if let Some(n) = self.count(n) {
                        self.play_rule("#limit", n, outcome, span);
                        if since.is_empty() {
                            self.game.limit = Some(n);
                        } else {
                            self.quiet(n, since);
                        }
                    }
                }
                DirectiveKind::Weight(name, n) => self.weight(name, n),
                DirectiveKind::Tags(tags) => {
                    self.game.tags.extend(tags.iter().map(|tag| tag.text.as_ref().to_owned()));
                }
                DirectiveKind::Origin(text) => {
                    self.game.origin = Some(text.text.as_ref().to_owned());
                }
                DirectiveKind::Edition(n) => self.edition(*n, span),
                DirectiveKind::Never(props) => self.property(props, true, span),
                DirectiveKind::Reach(props) => self.property(props, false, span),
                DirectiveKind::Conserve(atoms, total) => self.conserve(atoms, total, span),
                DirectiveKind::Legend(..)
                | DirectiveKind::Include(_)
                | DirectiveKind::Option { .. } => {}
                DirectiveKind::Title(text) => self.game.title = Some(text.text.as_ref().to_owned()),
                DirectiveKind::About(text) => self.game.about = Some(text.text.as_ref().to_owned()),
                DirectiveKind::Trace { .. }
                | DirectiveKind::Builtin(..)
                | DirectiveKind::Sensor(..)
                | DirectiveKind::Action(..)
                | DirectiveKind::Players(..)
                | DirectiveKind::Chooser(..)
                | DirectiveKind::Label(..)
                | DirectiveKind::Glyph(..) => {}
            }
        }
    }

    /// A directive that makes sense once, said again.
    pub(super) fn again(&mut self, what: &str, span: Span, first: Span) {
        let found = Diagnostic::new(
            &codes::SAID_TWICE,
            span,
            format!("`{what}` is said twice"),
            "said again here",
        );
        self.diagnostics.push(found.label(first, "first said here"));
    }

    /// A predicate that decides the game: with or without a player, and a number if it scores.
    fn outcome(&mut self, name: &'a Name, score: bool) -> Option<PredId> {
        let id = self.known_predicate(name)?;
        let predicate = &self.predicates[id.index()];
        let player = self.game.players.as_ref().map(|p| p.ty);
        let number = |ty: &TypeId| {
            let ty = self.types.get(ty.index());
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
    fn hidden_pattern(&mut self, atom: &'a ast::Atom) {
        let mut scope = Scope::default();
        let (place, written) = (atom.span, &atom.arguments);
        let Some(pattern) = self.atom(atom, &mut scope) else {
            return;
        };
        let predicate = &self.predicates[pattern.predicate.index()];
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
        if self.game.hidden.len() == MAX_HIDDEN {
            self.error(
                &codes::BAD_HIDDEN,
                place,
                format!("more than {MAX_HIDDEN} patterns are hidden"),
                "one too many",
            );
        }
        if self.game.hidden.len() >= MAX_HIDDEN {
            return;
        }
        let player = self.game.players.as_ref().map(|p| p.ty);
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
        self.game.hidden.push(Hidden { predicate: pattern.predicate, fixed, owner });
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
