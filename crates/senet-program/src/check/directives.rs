//! The program as a game: who plays, who chooses, who wins, what is hidden, how it is shown.

use crate::check::rules::as_variable;
use crate::check::terms::Scope;
use crate::check::{Checker, Options, directives};
use crate::codes;
use crate::ids::{PredId, RuleId, StageId, TypeId};
use crate::program::{
    Atom, Clause, Hidden, Players, PredKind, Predicate, Role, Settling, Shape, Term,
};
use senet_syntax::ast::{self, DirectiveKind};
use senet_syntax::suggest::nearest;
use senet_syntax::{Diagnostic, Span};

impl<'a> Checker<'a> {
    /// `#players`, and the predicates that come with it.
    pub(super) fn players(&mut self, file: &'a ast::File, options: &Options) {
        let mut first: Option<Span> = None;
        for directive in directives(file) {
            let DirectiveKind::Players(name, range) = &directive.kind else {
                continue;
            };
            if let Some(first) = first {
                self.again("#players", directive.span, first);
                continue;
            }
            first = Some(directive.span);
            let Some(&ty) = self.type_names.get(&*name.text) else {
                let near = nearest(&name.text, self.types.iter().map(|t| t.name.as_str()));
                let found = Diagnostic::new(
                    &codes::UNKNOWN_TYPE,
                    name.span,
                    format!("there is no type `{}`", name.text),
                    "unknown type",
                );
                self.diagnostics.push(found.did_you_mean(near));
                continue;
            };
            let all = self.types[ty.index()].constructors.clone();
            let place = self.types[ty.index()].span;
            if self.types[ty.index()].shape != Shape::Constants || all.is_empty() {
                let found = Diagnostic::new(
                    &codes::BAD_PLAYERS,
                    name.span,
                    format!("the type `{}` cannot be the players", name.text),
                    "the players are the constants of a type, at least one",
                );
                self.diagnostics.push(found.label(place, "declared here"));
                continue;
            }
            let (low, high) = range.unwrap_or((all.len() as u64, all.len() as u64));
            if low == 0 || low > high || high > all.len() as u64 {
                let found = Diagnostic::new(
                    &codes::BAD_PLAYERS,
                    directive.span,
                    format!("{low}..{high} players cannot sit"),
                    format!("`{}` has {} constants", name.text, all.len()),
                );
                self.diagnostics.push(found.label(place, "declared here"));
                continue;
            }
            let (low, high) = (low as usize, high as usize);
            let n = options.seats.unwrap_or(low);
            if n < low || n > high {
                self.error(
                    &codes::BAD_PLAYERS,
                    directive.span,
                    format!("{n} players were asked for"),
                    format!("from {low} to {high} can sit"),
                );
                continue;
            }
            let seats = all[..n].to_vec();
            self.game.players = Some(Players {
                ty,
                seats,
                range: (low, high),
            });
            self.given_predicates(ty, directive.span);
        }
    }

    /// `next P Q` and `seated P`, unless the program declares them.
    fn given_predicates(&mut self, ty: TypeId, span: Span) {
        let Some(players) = &self.game.players else {
            return;
        };
        let seats: Vec<Term> = players
            .seats
            .iter()
            .map(|c| Term::Apply(*c, Vec::new()))
            .collect();
        let following = seats.iter().cycle().skip(1);
        let next: Vec<Vec<Term>> = seats
            .iter()
            .zip(following)
            .map(|(p, q)| vec![p.clone(), q.clone()])
            .collect();
        let seated: Vec<Vec<Term>> = seats.iter().map(|p| vec![p.clone()]).collect();
        for (name, facts) in [("next", next), ("seated", seated)] {
            if self.predicate_names.contains_key(name) {
                continue;
            }
            let id = PredId::new(self.predicates.len());
            self.predicate_names.insert(name, id);
            self.notes.used.insert(id);
            self.predicates.push(Predicate {
                name: name.to_owned(),
                arguments: vec![ty; facts[0].len()],
                kind: PredKind::Derived,
                host: None,
                glyph: None,
                reads_position: false,
                span,
            });
            for arguments in facts {
                let head = Atom {
                    predicate: id,
                    arguments,
                };
                let (variables, goals) = (Vec::new(), Vec::new());
                self.clauses.push(Clause {
                    name: None,
                    variables,
                    head,
                    goals,
                    span,
                });
            }
        }
    }

    /// `#sensor`, `#action` and `#builtin`: what the host gives.
    pub(super) fn hosts(&mut self, file: &'a ast::File) {
        for directive in directives(file) {
            match &directive.kind {
                DirectiveKind::Sensor(name, host) => self.host(name, host, PredKind::Sense),
                DirectiveKind::Action(name, host) => self.host(name, host, PredKind::Action),
                DirectiveKind::Builtin(role, name) => self.builtin(role, name),
                _ => {}
            }
        }
    }

    fn host(&mut self, name: &ast::Name, host: &ast::Name, kind: PredKind) {
        let Some(id) = self.known_predicate(name) else {
            return;
        };
        let predicate = &mut self.predicates[id.index()];
        if predicate.kind != kind && predicate.kind != PredKind::Linear {
            let what = if kind == PredKind::Sense {
                "sense"
            } else {
                "action"
            };
            let found = Diagnostic::new(
                &codes::BAD_HOST,
                name.span,
                format!("`{}` cannot be bound to the host in this way", name.text),
                format!("a `{what}` or `pred` belongs here"),
            );
            self.diagnostics
                .push(found.label(predicate.span, "declared here"));
            return;
        }
        predicate.kind = kind;
        predicate.host = Some(host.text.to_string());
    }

    fn builtin(&mut self, role: &ast::Name, name: &ast::Name) {
        let peano = |shape: Shape| matches!(shape, Shape::Peano { .. });
        let fine = match &*role.text {
            "NAT" => {
                let ty = self.type_names.get(&*name.text);
                ty.is_some_and(|ty| peano(self.types[ty.index()].shape))
            }
            "NAT_ZERO" | "NAT_SUCC" => {
                let zero = &*role.text == "NAT_ZERO";
                self.constructor_names.get(&*name.text).is_some_and(|c| {
                    let constructor = &self.constructors[c.index()];
                    let arity = usize::from(!zero);
                    peano(self.types[constructor.ty.index()].shape)
                        && constructor.arguments.len() == arity
                })
            }
            _ => {
                let roles = ["NAT", "NAT_ZERO", "NAT_SUCC"];
                let near = nearest(&role.text, roles);
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

    pub(super) fn directives(&mut self, file: &'a ast::File) {
        for directive in directives(file) {
            let span = directive.span;
            match &directive.kind {
                DirectiveKind::Interactive(name) => {
                    if let Some(stage) = self.stage_named(name) {
                        self.stages[stage.index()].interactive = true;
                    }
                }
                DirectiveKind::Settles(name) => {
                    if let Some(stage) = self.stage_named(name) {
                        self.stages[stage.index()].settling = Settling::Believed;
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
                    let pattern = self.pattern(props);
                    if let Some(stage) = stage {
                        self.stages[stage.index()].forbidden.push(pattern);
                    }
                }
                DirectiveKind::Repeat(n, outcome) => {
                    self.play_rule("#repeat", *n, outcome, span);
                    self.game.repeat = Some(*n);
                }
                DirectiveKind::Limit(n, outcome) => {
                    self.play_rule("#limit", *n, outcome, span);
                    self.game.limit = Some(*n);
                }
                DirectiveKind::Title(text) => self.game.title = Some(text.text.to_string()),
                DirectiveKind::About(text) => self.game.about = Some(text.text.to_string()),
                DirectiveKind::Label(name, text) => self.label(name, text),
                DirectiveKind::Glyph(name, text) => self.glyph(name, text),
                DirectiveKind::Trace { .. }
                | DirectiveKind::Builtin(..)
                | DirectiveKind::Sensor(..)
                | DirectiveKind::Action(..)
                | DirectiveKind::Players(..)
                | DirectiveKind::Chooser(..) => {}
            }
        }
        self.said_twice(file);
    }

    /// Directives that make sense once.
    fn said_twice(&mut self, file: &'a ast::File) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for directive in directives(file) {
            let name = match &directive.kind {
                DirectiveKind::Title(_) => "#title",
                DirectiveKind::About(_) => "#about",
                DirectiveKind::Repeat(..) => "#repeat",
                DirectiveKind::Limit(..) => "#limit",
                _ => continue,
            };
            match seen.iter().find(|(n, _)| *n == name) {
                Some((_, first)) => self.again(name, directive.span, *first),
                None => seen.push((name, directive.span)),
            }
        }
    }

    fn again(&mut self, what: &str, span: Span, first: Span) {
        let found = Diagnostic::new(
            &codes::SAID_TWICE,
            span,
            format!("`{what}` is said twice"),
            "said again here",
        );
        self.diagnostics.push(found.label(first, "first said here"));
    }

    fn known_predicate(&mut self, name: &ast::Name) -> Option<PredId> {
        let found = self.predicate_names.get(&*name.text).copied();
        match found {
            Some(id) => {
                self.notes.used.insert(id);
            }
            None => {
                let near = nearest(&name.text, self.predicates.iter().map(|p| p.name.as_str()));
                let found = Diagnostic::new(
                    &codes::UNKNOWN_PREDICATE,
                    name.span,
                    format!("there is no predicate `{}`", name.text),
                    "unknown predicate",
                );
                self.diagnostics.push(found.did_you_mean(near));
            }
        }
        found
    }

    /// A predicate that decides the game: with or without a player, and a number if it scores.
    fn outcome(&mut self, name: &ast::Name, score: bool) -> Option<PredId> {
        let id = self.known_predicate(name)?;
        let predicate = &self.predicates[id.index()];
        let player = self.game.players.as_ref().map(|p| p.ty);
        let number = |ty: &TypeId| matches!(self.types[ty.index()].shape, Shape::Peano { .. });
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
        let form = if score {
            "a player and a number, or a number alone"
        } else {
            "a player, or nothing"
        };
        let found = Diagnostic::new(
            &codes::BAD_OUTCOME,
            name.span,
            format!("`{}` cannot decide the game", name.text),
            format!("its arguments must be {form}"),
        )
        .label(predicate.span, "declared here");
        self.diagnostics
            .push(if player.is_none() && !arguments.is_empty() {
                found.help("the players are named by `#players TYPE.`")
            } else {
                found
            });
        None
    }

    fn hidden_pattern(&mut self, atom: &'a ast::Atom) {
        let mut scope = Scope::default();
        let Some(pattern) = self.atom(atom, &mut scope) else {
            return;
        };
        let predicate = &self.predicates[pattern.predicate.index()];
        if !matches!(predicate.kind, PredKind::Linear) {
            let found = Diagnostic::new(
                &codes::BAD_HIDDEN,
                atom.span,
                format!("`{}` cannot be hidden", predicate.name),
                "only atoms of the position can",
            );
            self.diagnostics
                .push(found.label(predicate.span, "declared here"));
            return;
        }
        let player = self.game.players.as_ref().map(|p| p.ty);
        let mut owner = None;
        for (i, argument) in pattern.arguments.iter().enumerate() {
            let Some(v) = as_variable(argument) else {
                continue;
            };
            if scope.variables[v.index()].name == "_" {
                continue;
            }
            let place = scope.uses[v.index()].0;
            let is_player = Some(scope.variables[v.index()].ty) == player;
            if !is_player || owner.is_some() {
                let why = if is_player {
                    "only one player can own the atom"
                } else {
                    "a variable here is the player who sees the atom"
                };
                let found =
                    Diagnostic::new(&codes::BAD_HIDDEN, place, "this variable says nothing", why);
                self.diagnostics
                    .push(found.help("write `_` for what does not matter"));
                return;
            }
            owner = Some(i);
        }
        let fixed = pattern
            .arguments
            .iter()
            .map(|a| a.is_ground().then(|| a.clone()))
            .collect();
        self.game.hidden.push(Hidden {
            predicate: pattern.predicate,
            fixed,
            owner,
        });
    }

    fn play_rule(&mut self, what: &str, n: u64, outcome: &ast::Name, span: Span) {
        if &*outcome.text != "draw" {
            let found = Diagnostic::new(
                &codes::BAD_PLAY_RULE,
                outcome.span,
                format!("`{what}` cannot end the game with `{}`", outcome.text),
                "only `draw` is possible",
            );
            self.diagnostics.push(found);
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

    /// `#label`: for the rules of that name, or for a constant.
    fn label(&mut self, name: &ast::Name, text: &ast::Text) {
        let rules: Vec<RuleId> = (0..self.rules.len())
            .filter(|i| self.rules[*i].name.as_deref() == Some(&*name.text))
            .map(RuleId::new)
            .collect();
        if rules.is_empty() {
            match self.constructor_names.get(&*name.text) {
                Some(c) => self.constructors[c.index()].label = Some(text.text.to_string()),
                None => self.nothing_named(name, "rule or constant"),
            }
            return;
        }
        for hole in holes(&text.text) {
            let Ok(hole) = hole else {
                self.error(
                    &codes::BAD_LABEL,
                    text.span,
                    "a `{` in this label is never closed",
                    "`{X}` shows the value of `X`",
                );
                return;
            };
            self.notes
                .mentioned
                .insert((name.text.to_string(), hole.to_owned()));
            for id in &rules {
                let rule = &mut self.rules[id.index()];
                let variable = rule
                    .variables
                    .iter()
                    .position(|v| v.name == hole && hole != "_");
                match variable {
                    Some(v) => {
                        let v = crate::ids::VarId::new(v);
                        if let Err(at) = rule.effective.binary_search(&v) {
                            rule.effective.insert(at, v);
                        }
                    }
                    None => {
                        let near = nearest(hole, rule.variables.iter().map(|v| v.name.as_str()));
                        let found = Diagnostic::new(
                            &codes::BAD_LABEL,
                            text.span,
                            format!("the rule `{}` has no variable `{hole}`", name.text),
                            format!("`{{{hole}}}` stands for nothing"),
                        )
                        .label(rule.span, "this rule")
                        .did_you_mean(near);
                        self.diagnostics.push(found);
                    }
                }
            }
        }
        for id in rules {
            self.rules[id.index()].label = Some(text.text.to_string());
        }
    }

    fn glyph(&mut self, name: &ast::Name, text: &ast::Text) {
        if let Some(c) = self.constructor_names.get(&*name.text) {
            self.constructors[c.index()].glyph = Some(text.text.to_string());
        } else if let Some(p) = self.predicate_names.get(&*name.text) {
            self.predicates[p.index()].glyph = Some(text.text.to_string());
        } else {
            self.nothing_named(name, "constant or predicate");
        }
    }

    fn nothing_named(&mut self, name: &ast::Name, what: &str) {
        let rules = self.rules.iter().filter_map(|r| r.name.as_deref());
        let constants = self.constructors.iter().map(|c| c.name.as_str());
        let near = nearest(&name.text, rules.chain(constants));
        let found = Diagnostic::new(
            &codes::BAD_LABEL,
            name.span,
            format!("there is no {what} `{}`", name.text),
            "unknown name",
        );
        self.diagnostics.push(found.did_you_mean(near));
    }

    // ---- who chooses

    pub(super) fn choosers(&mut self, file: &'a ast::File) {
        let mut said: Vec<(StageId, &'a ast::Term, Span)> = Vec::new();
        for directive in directives(file) {
            let DirectiveKind::Chooser(name, who) = &directive.kind else {
                continue;
            };
            let Some(stage) = self.stage_named(name) else {
                continue;
            };
            if let Some((_, _, first)) = said.iter().find(|(s, _, _)| *s == stage) {
                self.again("#chooser", directive.span, *first);
                continue;
            }
            said.push((stage, who, directive.span));
            if !self.stages[stage.index()].interactive {
                let found = Diagnostic::new(
                    &codes::NO_CHOOSER,
                    name.span,
                    format!("nobody chooses in the stage `{}`", name.text),
                    "this stage is not interactive",
                );
                let help = format!("say `#interactive {}.` first", name.text);
                self.diagnostics.push(found.help(help));
            }
        }
        let Some(players) = self.game.players.clone() else {
            for (_, _, span) in said {
                let found = Diagnostic::new(
                    &codes::NO_CHOOSER,
                    span,
                    "`#chooser` without players",
                    "one seat chooses everything",
                );
                self.diagnostics
                    .push(found.help("name the players: `#players TYPE.`"));
            }
            return;
        };
        for i in 0..self.rules.len() {
            let Role::Step(stage) = self.rules[i].role else {
                continue;
            };
            if !self.stages[stage.index()].interactive {
                continue;
            }
            let directive = said.iter().find(|(s, _, _)| *s == stage);
            let chooser = match directive {
                Some((_, who, span)) => self.said_chooser(i, who, *span, &players),
                None => self.first_player(i, &players),
            };
            if let Some(Term::Variable(v)) = &chooser
                && let Err(at) = self.rules[i].effective.binary_search(v)
            {
                self.rules[i].effective.insert(at, *v);
            }
            self.rules[i].chooser = chooser;
        }
    }

    fn said_chooser(
        &mut self,
        rule: usize,
        who: &ast::Term,
        span: Span,
        players: &Players,
    ) -> Option<Term> {
        let found = match who {
            ast::Term::Variable(name) => {
                let variables = &self.rules[rule].variables;
                let position = variables
                    .iter()
                    .position(|v| v.name == *name.text && v.ty == players.ty);
                if let Some(rule_name) = &self.rules[rule].name {
                    self.notes
                        .mentioned
                        .insert((rule_name.clone(), name.text.to_string()));
                }
                position.map(|v| Term::Variable(crate::ids::VarId::new(v)))
            }
            ast::Term::Apply(name, _, _) => {
                let constant = self.constructor_names.get(&*name.text).copied();
                constant
                    .filter(|c| self.constructors[c.index()].ty == players.ty)
                    .map(|c| Term::Apply(c, Vec::new()))
            }
            _ => None,
        };
        if found.is_none() {
            let place = self.rules[rule].span;
            let found = Diagnostic::new(
                &codes::NO_CHOOSER,
                span,
                "this is no player in every rule of the stage",
                "a player, or a variable that is a player in each rule",
            );
            self.diagnostics
                .push(found.label(place, "not in this rule"));
        }
        found
    }

    /// The first argument of the players' type in the premises, left to right.
    fn first_player(&mut self, rule: usize, players: &Players) -> Option<Term> {
        let rule = &self.rules[rule];
        for premise in &rule.premises {
            let Some(atom) = premise.atom() else { continue };
            let types = &self.predicates[atom.predicate.index()].arguments;
            let mut both = atom.arguments.iter().zip(types);
            if let Some((term, _)) = both.find(|(_, ty)| **ty == players.ty) {
                return Some(term.clone());
            }
        }
        if players.seats.len() > 1 {
            let found = Diagnostic::new(
                &codes::NO_CHOOSER,
                rule.span,
                "nobody is there to choose this rule",
                "no premise names a player",
            );
            self.diagnostics.push(found.help(
                "add a premise with a player, such as `turn P`, or say `#chooser STAGE PLAYER.`",
            ));
        }
        None
    }
}

/// The names in the braces of a label; an error for a brace that is never closed.
pub(crate) fn holes(label: &str) -> impl Iterator<Item = Result<&str, ()>> {
    label
        .split('{')
        .skip(1)
        .map(|rest| rest.split_once('}').map(|(name, _)| name).ok_or(()))
}
