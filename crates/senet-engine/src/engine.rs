//! A program made ready to run: plans for its rules, tables for its facts, and everything that
//! stays the same while positions come and go.

use crate::comprehension::Effects;
use crate::direct;
use crate::join::{Answers, Goal};
use crate::machine::{Answering, Transition};
use crate::plan::usual::is_token;
use crate::plan::{Op, Plan, Planner, columns, is_fact, nothing};
use crate::position::TermPosition;
use crate::relation::{Layout, Relation};
use crate::rule_plan::{
    ComprehensionPlan, Deltas, RulePlan, StagePlan, comprehension_plan, delta_plans, rule_plan,
    stage_plan,
};
use crate::solve::{QueryPlan, Tables, ask, ask_why, decides, full};
use senet_game::{LimitKind, LimitReached, Limits};
use senet_program::{PredId, PredKind, Premise, Program, Role, RuleId, StageId, Term, TypeShape};
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
    /// How to answer each query that plans ask of derived predicates.
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
            // Volatile rules (with `not`, aggregates, or derived predicates that read the
            // position) are matched anew each time: a change can make their matches appear and
            // disappear without an atom of theirs coming or going, which delta plans do not
            // notice.
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
        // Planning a clause may ask further queries in new modes, so this runs to the fixpoint;
        // it ends, because a program has finitely many predicates and modes.
        while let Some(query) = planner.queries.get(queries.len()).copied() {
            queries.push(ask(&mut planner, query));
        }
        direct::decide(&mut queries);
        // Only now are all indexes known that plans use.
        let (facts, empty) = relations(&program, &interner, &planner.layouts);
        let stays = staying(&program);
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

    /// The program that it was made from.
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

    /// The limits that every run and search keeps.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn stop(&self, kind: LimitKind, doing: impl Into<String>) -> LimitReached {
        LimitReached { kind, limit: self.limits.of(kind), doing: doing.into() }
    }

    /// A rule that has more matches than the limit allows.
    pub(crate) fn too_many(&self, rule: RuleId) -> LimitReached {
        let name = self.program.rule(rule).name.as_deref().unwrap_or("a rule without a name");
        self.stop(LimitKind::Matches, format!("`{name}` matches in too many ways"))
    }

    /// How many arguments a predicate has.
    pub(crate) fn arity(&self, predicate: PredId) -> usize {
        self.program.predicate(predicate).arguments.len()
    }

    /// Whether firing a rule without comprehensions may do nothing but add persistent atoms that are
    /// present already.
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
        // Lexicographic by value. Terms compare by structure, not by their interned number, so
        // that the order is the same in every run and on every engine.
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

/// The relations of facts, filled, and those of a position, empty; each has nothing for the predicates of
/// the other.
fn relations(
    program: &Program,
    interner: &Interner,
    layouts: &[Layout],
) -> (Vec<Relation>, Vec<Relation>) {
    let relations = |facts: bool| -> Vec<Relation> {
        let relation = |layout: &Layout| {
            if layout.facts == facts { Relation::new(layout) } else { Relation::none() }
        };
        layouts.iter().map(relation).collect()
    };
    // Ground clauses without goals are stored as rows of a relation, so that a table of any
    // size costs one index lookup and no rule.
    let (mut facts, empty) = (relations(true), relations(false));
    for clause in program.clauses().iter().filter(|clause| is_fact(clause)) {
        let row: Vec<Value> = clause.head.arguments.iter().map(|t| interner.ground(t)).collect();
        facts[clause.head.predicate.index()].insert(&row);
    }
    (facts, empty)
}

/// For each predicate, whether its atoms stay: those of actions do if some premise reads them.
fn staying(program: &Program) -> Vec<bool> {
    let mut stays: Vec<bool> =
        program.predicates().iter().map(|p| p.kind != PredKind::Action).collect();
    let premises = program.rules().iter().flat_map(senet_program::Rule::all_premises);
    let goals = program.clauses().iter().flat_map(|c| &c.goals).flat_map(Premise::with_inner);
    for atom in premises.chain(goals).filter_map(Premise::atom) {
        stays[atom.predicate.index()] = true;
    }
    stays
}
