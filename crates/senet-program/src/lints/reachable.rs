//! What nothing leads to, and where play can come to rest.

use crate::check::Notes;
use crate::codes;
use crate::index::called;
use crate::program::{Premise, Program, Role, Rule, Start};
use crate::reach::Reach;
use senet_syntax::{Diagnostic, Reports};

/// Stages that nothing reaches, and rules of the others that can never fire. What only follows from another of
/// these mistakes is not reported: correcting the first one corrects the rest.
pub(super) fn unreached(program: &Program, notes: &Notes, reach: &Reach, out: &mut Reports) {
    let made = made(program, reach);
    let follows = Causes::new(program, reach, &made).consequences();
    let unreached = program.stages.iter().enumerate().filter(|(i, _)| !reach.stages[*i]);
    for (_, stage) in unreached.filter(|(i, _)| !follows.stages[*i]) {
        let found = Diagnostic::new(
            &codes::UNREACHED_STAGE,
            stage.span,
            format!("nothing reaches the stage `{}`", stage.name),
            "no link that can fire leads here",
        );
        out.push(found.help(format!("link to it: `qui * stage … -o stage {}.`", stage.name)));
    }
    for (i, rule) in program.rules.iter().enumerate() {
        let (Role::Step(stage) | Role::Link(stage, _)) = rule.role;
        if reach.rules[i] || !reach.stages[stage.index()] || follows.rules[i] {
            continue;
        }
        // Reachability says that the rule cannot fire; the first premise that nothing makes says
        // why, and best one that no other rule would make. If each premise can be had alone, the reason
        // lies in several together, and no premise is blamed.
        let lacks = |premise: &Premise| made.lacks(premise, reach);
        let missing = rule.premises.iter().position(|p| lacks(p) && !follows.promised(p, i));
        let missing = missing.or_else(|| rule.premises.iter().position(lacks));
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
                    (Premise::Persistent(atom), Some(name))
                        if made.linear[atom.predicate.index()] =>
                    {
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

/// What is ever made of each predicate: any atoms, and persistent ones.
struct Made {
    linear: Vec<bool>,
    persistent: Vec<bool>,
}

fn made(program: &Program, reach: &Reach) -> Made {
    let none = || vec![false; program.predicates.len()];
    let mut made = Made { linear: none(), persistent: none() };
    let fires = program.rules.iter().zip(&reach.rules).filter(|(_, f)| **f);
    let conclusions = fires.flat_map(|(r, _)| r.all_made());
    for conclusion in conclusions.chain(program.starts.iter().flat_map(Start::all_made)) {
        let predicate = conclusion.atom.predicate.index();
        made.linear[predicate] = true;
        made.persistent[predicate] |= conclusion.persistent;
    }
    made
}

impl Made {
    /// Whether nothing can ever fulfil this premise.
    fn lacks(&self, premise: &Premise, reach: &Reach) -> bool {
        match premise {
            Premise::Take(a) | Premise::Read(a) => !self.linear[a.predicate.index()],
            Premise::Persistent(a) => !self.persistent[a.predicate.index()],
            Premise::Derived(a) => !reach.derived[a.predicate.index()],
            _ => false,
        }
    }
}

/// What leads to what among rules that never fire and stages that nothing reaches: such a rule lacks an atom that
/// another one would make, and such a stage lacks a link.
struct Causes<'p> {
    program: &'p Program,
    reach: &'p Reach,
    made: &'p Made,
    /// For each predicate, the rules that never fire and would make it: any atom, a persistent one.
    makers: Vec<(Vec<usize>, Vec<usize>)>,
}

/// Which of these mistakes follow from others.
struct Consequences<'p> {
    causes: Causes<'p>,
    stages: Vec<bool>,
    rules: Vec<bool>,
}

impl<'p> Causes<'p> {
    fn new(program: &'p Program, reach: &'p Reach, made: &'p Made) -> Self {
        let mut makers = vec![(Vec::new(), Vec::new()); program.predicates.len()];
        for (i, rule) in program.rules.iter().enumerate().filter(|(i, _)| !reach.rules[*i]) {
            for conclusion in rule.all_made() {
                let (linear, persistent) = &mut makers[conclusion.atom.predicate.index()];
                linear.push(i);
                if conclusion.persistent {
                    persistent.push(i);
                }
            }
        }
        Causes { program, reach, made, makers }
    }

    /// The rules that never fire and would make what a premise asks for.
    fn makers(&self, premise: &Premise) -> &[usize] {
        match premise {
            Premise::Take(a) | Premise::Read(a) => &self.makers[a.predicate.index()].0,
            Premise::Persistent(a) => &self.makers[a.predicate.index()].1,
            _ => &[],
        }
    }

    /// Whether a rule that never fires does so for a reason of its own.
    fn is_root(&self, i: usize) -> bool {
        let premises = self.program.rules[i].premises.iter();
        let missing: Vec<&Premise> = premises.filter(|p| self.made.lacks(p, self.reach)).collect();
        // With nothing missing, its premises do not hold together.
        missing.is_empty() || missing.iter().any(|p| self.makers(p).iter().all(|&m| m == i))
    }

    /// Spreads from the mistakes that have no cause. What no such mistake leads to stands in a circle, and each of
    /// its members counts as a cause. Linear in the program: each predicate and stage is gone through once.
    fn consequences(self) -> Consequences<'p> {
        let (program, reach) = (self.program, self.reach);
        let mut linked = vec![false; program.stages.len()];
        let mut needs = vec![Vec::new(); program.predicates.len()];
        let mut inside = vec![Vec::new(); program.stages.len()];
        for (i, rule) in program.rules.iter().enumerate().filter(|(i, _)| !reach.rules[*i]) {
            if let Role::Link(from, Some(to)) = rule.role
                && from != to
            {
                linked[to.index()] = true;
            }
            let (Role::Step(stage) | Role::Link(stage, _)) = rule.role;
            inside[stage.index()].push(i);
            for premise in rule.premises.iter().filter(|p| !self.makers(p).is_empty()) {
                if let Some(atom) = premise.atom().filter(|_| self.made.lacks(premise, reach)) {
                    needs[atom.predicate.index()].push(i);
                }
            }
        }
        let alone = |stage: usize| !reach.stages[stage] && !linked[stage];
        let root_stages: Vec<bool> = (0..program.stages.len()).map(alone).collect();
        let own = |(i, rule): (usize, &Rule)| {
            let (Role::Step(stage) | Role::Link(stage, _)) = rule.role;
            !reach.rules[i] && reach.stages[stage.index()] && self.is_root(i)
        };
        let root_rules: Vec<bool> = program.rules.iter().enumerate().map(own).collect();
        let (mut stages, mut rules) = (root_stages.clone(), root_rules.clone());
        let mut open: Vec<usize> = (0..rules.len()).filter(|i| rules[*i]).collect();
        let mut behind: Vec<usize> = (0..stages.len()).filter(|s| stages[*s]).collect();
        while !(open.is_empty() && behind.is_empty()) {
            let mut found = Vec::new();
            if let Some(stage) = behind.pop() {
                found.append(&mut inside[stage]);
            }
            if let Some(rule) = open.pop().map(|i| &program.rules[i]) {
                for conclusion in rule.all_made() {
                    found.append(&mut needs[conclusion.atom.predicate.index()]);
                }
                if let Role::Link(_, Some(to)) = rule.role
                    && !reach.stages[to.index()]
                    && !std::mem::replace(&mut stages[to.index()], true)
                {
                    behind.push(to.index());
                }
            }
            for rule in found {
                if !std::mem::replace(&mut rules[rule], true) {
                    open.push(rule);
                }
            }
        }
        // What was found and is no root.
        let only = |all: Vec<bool>, roots: Vec<bool>| {
            all.into_iter().zip(roots).map(|(found, root)| found && !root).collect()
        };
        Consequences {
            causes: self,
            stages: only(stages, root_stages),
            rules: only(rules, root_rules),
        }
    }
}

impl Consequences<'_> {
    /// Whether another rule, which never fires either, would make what a premise of a rule asks for.
    fn promised(&self, premise: &Premise, rule: usize) -> bool {
        self.causes.makers(premise).iter().any(|&m| m != rule)
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
