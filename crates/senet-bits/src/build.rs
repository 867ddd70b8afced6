//! From plans to the compiled program: variants get numbers, and expressions become lists of operations.

use crate::arrange::{MovesPlan, NodeSegments, SegmentPlan, arrange, in_order};
use crate::branch::{Arm, Branch};
use crate::branching;
use crate::classes::classify;
use crate::code::emit;
use crate::control::{Control, Explored};
use crate::error::BitsError;
use crate::expr::{Expr, Node as ExprNode};
use crate::flow;
use crate::merge::{Groups, SlicePlan};
use crate::ops::{Code, Frame, Reg, Tables};
use crate::order::Order;
use crate::pack::PackPlan;
use crate::plan::{Group, NodePlan};
use crate::relation::Relation;
use crate::runner::{
    BitProgram, Change, Choice, FlatSlice, MOVE_CELLS, NO_REG, Node, Part, Segment, Slice,
    WeighedWay,
};
use rustc_hash::FxHashMap;
use senet_engine::{Engine, Value};
use senet_game::{Outcome, Seat};
use senet_print::outcome_atom;
use senet_print::outcomes::OutcomeTally;
use senet_program::{PredId, RuleId, VarId};

/// A rule with values for its small effective variables; `None` for cells.
pub(crate) type Variant = (RuleId, Vec<Option<Value>>);

/// No program may have more operations than this.
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
    grown: Vec<Expr>,
    registers: usize,
    words: usize,
    ids: FxHashMap<Variant, u32>,
    variants: Vec<Variant>,
}

/// Gives registers, numbers and lists of operations to the plans of all control states.
pub(crate) fn build<'e>(
    engine: &'e Engine,
    explored: &'e mut Explored<'_>,
) -> Result<Built, BitsError> {
    let nodes = std::mem::take(&mut explored.nodes);
    let planes = explored.compiler.layout.planes as usize;
    let exclusive = Groups::new(explored);
    let mut plans = Vec::new();
    for node in &nodes {
        plans.push(arrange(explored, &exclusive, node)?);
    }
    // Only the moves of players are drawn after a position was copied, so only their sets are kept
    // with it. Chance lists its moves at once, and automatic steps are made at once.
    let chosen = nodes.iter().zip(&plans).filter(|(n, _)| n.interactive);
    let graph = &explored.compiler.graph;
    let kept = chosen.flat_map(|(_, p)| &p.rules).map(|s| s.kept(graph)).max().unwrap_or(0);
    let grown = grown(explored, &nodes, planes);
    let first = planes + grown.len();
    // A position is a prefix of the registers: planes, floods that grow, then the sets of its
    // moves. Copies end at `chosen`; everything from there on is scratch.
    let frame = Frame {
        grown: planes,
        kept: first,
        chosen: first + kept,
        temps: first + kept + MOVE_CELLS,
    };
    let words = width(explored);
    let mut builder = Builder {
        engine,
        explored,
        tables: Tables { wide: crate::fast::has_wide_vectors(), ..Tables::default() },
        frame,
        grown,
        registers: frame.temps,
        words,
        ids: FxHashMap::default(),
        variants: Vec::new(),
    };
    let mut out = Vec::new();
    let mut ops = 0;
    for (node, segments) in nodes.iter().zip(&plans) {
        let node = builder.node(node, segments)?;
        let segments = node.rules.iter().chain(&node.links);
        ops += segments.map(|s| s.code.ops.len() + s.choices.len()).sum::<usize>();
        if ops > OPS {
            return Err(BitsError::Large("the program".to_owned(), OPS));
        }
        out.push(node);
    }
    builder.tables.lines = builder.explored.compiler.graph.lines.clone();
    builder.tables.rows = builder.explored.compiler.graph.rows.clone();
    builder.tables.members = builder.explored.compiler.graph.members.clone();
    if !builder.tables.fits() {
        return Err(BitsError::Large("the program".to_owned(), usize::from(u16::MAX)));
    }
    let order = builder.orders()?;
    // In this order: `hop` makes targets final; ends and branches are read off the targets; classes
    // compare control states without their targets and collect those of their members; judges ask
    // for classes.
    let certain = certain_links(&out);
    hop(&mut out, &certain);
    mark_ends(&mut out);
    branching::aim(&mut out, &certain);
    classify(&mut out);
    flow::find_judges(&mut out);
    out.iter_mut().for_each(|node| node.rate(words));
    let Builder { tables, registers, variants, explored, .. } = builder;
    explored.nodes = nodes;
    let packing = PackPlan::new(explored, &explored.exclusive, words, out.len());
    let segments = out.iter().flat_map(|n: &Node| n.rules.iter().chain(&n.links));
    let slices = segments.filter_map(|s| s.flat.as_ref().map(Vec::len)).max().unwrap_or(0);
    let program = BitProgram {
        classed: out.iter().enumerate().any(|(i, node)| node.class as usize != i),
        goes_round: flow::can_go_round(&out) || out.len() as u64 >= engine.limits().steps,
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

/// How many words a set takes: of all boards that have a plane, the largest.
fn width(explored: &Explored<'_>) -> usize {
    let layout = &explored.compiler.layout;
    let cells = layout.domains.iter().flatten().map(|d| d.values.len()).max();
    // Powers of two only: each width is a copy of the interpreter (`by_width!`), and `pick.rs`
    // masks with `W - 1`.
    let words = cells.unwrap_or(1).div_ceil(64).max(1);
    [1, 2, 4, 8].into_iter().find(|w| *w >= words).unwrap_or(8)
}

/// Floods that can only grow while a game is played: kept with the position, each turn extends what the
/// last one has found, and in all they take as many steps as there are cells.
fn grown(explored: &Explored<'_>, nodes: &[NodePlan], planes: usize) -> Vec<Expr> {
    const FLOODS: usize = 16;
    // A flood is monotone in its planes. If no step of any control state clears a bit of them, what
    // was found earlier is a subset of what is found now, and is a valid seed (see `Op::Grow`).
    let mut shrinks = vec![false; planes];
    for effect in nodes.iter().flat_map(NodePlan::effects) {
        effect.clears.iter().for_each(|(p, _)| shrinks[*p as usize] = true);
        let clears = effect.updates.iter().filter(|u| u.clear.is_some());
        clears.for_each(|u| shrinks[u.plane as usize] = true);
    }
    let graph = &explored.compiler.graph;
    let mut out: Vec<Expr> = graph.uncontrolled.clone();
    out.sort_unstable();
    out.dedup();
    // A fill of one term is a run, which takes a few doublings; only floods go on until nothing is
    // new.
    out.retain(|e| matches!(graph.node(*e), ExprNode::Fill(_, terms) if terms.len() > 1));
    out.retain(|e| graph.grows(*e, &shrinks));
    out.truncate(FLOODS);
    out
}

impl Builder<'_, '_> {
    fn node(&mut self, plan: &NodePlan, arranged: &NodeSegments<'_>) -> Result<Node, BitsError> {
        let control = &plan.control;
        let (mut rules, mut links) = (Vec::new(), Vec::new());
        for segment in &arranged.rules {
            rules.push(self.segment(segment, plan.interactive)?);
        }
        for segment in &arranged.links {
            links.push(self.segment(segment, false)?);
        }
        // Lanes try moves together where moves are slices, and no move can be the end by itself.
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
        Ok(Node {
            work: 0,
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
            alone: !together,
            forbidden,
        })
    }

    /// All conditions of a control state in one list of operations.
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
        Ok(Branch { code, segments, ways: Vec::new(), fired: Vec::new() })
    }

    /// What has to be found for a condition, and whether it must be empty: a register of one word tells by
    /// itself whether there is a cell in it, and nothing has to be negated.
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

    /// The list of operations for some expressions, where some others are known.
    fn emit_after(
        &mut self,
        known: &FxHashMap<Expr, Reg>,
        roots: &[Expr],
        keep: bool,
    ) -> Result<Code, BitsError> {
        let graph = &self.explored.compiler.graph;
        let (tables, grown) = (&mut self.tables, &self.grown);
        let (code, top) = emit(graph, tables, self.frame, grown, known, roots, keep)?;
        self.registers = self.registers.max(top);
        Ok(code)
    }

    fn segment(&mut self, plan: &SegmentPlan<'_>, keep: bool) -> Result<Segment, BitsError> {
        // Registers are assigned when all roots are known, so that they share their operations.
        // Until then, conditions and parts hold the number of their root; `place` puts the register
        // there.
        let mut roots: Vec<Expr> = Vec::new();
        let mut way_roots: Vec<Expr> = Vec::new();
        let mut choices = Vec::new();
        for (i, group) in plan.groups.iter().enumerate() {
            let (cond, parts) = match &plan.moves {
                MovesPlan::Flat(_) => (None, Vec::new()),
                MovesPlan::Parts(parts) => {
                    let cond = self.root(&mut roots, group.cond);
                    (cond, parts_of(&mut roots, &parts[i], &group.vars))
                }
            };
            let mut ways = Vec::new();
            for way in &group.ways {
                let cond = self.root(&mut way_roots, way.cond);
                let graph = &mut self.explored.compiler.graph;
                let relations = in_order(graph, &way.relations, &group.vars);
                let parts = parts_of(&mut way_roots, &relations, &group.vars);
                ways.push(WeighedWay { weight: way.weight, cond, parts });
            }
            let key = (group.rule, group.values.clone());
            let next = self.variants.len() as u32;
            let variant = *self.ids.entry(key.clone()).or_insert(next);
            if variant == next {
                self.variants.push(key);
            }
            choices.push(Choice {
                variant,
                rule: group.rule.0,
                seat: Seat(group.seat),
                chooser: group.chooser,
                cond,
                parts,
                effect: Change::default(),
                ways,
            });
        }
        let mut flat = match &plan.moves {
            MovesPlan::Flat(slices) => {
                Some(slices.iter().map(|s| self.flat_slice(&mut roots, s)).collect::<Vec<_>>())
            }
            MovesPlan::Parts(_) => None,
        };
        // What moves do may need what was worked out to find them.
        let first = roots.len();
        roots.extend(&plan.shared);
        let mut code = self.emit(&roots, keep)?;
        let shared = code.outs.split_off(first);
        let known = plan.shared.iter().copied().zip(shared).collect();
        for (choice, group) in choices.iter_mut().zip(plan.groups) {
            choice.effect = self.change(group, &known)?;
        }
        // A list of its own: weights are asked for only where chance has several moves to choose
        // from.
        let ways_code = self.emit(&way_roots, false)?;
        for choice in &mut choices {
            place(&mut choice.cond, &mut choice.parts, &code.outs);
            for way in &mut choice.ways {
                place(&mut way.cond, &mut way.parts, &ways_code.outs);
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
            choices,
            plain,
            ways_code,
            flat,
            cells,
            variants,
            by_variant,
            judge: None,
        };
        segment.index();
        Ok(segment)
    }

    /// A slice, with numbers of roots for its registers.
    fn flat_slice(&self, roots: &mut Vec<Expr>, plan: &SlicePlan) -> FlatSlice {
        let cond = self.root(roots, plan.cond).unwrap_or(NO_REG);
        let reg = plan.set.map_or(NO_REG, |set| {
            roots.push(set);
            (roots.len() - 1) as Reg
        });
        let mut offsets = [0; MOVE_CELLS];
        offsets[..plan.offsets.len()].copy_from_slice(&plan.offsets);
        let (cells, kinds) = (plan.offsets.len() as u8, plan.kinds.clone().into());
        FlatSlice { cond, reg, offsets, cells, kinds }
    }

    /// Notes a root; its number stands for its register until that is known.
    fn root(&self, roots: &mut Vec<Expr>, e: Expr) -> Option<Reg> {
        if self.explored.compiler.graph.is_true(e) {
            return None;
        }
        roots.push(e);
        Some((roots.len() - 1) as Reg)
    }

    fn change(&mut self, group: &Group, known: &FxHashMap<Expr, Reg>) -> Result<Change, BitsError> {
        let effect = &group.effect;
        let reg = |plane: &u32| *plane as Reg;
        let roots: Vec<Expr> = effect.roots().collect();
        // The order of `Effect::roots`: conditions, then for each plane what is taken and what is
        // added.
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
        // Planes are changed while sets are still read: what is a plane itself is copied first.
        let mut code = self.emit_after(known, &roots, false)?;
        let planes = self.explored.compiler.layout.planes as usize;
        for out in &mut code.outs {
            if usize::from(*out) < planes.max(self.frame.kept) {
                let d = self.registers.max(self.frame.temps) as Reg;
                self.registers = usize::from(d) + 1;
                code.ops.push(crate::ops::Op::Copy { d, a: *out });
                *out = d;
            }
        }
        let outs = code.outs.clone();
        let n = effect.conds.len();
        let ids = &self.explored.ids;
        let place = |all: Vec<(Reg, usize)>| all.into_iter().map(|(p, i)| (p, outs[i])).collect();
        Ok(Change {
            clears: effect.clears.iter().map(|(p, s)| (reg(p), *s)).collect(),
            sets: effect.sets.iter().map(|(p, s)| (reg(p), *s)).collect(),
            works: !roots.is_empty(),
            looks: !group.vars.is_empty(),
            ends: Vec::new(),
            ways: Vec::new(),
            hops: Vec::new(),
            clear_sets: place(clears),
            set_sets: place(sets),
            conds: outs[..n].to_vec(),
            // After an outcome nothing leads on.
            next: effect.next.iter().map(|c| ids.get(c).copied().unwrap_or(0)).collect(),
            code,
        })
    }

    /// The canonical order of moves: by rule, then by the values of effective variables.
    fn orders(&self) -> Result<Vec<Order>, BitsError> {
        let compiler = &self.explored.compiler;
        let (program, bank) = (compiler.program, self.engine.interner());
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
                        Err(cell - 1)
                    }
                    Some(value) => {
                        // Quadratic in the variants, of which there are as many as combinations of
                        // small values.
                        let others = self.variants.iter().filter(|(r, _)| r == rule);
                        let mut less: Vec<Value> = others.filter_map(|(_, v)| v[i]).collect();
                        less.sort_by(|a, b| bank.compare(ty, *a, *b));
                        less.dedup();
                        // Beside variants in which this variable is a cell there are none.
                        Ok(less.iter().position(|v| v == value).unwrap_or(0) as u16)
                    }
                });
            }
            out.push(Order { rule: rule.0, key });
        }
        Ok(out)
    }

    /// The outcome here and at the end, unless planes have a say.
    fn outcome(&self, control: &Control) -> Option<(Outcome, Outcome)> {
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

/// A link that is certain and changes nothing but the control state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CertainLink {
    to: u32,
    rule: u32,
}

/// The certain link of each control state that has one.
fn certain_links(nodes: &[Node]) -> Vec<Option<CertainLink>> {
    let link = |node: &Node| {
        let ([], [segment], false) = (&node.rules[..], &node.links[..], node.ended) else {
            return None;
        };
        let [choice] = &segment.choices[..] else { return None };
        let change = &choice.effect;
        let certain = match segment.flat.as_deref() {
            Some([only]) => only.cond == NO_REG && only.reg == NO_REG,
            _ => false,
        };
        let idle = change.clears.is_empty() && change.sets.is_empty() && !change.works;
        (certain && idle).then(|| CertainLink { to: change.next[0], rule: choice.rule })
    };
    nodes.iter().map(link).collect()
}

/// Follows certain links and appends their rules. A circle of them is left to the limit on steps.
pub(crate) fn skip(certain: &[Option<CertainLink>], mut to: u32, fired: &mut Vec<u32>) -> u32 {
    for _ in 0..8 {
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

/// Where a certain link follows, moves lead to its end at once. Not where steps compete: those that lead to
/// the same position count as one, and they are told apart by the positions right after them.
fn hop(nodes: &mut [Node], certain: &[Option<CertainLink>]) {
    for node in nodes {
        // `#forbid` looks at the control state right after a move.
        let rules = if node.forbids || !node.settles { &mut [][..] } else { &mut node.rules[..] };
        let alone = |s: &&mut Segment| s.choices.len() == 1 && s.cells == 0;
        let segments = rules.iter_mut().chain(node.links.iter_mut().filter(alone));
        for change in segments.flat_map(|s| &mut s.choices).map(|c| &mut c.effect) {
            let hop = |to: &mut u32| {
                let mut fired = Vec::new();
                *to = skip(certain, *to, &mut fired);
                fired.into()
            };
            change.hops = change.next.iter_mut().map(hop).collect();
            if change.hops.iter().all(|rules| rules.is_empty()) {
                change.hops.clear();
            }
        }
    }
}

/// Marks the changes that may lead to the end. A move that is the end is not taken back by lanes.
fn mark_ends(nodes: &mut [Node]) {
    let ended: Vec<bool> = nodes.iter().map(|n| n.ended).collect();
    let over: Vec<bool> = nodes.iter().map(|n| n.ended || n.decided && n.interactive).collect();
    for node in nodes.iter_mut().filter(|n| n.forbids) {
        let changes = node.rules.iter().flat_map(|s| &s.choices).map(|c| &c.effect);
        node.alone |= changes.flat_map(|c| &c.next).any(|to| ended[*to as usize]);
    }
    for node in nodes {
        // What is tried may be taken back: lanes are left where they are.
        let tried = node.forbids;
        let rules = node.rules.iter_mut().map(|s| (s, tried));
        let links = node.links.iter_mut().map(|s| (s, false));
        for (segment, tried) in rules.chain(links) {
            for change in segment.choices.iter_mut().map(|c| &mut c.effect) {
                let all = change.next.iter().copied();
                change.ends = all.filter(|to| over[*to as usize] && !tried).collect();
                change.ends.sort_unstable();
                change.ends.dedup();
            }
        }
    }
}

/// The parts of a choice, with numbers of roots for their registers.
fn parts_of(roots: &mut Vec<Expr>, relations: &[Relation], vars: &[VarId]) -> Vec<Part> {
    let at = |v: &VarId| vars.iter().position(|w| w == v).map_or(u8::MAX, |i| i as u8);
    let part = |relation: &Relation| {
        let mut slices = Vec::new();
        for (deltas, set) in &relation.slices {
            roots.push(*set);
            let offsets = std::iter::once(0).chain(deltas.iter().map(|d| *d as i16)).collect();
            slices.push(Slice { reg: (roots.len() - 1) as Reg, offsets });
        }
        Part { cells: relation.vars.iter().map(at).collect(), slices }
    };
    relations.iter().map(part).collect()
}

/// Numbers of roots become registers.
fn place(cond: &mut Option<Reg>, parts: &mut [Part], outs: &[Reg]) {
    if let Some(reg) = cond {
        *reg = outs[usize::from(*reg)];
    }
    for slice in parts.iter_mut().flat_map(|p| &mut p.slices) {
        slice.reg = outs[usize::from(slice.reg)];
    }
}

/// What atoms mean for all players.
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
