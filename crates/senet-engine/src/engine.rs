//! A program made ready to run: plans for its rules, tables for its facts, and everything that
//! stays the same while positions come and go.

use crate::machine::Transition;
use crate::plan::{Expr, Op, Plan, Planner, head_bound, nothing};
use crate::relation::{Layout, Relation};
use crate::solve::{Asked, Jump, Tables};
use crate::value::{Bank, Value};
use rustc_hash::FxHashMap;
use senet_game::{Budget, Limits, Stop};
use senet_program::modes::Known;
use senet_program::{Atom, PredId, PredKind, Premise, Program, Role, RuleId, Shape, StageId, Term};
use std::cmp::Ordering;
use std::sync::{Arc, Mutex};

/// A program ready to run. Shared by all positions of it, on any number of threads.
#[derive(Debug)]
pub struct Engine {
    pub(crate) program: Arc<Program>,
    pub(crate) bank: Bank,
    pub(crate) limits: Limits,
    pub(crate) rules: Vec<RulePlan>,
    pub(crate) stages: Vec<StagePlan>,
    /// Facts, by predicate; empty for other predicates.
    pub(crate) facts: Vec<Relation>,
    pub(crate) empty: Vec<Relation>,
    pub(crate) layouts: Vec<Layout>,
    /// How to answer each question that plans ask of backward predicates.
    pub(crate) asked: FxHashMap<(PredId, Known), Asked>,
    /// Answers that hold in every position.
    pub(crate) known: Mutex<Tables>,
    /// Whether there are terms other than constants and numbers.
    pub(crate) compound: bool,
    /// Action predicates whose atoms some premise reads, and which therefore stay.
    pub(crate) stays: Vec<bool>,
}

/// A rule, ready.
#[derive(Debug)]
pub(crate) struct RulePlan {
    pub(crate) variables: usize,
    /// The premises that are matched against the position, in source order.
    pub(crate) needs: Vec<Need>,
    pub(crate) makes: Vec<Make>,
    pub(crate) full: Plan,
    /// Whether it tells the host something.
    pub(crate) acts: bool,
    /// Where it leads, if it is a link that leads on.
    pub(crate) to: Option<StageId>,
    /// Whether two premises may be served by one atom.
    pub(crate) shares: bool,
    /// Whether firing may do nothing but add what is there already.
    pub(crate) saturates: bool,
    /// Whether matches cannot be kept up to date by looking at new atoms alone.
    pub(crate) volatile: bool,
}

/// A premise that is matched against the position.
#[derive(Debug)]
pub(crate) struct Need {
    pub(crate) predicate: PredId,
    pub(crate) usage: Usage,
    pub(crate) arguments: Vec<Expr>,
    /// Which premise it is.
    pub(crate) premise: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Usage {
    Take,
    Read,
    Lasting,
}

/// A conclusion.
#[derive(Debug)]
pub(crate) struct Make {
    pub(crate) predicate: PredId,
    pub(crate) arguments: Vec<Expr>,
    pub(crate) persistent: bool,
}

/// A stage, ready.
#[derive(Debug)]
pub(crate) struct StagePlan {
    /// Rules whose matches are kept up to date, and those that are matched anew.
    pub(crate) kept: Vec<RuleId>,
    pub(crate) volatile: Vec<RuleId>,
    /// Whether transitions are moves: every variable makes a difference, and all rules are kept.
    pub(crate) plain: bool,
    /// For each predicate, the plans that begin with a new atom of it.
    pub(crate) deltas: Vec<Vec<Delta>>,
}

#[derive(Debug)]
pub(crate) struct Delta {
    pub(crate) rule: RuleId,
    pub(crate) slot: usize,
    pub(crate) lasting: bool,
    pub(crate) plan: Plan,
}

impl Engine {
    /// Makes a program ready. Cannot fail: the checker has seen to that.
    pub fn new(program: Arc<Program>, limits: Limits) -> Engine {
        let bank = Bank::new(&program);
        let mut planner = Planner::new(&program, &bank);
        let rules: Vec<RulePlan> =
            program.rules().iter().map(|rule| rule_plan(&mut planner, rule)).collect();
        let stages: Vec<StagePlan> = (0..program.stages().len())
            .map(|i| stage_plan(&mut planner, &rules, StageId::new(i)))
            .collect();
        for stage in program.stages() {
            for pattern in &stage.forbidden {
                planner.plan(&pattern.premises, nothing(pattern.variables.len()), None, false);
            }
        }
        let mut asked = FxHashMap::default();
        while let Some(question) = planner.asked.pop() {
            let answer = ask(&mut planner, question);
            asked.insert(question, answer);
        }
        let layouts = std::mem::take(&mut planner.layouts);
        let mut facts: Vec<Relation> = layouts.iter().map(Relation::new).collect();
        let empty = facts.clone();
        for clause in program.clauses() {
            if program.modes().is_table(clause.head.predicate) {
                let row: Vec<Value> =
                    clause.head.arguments.iter().map(|t| bank.ground(t)).collect();
                facts[clause.head.predicate.index()].insert(&row);
            }
        }
        let mut stays = vec![true; program.predicates().len()];
        for (i, predicate) in program.predicates().iter().enumerate() {
            let id = PredId::new(i);
            let read = |p: &Premise| p.atom().is_some_and(|a| a.predicate == id);
            let premises = program.rules().iter().flat_map(|r| &r.premises);
            let goals = program.clauses().iter().flat_map(|c| &c.goals);
            stays[i] = predicate.kind != PredKind::Action || premises.chain(goals).any(read);
        }
        let known = Mutex::default();
        let compound = |t: &senet_program::Type| matches!(t.shape, Shape::Finite | Shape::Infinite);
        let compound = program.types().iter().any(compound);
        Engine {
            program: program.clone(),
            bank,
            limits,
            rules,
            stages,
            facts,
            empty,
            layouts,
            asked,
            known,
            stays,
            compound,
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The bank of its terms.
    pub fn bank(&self) -> &Bank {
        &self.bank
    }

    /// The budgets.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn stop(&self, budget: Budget, doing: impl Into<String>) -> Stop {
        Stop { budget, limit: self.limits.of(budget), doing: doing.into() }
    }

    /// An atom as it is written.
    pub fn show_atom(&self, predicate: PredId, values: &[Value]) -> String {
        let declared = self.program.predicate(predicate);
        let mut out = declared.name.clone();
        for (value, ty) in values.iter().zip(&declared.arguments) {
            out.push(' ');
            out.push_str(&self.bank.show(&self.program, *ty, *value, true));
        }
        out
    }

    /// Canonical order: rules in source order, then values in order of first occurrence.
    pub(crate) fn sort(&self, transitions: &mut [Transition]) {
        transitions.sort_by(|a, b| self.order(a, b));
    }

    pub(crate) fn order(&self, a: &Transition, b: &Transition) -> Ordering {
        let variables = &self.program.rule(a.rule).variables;
        a.rule.cmp(&b.rule).then_with(|| {
            let pairs = a.values.iter().zip(&b.values).zip(variables);
            let mut orders = pairs.map(|((a, b), v)| self.bank.compare(v.ty, *a, *b));
            orders.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        })
    }

    /// The value of a term under a substitution.
    pub(crate) fn ground(&self, term: &Term, values: &[Value]) -> Value {
        match term {
            Term::Variable(v) => values[v.index()],
            Term::Plus(v, n) => values[v.index()].saturating_add(*n),
            Term::Number(n) => *n,
            Term::Apply(c, inner) => {
                let inner: Vec<Value> = inner.iter().map(|t| self.ground(t, values)).collect();
                self.bank.intern(*c, &inner)
            }
        }
    }

    /// A text description of the plans, for `senet debug plan`.
    pub fn describe(&self) -> String {
        let mut out = String::new();
        for (i, plan) in self.rules.iter().enumerate() {
            let rule = &self.program.rules()[i];
            let name = rule.name.as_deref().unwrap_or("-");
            let kept = if plan.volatile { "matched anew each time" } else { "kept up to date" };
            out.push_str(&format!("rule {i} {name}: {kept}\n"));
            self.describe_ops(&plan.full.ops, &mut out);
        }
        let mut asked: Vec<_> = self.asked.iter().collect();
        asked.sort_by_key(|(question, _)| **question);
        for ((predicate, known), asked) in asked {
            let declared = self.program.predicate(*predicate);
            let arguments: Vec<&str> = (0..declared.arguments.len())
                .map(|i| if known & 1 << i != 0 { "known" } else { "found" })
                .collect();
            let how = match asked.jump {
                Some(_) => "in one jump",
                None => "by tabled search",
            };
            out.push_str(&format!("question {} {}: {how}\n", declared.name, arguments.join(" ")));
            for clause in &asked.clauses {
                out.push_str("  clause\n");
                self.describe_ops(&clause.ops, &mut out);
            }
        }
        out
    }

    fn describe_ops(&self, ops: &[Op], out: &mut String) {
        let name = |p: &PredId| &self.program.predicate(*p).name;
        for op in ops {
            let line = match op {
                Op::Scan(scan) => {
                    let table = if scan.facts { "fact" } else { "atom" };
                    format!(
                        "each {table} {} by {:?}, tested {:?}",
                        name(&scan.predicate),
                        scan.by,
                        scan.tests
                    )
                }
                Op::Solve { predicate, key, tests, .. } => {
                    format!("each solution of {} from {key:?}, tested {tests:?}", name(predicate))
                }
                Op::Sense { predicate, tests } => {
                    format!("whatever {} says, tested {tests:?}", name(predicate))
                }
                Op::Compare { left, right, same } => {
                    format!("{left:?} {} {right:?}", if *same { "is" } else { "is not" })
                }
                Op::Fit { value, pattern } => format!("{value:?} fits {pattern:?}"),
            };
            out.push_str(&format!("    {line}\n"));
        }
    }
}

fn rule_plan(planner: &mut Planner<'_>, rule: &senet_program::Rule) -> RulePlan {
    let program = planner.program;
    let mut needs: Vec<Need> = Vec::new();
    for (i, premise) in rule.premises.iter().enumerate() {
        let usage = match premise {
            Premise::Take(_) => Usage::Take,
            Premise::Read(_) => Usage::Read,
            Premise::Persistent(_) => Usage::Lasting,
            _ => continue,
        };
        let atom = premise.atom().expect("a premise of the position is an atom");
        let arguments = atom.arguments.iter().map(|t| planner.expr(t)).collect();
        needs.push(Need { predicate: atom.predicate, usage, arguments, premise: i });
    }
    let makes: Vec<Make> = rule
        .conclusions
        .iter()
        .map(|c| Make {
            predicate: c.atom.predicate,
            arguments: c.atom.arguments.iter().map(|t| planner.expr(t)).collect(),
            persistent: c.persistent,
        })
        .collect();
    let volatile = rule.premises.iter().any(|p| match p {
        Premise::Sense(_) => true,
        Premise::Derived(atom) => program.predicate(atom.predicate).reads_position,
        _ => false,
    });
    let linear = |n: &&Need| n.usage != Usage::Lasting;
    let shares = needs.iter().enumerate().any(|(i, a)| {
        needs[..i].iter().filter(linear).any(|b| b.predicate == a.predicate) && linear(&a)
    });
    let full = planner.plan(&rule.premises, nothing(rule.variables.len()), None, true);
    let saturates = saturates(program, rule);
    let acts = |m: &Make| program.predicate(m.predicate).kind == PredKind::Action;
    let acts = makes.iter().any(acts);
    let to = match rule.role {
        Role::Link(_, to) => to,
        Role::Step(_) => None,
    };
    RulePlan {
        acts,
        to,
        variables: rule.variables.len(),
        needs,
        makes,
        full,
        shares,
        saturates,
        volatile,
    }
}

/// Whether a firing may change nothing but persistent atoms: everything linear that it makes, it
/// may have taken, and everything else that it takes may be persistent.
fn saturates(program: &Program, rule: &senet_program::Rule) -> bool {
    if !rule.conclusions.iter().any(|c| c.persistent) {
        return false;
    }
    let mut taken: Vec<&Atom> = rule
        .premises
        .iter()
        .filter_map(|p| if let Premise::Take(a) = p { Some(a) } else { None })
        .collect();
    for made in rule.conclusions.iter().filter(|c| !c.persistent) {
        let Some(at) = taken.iter().position(|t| may_equal(t, &made.atom)) else {
            return false;
        };
        taken.swap_remove(at);
    }
    let lasts = |p: PredId| {
        let made = program.rules().iter().flat_map(|r| &r.conclusions);
        let given = program.starts().iter().flat_map(|s| &s.atoms);
        made.chain(given).any(|c| c.persistent && c.atom.predicate == p)
    };
    taken.iter().all(|a| lasts(a.predicate))
}

fn may_equal(a: &Atom, b: &Atom) -> bool {
    let differ = |(s, t): (&Term, &Term)| s.is_ground() && t.is_ground() && s != t;
    a.predicate == b.predicate && !a.arguments.iter().zip(&b.arguments).any(differ)
}

fn stage_plan(planner: &mut Planner<'_>, rules: &[RulePlan], stage: StageId) -> StagePlan {
    let program = planner.program;
    let all = &program.stage(stage).rules;
    let (volatile, kept): (Vec<RuleId>, Vec<RuleId>) =
        all.iter().partition(|r| rules[r.index()].volatile);
    let mut deltas: Vec<Vec<Delta>> = Vec::new();
    deltas.resize_with(program.predicates().len(), Vec::new);
    for id in &kept {
        let rule = program.rule(*id);
        for (slot, need) in rules[id.index()].needs.iter().enumerate() {
            let bound = nothing(rule.variables.len());
            let plan = planner.plan(&rule.premises, bound, Some(need.premise), true);
            let lasting = need.usage == Usage::Lasting;
            deltas[need.predicate.index()].push(Delta { rule: *id, slot, lasting, plan });
        }
    }
    let plain = volatile.is_empty()
        && kept.iter().all(|id| {
            let rule = program.rule(*id);
            rule.effective.len() == rule.variables.len() && !rules[id.index()].saturates
        });
    StagePlan { kept, volatile, plain, deltas }
}

/// How to answer a question to a backward predicate.
fn ask(planner: &mut Planner<'_>, (predicate, known): (PredId, Known)) -> Asked {
    let program = planner.program;
    let clauses: Vec<&senet_program::Clause> =
        program.clauses().iter().filter(|c| c.head.predicate == predicate).collect();
    let mut plans = Vec::new();
    for clause in &clauses {
        let arguments = &clause.head.arguments;
        let bound = head_bound(arguments, known, clause.variables.len());
        let mut fresh = nothing(clause.variables.len());
        let asked: Vec<usize> = (0..arguments.len()).filter(|i| known & 1 << i != 0).collect();
        // The known arguments are matched first, in the order of the key.
        let given = asked
            .iter()
            .enumerate()
            .map(|(k, i)| (k, planner.pattern(&arguments[*i], &mut fresh)))
            .collect();
        let ops = planner.plan(&clause.goals, bound, None, false).ops;
        let head = arguments.iter().map(|t| planner.expr(t)).collect();
        plans.push(Arc::new(crate::solve::ClausePlan {
            variables: clause.variables.len(),
            given,
            ops,
            head,
        }));
    }
    let jump = Jump::find(&clauses, known);
    let reads_position = program.predicate(predicate).reads_position;
    Asked { clauses: plans, jump, reads_position }
}
