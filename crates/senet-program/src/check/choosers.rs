//! The pass of choosers: who chooses a rule is what `#chooser` says, or the first player among its premises.

use crate::check::directives::said_again;
use crate::check::game::{DirectedGame, GamePass};
use crate::check::resolver::Resolver;
use crate::check::rules::WrittenRules;
use crate::codes;
use crate::ids::{RuleId, StageId, VarId};
use crate::program::{Players, Premise, Role, Rule, Term};
use rustc_hash::FxHashMap;
use senet_syntax::ast::{self, Directive, Name};
use senet_syntax::{Diagnostic, Span};

/// What `#chooser` says about each stage, and where.
pub(super) type SaidChoosers<'a> = FxHashMap<StageId, (&'a ast::TermExpr, Span)>;

impl<'a> GamePass<'_, 'a> {
    /// `#chooser s V.`
    pub(super) fn chooser(&mut self, directive: &'a Directive) {
        let name: &Name = directive.get(0);
        let Some(stage) = self.resolver.stage_named(name) else {
            return;
        };
        if let Some((_, first)) = self.out.choosers.get(&stage) {
            let again = said_again("#chooser", directive.span, *first);
            return self.resolver.diagnostics.push(again);
        }
        self.out.choosers.insert(stage, (directive.get(1), directive.span));
        let found = if self.out.game.players.is_none() {
            Diagnostic::new(
                &codes::NO_CHOOSER,
                directive.span,
                "`#chooser` without players",
                "one seat chooses everything",
            )
            .help("name the players: `#players TYPE.`")
        } else if !self.resolver.declared.stages[stage.index()].interactive {
            Diagnostic::new(
                &codes::NO_CHOOSER,
                name.span,
                format!("no player chooses in the stage `{}`", name.text),
                "this stage is not interactive",
            )
            .help(format!("say `#interactive {}.` first", name.text))
        } else {
            return;
        };
        self.resolver.diagnostics.push(found);
    }
}

/// Finds out who chooses each rule of an interactive stage, and writes it into the rule.
pub(super) fn assign(
    rules: &mut WrittenRules,
    game: &DirectedGame<'_>,
    resolver: &mut Resolver<'_>,
) {
    let Some(players) = &game.game.players else {
        return;
    };
    // One report for a stage is enough.
    let mut blamed: Option<StageId> = None;
    for i in 0..rules.rules.len() {
        let Role::Step(stage) = rules.rules[i].role else {
            continue;
        };
        if !resolver.declared.stages[stage.index()].interactive {
            continue;
        }
        let rule = &rules.rules[i];
        let chooser = match game.choosers.get(&stage) {
            Some((who, _)) => {
                // A variable that `#chooser` names is used, even if it stands once in its rule.
                if let ast::TermExpr::Variable(name) = who {
                    rules.mentioned.insert((RuleId::new(i), name.text.as_ref().to_owned()));
                }
                let chooser = said_chooser(rule, who, players, resolver);
                if chooser.is_none() && blamed.replace(stage) != Some(stage) {
                    resolver.diagnostics.push(no_such_player(rule, who.span()));
                }
                chooser
            }
            None => {
                let chooser = first_player(rule, players, resolver);
                if chooser.is_none() && players.seats.len() > 1 {
                    resolver.diagnostics.push(nobody_chooses(rule));
                }
                chooser
            }
        };
        // Two transitions that differ only in who chooses them are different moves.
        if let Some(Term::Variable(v)) = &chooser {
            rules.rules[i].make_effective(*v);
        }
        rules.rules[i].chooser = chooser;
    }
}

/// The player, or the variable for one, that `#chooser` names.
fn said_chooser(
    rule: &Rule,
    who: &ast::TermExpr,
    players: &Players,
    resolver: &Resolver<'_>,
) -> Option<Term> {
    match who {
        ast::TermExpr::Variable(name) => {
            let mut variables = rule.variables.iter();
            let v = variables.position(|v| v.name == *name.text && v.ty == players.ty)?;
            Some(Term::Variable(VarId::new(v)))
        }
        ast::TermExpr::Apply(name, arguments, _) if arguments.is_empty() => {
            let constant = *resolver.names.constructors.get(&*name.text)?;
            let player = resolver.declared.constructors[constant.index()].ty == players.ty;
            player.then(|| Term::Apply(constant, Vec::new()))
        }
        _ => None,
    }
}

/// The first argument of the players' type in the premises, left to right.
fn first_player(rule: &Rule, players: &Players, resolver: &Resolver<'_>) -> Option<Term> {
    rule.premises.iter().filter_map(Premise::atom).find_map(|atom| {
        let types = &resolver.declared.predicates[atom.predicate.index()].arguments;
        let mut both = atom.arguments.iter().zip(types);
        both.find(|(_, ty)| **ty == players.ty).map(|(term, _)| term.clone())
    })
}

fn no_such_player(rule: &Rule, who: Span) -> Diagnostic {
    Diagnostic::new(
        &codes::NO_CHOOSER,
        who,
        "this is not a player in every rule of the stage",
        "a player, or a variable that is a player in each rule",
    )
    .label(rule.span, "not in this rule")
}

fn nobody_chooses(rule: &Rule) -> Diagnostic {
    Diagnostic::new(
        &codes::NO_CHOOSER,
        rule.span,
        "no player chooses this rule",
        "no premise names a player",
    )
    .help("add a premise with a player, such as `turn P`, or say `#chooser STAGE PLAYER.`")
}
