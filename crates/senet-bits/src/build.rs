//! Code generation: from plans to the compiled program. Variants are numbered, registers allocated, and expressions
//! become lists of operations.

use crate::arrange::{ControlSegments, MovesPlan, SegmentPlan, arrange, in_order};
use crate::branch::{Arm, Branch};
use crate::branching;
use crate::classes::classify;
use crate::code::emit;
use crate::control::{ControlState, Explored};
use crate::error::BitsError;
use crate::expr::{Expr, ExprNode};
use crate::flow;
use crate::merge::{PlaneExclusions, SlicePlan};
use crate::ops::{Code, Frame, Reg, Tables};
use crate::order::{Order, SortKey};
use crate::pack::PackPlan;
use crate::plan::{ControlPlan, GroupPlan};
use crate::relation::Relation;
use crate::runner::{
    BitProgram, ControlNode, Effect, Factor, FlatSlice, MOVE_CELLS, MoveGroup, NO_REG, Segment,
    Slice, WeightedMatch,
};
use rustc_hash::FxHashMap;
use senet_engine::{Engine, Value};
use senet_game::{Outcome, Seat};
use senet_print::outcome_atom;
use senet_print::outcomes::OutcomeTally;
use senet_program::{PredId, RuleId, VarId};

/// A rule with values for its small effective variables; `None` for cells.
pub(crate) type Variant = (RuleId, Vec<Option<Value>>);

/// The most operations that a program may have.
const OPS: usize = 2_000_000;

pub(crate) struct Built {
    pub(crate) program: BitProgram,
    pub(crate) variants: Vec<Variant>,
}

struct Builder<'e, 'a> {
    engine: &'e Engine,
    explored: &'e mut Explored<'a>,
    tables: Tables,
    frame: Frame,
    growing: Vec<Expr>,
    registers: usize,
    words: usize,
    ids: FxHashMap<Variant, u32>,
    variants: Vec<Variant>,
}

/// Generates code for the plans of all control states.
pub(crate) fn build<'e>(
    engine: &'e Engine,
    explored: &'e mut Explored<'_>,
) -> Result<Built, BitsError> {
    let plans = std::mem::take(&mut explored.plans);
    let planes = explored.compiler.layout.planes as usize;
    let exclusive = PlaneExclusions::new(explored);
    let mut arranged = Vec::new();
    for plan in &plans {
        arranged.push(arrange(explored, &exclusive, plan)?);
    }
    // Only the moves of players are drawn after a position was copied, so only their sets are kept
    // with it. Chance lists its moves at once, and automatic steps are made at once.
    let chosen = plans.iter().zip(&arranged).filter(|(plan, _)| plan.interactive);
    let graph = &explored.compiler.graph;
    let segments = chosen.flat_map(|(_, p)| &p.rules);
    let move_sets = segments.map(|s| s.move_sets(graph)).max().unwrap_or(0);
    let growing = growing(explored, &plans, planes);
    let first = planes + growing.len();
    // A position is a prefix of the registers: planes, growing fills, then the sets of its moves.
    // Copies end at `move_cells`; everything from there on is scratch.
    let frame = Frame {
        growing_fills: planes,
        move_sets: first,
        move_cells: first + move_sets,
        scratch: first + move_sets + MOVE_CELLS,
    };
    let words = width(explored);
    let mut builder = Builder {
        engine,
        explored,
        tables: Tables { has_avx2: crate::fast::has_avx2(), ..Tables::default() },
        frame,
        growing,
        registers: frame.scratch,
        words,
        ids: FxHashMap::default(),
        variants: Vec::new(),
    };
    let mut out = Vec::new();
    let mut ops = 0;
    for (plan, segments) in plans.iter().zip(&arranged) {
        let node = builder.node(plan, segments)?;
        let segments = node.rules.iter().chain(&node.links);
        ops += segments.map(|s| s.code.ops.len() + s.groups.len()).sum::<usize>();
        if ops > OPS {
            return Err(BitsError::Large("the program".to_owned(), OPS));
        }
        out.push(node);
    }
    builder.tables.masks = builder.explored.compiler.graph.masks.clone();
    builder.tables.rows = builder.explored.compiler.graph.rows.clone();
    builder.tables.members = builder.explored.compiler.graph.members.clone();
    if !builder.tables.fits() {
        return Err(BitsError::Large("the program".to_owned(), usize::from(u16::MAX)));
    }
    let order = builder.orders()?;
    // In this order: `skip_certain_links` makes targets final; ends and branches are read off the targets; classes
    // compare control states without their targets and collect those of their members;
    // `fuse_branches` needs classes.
    let certain = certain_links(&out);
    skip_certain_links(&mut out, &certain);
    mark_ends(&mut out);
    branching::set_targets(&mut out, &certain);
    classify(&mut out);
    flow::fuse_branches(&mut out);
    out.iter_mut().for_each(|node| node.estimate_cost(words));
    let Builder { tables, registers, variants, explored, .. } = builder;
    explored.plans = plans;
    let packing = PackPlan::new(explored, &explored.exclusive, words, out.len());
    let segments = out.iter().flat_map(|n: &ControlNode| n.rules.iter().chain(&n.links));
    let slices = segments.filter_map(|s| s.flat.as_ref().map(Vec::len)).max().unwrap_or(0);
    let program = BitProgram {
        has_classes: out.iter().enumerate().any(|(i, node)| node.class as usize != i),
        has_silent_cycle: flow::has_silent_cycle(&out) || out.len() as u64 >= engine.limits().steps,
        slices,
        nodes: out,
        tables,
        frame,
        planes,
        registers,
        words,
        order,
        packing,
        steps: engine.limits().steps,
    };
    Ok(Built { program, variants })
}

/// The number of words of a set: that of the largest board.
fn width(explored: &Explored<'_>) -> usize {
    let layout = &explored.compiler.layout;
    let cells = layout.domains.iter().flatten().map(|d| d.values.len()).max();
    // Powers of two only: each width is a copy of the interpreter (`by_width!`), and `pick.rs`
    // masks with `W - 1`.
    let words = cells.unwrap_or(1).div_ceil(64).max(1);
    [1, 2, 4, 8].into_iter().find(|w| *w >= words).unwrap_or(8)
}

/// Growing fills: fixpoints over planes that never lose a cell. They are saved with the position, and each turn extends
/// the result of the last one (incremental, semi-naive evaluation); all turns of a game together take as many
/// steps as there are cells.
fn growing(explored: &Explored<'_>, plans: &[ControlPlan], planes: usize) -> Vec<Expr> {
    const FLOODS: usize = 16;
    // A flood is monotone in its planes. If no step of any control state clears a bit of them, what
    // was found earlier is a subset of what is found now, and is a valid seed (see `Op::ExtendFill`).
    let mut shrinks = vec![false; planes];
    for effect in plans.iter().flat_map(ControlPlan::effects) {
        effect.clears.iter().for_each(|(p, _)| shrinks[*p as usize] = true);
        let clears = effect.updates.iter().filter(|u| u.clear.is_some());
        clears.for_each(|u| shrinks[u.plane as usize] = true);
    }
    let graph = &explored.compiler.graph;
    let mut out: Vec<Expr> = graph.control_free.clone();
    out.sort_unstable();
    out.dedup();
    // A fill in one direction takes log n doublings; only floods iterate until nothing is new.
    out.retain(|e| matches!(graph.node(*e), ExprNode::Fill(_, terms) if terms.len() > 1));
    out.retain(|e| graph.is_monotone(*e, &shrinks));
    out.truncate(FLOODS);
    out
}

impl Builder<'_, '_> {
    fn node(
        &mut self,
        plan: &ControlPlan,
        arranged: &ControlSegments<'_>,
    ) -> Result<ControlNode, BitsError> {
        let control = &plan.control;
        let (mut rules, mut links) = (Vec::new(), Vec::new());
        for segment in &arranged.rules {
            rules.push(self.segment(segment, plan.interactive)?);
        }
        for segment in &arranged.links {
            links.push(self.segment(segment, false)?);
        }
        // With `#forbid`, lanes try moves together if all moves are slices and none ends the play.
        let together = |s: &Segment| s.plain && (!plan.forbids || s.flat.is_some());
        let together = rules.iter().all(together) && !(plan.forbids && plan.decided);
        let forbidden = match plan.forbidden {
            Some(truth) => Some(self.emit(&[truth], false)?),
            None => None,
        };
        let mut branch = None;
        if !plan.interactive
            && let Some(conditions) = branching::conditions(arranged, &rules, &links)
        {
            branch = Some(self.branch(&conditions)?);
        }
        Ok(ControlNode {
            cost: 0,
            class: 0,
            member: 0,
            branch,
            ended: control.ended || plan.rules.is_empty() && plan.links.is_empty(),
            interactive: plan.interactive,
            settles: plan.settles,
            ordered: plan.ordered,
            rules,
            links,
            decided: plan.decided,
            outcome: self.outcome(control),
            forbids: plan.forbids,
            one_by_one: !together,
            forbidden,
        })
    }

    /// One list of operations for all conditions of a control state.
    fn branch(&mut self, conditions: &[Vec<Expr>]) -> Result<Branch, BitsError> {
        let mut roots = Vec::new();
        let mut segments: Vec<Vec<Arm>> = Vec::new();
        for conditions in conditions {
            let arm = |cond: &Expr| {
                let (cond, negated) = self.condition(*cond);
                let cond = self.root(&mut roots, cond).unwrap_or(NO_REG);
                Arm { cond, negated, to: 0, ends: false }
            };
            segments.push(conditions.iter().map(arm).collect());
        }
        let code = self.emit(&roots, false)?;
        for arm in segments.iter_mut().flatten().filter(|arm| arm.cond != NO_REG) {
            arm.cond = code.outs[usize::from(arm.cond)];
        }
        Ok(Branch { code, segments, member_targets: Vec::new(), fired: Vec::new() })
    }

    /// The register to test for a condition, and whether it has to be zero: with one word, a set is its own
    /// existence test, and negation costs nothing.
    fn condition(&self, cond: Expr) -> (Expr, bool) {
        let graph = &self.explored.compiler.graph;
        let (cond, negated) = match *graph.node(cond) {
            ExprNode::AndNot(all, other) if graph.is_true(all) => (other, true),
            _ => (cond, false),
        };
        match *graph.node(cond) {
            ExprNode::Any(set) if self.words == 1 => (set, negated),
            _ => (cond, negated),
        }
    }

    fn emit(&mut self, roots: &[Expr], keep: bool) -> Result<Code, BitsError> {
        self.emit_after(&FxHashMap::default(), roots, keep)
    }

    /// Emits the operations for some expressions; `known` ones are in registers already.
    fn emit_after(
        &mut self,
        known: &FxHashMap<Expr, Reg>,
        roots: &[Expr],
        keep: bool,
    ) -> Result<Code, BitsError> {
        let graph = &self.explored.compiler.graph;
        let (tables, growing) = (&mut self.tables, &self.growing);
        let (code, top) = emit(graph, tables, self.frame, growing, known, roots, keep)?;
        self.registers = self.registers.max(top);
        Ok(code)
    }

    fn segment(&mut self, plan: &SegmentPlan<'_>, keep: bool) -> Result<Segment, BitsError> {
        // Registers are allocated when all roots are known, so that roots share operations. Until
        // then, conditions and factors hold the number of their root; `resolve` replaces it by the
        // register.
        let mut roots: Vec<Expr> = Vec::new();
        let mut weight_roots: Vec<Expr> = Vec::new();
        let mut groups = Vec::new();
        for (i, group_plan) in plan.groups.iter().enumerate() {
            let (cond, factors) = match &plan.moves {
                MovesPlan::Flat(_) => (None, Vec::new()),
                MovesPlan::Factored(factors) => {
                    let cond = self.root(&mut roots, group_plan.cond);
                    (cond, factors_of(&mut roots, &factors[i], &group_plan.vars))
                }
            };
            let mut matches = Vec::new();
            for match_plan in &group_plan.matches {
                let cond = self.root(&mut weight_roots, match_plan.cond);
                let graph = &mut self.explored.compiler.graph;
                let relations = in_order(graph, &match_plan.relations, &group_plan.vars);
                let factors = factors_of(&mut weight_roots, &relations, &group_plan.vars);
                matches.push(WeightedMatch { weight: match_plan.weight, cond, factors });
            }
            let key = (group_plan.rule, group_plan.values.clone());
            let next = self.variants.len() as u32;
            let variant = *self.ids.entry(key.clone()).or_insert(next);
            if variant == next {
                self.variants.push(key);
            }
            groups.push(MoveGroup {
                variant,
                rule: group_plan.rule.0,
                seat: Seat(group_plan.seat),
                chooser: group_plan.chooser,
                cond,
                factors,
                effect: Effect::default(),
                matches,
            });
        }
        let mut flat = match &plan.moves {
            MovesPlan::Flat(slices) => {
                Some(slices.iter().map(|s| self.flat_slice(&mut roots, s)).collect::<Vec<_>>())
            }
            MovesPlan::Factored(_) => None,
        };
        // Effects may reuse what was computed to find the moves.
        let first = roots.len();
        roots.extend(&plan.shared);
        let mut code = self.emit(&roots, keep)?;
        let shared = code.outs.split_off(first);
        let known = plan.shared.iter().copied().zip(shared).collect();
        for (group, group_plan) in groups.iter_mut().zip(plan.groups) {
            group.effect = self.compile_effect(group_plan, &known)?;
        }
        // A list of its own: weights are needed only where chance has several moves.
        let weights_code = self.emit(&weight_roots, false)?;
        for group in &mut groups {
            resolve(&mut group.cond, &mut group.factors, &code.outs);
            for found in &mut group.matches {
                resolve(&mut found.cond, &mut found.factors, &weights_code.outs);
            }
        }
        for reg in flat.iter_mut().flatten().flat_map(|s| [&mut s.cond, &mut s.reg]) {
            if *reg != NO_REG {
                *reg = code.outs[usize::from(*reg)];
            }
        }
        let cells = plan.groups.iter().map(|g| g.vars.len()).max().unwrap_or(0);
        let (plain, variants) = (plan.plain, Vec::new());
        let by_variant = (0, Vec::new());
        let mut segment = Segment {
            code,
            groups,
            plain,
            weights_code,
            flat,
            cells,
            variants,
            by_variant,
            fused_branch: None,
        };
        segment.index();
        Ok(segment)
    }

    /// A slice, with root numbers in place of registers.
    fn flat_slice(&self, roots: &mut Vec<Expr>, plan: &SlicePlan) -> FlatSlice {
        let cond = self.root(roots, plan.cond).unwrap_or(NO_REG);
        let reg = plan.set.map_or(NO_REG, |set| {
            roots.push(set);
            (roots.len() - 1) as Reg
        });
        let mut offsets = [0; MOVE_CELLS];
        offsets[..plan.offsets.len()].copy_from_slice(&plan.offsets);
        let (cells, cases) = (plan.offsets.len() as u8, plan.cases.clone().into());
        FlatSlice { cond, reg, offsets, cells, cases }
    }

    /// Adds a root; its number stands for its register until that is allocated.
    fn root(&self, roots: &mut Vec<Expr>, e: Expr) -> Option<Reg> {
        if self.explored.compiler.graph.is_true(e) {
            return None;
        }
        roots.push(e);
        Some((roots.len() - 1) as Reg)
    }

    fn compile_effect(
        &mut self,
        group_plan: &GroupPlan,
        known: &FxHashMap<Expr, Reg>,
    ) -> Result<Effect, BitsError> {
        let effect = &group_plan.effect;
        let reg = |plane: &u32| *plane as Reg;
        let roots: Vec<Expr> = effect.roots().collect();
        // The order of `EffectPlan::roots`: conditions, then for each plane the mask
        // to clear and the mask to set.
        let (mut clears, mut sets, mut at) = (Vec::new(), Vec::new(), effect.conds.len());
        for update in &effect.updates {
            let plane = reg(&update.plane);
            for (all, set) in [(&mut clears, update.clear), (&mut sets, update.set)] {
                if set.is_some() {
                    all.push((plane, at));
                    at += 1;
                }
            }
        }
        // Planes are written while masks are still read: a mask that is a plane is copied first.
        let mut code = self.emit_after(known, &roots, false)?;
        let planes = self.explored.compiler.layout.planes as usize;
        for out in &mut code.outs {
            if usize::from(*out) < planes.max(self.frame.move_sets) {
                let d = self.registers.max(self.frame.scratch) as Reg;
                self.registers = usize::from(d) + 1;
                code.ops.push(crate::ops::Op::Copy { d, a: *out });
                *out = d;
            }
        }
        let outs = code.outs.clone();
        let n = effect.conds.len();
        let ids = &self.explored.ids;
        let resolve = |all: Vec<(Reg, usize)>| all.into_iter().map(|(p, i)| (p, outs[i])).collect();
        Ok(Effect {
            clears: effect.clears.iter().map(|(p, s)| (reg(p), *s)).collect(),
            sets: effect.sets.iter().map(|(p, s)| (reg(p), *s)).collect(),
            has_code: !roots.is_empty(),
            reads_cells: !group_plan.vars.is_empty(),
            ends: Vec::new(),
            member_targets: Vec::new(),
            skipped_links: Vec::new(),
            clear_masks: resolve(clears),
            set_masks: resolve(sets),
            conds: outs[..n].to_vec(),
            // Control states after an outcome are not compiled: play does not reach them.
            next: effect.next.iter().map(|c| ids.get(c).copied().unwrap_or(0)).collect(),
            code,
        })
    }

    /// The canonical order of moves: by rule, then by the values of effective variables.
    fn orders(&self) -> Result<Vec<Order>, BitsError> {
        let compiler = &self.explored.compiler;
        let (program, interner) = (compiler.program, self.engine.interner());
        let mut out = Vec::new();
        for (rule, values) in &self.variants {
            let declared = program.rule(*rule);
            // A cell needs no rank: bits are numbered in the canonical order of their values.
            let mut cell = 0;
            let mut key = Vec::new();
            for (i, (value, var)) in values.iter().zip(&declared.effective).enumerate() {
                let ty = declared.variables[var.index()].ty;
                key.push(match value {
                    None => {
                        cell += 1;
                        SortKey::Cell(cell - 1)
                    }
                    Some(value) => {
                        // Quadratic in the variants, of which there are as many as combinations of
                        // small values.
                        let others = self.variants.iter().filter(|(r, _)| r == rule);
                        let mut less: Vec<Value> = others.filter_map(|(_, v)| v[i]).collect();
                        less.sort_by(|a, b| interner.compare(ty, *a, *b));
                        less.dedup();
                        // Beside variants in which this variable is a cell there are none.
                        let rank = less.iter().position(|v| v == value).unwrap_or(0);
                        SortKey::Rank(rank as u16)
                    }
                });
            }
            out.push(Order { rule: rule.0, key });
        }
        Ok(out)
    }

    /// The outcome in mid-play and at the end, if it does not depend on planes (points on cells do).
    fn outcome(&self, control: &ControlState) -> Option<(Outcome, Outcome)> {
        let program = self.explored.compiler.program;
        let scored = &program.game().score;
        if scored.iter().any(|p| !self.explored.compiler.layout.is_scalar(*p)) {
            return None;
        }
        let scalars = &control.scalars;
        let atoms = scalars.iter().map(|(p, v, n)| (*p, v.as_slice(), *n));
        let atoms: Vec<_> = atoms.collect();
        Some((outcome(program, &atoms, false), outcome(program, &atoms, true)))
    }
}

/// A link whose condition always holds and that changes only the control state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CertainLink {
    to: u32,
    rule: u32,
}

/// For each control state, its certain link, if it has one.
fn certain_links(nodes: &[ControlNode]) -> Vec<Option<CertainLink>> {
    let link = |node: &ControlNode| {
        let ([], [segment], false) = (&node.rules[..], &node.links[..], node.ended) else {
            return None;
        };
        let [group] = &segment.groups[..] else { return None };
        let effect = &group.effect;
        let certain = match segment.flat.as_deref() {
            Some([only]) => only.cond == NO_REG && only.reg == NO_REG,
            _ => false,
        };
        let changes_nothing =
            effect.clears.is_empty() && effect.sets.is_empty() && !effect.has_code;
        (certain && changes_nothing).then(|| CertainLink { to: effect.next[0], rule: group.rule })
    };
    nodes.iter().map(link).collect()
}

/// The most certain links that one jump skips. Chains in programs are one or two links long; the bound ends cycles of
/// certain links, which are left in the program and run into the limit on steps.
const MOST_THREADED: usize = 8;

/// Follows certain links (jump threading, as compilers do with jumps to jumps) and appends their rules.
pub(crate) fn follow_certain_links(
    certain: &[Option<CertainLink>],
    mut to: u32,
    fired: &mut Vec<u32>,
) -> u32 {
    for _ in 0..MOST_THREADED {
        match certain[to as usize] {
            Some(link) => {
                fired.push(link.rule);
                to = link.to;
            }
            None => break,
        }
    }
    to
}

/// Jump threading: targets with a certain link are replaced by where it leads. Not where steps compete: steps to the
/// same position count as one, so the positions right after them must stay distinct.
fn skip_certain_links(nodes: &mut [ControlNode], certain: &[Option<CertainLink>]) {
    for node in nodes {
        // `#forbid` is evaluated in the control state right after a move.
        let rules = if node.forbids || !node.settles { &mut [][..] } else { &mut node.rules[..] };
        let without_cells = |s: &&mut Segment| s.groups.len() == 1 && s.cells == 0;
        let segments = rules.iter_mut().chain(node.links.iter_mut().filter(without_cells));
        for effect in segments.flat_map(|s| &mut s.groups).map(|c| &mut c.effect) {
            let follow = |to: &mut u32| {
                let mut fired = Vec::new();
                *to = follow_certain_links(certain, *to, &mut fired);
                fired.into()
            };
            effect.skipped_links = effect.next.iter_mut().map(follow).collect();
            if effect.skipped_links.iter().all(|rules| rules.is_empty()) {
                effect.skipped_links.clear();
            }
        }
    }
}

/// Marks the targets at which a play may end. Lanes do not take back a move that ends the play.
fn mark_ends(nodes: &mut [ControlNode]) {
    let ended: Vec<bool> = nodes.iter().map(|n| n.ended).collect();
    let over: Vec<bool> = nodes.iter().map(|n| n.ended || n.decided && n.interactive).collect();
    for node in nodes.iter_mut().filter(|n| n.forbids) {
        let effects = node.rules.iter().flat_map(|s| &s.groups).map(|c| &c.effect);
        node.one_by_one |= effects.flat_map(|c| &c.next).any(|to| ended[*to as usize]);
    }
    for node in nodes {
        // A move on trial may be taken back: its lane must not begin a new playout.
        let tried = node.forbids;
        let rules = node.rules.iter_mut().map(|s| (s, tried));
        let links = node.links.iter_mut().map(|s| (s, false));
        for (segment, tried) in rules.chain(links) {
            for effect in segment.groups.iter_mut().map(|c| &mut c.effect) {
                let all = effect.next.iter().copied();
                effect.ends = all.filter(|to| over[*to as usize] && !tried).collect();
                effect.ends.sort_unstable();
                effect.ends.dedup();
            }
        }
    }
}

/// The factors of a group, with root numbers in place of registers.
fn factors_of(roots: &mut Vec<Expr>, relations: &[Relation], vars: &[VarId]) -> Vec<Factor> {
    let at = |v: &VarId| vars.iter().position(|w| w == v).map_or(u8::MAX, |i| i as u8);
    let part = |relation: &Relation| {
        let mut slices = Vec::new();
        for (deltas, set) in &relation.slices {
            roots.push(*set);
            let offsets = std::iter::once(0).chain(deltas.iter().map(|d| *d as i16)).collect();
            slices.push(Slice { reg: (roots.len() - 1) as Reg, offsets });
        }
        Factor { cells: relation.vars.iter().map(at).collect(), slices }
    };
    relations.iter().map(part).collect()
}

/// Replaces root numbers by registers.
fn resolve(cond: &mut Option<Reg>, factors: &mut [Factor], outs: &[Reg]) {
    if let Some(reg) = cond {
        *reg = outs[usize::from(*reg)];
    }
    for slice in factors.iter_mut().flat_map(|p| &mut p.slices) {
        slice.reg = outs[usize::from(slice.reg)];
    }
}

/// The outcome that atoms stand for.
pub(crate) fn outcome(
    program: &senet_program::Program,
    atoms: &[(PredId, &[Value], u64)],
    ended: bool,
) -> Outcome {
    let mut tally = OutcomeTally::new(program.seats(), !program.game().score.is_empty());
    for (predicate, values, copies) in atoms {
        tally.count(&outcome_atom(program, *predicate, values), (*copies).max(1));
    }
    tally.outcome(ended)
}
