//! Games that will not play as one: nobody chooses, nobody can win, or the turn is lost.

use crate::codes;
use crate::ids::PredId;
use crate::index::called;
use crate::program::{Atom, PredKind, Premise, Program, Role, Rule, Stage, Term};
use crate::reach::Reach;
use senet_syntax::{Diagnostic, Reports};

/// Words that a predicate about the end of a game has in its name, and the directive for it.
const OUTCOMES: &[(&str, &[&str])] = &[
    ("win", &["win", "wins", "won", "winner", "victory"]),
    ("lose", &["lose", "loses", "lost", "loser", "defeat"]),
    ("draw", &["draw", "drawn", "tie", "tied", "stalemate"]),
];

/// A predicate that says who has won by its name, is made by rules, and is named by no directive.
pub(super) fn undeclared_outcomes(program: &Program, out: &mut Reports) {
    let game = &program.game;
    let said = [&game.win, &game.lose, &game.draw, &game.score];
    let interactive = program.stages.iter().any(|s| s.interactive);
    if !interactive || said.iter().any(|all| !all.is_empty()) {
        return;
    }
    // A heuristic over names: only for programs without any outcome, only for predicates that rules make,
    // and only where the arguments fit an outcome, so that stories with a `lost` key stay quiet.
    let players = game.players.as_ref().map(|p| p.ty);
    for (i, predicate) in program.predicates.iter().enumerate() {
        let about_players = match predicate.arguments.as_slice() {
            [] => true,
            [ty] => Some(*ty) == players,
            _ => false,
        };
        let words = || predicate.name.split(['-', '/', '_']);
        let outcome = OUTCOMES.iter().find(|(_, names)| words().any(|w| names.contains(&w)));
        let Some((directive, _)) = outcome.filter(|_| about_players) else { continue };
        let id = PredId::new(i);
        let made = program.rules.iter().any(|r| r.all_made().any(|c| c.atom.predicate == id));
        if predicate.kind != PredKind::Linear || !made {
            continue;
        }
        let name = &predicate.name;
        let found = Diagnostic::new(
            &codes::UNDECLARED_OUTCOME,
            predicate.span,
            format!("nothing says that `{name}` decides the game"),
            "made by rules, and no outcome of the game",
        );
        out.push(found.help(format!("say so: `#{directive} {name}.`")));
    }
}

/// Players with a turn that goes from one to the next, or an outcome for one person, and no stage in which
/// anybody chooses.
pub(super) fn nobody_chooses(program: &Program, out: &mut Reports) {
    if program.stages.iter().any(|s| s.interactive) {
        return;
    }
    let Some(players) = &program.game.players else { return one_person_chooses(program, out) };
    for rule in &program.rules {
        let Role::Step(stage) = rule.role else { continue };
        let passes = taken(rule).any(|token| {
            let of_players = program.predicate(token.predicate).arguments == [players.ty];
            of_players && passes_on(program, rule, token)
        });
        if !passes {
            continue;
        }
        let stage = program.stage(stage);
        let found = Diagnostic::new(
            &codes::NOBODY_CHOOSES,
            stage.span,
            format!("players take turns in the stage `{}`, and no player chooses", stage.name),
            "chance plays for all of them",
        )
        .label(rule.span, "this passes the turn on");
        out.push(found.help(format!("let them choose: `#interactive {}.`", stage.name)));
        return;
    }
}

/// Somebody can win, and chance does everything. Programs with sensors are asked for what to do by those.
fn one_person_chooses(program: &Program, out: &mut Reports) {
    let Some(won) = program.game.win.first() else { return };
    let chooses = |stage: &&Stage| stage.rules.len() > 1;
    let Some(stage) = program.stages.iter().find(chooses) else { return };
    if program.predicates.iter().any(|p| p.kind == PredKind::Sense) {
        return;
    }
    let won = &program.predicate(*won).name;
    let found = Diagnostic::new(
        &codes::NOBODY_CHOOSES,
        stage.span,
        format!("`{won}` says that the player has won, and the player chooses nothing"),
        "chance makes all moves",
    );
    out.push(found.help(format!("let the player choose: `#interactive {}.`", stage.name)));
}

/// A rule that takes what all rules of its stage and all links out of it need, while the other rules
/// give it back: after it, nothing can happen any more.
pub(super) fn lost_tokens(program: &Program, reach: &Reach, out: &mut Reports) {
    let game = &program.game;
    let outcomes = || game.win.iter().chain(&game.lose).chain(&game.draw).chain(&game.score);
    if outcomes().next().is_none() {
        return;
    }
    for (i, stage) in program.stages.iter().enumerate() {
        if !stage.interactive || !reach.stages[i] {
            continue;
        }
        let rules = || stage.rules.iter().map(|id| program.rule(*id));
        let links = || stage.links.iter().map(|id| program.rule(*id));
        for rule in rules() {
            // The token is what the whole stage runs on: all rules and links need it, and other rules
            // give it back, so that this one was most likely meant to. A rule that decides the game may
            // take it for good.
            let lost = taken(rule).find(|token| {
                let id = token.predicate;
                let needs = |r: &Rule| {
                    let mut atoms = r.premises.iter().filter(|p| p.in_position());
                    atoms.any(|p| p.atom().is_some_and(|a| a.predicate == id))
                };
                let decides =
                    |r: &Rule| r.all_made().any(|c| outcomes().any(|o| *o == c.atom.predicate));
                let kept =
                    rules().filter(|r| taken(r).any(|a| makes_again(r, a) && a.predicate == id));
                !makes_again(rule, token)
                    && !decides(rule)
                    && kept.count() > 0
                    && rules().chain(links()).all(needs)
            });
            let Some(token) = lost else { continue };
            let name = &program.predicate(token.predicate).name;
            let found = Diagnostic::new(
                &codes::LOST_TOKEN,
                rule.span,
                format!("after {} nothing can happen any more", called(rule)),
                format!("it takes `{name}` and does not give it back"),
            )
            .label(stage.span, format!("all rules here, and all links out, need `{name}`"));
            out.push(
                found.help(format!("put `{name} …` on its right side, or keep it: `${name} …`")),
            );
        }
    }
}

fn taken(rule: &Rule) -> impl Iterator<Item = &Atom> {
    rule.premises.iter().filter_map(|p| match p {
        Premise::Take(atom) => Some(atom),
        _ => None,
    })
}

/// Whether a rule makes an atom of the same predicate.
fn makes_again(rule: &Rule, token: &Atom) -> bool {
    rule.all_made().any(|c| c.atom.predicate == token.predicate)
}

/// Whether a rule gives a token of one player to the next one, or from one constant to another.
fn passes_on(program: &Program, rule: &Rule, token: &Atom) -> bool {
    let made = rule.all_made().map(|c| &c.atom).filter(|a| a.predicate == token.predicate);
    let is_next = |from: &Term, to: &Term| {
        rule.premises.iter().any(|premise| match premise {
            Premise::Derived(atom) => {
                let next = program.predicate(atom.predicate).name == "next";
                next && atom.arguments.first() == Some(from) && atom.arguments.last() == Some(to)
            }
            _ => false,
        })
    };
    let constant = |term: &Term| matches!(term, Term::Apply(_, inner) if inner.is_empty());
    let mut pairs = made.filter_map(|atom| token.arguments.first().zip(atom.arguments.first()));
    pairs.any(|(from, to)| from != to && (is_next(from, to) || constant(from) && constant(to)))
}
