//! What nothing leads to, and where play can come to rest.

use crate::check::Notes;
use crate::codes;
use crate::index::called;
use crate::program::{Premise, Program, Role, Rule, Start};
use crate::reach::Reach;
use senet_syntax::{Diagnostic, Reports};

/// Stages that nothing reaches, and rules of the others that can never fire.
pub(super) fn unreached(program: &Program, notes: &Notes, reach: &Reach, out: &mut Reports) {
    for (stage, _) in program.stages.iter().zip(&reach.stages).filter(|(_, r)| !**r) {
        let found = Diagnostic::new(
            &codes::UNREACHED_STAGE,
            stage.span,
            format!("nothing reaches the stage `{}`", stage.name),
            "no link that can fire leads here",
        );
        out.push(found.help(format!("link to it: `qui * stage … -o stage {}.`", stage.name)));
    }
    // What is ever made: nothing, linear atoms, persistent ones.
    let mut made = vec![(false, false); program.predicates.len()];
    let fires = program.rules.iter().zip(&reach.rules).filter(|(_, f)| **f);
    let conclusions = fires.flat_map(|(r, _)| r.all_made());
    for conclusion in conclusions.chain(program.starts.iter().flat_map(Start::all_made)) {
        let made = &mut made[conclusion.atom.predicate.index()];
        *made = (true, made.1 | conclusion.persistent);
    }
    for (i, rule) in program.rules.iter().enumerate() {
        let (Role::Step(stage) | Role::Link(stage, _)) = rule.role;
        if reach.rules[i] || !reach.stages[stage.index()] {
            continue;
        }
        // Reachability says that the rule cannot fire; the first premise that nothing makes says
        // why. If each premise can be had alone, the reason lies in several together, and no
        // premise is blamed.
        let missing = rule.premises.iter().position(|premise| match premise {
            Premise::Take(a) | Premise::Read(a) => !made[a.predicate.index()].0,
            Premise::Persistent(a) => !made[a.predicate.index()].1,
            Premise::Derived(a) => !reach.derived[a.predicate.index()],
            _ => false,
        });
        // Rules of a stage that is not reached are left out above: the stage has its own report.
        let message = format!("{} can never fire", called(rule));
        out.push(match missing {
            Some(at) => {
                let premise = &rule.premises[at];
                let verb = match premise {
                    Premise::Persistent(_) => "makes a persistent",
                    Premise::Derived(_) => "derives",
                    _ => "makes",
                };
                let name = premise.atom().map(|a| &program.predicate(a.predicate).name);
                let label = format!("nothing {verb} `{}`", name.map_or("", String::as_str));
                let place = notes.premises.of(i)[at];
                let found = Diagnostic::new(&codes::NEVER_FIRES, place, message, label);
                let found = if rule.name.is_some() {
                    found.label(rule.span, "this rule needs it")
                } else {
                    found
                };
                match (premise, name) {
                    (Premise::Persistent(atom), Some(name)) if made[atom.predicate.index()].0 => {
                        let help = format!(
                            "`!` asks for a persistent `{name}`; if it shall be absent, write `not \
                             {name} …`, and to leave it where it is, `${name} …`"
                        );
                        found.help(help)
                    }
                    (Premise::Derived(_), Some(name)) => found
                        .help(format!("write a fact or a backward rule for it: `{name} … <- …`")),
                    (_, Some(name)) => found.help(format!(
                        "let a rule make `{name}`, or put it into the context of the start"
                    )),
                    _ => found,
                }
            }
            None => Diagnostic::new(
                &codes::NEVER_FIRES,
                rule.span,
                message,
                "its premises never hold together",
            ),
        });
    }
}

/// In a game, a stage that play can come to rest in although nothing there decides the game.
pub(super) fn dead_ends(program: &Program, reach: &Reach, out: &mut Reports) {
    let game = &program.game;
    let mut decides = vec![false; program.predicates.len()];
    for predicate in game.win.iter().chain(&game.lose).chain(&game.draw) {
        decides[predicate.index()] = true;
    }
    if !decides.contains(&true) || !game.score.is_empty() {
        return;
    }
    for (i, stage) in program.stages.iter().enumerate() {
        if stage.rules.is_empty() || !stage.links.is_empty() || !reach.stages[i] {
            continue;
        }
        let made = stage.rules.iter().map(|r| program.rule(*r)).flat_map(Rule::all_made);
        let ends = { made }.any(|c| decides[c.atom.predicate.index()]);
        if !ends {
            let found = Diagnostic::new(
                &codes::DEAD_END,
                stage.span,
                format!("play can end in the stage `{}` without a result", stage.name),
                "no link leads out of it, and no rule of it decides the game",
            );
            out.push(found.help("link it to another stage, or let its rules make an outcome"));
        }
    }
}
