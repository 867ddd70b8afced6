//! Lints: programs that run, but probably not as meant. Each looks at the finished program.

mod endless;

use crate::check::Notes;
use crate::codes;
use crate::ids::StageId;
use crate::program::{Atom, PredKind, Premise, Program, Role, Rule, Shape, Term};
use crate::reach::{Reach, reach};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_syntax::{Diagnostic, Span};

/// Links of one stage are compared in pairs up to this many.
const MAX_LINKS: usize = 200;

pub(crate) fn lint(program: &Program, notes: &Notes, out: &mut Vec<Diagnostic>) {
    unused(program, notes, out);
    single_variables(notes, out);
    same_names(program, out);
    fires_for_ever(program, out);
    unheard_commands(program, out);
    if program.starts.is_empty() {
        nothing_runs(program, notes, out);
        return;
    }
    let reach = reach(program);
    unreachable(program, &reach, out);
    dead_ends(program, &reach, out);
    competing_links(program, &reach, out);
    endless::endless(program, &reach, out);
}

fn unused(program: &Program, notes: &Notes, out: &mut Vec<Diagnostic>) {
    for (i, predicate) in program.predicates.iter().enumerate() {
        let id = crate::ids::PredId::new(i);
        if !notes.used.contains(&id) {
            let name = &predicate.name;
            let found = Diagnostic::new(
                &codes::UNUSED,
                predicate.span,
                format!("no rule uses the predicate `{name}`"),
                "declared here, and never used",
            );
            out.push(found.help("use it, or take the declaration out"));
        }
    }
}

fn single_variables(notes: &Notes, out: &mut Vec<Diagnostic>) {
    let mut single = |name: &str, span: Span| {
        let found = Diagnostic::new(
            &codes::SINGLE_VARIABLE,
            span,
            format!("the variable `{name}` is used once"),
            "the only use",
        );
        out.push(found.help("write `_` if its value does not matter; otherwise, is it misspelt?"));
    };
    for (name, span) in &notes.single {
        single(name, *span);
    }
    for (rule, _, variable, span) in &notes.pending {
        let mentioned = rule
            .as_ref()
            .is_some_and(|r| notes.mentioned.contains(&(r.clone(), variable.clone())));
        if !mentioned {
            single(variable, *span);
        }
    }
}

fn same_names(program: &Program, out: &mut Vec<Diagnostic>) {
    let mut seen: FxHashMap<(Option<StageId>, &str), Span> = FxHashMap::default();
    let rules = program.rules.iter().filter_map(|rule| match rule.role {
        Role::Step(stage) => Some((Some(stage), rule.name.as_deref()?, rule.span)),
        Role::Link(..) => None,
    });
    let clauses = program
        .clauses
        .iter()
        .filter_map(|c| Some((None, c.name.as_deref()?, c.span)))
        .filter(|(_, name, _)| *name != "-");
    for (stage, name, span) in rules.chain(clauses) {
        if let Some(first) = seen.get(&(stage, name)) {
            let found = Diagnostic::new(
                &codes::SAME_NAME,
                span,
                format!("two rules are called `{name}`"),
                "the second",
            );
            out.push(
                found
                    .label(*first, "the first")
                    .help("`-` is a name that may be shared"),
            );
        } else {
            seen.insert((stage, name), span);
        }
    }
}

fn nothing_runs(program: &Program, notes: &Notes, out: &mut Vec<Diagnostic>) {
    if notes.traces > 0 || program.rules.is_empty() {
        return;
    }
    let span = program.rules[0].span;
    let found = Diagnostic::new(
        &codes::NO_START,
        span,
        "this program has rules and no start",
        "nothing begins here",
    );
    out.push(found.help("say where to begin: `#trace _ STAGE CONTEXT.`"));
}

fn unreachable(program: &Program, reach: &Reach, out: &mut Vec<Diagnostic>) {
    for (i, stage) in program.stages.iter().enumerate() {
        if !reach.stages[i] {
            let found = Diagnostic::new(
                &codes::UNREACHED_STAGE,
                stage.span,
                format!("nothing reaches the stage `{}`", stage.name),
                "no link that can fire leads here",
            );
            out.push(found.help(format!(
                "link to it: `qui * stage … -o stage {}.`",
                stage.name
            )));
        }
    }
    let made: FxHashSet<_> = program
        .rules
        .iter()
        .zip(&reach.rules)
        .filter(|(_, fires)| **fires)
        .flat_map(|(r, _)| &r.conclusions)
        .chain(program.starts.iter().flat_map(|s| &s.atoms))
        .map(|c| (c.atom.predicate, c.persistent))
        .collect();
    for (i, rule) in program.rules.iter().enumerate() {
        let (Role::Step(stage) | Role::Link(stage, _)) = rule.role;
        if reach.rules[i] || !reach.stages[stage.index()] {
            continue;
        }
        let missing = rule.premises.iter().find_map(|premise| match premise {
            Premise::Take(a) | Premise::Read(a) => {
                let there =
                    made.contains(&(a.predicate, false)) || made.contains(&(a.predicate, true));
                (!there).then_some((a, "makes"))
            }
            Premise::Persistent(a) => {
                (!made.contains(&(a.predicate, true))).then_some((a, "makes a persistent"))
            }
            Premise::Derived(a) => {
                let some = program
                    .clauses
                    .iter()
                    .any(|c| c.head.predicate == a.predicate);
                (!some).then_some((a, "derives"))
            }
            _ => None,
        });
        let what = rule
            .name
            .as_ref()
            .map_or("this rule".to_owned(), |n| format!("`{n}`"));
        let label = missing.map_or(
            "its premises never hold together".to_owned(),
            |(atom, verb)| {
                format!(
                    "nothing {verb} `{}`",
                    program.predicate(atom.predicate).name
                )
            },
        );
        out.push(Diagnostic::new(
            &codes::NEVER_FIRES,
            rule.span,
            format!("{what} can never fire"),
            label,
        ));
    }
}

/// In a game, a stage that play can come to rest in although nothing there decides the game.
fn dead_ends(program: &Program, reach: &Reach, out: &mut Vec<Diagnostic>) {
    let game = &program.game;
    let decided = [&game.win, &game.lose, &game.draw];
    if decided.iter().all(|d| d.is_empty()) || !game.score.is_empty() {
        return;
    }
    let decides = |atom: &Atom| decided.iter().any(|d| d.contains(&atom.predicate));
    for (i, stage) in program.stages.iter().enumerate() {
        let open = !stage.rules.is_empty() && stage.links.is_empty() && reach.stages[i];
        let ends = stage
            .rules
            .iter()
            .flat_map(|r| &program.rule(*r).conclusions)
            .any(|c| decides(&c.atom));
        if open && !ends {
            let found = Diagnostic::new(
                &codes::DEAD_END,
                stage.span,
                format!(
                    "play can end in the stage `{}` without a result",
                    stage.name
                ),
                "no link leads out of it, and no rule of it decides the game",
            );
            out.push(found.help("link it to another stage, or let its rules make an outcome"));
        }
    }
}

/// Two links of one stage where one needs nothing that the other does not need too.
fn competing_links(program: &Program, reach: &Reach, out: &mut Vec<Diagnostic>) {
    for stage in program.stages.iter().filter(|s| s.links.len() <= MAX_LINKS) {
        for (i, first) in stage.links.iter().enumerate() {
            for second in &stage.links[i + 1..] {
                if !reach.rules[first.index()] || !reach.rules[second.index()] {
                    continue;
                }
                let (first, second) = (program.rule(*first), program.rule(*second));
                if !covers(first, second) && !covers(second, first) {
                    continue;
                }
                let found = Diagnostic::new(
                    &codes::COMPETING_LINKS,
                    second.span,
                    format!("two links out of `{}` can apply at once", stage.name),
                    "this one",
                )
                .label(first.span, "and this one");
                out.push(
                    found.help(
                        "chance decides between them; give each a premise that the other lacks",
                    ),
                );
            }
        }
    }
}

/// Whether whenever `special` applies, `general` does too: each premise of the general one is
/// matched by another premise of the special one. Greedy, so it may miss a case.
fn covers(general: &Rule, special: &Rule) -> bool {
    let mut values = vec![None; general.variables.len()];
    let mut used = vec![false; special.premises.len()];
    general.premises.iter().all(|premise| {
        let Some(pattern) = premise.atom() else {
            return special.premises.contains(premise);
        };
        let found = special.premises.iter().enumerate().position(|(i, other)| {
            let mut tried = values.clone();
            let fits = !used[i]
                && other.atom().is_some_and(|atom| {
                    atom.predicate == pattern.predicate && covers_atom(pattern, atom, &mut tried)
                });
            if fits {
                values = tried;
            }
            fits
        });
        found.is_some_and(|i| {
            used[i] = true;
            true
        })
    })
}

fn covers_atom(pattern: &Atom, atom: &Atom, values: &mut [Option<Term>]) -> bool {
    pattern
        .arguments
        .iter()
        .zip(&atom.arguments)
        .all(|(p, t)| match p {
            Term::Variable(v) => match &values[v.index()] {
                Some(known) => known == t,
                None => {
                    values[v.index()] = Some(t.clone());
                    true
                }
            },
            Term::Plus(_, n) => matches!(t, Term::Plus(_, m) if m >= n),
            other => other == t,
        })
}

/// Rules that take nothing away and still do something, in stages where nobody can stop them.
fn fires_for_ever(program: &Program, out: &mut Vec<Diagnostic>) {
    for rule in &program.rules {
        let Role::Step(stage) = rule.role else {
            continue;
        };
        if program.stage(stage).interactive || rule.conclusions.is_empty() {
            continue;
        }
        let asks = rule.premises.iter().any(|p| matches!(p, Premise::Sense(_)));
        let taken: Vec<&Atom> = rule
            .premises
            .iter()
            .filter_map(|p| {
                if let Premise::Take(a) = p {
                    Some(a)
                } else {
                    None
                }
            })
            .collect();
        let mut made: Vec<&Atom> = rule
            .conclusions
            .iter()
            .filter(|c| !c.persistent)
            .map(|c| &c.atom)
            .collect();
        let actions = |a: &&Atom| program.predicate(a.predicate).kind != PredKind::Action;
        made.retain(actions);
        let gives_back = taken.iter().all(|atom| {
            let at = made.iter().position(|m| m == atom);
            at.map(|at| made.swap_remove(at)).is_some()
        });
        let linear = rule.conclusions.iter().any(|c| !c.persistent);
        let grows = rule.conclusions.iter().any(|c| {
            let deeper = |t: &Term| {
                matches!(t, Term::Plus(..)) || (!t.is_ground() && matches!(t, Term::Apply(..)))
            };
            c.persistent && c.atom.arguments.iter().any(deeper) && reads_itself(rule, &c.atom)
        });
        if asks || !gives_back || !(linear || grows) {
            continue;
        }
        let what = rule
            .name
            .as_ref()
            .map_or("this rule".to_owned(), |n| format!("`{n}`"));
        let found = Diagnostic::new(
            &codes::FOR_EVER,
            rule.span,
            format!("{what} can fire for ever once it can fire at all"),
            if grows && !linear {
                "it makes ever larger terms"
            } else {
                "it uses nothing up"
            },
        );
        out.push(found.help("let it consume an atom that it does not make again"));
    }
}

fn reads_itself(rule: &Rule, made: &Atom) -> bool {
    rule.premises
        .iter()
        .any(|p| p.atom().is_some_and(|a| a.predicate == made.predicate))
}

/// What the host can say and no rule listens to.
fn unheard_commands(program: &Program, out: &mut Vec<Diagnostic>) {
    let premises = || program.rules.iter().flat_map(|r| &r.premises);
    for (i, predicate) in program.predicates.iter().enumerate() {
        if predicate.kind != PredKind::Sense {
            continue;
        }
        let listens = premises().any(|p| p.atom().is_some_and(|a| a.predicate.index() == i));
        if !listens {
            out.push(Diagnostic::new(
                &codes::UNHEARD,
                predicate.span,
                format!("no rule listens to `{}`", predicate.name),
                "sensed, and never used",
            ));
            continue;
        }
        for ty in &predicate.arguments {
            let declared = &program.types[ty.index()];
            if matches!(declared.shape, Shape::Peano { .. }) {
                continue;
            }
            let mut heard = FxHashSet::default();
            for atom in premises().filter_map(Premise::atom) {
                for argument in &atom.arguments {
                    mentions(argument, &mut heard);
                }
            }
            let all: Vec<_> = declared.constructors.iter().collect();
            if !all.iter().any(|c| heard.contains(*c)) {
                continue;
            }
            for c in all.into_iter().filter(|c| !heard.contains(*c)) {
                let constructor = program.constructor(*c);
                let found = Diagnostic::new(
                    &codes::UNHEARD,
                    constructor.span,
                    format!("no rule answers `{}`", constructor.name),
                    format!(
                        "`{}` can say it, and no premise mentions it",
                        predicate.name
                    ),
                );
                out.push(found.label(predicate.span, "sensed here"));
            }
        }
    }
}

fn mentions(term: &Term, out: &mut FxHashSet<crate::ids::ConId>) {
    if let Term::Apply(c, arguments) = term {
        out.insert(*c);
        for argument in arguments {
            mentions(argument, out);
        }
    }
}
