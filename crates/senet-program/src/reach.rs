//! What could ever happen, judged by predicates and stages alone: consumption and arguments are
//! ignored, so whatever is not found here is certainly impossible. (Planning calls this the delete
//! relaxation: Hoffmann and Nebel, 2001. A fixed point in linear time.)

use crate::program::{Conclusion, Premise, Program, Role};

/// What is possible.
pub(crate) struct Reach {
    /// Stages that a play can come to.
    pub(crate) stages: Vec<bool>,
    /// Rules and links that might fire.
    pub(crate) rules: Vec<bool>,
    /// Predicates of which something might be derived.
    pub(crate) derived: Vec<bool>,
}

/// Reachability by unit propagation, as for Horn clauses: every rule and clause counts the premises that it
/// still waits for, and each predicate that comes about wakes those that wait for it. Linear in the program.
pub(crate) fn reach(program: &Program) -> Reach {
    let mut spread = Spread::new(program);
    for start in &program.starts {
        spread.holds(spread.stage(start.stage.index()));
        spread.made(start.all_made());
    }
    let rules = program.rules.len();
    let mut fires = vec![false; rules];
    // Each rule and clause becomes ready once, and each condition comes about once: linear in the
    // program. The order does not matter, because nothing is ever taken away.
    while let Some(i) = spread.ready.pop() {
        if i >= rules {
            let head = program.clauses[i - rules].head.predicate.index();
            spread.holds(spread.derived(head));
            continue;
        }
        fires[i] = true;
        let rule = &program.rules[i];
        if let Role::Link(_, Some(to)) = rule.role {
            spread.holds(spread.stage(to.index()));
        }
        spread.made(rule.all_made());
    }
    let stages = (0..program.stages.len()).map(|s| spread.there[spread.stage(s)]);
    let derived = (0..program.predicates.len()).map(|p| spread.there[spread.derived(p)]);
    Reach { stages: stages.collect(), rules: fires, derived: derived.collect() }
}

/// Conditions are numbered: for each predicate that there is an atom, a persistent one, a derived
/// one; then for each stage that it is reached.
struct Spread {
    predicates: usize,
    there: Vec<bool>,
    /// For each condition, who waits for it: rules, and behind them clauses.
    waiting: Vec<Vec<u32>>,
    /// For each rule and clause, how many of its conditions do not hold.
    missing: Vec<u32>,
    ready: Vec<usize>,
}

impl Spread {
    fn new(program: &Program) -> Spread {
        let predicates = program.predicates.len();
        let conditions = 3 * predicates + program.stages.len();
        let mut spread = Spread {
            predicates,
            there: vec![false; conditions],
            waiting: vec![Vec::new(); conditions],
            missing: Vec::with_capacity(program.rules.len() + program.clauses.len()),
            ready: Vec::new(),
        };
        for rule in &program.rules {
            let (Role::Step(stage) | Role::Link(stage, _)) = rule.role;
            let stage = spread.stage(stage.index());
            spread.wait(&rule.premises, Some(stage));
        }
        for clause in &program.clauses {
            spread.wait(&clause.goals, None);
        }
        spread
    }

    /// The next rule or clause, with what it waits for.
    fn wait(&mut self, premises: &[Premise], stage: Option<usize>) {
        let who = self.missing.len();
        let mut missing = 0;
        let mut need = |condition: usize| {
            self.waiting[condition].push(who as u32);
            missing += 1;
        };
        for premise in premises {
            match premise {
                Premise::Take(a) | Premise::Read(a) => need(a.predicate.index()),
                Premise::Persistent(a) => need(self.predicates + a.predicate.index()),
                Premise::Derived(a) => need(2 * self.predicates + a.predicate.index()),
                _ => {}
            }
        }
        stage.into_iter().for_each(need);
        self.missing.push(missing);
        if missing == 0 {
            self.ready.push(who);
        }
    }

    fn derived(&self, predicate: usize) -> usize {
        2 * self.predicates + predicate
    }

    fn stage(&self, stage: usize) -> usize {
        3 * self.predicates + stage
    }

    fn holds(&mut self, condition: usize) {
        if std::mem::replace(&mut self.there[condition], true) {
            return;
        }
        // Counting, as in the linear-time algorithm for Horn clauses (Dowling and Gallier,
        // 1984): each rule knows how many of its conditions are missing, and each condition
        // is propagated once.
        for who in std::mem::take(&mut self.waiting[condition]) {
            self.missing[who as usize] -= 1;
            if self.missing[who as usize] == 0 {
                self.ready.push(who as usize);
            }
        }
    }

    fn made<'p>(&mut self, conclusions: impl Iterator<Item = &'p Conclusion>) {
        for conclusion in conclusions {
            let predicate = conclusion.atom.predicate.index();
            self.holds(predicate);
            if conclusion.persistent {
                self.holds(self.predicates + predicate);
            }
        }
    }
}
