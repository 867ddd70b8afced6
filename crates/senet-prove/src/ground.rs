//! Steps without variables: what each needs, takes and adds, as far as presence and absence go.
//!
//! A Boolean abstraction that allows more than the program does, never less: copies are not counted, an
//! atom that may have several copies may stay when one is taken, and premises that cannot be stated by
//! presence and absence (aggregates, derived predicates over the position) are left out. So what is
//! unreachable here is unreachable in play.

use crate::linear::{LinearInvariant, bind};
use rustc_hash::FxHashMap;
use senet_engine::{Engine, PositionAtom, Value};
use senet_ground::{
    Env, GroundRows, Grounding, GroundingLimits, JoinQuery, separate_blocks, types,
};
use senet_program::{
    Atom, Pattern, PredKind, Predicate, Premise, Program, Role, Rule, StageId, Variable,
};

/// An atom or, behind all atoms, a stage.
pub(crate) type Var = u32;

/// Variables and whether they are true; sorted by variable, each at most once.
pub(crate) type Cube = Vec<(Var, bool)>;

/// A rule or link without variables.
#[derive(Debug, Default)]
pub(crate) struct GroundStep {
    pub(crate) from: Var,
    pub(crate) to: Option<Var>,
    pub(crate) needs: Vec<Var>,
    /// Of each of these sets, something is absent.
    pub(crate) lacks: Vec<Vec<Var>>,
    pub(crate) takes: Vec<Var>,
    pub(crate) adds: Vec<Var>,
    /// Whether it leads from a stage that is quiet.
    is_link: bool,
    /// Whether it can happen whenever its needs are there.
    is_exact: bool,
}

/// A program without variables.
pub(crate) struct GroundModel {
    pub(crate) names: Vec<String>,
    /// The atoms that may be there, persistent ones with their mark; facts are not among them.
    pub(crate) universe: Vec<String>,
    pub(crate) steps: Vec<GroundStep>,
    /// What is true at the start.
    pub(crate) start: Vec<bool>,
    /// Whether there is never more than one copy.
    pub(crate) safe: Vec<bool>,
    /// Whether it is linear, and has never more than one copy as far as the start and single steps tell.
    pub(crate) single: Vec<bool>,
    /// Whether that is so of all linear atoms.
    pub(crate) all_single: bool,
    /// Sets of which exactly one is true: atoms by linear invariants, and the stages.
    pub(crate) groups: Vec<Vec<Var>>,
    /// The invariants that say so, as directives.
    pub(crate) lemmas: Vec<String>,
    /// For each property with a pattern, positions that fit it, and more.
    pub(crate) bad: Vec<Option<Vec<Cube>>>,
    pub(crate) atoms: usize,
}

/// What is small enough for induction.
const LIMITS: GroundingLimits = GroundingLimits {
    atoms: 20_000,
    instances: 100_000,
    number: 1_000,
    depth: 64,
    candidates: 3_000_000,
};
const MOST_STEPS: usize = 60_000;

impl GroundModel {
    /// `None` if the program is endless, too large, or uses what has no such form.
    pub(crate) fn new(
        engine: &Engine,
        start: usize,
        atoms: &[PositionAtom],
        invariants: &[LinearInvariant],
    ) -> Option<GroundModel> {
        let program = engine.program();
        // Atoms that the host hears of or speaks of come and go by other rules.
        let outside = |p: &Predicate| {
            !matches!(p.kind, PredKind::Linear | PredKind::Derived) || p.host.is_some()
        };
        if program.rules().iter().any(|r| !r.comprehensions.is_empty())
            || program.predicates().iter().any(outside)
        {
            return None;
        }
        let grounding = Grounding::new(engine, start, LIMITS).ok()?;
        let n = grounding.reached.atoms.len();
        let stages = program.stages().len();
        let names = grounding.reached.atoms.ids().map(|id| {
            let (predicate, values) = grounding.reached.atoms.get(id);
            engine.show_atom(predicate, values)
        });
        let names: Vec<String> = names.collect();
        let mut universe = Vec::new();
        for (i, name) in names.iter().enumerate() {
            universe.extend(grounding.reached.atoms.linear[i].then(|| name.clone()));
            universe.extend(grounding.reached.atoms.persistent[i].then(|| format!("!{name}")));
        }
        let mut model = GroundModel {
            names,
            universe,
            steps: Vec::new(),
            start: vec![false; n + stages],
            safe: vec![false; n + stages],
            single: grounding.reached.atoms.linear.clone(),
            all_single: false,
            groups: Vec::new(),
            lemmas: Vec::new(),
            bad: Vec::new(),
            atoms: n,
        };
        for atom in atoms {
            let id = grounding.reached.atoms.find(atom.predicate, &atom.values)?;
            // The same atom may be listed more than once.
            model.single[id.index()] &= atom.copies <= 1 && !model.start[id.index()];
            model.start[id.index()] = true;
        }
        model.start[n + program.starts()[start].stage.index()] = true;
        model.groups.push((n..n + stages).map(|s| s as Var).collect());
        model.exclusive(engine, &grounding, invariants);
        for rule in program.rules() {
            model.rule(&grounding, rule)?;
        }
        for step in &model.steps {
            for (i, atom) in step.adds.iter().enumerate() {
                model.single[*atom as usize] &= !step.adds[..i].contains(atom);
            }
        }
        let linear = &grounding.reached.atoms.linear;
        model.all_single = linear.iter().zip(&model.single).all(|(linear, one)| *one || !linear);
        model.quiescence(program);
        for property in program.properties() {
            let bad = property.kind.pattern().and_then(|p| model.pattern(&grounding, p));
            model.bad.push(bad);
        }
        Some(model)
    }

    pub(crate) fn name(&self, var: Var, program: &Program) -> String {
        match self.names.get(var as usize) {
            Some(name) => name.clone(),
            None => format!("stage {}", program.stages()[var as usize - self.atoms].name),
        }
    }

    fn exclusive(&mut self, engine: &Engine, grounding: &Grounding<'_>, known: &[LinearInvariant]) {
        let atoms = &grounding.reached.atoms;
        for invariant in known.iter().filter(|i| i.total == Some(1)) {
            // An invariant with total one is a set of atoms for each key, of which exactly one is there: none
            // of them ever has two copies.
            let mut at: FxHashMap<Vec<Value>, usize> = FxHashMap::default();
            for pattern in &invariant.sum.atoms {
                let rows: &GroundRows = atoms.of(pattern.predicate);
                for id in rows.iter() {
                    let (predicate, values) = atoms.get(*id);
                    let atom = PositionAtom {
                        predicate,
                        values: values.to_vec(),
                        copies: 1,
                        persistent: false,
                    };
                    let Some(key) = bind(engine, &invariant.sum, pattern, &atom) else {
                        continue;
                    };
                    let group = *at.entry(key).or_insert_with(|| {
                        self.groups.push(Vec::new());
                        self.groups.len() - 1
                    });
                    self.groups[group].push(id.0);
                    self.safe[id.index()] = true;
                }
            }
            self.lemmas.extend(invariant.directive());
        }
    }

    fn rule(&mut self, grounding: &Grounding<'_>, rule: &Rule) -> Option<()> {
        let reached = &grounding.reached;
        let program = reached.engine.program();
        let (blocks, plain) = separate_blocks(&rule.premises);
        let reads = |p: &Premise| match p {
            Premise::Derived(atom) => program.predicate(atom.predicate).reads_position,
            _ => false,
        };
        let (left_out, plain): (Vec<Premise>, Vec<Premise>) = plain.into_iter().partition(reads);
        let denied: Vec<&Premise> =
            blocks.iter().filter(|p| matches!(p, Premise::Not(_))).collect();
        let whole = left_out.is_empty()
            && denied.len() == blocks.len()
            && !rule.saturates()
            && rule.weight > 0;
        let is_link = matches!(rule.role, Role::Link(..));
        let (from, to) = match rule.role {
            Role::Step(stage) => (stage, Some(stage)),
            Role::Link(from, to) => (from, to),
        };
        let stage = |s: StageId| (self.atoms + s.index()) as Var;
        let (from, to) = (stage(from), to.map(stage));
        let types = types(&rule.variables);
        let mut envs: Vec<Env> = Vec::new();
        let query = JoinQuery { premises: &plain, types: &types };
        if plain.len() > 60 {
            return None;
        }
        reached.join(query, 0, &vec![None; types.len()], &mut |env| envs.push(env.clone())).ok()?;
        for env in envs {
            if self.steps.len() >= MOST_STEPS {
                return None;
            }
            let ground = |atom: &Atom| -> Option<Var> {
                let values = atom.arguments.iter().map(|t| reached.value(t, &env));
                let values = values.collect::<Option<Vec<Value>>>()?;
                Some(reached.atoms.find(atom.predicate, &values)?.0)
            };
            let mut step =
                GroundStep { from, to, is_link, is_exact: whole, ..GroundStep::default() };
            let (mut possible, mut linear) = (true, Vec::new());
            for premise in &plain {
                let (atom, takes, copy) = match premise {
                    Premise::Take(atom) => (atom, true, true),
                    Premise::Read(atom) => (atom, false, true),
                    Premise::Persistent(atom) => (atom, false, false),
                    _ => continue,
                };
                let var = ground(atom)?;
                step.needs.push(var);
                // Whether the last copy goes would depend on which kind of atom it is.
                if reached.atoms.linear[var as usize] && reached.atoms.persistent[var as usize] {
                    return None;
                }
                // One copy serves one premise.
                if copy && !reached.atoms.persistent[var as usize] {
                    possible &= !(linear.contains(&var) && self.safe[var as usize]);
                    step.is_exact &= !linear.contains(&var);
                    linear.push(var);
                }
                if takes && !reached.atoms.persistent[var as usize] {
                    step.takes.push(var);
                }
            }
            // Relaxed reachability has reached all that it makes, unless a factor of it never holds.
            let Some(adds) =
                rule.conclusions.iter().map(|c| ground(&c.atom)).collect::<Option<_>>()
            else {
                continue;
            };
            step.adds = adds;
            for premise in &denied {
                match self.lacking(grounding, premise, &rule.variables, &env) {
                    Some(lacks) => step.lacks.extend(lacks),
                    None => step.is_exact = false,
                }
            }
            step.is_exact &= step.lacks.is_empty();
            if possible {
                self.steps.push(step);
            }
        }
        Some(())
    }

    /// What a `not` denies: of each set, something has to be absent. `None` if that cannot be said so.
    fn lacking(
        &self,
        grounding: &Grounding<'_>,
        premise: &Premise,
        outer: &[Variable],
        env: &Env,
    ) -> Option<Vec<Vec<Var>>> {
        let Premise::Not(block) = premise else {
            return None;
        };
        let reached = &grounding.reached;
        let plain = |p: &Premise| matches!(p, Premise::Read(_)) || reached.is_static(p);
        // A variable that an aggregate gives a value to has none here.
        let mut known = true;
        block.each_outer_variable(&mut |v| known &= env[v.index()].is_some());
        if !known || !block.premises.iter().all(plain) || block.premises.len() > 60 {
            return None;
        }
        let variables: Vec<Variable> = outer.iter().chain(&block.locals).cloned().collect();
        let types = types(&variables);
        let mut env = env.clone();
        env.resize(types.len(), None);
        let mut out = Vec::new();
        let query = JoinQuery { premises: &block.premises, types: &types };
        let found = reached.join(query, 0, &env, &mut |env| {
            let atoms = block.premises.iter().filter_map(|p| match p {
                Premise::Read(atom) => Some(atom),
                _ => None,
            });
            let vars = atoms.map(|atom| {
                let values = atom.arguments.iter().map(|t| reached.value(t, env));
                let values: Vec<Value> = values.map(|v| v.expect("a match binds all")).collect();
                reached.atoms.find(atom.predicate, &values).expect("it was matched").0
            });
            let mut vars: Vec<Var> = vars.collect();
            let all = vars.len();
            vars.sort_unstable();
            vars.dedup();
            // Two premises on one atom need two copies, which presence does not tell.
            if vars.len() == all {
                out.push(vars);
            }
        });
        found.ok().map(|()| out)
    }

    /// Where a link fires, no step of its stage is possible.
    fn quiescence(&mut self, program: &Program) {
        let quiet: Vec<Vec<Vec<Var>>> = (0..program.stages().len())
            .map(|s| {
                let declared = &program.stages()[s];
                // A forbidden move leaves its stage quiet although its needs are there.
                if declared.interactive && !declared.forbidden.is_empty() {
                    return Vec::new();
                }
                let stage = (self.atoms + s) as Var;
                let inside = |step: &&GroundStep| step.from == stage && !step.is_link;
                let exact = self.steps.iter().filter(inside).filter(|step| step.is_exact);
                exact.map(|step| step.needs.clone()).collect()
            })
            .collect();
        for step in self.steps.iter_mut().filter(|step| step.is_link) {
            step.lacks.extend(quiet[step.from as usize - self.atoms].iter().cloned());
        }
    }

    /// The positions that fit a pattern, as cubes; what cannot be said by presence is left out.
    fn pattern(&self, grounding: &Grounding<'_>, pattern: &Pattern) -> Option<Vec<Cube>> {
        let reached = &grounding.reached;
        let program = reached.engine.program();
        let (blocks, plain) = separate_blocks(&pattern.premises);
        let reads = |p: &Premise| match p {
            Premise::Derived(atom) => program.predicate(atom.predicate).reads_position,
            _ => false,
        };
        let plain: Vec<Premise> = plain.into_iter().filter(|p| !reads(p)).collect();
        if plain.len() > 60 {
            return None;
        }
        let types = types(&pattern.variables);
        let mut out: Vec<Cube> = Vec::new();
        let query = JoinQuery { premises: &plain, types: &types };
        let mut envs: Vec<Env> = Vec::new();
        reached.join(query, 0, &vec![None; types.len()], &mut |env| envs.push(env.clone())).ok()?;
        for env in envs {
            let mut cube: Cube = Vec::new();
            for premise in &plain {
                let (Premise::Read(atom) | Premise::Persistent(atom)) = premise else {
                    continue;
                };
                let values = atom.arguments.iter().map(|t| reached.value(t, &env));
                let values = values.collect::<Option<Vec<Value>>>()?;
                cube.push((reached.atoms.find(atom.predicate, &values)?.0, true));
            }
            for block in &blocks {
                // Of a set of one, that one is absent; larger sets say too little for a cube.
                let lacking = self.lacking(grounding, block, &pattern.variables, &env);
                for set in lacking.unwrap_or_default() {
                    if let [one] = set.as_slice() {
                        cube.push((*one, false));
                    }
                }
            }
            cube.sort_unstable();
            cube.dedup();
            let clash = cube.windows(2).any(|w| w[0].0 == w[1].0);
            if !clash && !out.contains(&cube) {
                out.push(cube);
            }
        }
        // A pattern that needs nothing would be everywhere.
        out.iter().all(|cube| !cube.is_empty()).then_some(out)
    }

    /// Where a step would make a second copy of an atom that is taken to have one at most.
    pub(crate) fn second_copies(&self) -> Vec<Cube> {
        let mut out = Vec::new();
        for step in &self.steps {
            for atom in &step.adds {
                let known = self.safe[*atom as usize] || !self.single[*atom as usize];
                if known || step.takes.contains(atom) {
                    continue;
                }
                let mut cube: Cube = step.needs.iter().map(|v| (*v, true)).collect();
                cube.extend([(step.from, true), (*atom, true)]);
                cube.sort_unstable();
                cube.dedup();
                out.push(cube);
            }
        }
        out
    }
}
