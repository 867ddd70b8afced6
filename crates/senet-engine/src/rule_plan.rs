//! Rules and stages, made ready: what a rule needs and makes, how its matches are found, and how they are
//! kept up to date.
//!
//! A rule is *kept* if its matches change only when atoms of its premises come and go: then the agenda has
//! them, and new atoms extend them by delta plans. It is *volatile* if anything else decides: a sensor, a
//! derived predicate that reads the position, `not`, an aggregate. Then it is matched anew in each position.

use crate::plan::survey::Survey;
use crate::plan::{BlockPlan, Expr, Op, Plan, Planner, nothing};
use senet_program::{
    Atom, Comprehension, Conclusion, PredId, PredKind, Premise, Program, Role, RuleId, StageId,
    Term, TypeId, Variable,
};

/// A rule, ready.
#[derive(Debug)]
pub(crate) struct RulePlan {
    pub(crate) variables: usize,
    /// The premises that are matched against the position, in source order.
    pub(crate) needs: Vec<Need>,
    pub(crate) makes: Vec<Make>,
    pub(crate) full: Plan,
    /// How many of its last steps give values only to variables that make no difference.
    pub(crate) idle: usize,
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
    /// What it rewrites besides.
    pub(crate) comprehensions: Vec<ComprehensionPlan>,
    /// Whether what its comprehensions do decides whether it does anything.
    pub(crate) idle_comprehensions: bool,
    /// By how much its weight is multiplied.
    pub(crate) weight: u64,
    /// Its premises with blocks, each as a test for when everything else is known.
    pub(crate) tests: Vec<(usize, Op)>,
}

/// A comprehension, ready.
#[derive(Debug)]
pub(crate) struct ComprehensionPlan {
    pub(crate) block: BlockPlan,
    /// The types of all variables, for the canonical order of matches.
    pub(crate) types: Vec<TypeId>,
    pub(crate) makes: Vec<Make>,
}

/// A premise that is matched against the position.
#[derive(Debug, Clone)]
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
    Persistent,
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
    /// Whether transitions are moves: every variable makes a difference, and there is no order.
    pub(crate) plain: bool,
    /// Whether some rule asks the host.
    pub(crate) senses: bool,
    /// Whether firing some rule may do nothing but add what is there already.
    pub(crate) saturates: bool,
    pub(crate) deltas: Deltas,
}

/// For each predicate, the plans that begin with a new atom of it.
pub(crate) type Deltas = Vec<Vec<Delta>>;

#[derive(Debug)]
pub(crate) struct Delta {
    pub(crate) rule: RuleId,
    pub(crate) slot: usize,
    pub(crate) persistent: bool,
    pub(crate) plan: Plan,
}

/// Rules with more premises on the position are matched anew in each position.
const MANY: usize = 64;

pub(crate) fn rule_plan(
    planner: &mut Planner<'_>,
    rule: &senet_program::Rule,
    survey: &Survey<'_>,
) -> RulePlan {
    let program = planner.program;
    let needs = needs(planner, &rule.premises);
    let makes = makes(planner, &rule.conclusions);
    let reads = |p: &Premise| match p {
        Premise::Sense(_) => true,
        Premise::Derived(atom) => program.predicate(atom.predicate).reads_position,
        _ => false,
    };
    let in_block = |p: &Premise| p.with_inner().skip(1).any(|p| p.in_position() || reads(p));
    let comprehensions: Vec<ComprehensionPlan> = rule
        .comprehensions
        .iter()
        .map(|r| comprehension_plan(planner, r, &rule.variables))
        .collect();
    // What comprehensions would do has to be computed to know whether the rule does anything.
    let idle_comprehensions =
        !rule.comprehensions.is_empty() && rule.saturates() && rule.unsolved.is_empty();
    // A plan for each premise takes time with the cube of their number, and so many atoms change
    // rarely one at a time.
    let many = needs.len() > MANY;
    let unsolved = !rule.unsolved.is_empty();
    let volatile = many
        || idle_comprehensions
        || unsolved
        || rule.premises.iter().any(|p| reads(p) || in_block(p));
    let shares = shares(&needs);
    let bound = nothing(rule.variables.len());
    let full = planner.plan(survey, bound, None, true);
    let idle = idle(&full.ops, rule);
    let tests = tests(planner, rule);
    let saturates = rule.comprehensions.is_empty() && !unsolved && saturates(program, rule);
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
        idle,
        shares,
        saturates,
        volatile,
        comprehensions,
        idle_comprehensions,
        weight: rule.weight,
        tests,
    }
}

/// How many of the last steps give values only to variables that make no difference.
fn idle(ops: &[Op], rule: &senet_program::Rule) -> usize {
    let mut unknown: Vec<usize> = rule.effective.iter().map(|v| v.index()).collect();
    // The steps behind the one that binds the last effective variable are an existence test:
    // matches that differ only there are one transition.
    let known = ops.iter().position(|op| {
        let done = unknown.is_empty();
        op.each_bound(&mut |v| unknown.retain(|u| *u != v));
        done
    });
    known.map_or(0, |at| ops.len() - at)
}

/// The premises that are matched against the position.
pub(crate) fn needs(planner: &Planner<'_>, premises: &[Premise]) -> Vec<Need> {
    let mut needs: Vec<Need> = Vec::new();
    for (i, premise) in premises.iter().enumerate() {
        let usage = match premise {
            Premise::Take(_) => Usage::Take,
            Premise::Read(_) => Usage::Read,
            Premise::Persistent(_) => Usage::Persistent,
            _ => continue,
        };
        let atom = premise.atom().expect("a premise of the position is an atom");
        let arguments = atom.arguments.iter().map(|t| planner.expr(t)).collect();
        needs.push(Need { predicate: atom.predicate, usage, arguments, premise: i });
    }
    needs
}

/// Whether two premises may be served by one atom.
pub(crate) fn shares(needs: &[Need]) -> bool {
    let linear = |n: &&Need| n.usage != Usage::Persistent;
    needs.iter().enumerate().any(|(i, a)| {
        needs[..i].iter().filter(linear).any(|b| b.predicate == a.predicate) && linear(&a)
    })
}

fn makes(planner: &Planner<'_>, conclusions: &[Conclusion]) -> Vec<Make> {
    let make = |c: &Conclusion| Make {
        predicate: c.atom.predicate,
        arguments: c.atom.arguments.iter().map(|t| planner.expr(t)).collect(),
        persistent: c.persistent,
    };
    conclusions.iter().map(make).collect()
}

/// A comprehension, or a set of a start, ready.
pub(crate) fn comprehension_plan(
    planner: &mut Planner<'_>,
    comprehension: &Comprehension,
    outer: &[Variable],
) -> ComprehensionPlan {
    let block = planner.block(&comprehension.block, outer);
    let types = outer.iter().chain(&comprehension.block.locals).map(|v| v.ty).collect();
    ComprehensionPlan { block, types, makes: makes(planner, &comprehension.makes) }
}

fn tests(planner: &mut Planner<'_>, rule: &senet_program::Rule) -> Vec<(usize, Op)> {
    let blocks = rule.premises.iter().enumerate().filter(|(_, p)| p.block().is_some());
    let mut out = Vec::new();
    for (i, premise) in blocks {
        let mut bound = nothing(rule.variables.len());
        premise.each_variable(&mut |v| bound.bind(v));
        let survey = planner.survey(std::slice::from_ref(premise), &rule.variables);
        let ops = planner.plan(&survey, bound, None, true).ops;
        out.extend(ops.into_iter().map(|op| (i, op)));
    }
    out
}

/// Whether a firing may change nothing but persistent atoms: everything linear that it makes, it
/// may have taken, and everything else that it takes may be persistent.
fn saturates(program: &Program, rule: &senet_program::Rule) -> bool {
    if !rule.saturates() {
        return false;
    }
    // Pairs each linear atom that is made with one that is taken and might be the same. A rule
    // for which this fails changes something linear in every firing, so it never saturates and
    // need not be tested for it in each position.
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
        let made = program.rules().iter().flat_map(senet_program::Rule::all_made);
        let given = program.starts().iter().flat_map(senet_program::Start::all_made);
        made.chain(given).any(|c| c.persistent && c.atom.predicate == p)
    };
    taken.iter().all(|a| lasts(a.predicate))
}

fn may_equal(a: &Atom, b: &Atom) -> bool {
    let differ = |(s, t): (&Term, &Term)| s.is_ground() && t.is_ground() && s != t;
    a.predicate == b.predicate && !a.arguments.iter().zip(&b.arguments).any(differ)
}

/// Plans that begin with a new atom for one of the premises of a rule.
pub(crate) fn delta_plans(
    planner: &mut Planner<'_>,
    survey: &Survey<'_>,
    rule: RuleId,
    needs: &[Need],
    deltas: &mut Deltas,
) {
    deltas.resize_with(planner.program.predicates().len(), Vec::new);
    for (slot, need) in needs.iter().enumerate() {
        let bound = nothing(planner.program.rule(rule).variables.len());
        let plan = planner.plan(survey, bound, Some(need.premise), true);
        let persistent = need.usage == Usage::Persistent;
        deltas[need.predicate.index()].push(Delta { rule, slot, persistent, plan });
    }
}

pub(crate) fn stage_plan(
    program: &Program,
    rules: &[RulePlan],
    stage: StageId,
    mut deltas: Deltas,
) -> StagePlan {
    deltas.resize_with(program.predicates().len(), Vec::new);
    let all = &program.stage(stage).rules;
    let (volatile, kept): (Vec<RuleId>, Vec<RuleId>) =
        all.iter().partition(|r| rules[r.index()].volatile);
    let saturates = all.iter().any(|id| rules[id.index()].saturates);
    let effective = |id: &RuleId| {
        let rule = program.rule(*id);
        rule.effective.len() == rule.variables.len()
    };
    let ordered = program.stage(stage).ordered;
    let sense = |p: &Premise| matches!(p, Premise::Sense(_));
    let senses = all.iter().any(|id| program.rule(*id).premises.iter().any(sense));
    let plain = !senses && !saturates && !ordered && all.iter().all(effective);
    StagePlan { kept, volatile, plain, senses, saturates, deltas }
}
