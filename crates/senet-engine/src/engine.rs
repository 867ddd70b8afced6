//! A program made ready to run: plans for its rules, tables for its facts, and everything that
//! stays the same while positions come and go.

use crate::comprehension::Effects;
use crate::direct;
use crate::join::{Answers, Goal};
use crate::machine::{Answering, Transition};
use crate::plan::survey::{Backward, Survey};
use crate::plan::usual::is_token;
use crate::plan::{BlockPlan, Expr, Op, Plan, Planner, columns, head_bound, is_fact, nothing};
use crate::position::TermPosition;
use crate::relation::{Layout, Relation};
use crate::solve::{ClausePlan, Jump, QueryPlan, Tables};
use senet_game::{LimitKind, LimitReached, Limits};
use senet_program::modes::Known;
use senet_program::{
    Atom, Clause, Comprehension, Conclusion, PredId, PredKind, Premise, Program, Role, RuleId,
    StageId, Term, TypeId, TypeShape, Variable,
};
use senet_words::{GameWords, Interner, PositionAtom, Value};
use std::cmp::Ordering;
use std::sync::{Arc, Mutex, OnceLock};

/// A program ready to run. Shared by all positions of it, on any number of threads.
#[derive(Debug)]
pub struct Engine {
    pub(crate) program: Arc<Program>,
    pub(crate) interner: Arc<Interner>,
    pub(crate) words: Arc<GameWords>,
    pub(crate) limits: Limits,
    pub(crate) rules: Vec<RulePlan>,
    pub(crate) stages: Vec<StagePlan>,
    /// Facts, by predicate; empty for other predicates.
    pub(crate) facts: Vec<Relation>,
    pub(crate) empty: Vec<Relation>,
    /// How to answer each query that plans ask of backward predicates.
    pub(crate) queries: Vec<QueryPlan>,
    /// `#forbid`: for each stage, plans of what must not hold after a move, with the number of
    /// their variables.
    pub(crate) forbidden: Vec<Vec<(Plan, usize)>>,
    /// For each property that has a pattern, how to match it.
    pub(crate) properties: Vec<Option<(Plan, usize)>>,
    /// A position with nothing in it, for queries that read none.
    pub(crate) nowhere: OnceLock<TermPosition>,
    /// Answers that hold in every position.
    pub(crate) known: Mutex<Tables>,
    /// Whether there are terms other than constants and numbers.
    pub(crate) compound: bool,
    /// The sets of each start, each with the number of atoms before it.
    pub(crate) sets: Vec<Vec<(usize, ComprehensionPlan)>>,
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

impl Engine {
    /// Makes a program ready. Cannot fail: the checker has seen to that.
    pub fn new(program: Arc<Program>, limits: Limits) -> Engine {
        let interner = Arc::new(Interner::new(&program));
        let words = Arc::new(GameWords::new(Arc::clone(&program), Arc::clone(&interner)));
        let mut planner = Planner::new(&program, &interner);
        let mut deltas: Vec<Deltas> = Vec::new();
        deltas.resize_with(program.stages().len(), Deltas::new);
        let mut rules: Vec<RulePlan> = Vec::with_capacity(program.rules().len());
        for (i, rule) in program.rules().iter().enumerate() {
            let survey = planner.survey(&rule.premises, &rule.variables);
            let plan = rule_plan(&mut planner, rule, &survey);
            if let Role::Step(stage) = rule.role
                && !plan.volatile
            {
                let deltas = &mut deltas[stage.index()];
                delta_plans(&mut planner, &survey, RuleId::new(i), &plan.needs, deltas);
            }
            rules.push(plan);
        }
        let stages: Vec<StagePlan> = (deltas.into_iter().enumerate())
            .map(|(i, deltas)| stage_plan(&program, &rules, StageId::new(i), deltas))
            .collect();
        let mut pattern = |p: &senet_program::Pattern| {
            let n = p.variables.len();
            let survey = planner.survey(&p.premises, &p.variables);
            (planner.plan(&survey, nothing(n), None, false), n)
        };
        let stages_forbid = program.stages().iter();
        let forbidden =
            stages_forbid.map(|s| s.forbidden.iter().map(&mut pattern).collect()).collect();
        let said = program.properties().iter();
        let properties = said.map(|p| p.kind.pattern().map(&mut pattern)).collect();
        let mut set_plans = |start: &senet_program::Start| {
            let sets = start.sets.iter();
            sets.map(|(at, set)| (*at, comprehension_plan(&mut planner, set, &[]))).collect()
        };
        let sets = program.starts().iter().map(&mut set_plans).collect();
        ask_why(&mut planner);
        let mut queries: Vec<QueryPlan> = Vec::new();
        while let Some(query) = planner.queries.get(queries.len()).copied() {
            queries.push(ask(&mut planner, query));
        }
        direct::decide(&mut queries);
        let relations = |facts: bool| -> Vec<Relation> {
            let relation = |layout: &Layout| {
                if layout.facts == facts { Relation::new(layout) } else { Relation::none() }
            };
            planner.layouts.iter().map(relation).collect()
        };
        let (mut facts, empty) = (relations(true), relations(false));
        for clause in program.clauses() {
            if is_fact(clause) {
                let row: Vec<Value> =
                    clause.head.arguments.iter().map(|t| interner.ground(t)).collect();
                facts[clause.head.predicate.index()].insert(&row);
            }
        }
        let mut stays = vec![true; program.predicates().len()];
        for (i, predicate) in program.predicates().iter().enumerate() {
            let id = PredId::new(i);
            let read = |p: &Premise| p.atom().is_some_and(|a| a.predicate == id);
            let premises = program.rules().iter().flat_map(senet_program::Rule::all_premises);
            let goals = program.clauses().iter().flat_map(|c| &c.goals);
            let goals = goals.flat_map(Premise::with_inner);
            stays[i] = predicate.kind != PredKind::Action || premises.chain(goals).any(read);
        }
        let known = Mutex::default();
        let compound =
            |t: &senet_program::Type| matches!(t.shape, TypeShape::Finite | TypeShape::Infinite);
        let compound = program.types().iter().any(compound);
        Engine {
            program: program.clone(),
            interner,
            words,
            limits,
            rules,
            stages,
            facts,
            empty,
            queries,
            forbidden,
            properties,
            nowhere: OnceLock::new(),
            known,
            stays,
            compound,
            sets,
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The interner of its terms.
    pub fn interner(&self) -> &Interner {
        &self.interner
    }

    /// The words of its positions and moves.
    pub fn words(&self) -> &Arc<GameWords> {
        &self.words
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn stop(&self, kind: LimitKind, doing: impl Into<String>) -> LimitReached {
        LimitReached { kind, limit: self.limits.of(kind), doing: doing.into() }
    }

    /// How many arguments a predicate has.
    pub(crate) fn arity(&self, predicate: PredId) -> usize {
        self.program.predicate(predicate).arguments.len()
    }

    /// Whether firing a rule that has no braces may do nothing but add persistent atoms that are
    /// there already.
    pub fn saturates(&self, rule: RuleId) -> bool {
        self.rules[rule.index()].saturates
    }

    /// Whether there is never more than one atom of a predicate, as far as the rules show it.
    pub fn is_token(&self, predicate: PredId) -> bool {
        is_token(&self.program, predicate)
    }

    /// Whether atoms of a predicate stay when they are made: what goes to the host stays only if some
    /// premise reads it.
    pub fn stays(&self, predicate: PredId) -> bool {
        self.stays[predicate.index()]
    }

    /// Whether a rule makes an outcome.
    pub(crate) fn decides(&self, rule: &senet_program::Rule) -> bool {
        decides(&self.program, rule)
    }

    /// How to ask whether a predicate holds of known arguments, for those that outcomes rest on.
    pub(crate) fn asked_in_full(&self, predicate: PredId) -> Option<&QueryPlan> {
        let full = full(self.arity(predicate));
        self.queries.iter().find(|a| a.predicate == predicate && a.known == full)
    }

    /// Answers a query that does not depend on the position.
    pub(crate) fn answer_known(
        &self,
        position: &TermPosition,
        goal: Goal<'_>,
    ) -> Result<Answers, LimitReached> {
        let mut known = self.known.lock().expect("no thread panics while it searches");
        known.answer(self, position, goal)
    }

    /// An atom as it is written.
    pub fn show_atom(&self, predicate: PredId, values: &[Value]) -> String {
        self.words.atom(predicate, values)
    }

    /// The atoms of a start, in source order; what its sets make stands where they stand.
    pub fn start_atoms(&self, start: usize) -> Result<Vec<PositionAtom>, LimitReached> {
        let declared = &self.program.starts()[start];
        let position = TermPosition::new(self, declared.stage);
        let mut sets = self.sets[start].iter().peekable();
        let mut out = Vec::with_capacity(declared.atoms.len());
        for (i, atom) in declared.atoms.iter().map(Some).chain([None]).enumerate() {
            while let Some((_, set)) = sets.next_if(|(at, _)| *at == i) {
                self.set_atoms(&position, set, &mut out)?;
            }
            out.extend(atom.map(|c| PositionAtom {
                predicate: c.atom.predicate,
                values: c.atom.arguments.iter().map(|t| self.interner.ground(t)).collect(),
                copies: u64::from(!c.persistent),
                persistent: c.persistent,
            }));
        }
        Ok(out)
    }

    fn set_atoms(
        &self,
        position: &TermPosition,
        set: &ComprehensionPlan,
        out: &mut Vec<PositionAtom>,
    ) -> Result<(), LimitReached> {
        let mut tables = Tables::default();
        let mut answers = Answering { engine: self, position, tables: &mut tables };
        let set = std::slice::from_ref(set);
        let effects = Effects::of(self, position, set, &[], &[], &mut answers)?;
        out.extend(effects.makes.into_iter().map(|made| PositionAtom {
            predicate: made.predicate,
            values: made.values,
            copies: if made.persistent { 0 } else { made.copies },
            persistent: made.persistent,
        }));
        Ok(())
    }

    /// Canonical order: rules in source order, then values in order of first occurrence.
    pub(crate) fn sort(&self, transitions: &mut [Transition]) {
        transitions.sort_by(|a, b| self.order(a, b));
    }

    pub(crate) fn order(&self, a: &Transition, b: &Transition) -> Ordering {
        a.rule.cmp(&b.rule).then_with(|| self.order_values(a.rule, &a.values, &b.values))
    }

    /// The order of two substitutions of one rule.
    pub(crate) fn order_values(&self, rule: RuleId, a: &[Value], b: &[Value]) -> Ordering {
        let pairs = a.iter().zip(b).zip(&self.program.rule(rule).variables);
        let mut orders = pairs.map(|((a, b), v)| self.interner.compare(v.ty, *a, *b));
        orders.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// The value of a term under a substitution.
    pub fn ground(&self, term: &Term, values: &[Value]) -> Value {
        match term {
            Term::Variable(v) => values[v.index()],
            Term::Plus(v, n) => values[v.index()].saturating_add(*n),
            Term::Number(n) => *n,
            Term::Apply(c, inner) => {
                let inner: Vec<Value> = inner.iter().map(|t| self.ground(t, values)).collect();
                self.interner.intern(*c, &inner)
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
        let mut queries: Vec<&QueryPlan> = self.queries.iter().collect();
        queries.sort_by_key(|query| (query.predicate, query.known));
        for query in queries {
            let known = query.known;
            let declared = self.program.predicate(query.predicate);
            let mut arguments = vec!["found"; declared.arguments.len()];
            columns(known).for_each(|i| arguments[i] = "known");
            let how = match query.jump {
                Some(_) => "in one jump",
                None if query.direct => "looked through",
                None => "by tabled search",
            };
            out.push_str(&format!("query {} {}: {how}\n", declared.name, arguments.join(" ")));
            for clause in &query.clauses {
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
                Op::Less { left, right, or_same } => {
                    format!("{left:?} {} {right:?}", if *or_same { "<=" } else { "<" })
                }
                Op::Compute { operator, left, right, result, .. } => {
                    format!("{left:?} {} {right:?} fits {result:?}", operator.sign())
                }
                Op::Not(block) => {
                    out.push_str("    there is no:\n");
                    self.describe_ops(&block.ops, out);
                    continue;
                }
                Op::Aggregate { by, value, block, result, .. } => {
                    out.push_str(&format!("    {} {value:?} fits {result:?}, of:\n", by.word()));
                    self.describe_ops(&block.ops, out);
                    continue;
                }
            };
            out.push_str(&format!("    {line}\n"));
        }
    }
}

/// Rules with more premises on the position are matched anew in each position.
const MANY: usize = 64;

fn rule_plan(
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
    // What braces would do has to be worked out to know whether the rule does anything.
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
fn delta_plans(
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

fn stage_plan(
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

/// Asks what tells why an outcome came about: every derived predicate that it rests on, with all
/// arguments known.
fn ask_why(planner: &mut Planner<'_>) {
    let program = planner.program;
    let deciding = program.rules().iter().filter(|rule| decides(program, rule));
    let mut open: Vec<&Premise> = deciding.flat_map(|rule| &rule.premises).collect();
    let mut explained = vec![false; program.predicates().len()];
    while let Some(premise) = open.pop() {
        let Premise::Derived(Atom { predicate, .. }) = premise else {
            continue;
        };
        let declared = program.predicate(*predicate);
        let full = full(declared.arguments.len());
        let reads = declared.reads_position && program.modes().mode(*predicate, full).is_some();
        if reads && !std::mem::replace(&mut explained[predicate.index()], true) {
            planner.ask(*predicate, full);
            let clauses = &planner.clauses[predicate.index()];
            open.extend(clauses.iter().flat_map(|clause| &clause.goals));
        }
    }
}

/// All of so many arguments.
fn full(arguments: usize) -> Known {
    (0..arguments.min(64)).fold(0, |known, i| known | 1 << i)
}

/// Whether a rule makes an outcome.
fn decides(program: &Program, rule: &senet_program::Rule) -> bool {
    let game = program.game();
    let outcome = |p: PredId| [&game.win, &game.lose, &game.draw].iter().any(|o| o.contains(&p));
    rule.all_made().any(|made| outcome(made.atom.predicate))
}

/// How to answer a query to a backward predicate.
fn ask(planner: &mut Planner<'_>, (predicate, known): (PredId, Known)) -> QueryPlan {
    let program = planner.program;
    let clauses = &planner.clauses[predicate.index()];
    let jump = Jump::find(clauses, known);
    let facts = clauses.iter().copied().enumerate().filter(|(_, clause)| is_fact(clause));
    // Jumps are about single clauses. Otherwise facts are looked up, and not gone through.
    let facts: Vec<(usize, &Clause)> =
        facts.take(if jump.is_some() { usize::MAX } else { 1 }).collect();
    let mut plans = Vec::with_capacity(clauses.len().min(facts.len() + 8));
    for Backward { number, clause, survey } in &*planner.backward(predicate) {
        let bound = head_bound(&clause.head.arguments, known, clause.variables.len());
        let ops = planner.plan(survey, bound, None, false).ops;
        plans.push(clause_plan(planner, *number, clause, known, ops));
    }
    for (number, fact) in facts {
        plans.push(match jump {
            Some(_) => clause_plan(planner, number, fact, known, Vec::new()),
            None => planner.facts(number, predicate, known),
        });
    }
    plans.sort_by_key(|plan| plan.clause);
    let clauses = plans.into_iter().map(Arc::new).collect();
    let reads_position = program.predicate(predicate).reads_position;
    let little = jump.is_none() && planner.answers_within(predicate, known, direct::LITTLE);
    QueryPlan { predicate, known, clauses, jump, reads_position, little, direct: false }
}

fn clause_plan(
    planner: &Planner<'_>,
    number: usize,
    clause: &Clause,
    known: Known,
    ops: Vec<Op>,
) -> ClausePlan {
    let arguments = &clause.head.arguments;
    let mut fresh = nothing(clause.variables.len());
    // The known arguments are matched first, in the order of the key.
    let mut given = Vec::with_capacity(known.count_ones() as usize);
    for (k, i) in columns(known).enumerate() {
        given.push((k, planner.pattern(&arguments[i], &mut fresh)));
    }
    let head = arguments.iter().map(|t| planner.expr(t)).collect();
    ClausePlan { clause: number, variables: clause.variables.len(), given, ops, head }
}
