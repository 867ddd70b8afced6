//! Control states: a stage with the atoms that have no cell. All reachable ones are enumerated.
//!
//! `turn x` is not looked up when the program runs: the control state implies it. Rules are specialized for each control
//! state (partial evaluation). Of a *singleton*, a predicate with at most one atom, the control state also knows
//! whether the atom is present.

use crate::cells::CellSet;
use crate::derived::Goals;
use crate::effects::{Balance, EffectError};
use crate::error::BitsError;
use crate::expr::Graph;
use crate::facts::Facts;
use crate::layout::Layout;
use crate::plan::ControlPlan;
use crate::query::Compiler;
use rustc_hash::FxHashMap;
use senet_engine::{Engine, PositionAtom, Value};
use senet_program::{PredId, PredKind, StageId};

/// The most control states that a program may have.
const CONTROLS: usize = 3_000;

/// A stage with its atoms without cells: see the module.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ControlState {
    pub(crate) stage: StageId,
    /// Atoms without cells, with their copies, in order.
    pub(crate) scalars: Vec<(PredId, Vec<Value>, u64)>,
    /// The singletons that are present, by family, in order.
    pub(crate) singletons: Vec<usize>,
    /// Whether a link has ended the play.
    pub(crate) ended: bool,
}

impl ControlState {
    pub(crate) fn copies(&self, predicate: PredId, values: &[Value]) -> u64 {
        let found = self.scalars.iter().find(|(p, v, _)| *p == predicate && *v == values);
        found.map_or(0, |(_, _, copies)| *copies)
    }

    /// Adds copies of an atom, or takes them away.
    pub(crate) fn count(&mut self, predicate: PredId, values: &[Value], by: i64) {
        let at =
            self.scalars.binary_search_by(|(p, v, _)| (*p, v.as_slice()).cmp(&(predicate, values)));
        match at {
            Ok(at) => {
                let copies = self.scalars[at].2.saturating_add_signed(by);
                self.scalars[at].2 = copies;
                if copies == 0 {
                    self.scalars.remove(at);
                }
            }
            Err(at) if by > 0 => {
                self.scalars.insert(at, (predicate, values.to_vec(), by as u64));
            }
            Err(_) => {}
        }
    }
}

/// Families that exclude each other: a cell is in at most one. With the cells that are always in exactly one, if no
/// rule changes their number.
pub(crate) type Exclusion = (Vec<usize>, Option<CellSet>);

/// A program with a plan for each reachable control state.
pub(crate) struct Explored<'a> {
    pub(crate) compiler: Compiler<'a>,
    /// By control state; the first is that of the start.
    pub(crate) plans: Vec<ControlPlan>,
    pub(crate) ids: FxHashMap<ControlState, u32>,
    pub(crate) start: Vec<PositionAtom>,
    pub(crate) exclusive: Vec<Exclusion>,
}

/// Compiles a program from one of its starts.
pub(crate) fn explore(engine: &Engine, start: usize) -> Result<Explored<'_>, BitsError> {
    let unknown = |_| BitsError::Unknown("the start".to_owned());
    let atoms = engine.start_atoms(start).map_err(unknown)?;
    let program = engine.program();
    let acts = program.rules().iter().find(|r| {
        r.all_made().any(|m| program.predicate(m.atom.predicate).kind == PredKind::Action)
    });
    if let Some(rule) = acts {
        let location = crate::layout::rule_name(rule.name.as_deref());
        return Err(BitsError::Construct { location, construct: "the host is told".to_owned() });
    }
    let mut facts = Facts::new(engine);
    for atom in atoms.iter().filter(|a| a.persistent) {
        facts.add(atom.predicate, &atom.values);
    }
    let layout = Layout::new(&facts, &atoms)?;
    let mut compiler = Compiler {
        facts,
        program,
        layout,
        graph: Graph::default(),
        control: ControlState {
            stage: program.starts()[start].stage,
            scalars: Vec::new(),
            singletons: Vec::new(),
            ended: false,
        },
        goals: Goals::default(),
        fresh: Vec::new(),
        location: String::new(),
        depends_on_control: false,
    };
    // Breadth-first exploration. It restarts when it learns that a predicate is not a singleton or
    // that there is another family. The expression graph is kept, so that hash-consing finds most of
    // it again. If families grow without end (a rule raises a number beside a cell), the limit on
    // the graph stops the search.
    'restart: loop {
        let first = first_control(&mut compiler, &atoms, program.starts()[start].stage)?;
        let families = compiler.layout.families.len();
        let mut ids = FxHashMap::default();
        let mut plans: Vec<ControlPlan> = Vec::new();
        // The queue of the search: what comes before `next` has a plan.
        let mut reached = vec![first.clone()];
        ids.insert(first, 0);
        let mut next = 0;
        while let Some(control) = reached.get(next).cloned() {
            next += 1;
            let plan = match compiler.compile_control(control) {
                Ok(plan) => plan,
                Err(EffectError::Unsupported(why)) => return Err(why),
                Err(EffectError::NotSingleton(predicate)) => {
                    let wide = compiler.layout.wide[predicate.index()].iter();
                    if wide.filter(|w| **w).count() > 1 {
                        let name = program.predicate(predicate).name.clone();
                        return Err(BitsError::Pairs(name));
                    }
                    compiler.layout.singleton[predicate.index()] = false;
                    continue 'restart;
                }
            };
            for control in plan.successors() {
                if !ids.contains_key(control) {
                    ids.insert(control.clone(), reached.len() as u32);
                    reached.push(control.clone());
                    if reached.len() > CONTROLS {
                        return Err(BitsError::Controls(CONTROLS));
                    }
                }
            }
            plans.push(plan);
        }
        // What was compiled before a family was known does not read it: compile again.
        if compiler.layout.families.len() == families {
            let exclusive = Vec::new();
            let mut explored = Explored { compiler, plans, ids, start: atoms, exclusive };
            explored.exclusive = explored.check_copies()?;
            return Ok(explored);
        }
    }
}

/// The control state of the start; registers its families.
fn first_control(
    compiler: &mut Compiler<'_>,
    atoms: &[PositionAtom],
    stage: StageId,
) -> Result<ControlState, BitsError> {
    let program = compiler.program;
    let mut control =
        ControlState { stage, scalars: Vec::new(), singletons: Vec::new(), ended: false };
    for atom in atoms.iter().filter(|a| a.copies > 0) {
        if compiler.layout.is_scalar(atom.predicate) {
            control.count(atom.predicate, &atom.values, atom.copies as i64);
            continue;
        }
        let name = &program.predicate(atom.predicate).name;
        if atom.copies > 1 {
            return Err(BitsError::Copies(name.clone()));
        }
        let wide = compiler.layout.wide[atom.predicate.index()].clone();
        let smalls: Vec<Value> =
            atom.values.iter().zip(&wide).filter(|(_, w)| !**w).map(|(v, _)| *v).collect();
        let family = compiler.layout.family(program, atom.predicate, &smalls);
        if control.singletons.contains(&family) {
            if wide.iter().filter(|w| **w).count() > 1 {
                return Err(BitsError::Pairs(name.clone()));
            }
            compiler.layout.singleton[atom.predicate.index()] = false;
        } else {
            control.singletons.push(family);
        }
    }
    let layout = &compiler.layout;
    control.singletons.retain(|f| layout.singleton[layout.families[*f].predicate.index()]);
    control.singletons.sort_unstable();
    Ok(control)
}

impl Explored<'_> {
    /// Proves that no atom with a cell has two copies: its predicate is a singleton, or its family belongs to a set of
    /// families of which no rule gives a cell more atoms than it takes from it.
    fn check_copies(&self) -> Result<Vec<Exclusion>, BitsError> {
        let layout = &self.compiler.layout;
        // The argument is that of P-invariants of Petri nets, for one cell at a time: if no step
        // gives a cell more atoms of a set of families than it takes, and the cell begins with at
        // most one, it never has two. Sites of a step may be the same cell; then their balances add
        // up, and so does the inequality.
        let mut balances: Vec<Balance> = Vec::new();
        for effect in self.plans.iter().flat_map(ControlPlan::effects) {
            for balance in effect.balance.values() {
                if !balances.contains(balance) {
                    balances.push(balance.clone());
                }
            }
        }
        let effects = self.plans.iter().flat_map(ControlPlan::effects);
        let conditional_families: Vec<usize> =
            effects.flat_map(|e| e.conditional_families.iter().copied()).collect();
        let mut there: Vec<Vec<usize>> = vec![Vec::new(); layout.families.len()];
        for atom in self.start.iter().filter(|a| a.copies > 0) {
            if layout.is_scalar(atom.predicate) {
                continue;
            }
            let wide = &layout.wide[atom.predicate.index()];
            let pairs = || atom.values.iter().zip(wide);
            let smalls: Vec<Value> = pairs().filter(|(_, w)| !**w).map(|(v, _)| *v).collect();
            let family = layout.find_family(atom.predicate, &smalls).expect("of the start");
            let cell = pairs().find(|(_, w)| **w).map(|(v, _)| *v).expect("it has a cell");
            let ty = layout.families[family].types[0];
            there[family].push(layout.domain(ty).cell(cell).expect("of the board"));
        }
        let mut out = Vec::new();
        for family in 0..layout.families.len() {
            let predicate = layout.families[family].predicate;
            if layout.singleton[predicate.index()] {
                continue;
            }
            let exclusive = |set: &[usize]| {
                let mut cells: Vec<usize> =
                    set.iter().flat_map(|f| there[*f].iter().copied()).collect();
                let all = cells.len();
                cells.sort_unstable();
                cells.dedup();
                cells.len() == all
            };
            let Some(set) = exclusive_superset(&balances, vec![family], &exclusive, 64) else {
                let name = self.compiler.program.predicate(predicate).name.clone();
                return Err(BitsError::Copies(name));
            };
            let within = |all: &[usize]| all.iter().filter(|f| set.contains(f)).count();
            // With equality for all steps, a cell that begins with one atom of the set always has
            // one.
            let even = balances.iter().all(|b| within(&b.takes) == within(&b.makes))
                && within(&conditional_families) == 0;
            let cells =
                || -> CellSet { set.iter().flat_map(|f| there[*f].iter().copied()).collect() };
            let cells = even.then(cells);
            if !out.contains(&(set.clone(), cells)) {
                out.push((set, cells));
            }
        }
        Ok(out)
    }
}

/// A closed superset of a set of families: no cell gains more atoms of it than it loses.
fn exclusive_superset(
    balances: &[Balance],
    set: Vec<usize>,
    exclusive: &dyn Fn(&[usize]) -> bool,
    depth: usize,
) -> Option<Vec<usize>> {
    if depth == 0 || !exclusive(&set) {
        return None;
    }
    let within = |all: &[usize]| all.iter().filter(|f| set.contains(f)).count();
    // Depth-first: a step that gives more than it takes is mended by a family that it takes and
    // does not give. Branching is by the atoms that one step takes from a cell, which are few.
    let broken = balances.iter().find(|b| within(&b.makes) > within(&b.takes));
    let Some(Balance { takes, makes }) = broken else {
        let mut set = set;
        set.sort_unstable();
        return Some(set);
    };
    let mut tried = Vec::new();
    for more in takes {
        if set.contains(more) || tried.contains(more) || makes.contains(more) {
            continue;
        }
        tried.push(*more);
        let mut larger = set.clone();
        larger.push(*more);
        let found = exclusive_superset(balances, larger, exclusive, depth - 1);
        if found.is_some() {
            return found;
        }
    }
    None
}
