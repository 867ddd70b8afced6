//! Who chooses: `#chooser`, or the first player among the premises.

use crate::check::Checker;
use crate::codes;
use crate::ids::{RuleId, StageId, VarId};
use crate::program::{Players, Role, Term};
use rustc_hash::FxHashMap;
use senet_syntax::ast::{self, Directive, Name};
use senet_syntax::{Diagnostic, Span};

/// What `#chooser` says about each stage, and where.
pub(super) type SaidChoosers<'a> = FxHashMap<StageId, (&'a ast::TermExpr, Span)>;

impl<'a> Checker<'a> {
    pub(super) fn choosers(&mut self) {
        let said = std::mem::take(&mut self.said_choosers);
        let Some(players) = self.meaning.game.players.clone() else {
            return;
        };
        // One report for a stage is enough.
        let mut blamed: Option<StageId> = None;
        for i in 0..self.meaning.rules.len() {
            let Role::Step(stage) = self.meaning.rules[i].role else {
                continue;
            };
            if !self.declared.stages[stage.index()].interactive {
                continue;
            }
            let chooser = match said.get(&stage) {
                Some((who, _)) => self.said_chooser(i, who, &players).or_else(|| {
                    if blamed.replace(stage) != Some(stage) {
                        self.no_such_player(i, who.span());
                    }
                    None
                }),
                None => self.first_player(i, &players),
            };
            if let Some(Term::Variable(v)) = &chooser {
                self.meaning.rules[i].make_effective(*v);
            }
            self.meaning.rules[i].chooser = chooser;
        }
    }

    /// `#chooser s V.`
    pub(super) fn chooser(&mut self, directive: &'a Directive) {
        let name: &Name = directive.get(0);
        let Some(stage) = self.stage_named(name) else {
            return;
        };
        if let Some((_, first)) = self.said_choosers.get(&stage) {
            return self.again("#chooser", directive.span, *first);
        }
        self.said_choosers.insert(stage, (directive.get(1), directive.span));
        let found = if self.meaning.game.players.is_none() {
            Diagnostic::new(
                &codes::NO_CHOOSER,
                directive.span,
                "`#chooser` without players",
                "one seat chooses everything",
            )
            .help("name the players: `#players TYPE.`")
        } else if !self.declared.stages[stage.index()].interactive {
            Diagnostic::new(
                &codes::NO_CHOOSER,
                name.span,
                format!("nobody chooses in the stage `{}`", name.text),
                "this stage is not interactive",
            )
            .help(format!("say `#interactive {}.` first", name.text))
        } else {
            return;
        };
        self.diagnostics.push(found);
    }

    /// The player, or the variable for one, that `#chooser` names.
    fn said_chooser(
        &mut self,
        rule: usize,
        who: &ast::TermExpr,
        players: &Players,
    ) -> Option<Term> {
        match who {
            ast::TermExpr::Variable(name) => {
                let id = RuleId::new(rule);
                self.notes.mentioned.insert((id, name.text.as_ref().to_owned()));
                let mut variables = self.meaning.rules[rule].variables.iter();
                let v = variables.position(|v| v.name == *name.text && v.ty == players.ty)?;
                Some(Term::Variable(VarId::new(v)))
            }
            ast::TermExpr::Apply(name, arguments, _) if arguments.is_empty() => {
                let constant = *self.names.constructors.get(&*name.text)?;
                let player = self.declared.constructors[constant.index()].ty == players.ty;
                player.then(|| Term::Apply(constant, Vec::new()))
            }
            _ => None,
        }
    }

    fn no_such_player(&mut self, rule: usize, who: Span) {
        let place = self.meaning.rules[rule].span;
        let found = Diagnostic::new(
            &codes::NO_CHOOSER,
            who,
            "this is no player in every rule of the stage",
            "a player, or a variable that is a player in each rule",
        );
        self.diagnostics.push(found.label(place, "not in this rule"));
    }

    /// The first argument of the players' type in the premises, left to right.
    fn first_player(&mut self, rule: usize, players: &Players) -> Option<Term> {
        let rule = &self.meaning.rules[rule];
        for premise in &rule.premises {
            let Some(atom) = premise.atom() else { continue };
            let types = &self.declared.predicates[atom.predicate.index()].arguments;
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
