//! Property-directed reachability (IC3) over ground steps: why something never happens, as clauses that
//! every step keeps.
//!
//! Bradley, *SAT-based model checking without unrolling* (2011), in the form that suits steps with few
//! effects (Suda, *Property directed reachability for automated planning*, 2014): what must have held before
//! a step that leads to a cube is a cube again, so the SAT solver is asked about single positions only, and
//! a transition relation is never written down. Frame `k` holds clauses that are true for `k` steps;
//! when two frames are equal, their clauses are an inductive invariant.

#[cfg(test)]
mod k_induction;

use crate::ground::{Cube, GroundModel, GroundStep, Var};
use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use std::collections::BinaryHeap;

/// What came of it.
pub(crate) enum Induction {
    /// Cubes that no step ever leads to, among them all that were asked about.
    Proved(Vec<Cube>),
    /// The abstraction reaches it; play may or may not.
    Reached,
    /// So many questions were not enough.
    Limit,
}

/// Steps by what they can make true or false: only these can lead to a cube from outside of it.
struct Touching {
    /// For each variable, the steps that make it true, and those that make it false.
    up: Vec<Vec<u32>>,
    down: Vec<Vec<u32>>,
}

pub(crate) struct Induct<'m> {
    model: &'m GroundModel,
    touching: Touching,
    solver: BasicSolver,
    vars: Vec<batsat::Var>,
    /// For each step with things that it lacks, the literal that switches them on.
    step_acts: Vec<Option<Lit>>,
    /// For each frame, the literal that switches its clauses on; the start is frame 0.
    acts: Vec<Lit>,
    /// For each frame, the cubes that are blocked up to there and no further.
    frames: Vec<Vec<Cube>>,
    queries: u64,
    limit: u64,
    /// Whether a variable is gone when one copy is taken.
    safe: Vec<bool>,
}

/// The limit of questions was reached.
struct OutOfQueries;

/// A cube that must be shown to be unreachable within so many steps.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Obligation {
    /// The lowest frame comes first.
    frame: std::cmp::Reverse<usize>,
    cube: std::cmp::Reverse<Cube>,
}

impl<'m> Induct<'m> {
    /// With `single`, all atoms that may have one copy at most are taken to have no more; then the
    /// [second copies](GroundModel::second_copies) have to be among what is shown to be unreachable. That is
    /// no circle: up to the first second copy, the assumption is true.
    pub(crate) fn new(model: &'m GroundModel, limit: u64, single: bool) -> Induct<'m> {
        let mut safe = model.safe.clone();
        if single {
            safe.iter_mut().zip(&model.single).for_each(|(safe, single)| *safe |= single);
        }
        let mut solver = BasicSolver::default();
        let vars: Vec<batsat::Var> =
            (0..model.start.len()).map(|_| solver.new_var_default()).collect();
        for group in &model.groups {
            let mut some: Vec<Lit> =
                group.iter().map(|v| Lit::new(vars[*v as usize], true)).collect();
            solver.add_clause_reuse(&mut some);
            for (i, a) in group.iter().enumerate() {
                for b in &group[..i] {
                    let mut pair = vec![
                        Lit::new(vars[*a as usize], false),
                        Lit::new(vars[*b as usize], false),
                    ];
                    solver.add_clause_reuse(&mut pair);
                }
            }
        }
        let mut touching =
            Touching { up: vec![Vec::new(); vars.len()], down: vec![Vec::new(); vars.len()] };
        for (i, step) in model.steps.iter().enumerate() {
            for a in &step.adds {
                touching.up[*a as usize].push(i as u32);
            }
            for t in step.takes.iter().filter(|t| !step.adds.contains(t)) {
                touching.down[*t as usize].push(i as u32);
            }
            if let Some(to) = step.to.filter(|to| *to != step.from) {
                touching.up[to as usize].push(i as u32);
                touching.down[step.from as usize].push(i as u32);
            }
        }
        Induct {
            model,
            touching,
            solver,
            vars,
            step_acts: vec![None; model.steps.len()],
            acts: Vec::new(),
            frames: Vec::new(),
            queries: 0,
            limit,
            safe,
        }
    }

    /// Whether none of the cubes can be reached.
    pub(crate) fn run(mut self, bad: &[Cube]) -> Induction {
        if bad.iter().any(|cube| self.is_start(cube)) {
            return Induction::Reached;
        }
        match self.search(bad) {
            Ok(result) => result,
            Err(OutOfQueries) => Induction::Limit,
        }
    }

    fn search(&mut self, bad: &[Cube]) -> Result<Induction, OutOfQueries> {
        // Frame k contains every position that is reached within k steps. The loop keeps three invariants:
        // frame 0 is the start, each frame implies the next, and a step from frame k leads into frame
        // k + 1. A round clears the top frame of bad cubes, then opens another one.
        // To begin with: the start, and what one step leads to.
        self.new_frame();
        self.new_frame();
        loop {
            let top = self.frames.len() - 1;
            for cube in bad {
                while self.is_possible(top, cube, None)? {
                    if !self.block(cube.clone(), top)? {
                        return Ok(Induction::Reached);
                    }
                }
            }
            if let Some(invariant) = self.propagate(top)? {
                return Ok(Induction::Proved(invariant));
            }
        }
    }

    fn new_frame(&mut self) {
        let act = self.solver.new_var_default();
        self.acts.push(Lit::new(act, true));
        self.frames.push(Vec::new());
    }

    /// Whether the first position is in a cube.
    fn is_start(&self, cube: &Cube) -> bool {
        cube.iter().all(|(v, sign)| self.model.start[*v as usize] == *sign)
    }

    fn lit(&self, (var, sign): (Var, bool)) -> Lit {
        Lit::new(self.vars[var as usize], sign)
    }

    /// Whether a frame has a position in a cube from which a step is possible.
    fn is_possible(
        &mut self,
        frame: usize,
        cube: &Cube,
        more: Option<(Lit, u32)>,
    ) -> Result<bool, OutOfQueries> {
        self.queries += 1;
        if self.queries > self.limit {
            return Err(OutOfQueries);
        }
        // Each cube is stored once, at the last frame in which it is blocked (the delta encoding of Eén,
        // Mishchenko and Brayton 2011), so a frame has the clauses of all frames from it on.
        let mut assumed: Vec<Lit> = self.acts[frame..].to_vec();
        assumed.extend(cube.iter().map(|l| self.lit(*l)));
        if let Some((without, step)) = more {
            assumed.push(without);
            assumed.extend(self.step_act(step));
        }
        Ok(self.solver.solve_limited(&assumed) == lbool::TRUE)
    }

    /// The literal that switches on what a step lacks.
    fn step_act(&mut self, step: u32) -> Option<Lit> {
        let lacks = &self.model.steps[step as usize].lacks;
        if lacks.is_empty() {
            return None;
        }
        if self.step_acts[step as usize].is_none() {
            let act = Lit::new(self.solver.new_var_default(), true);
            for set in lacks {
                let mut clause: Vec<Lit> = set.iter().map(|v| self.lit((*v, false))).collect();
                clause.push(!act);
                self.solver.add_clause_reuse(&mut clause);
            }
            self.step_acts[step as usize] = Some(act);
        }
        self.step_acts[step as usize]
    }

    /// A cube from which a step leads into this one, out of a position of frame `frame - 1` that is not in
    /// it; `None` if there is none.
    fn predecessor(&mut self, cube: &Cube, frame: usize) -> Result<Option<Cube>, OutOfQueries> {
        // Relative induction: the question is whether a position of the frame before, *outside of the
        // cube*, has a step into it. Such a step makes a literal of the cube true, so only steps that
        // touch one are tried: a question each, instead of one question with a transition relation.
        let mut steps: Vec<u32> = Vec::new();
        for (var, sign) in cube {
            let touching = if *sign { &self.touching.up } else { &self.touching.down };
            steps.extend(&touching[*var as usize]);
        }
        steps.sort_unstable();
        steps.dedup();
        let without = Lit::new(self.solver.new_var_default(), true);
        let mut clause: Vec<Lit> = cube.iter().map(|(v, s)| self.lit((*v, !s))).collect();
        clause.push(!without);
        self.solver.add_clause_reuse(&mut clause);
        let mut found = None;
        for step in steps {
            let Some(before) = self.preimage(&self.model.steps[step as usize], cube) else {
                continue;
            };
            if frame == 1 {
                // The frame before is the start, a single position: it is looked at without the solver.
                let lacks = &self.model.steps[step as usize].lacks;
                let start = &self.model.start;
                let apart = |set: &Vec<Var>| set.iter().any(|v| !start[*v as usize]);
                if self.is_start(&before) && lacks.iter().all(apart) && !self.is_start(cube) {
                    found = Some(before);
                    break;
                }
                continue;
            }
            if self.is_possible(frame - 1, &before, Some((without, step)))? {
                found = Some(self.completed(before, step));
                break;
            }
        }
        // The clause was for this question only: from now on it is always true.
        self.solver.add_clause_reuse(&mut vec![!without]);
        Ok(found)
    }

    /// A cube with one absent atom for each set that the step lacks, as in the model that was found.
    fn completed(&self, mut cube: Cube, step: u32) -> Cube {
        for set in &self.model.steps[step as usize].lacks {
            let absent = |v: &&Var| {
                let value = self.solver.value_var(self.vars[**v as usize]);
                value == lbool::FALSE
            };
            let known = set.iter().any(|v| cube.contains(&(*v, false)));
            if let (false, Some(v)) = (known, set.iter().find(absent)) {
                cube.push((*v, false));
            }
        }
        cube.sort_unstable();
        cube.dedup();
        cube
    }

    /// Blocks a cube up to a frame, and everything that leads to it; `false` if the start does.
    fn block(&mut self, cube: Cube, frame: usize) -> Result<bool, OutOfQueries> {
        // Lowest frames first: what is nearest to the start decides soonest whether it is reached. A cube
        // whose predecessor was blocked is tried again, since it may have others.
        let mut open = BinaryHeap::new();
        let obligation = |cube: Cube, frame: usize| Obligation {
            frame: std::cmp::Reverse(frame),
            cube: std::cmp::Reverse(cube),
        };
        open.push(obligation(cube, frame));
        while let Some(Obligation { frame, cube }) = open.pop() {
            let (frame, cube) = (frame.0, cube.0);
            if frame == 0 || self.is_start(&cube) {
                return Ok(false);
            }
            if !self.is_possible(frame, &cube, None)? {
                continue;
            }
            match self.predecessor(&cube, frame)? {
                Some(before) => {
                    open.push(obligation(before, frame - 1));
                    open.push(obligation(cube, frame));
                }
                None => {
                    let smaller = self.generalized(cube, frame)?;
                    self.add(smaller, frame);
                }
            }
        }
        Ok(true)
    }

    /// A larger set of positions that is blocked by the same argument: literals are dropped one by one.
    fn generalized(&mut self, mut cube: Cube, frame: usize) -> Result<Cube, OutOfQueries> {
        // Inductive generalization, greedy and in one pass: the result is minimal only for this order of
        // literals. A question for each step that touches the cube, for each literal; what is learned
        // from it, about all positions in the larger cube, is what makes IC3 end.
        let mut i = 0;
        while i < cube.len() && cube.len() > 1 {
            let mut smaller = cube.clone();
            smaller.remove(i);
            if !self.is_start(&smaller) && self.predecessor(&smaller, frame)?.is_none() {
                cube = smaller;
            } else {
                i += 1;
            }
        }
        Ok(cube)
    }

    fn add(&mut self, cube: Cube, frame: usize) {
        let mut clause: Vec<Lit> = cube.iter().map(|(v, s)| self.lit((*v, !s))).collect();
        clause.push(!self.acts[frame]);
        self.solver.add_clause_reuse(&mut clause);
        // Subsumption: cubes that it contains are blocked by it in all frames up to this one.
        for lower in &mut self.frames[..=frame] {
            lower.retain(|other| !cube.iter().all(|l| other.contains(l)));
        }
        self.frames[frame].push(cube);
    }

    /// Moves cubes on to the next frame where they stay blocked. If a frame has none left, the rest is
    /// inductive.
    fn propagate(&mut self, top: usize) -> Result<Option<Vec<Cube>>, OutOfQueries> {
        self.new_frame();
        for frame in 1..=top {
            for cube in std::mem::take(&mut self.frames[frame]) {
                match self.predecessor(&cube, frame + 1)? {
                    None => self.add(cube, frame + 1),
                    Some(_) => self.frames[frame].push(cube),
                }
            }
            // No cube is blocked up to here and no further: this frame and the next are equal, and closed
            // under steps.
            if self.frames[frame].is_empty() {
                let rest = self.frames[frame + 1..].iter().flatten().cloned().collect();
                return Ok(Some(rest));
            }
        }
        Ok(None)
    }

    /// What must hold before a step so that a cube holds after it; `None` if it cannot.
    fn preimage(&self, step: &GroundStep, cube: &Cube) -> Option<Cube> {
        // Regression, as in planning: effects are fixed sets of literals, so the weakest precondition of a
        // cube is a cube.
        let mut before: Cube = step.needs.iter().map(|v| (*v, true)).collect();
        before.push((step.from, true));
        for (var, sign) in cube {
            let is_stage = *var as usize >= self.model.atoms;
            if is_stage {
                // A link to the end leaves the stage as it is.
                let after = step.to.unwrap_or(step.from) == *var;
                if after != *sign {
                    return None;
                }
                continue;
            }
            let adds = step.adds.contains(var);
            let takes = step.takes.contains(var);
            match (sign, adds, takes) {
                (true, true, _) => {}
                (true, false, true) if self.safe[*var as usize] => return None,
                (true, false, _) => before.push((*var, true)),
                (false, true, _) => return None,
                // Another copy may have been there, but then it would be present.
                (false, false, true) => {}
                (false, false, false) => before.push((*var, false)),
            }
        }
        before.sort_unstable();
        before.dedup();
        // Both signs of one variable: no position has both.
        (!before.windows(2).any(|w| w[0].0 == w[1].0)).then_some(before)
    }
}
