//! Control states: the stage, with every atom that has no cell. All that can be reached are found.
//!
//! `turn x` is not looked up when the program runs: it is where we are. Rules are compiled for each
//! control state, with what it knows; of a *token*, a predicate of which there is at most one atom, the
//! control state also knows whether it is there.

use crate::cells::CellSet;
use crate::derived::Goals;
use crate::effects::Setback;
use crate::error::BitsError;
use crate::expr::Graph;
use crate::facts::Facts;
use crate::layout::Layout;
use crate::plan::NodePlan;
use crate::query::Compiler;
use rustc_hash::FxHashMap;
use senet_engine::{Engine, PositionAtom, Value};
use senet_program::{PredId, PredKind, StageId};

/// No program may have more control states than this.
const CONTROLS: usize = 3_000;

/// What rules are compiled for: see the module.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Control {
    pub(crate) stage: StageId,
    /// Atoms without cells, with their copies, in order.
    pub(crate) scalars: Vec<(PredId, Vec<Value>, u64)>,
    /// The tokens that are there, by family, in order.
    pub(crate) tokens: Vec<usize>,
    /// Whether a link has led to the end.
    pub(crate) ended: bool,
}

impl Control {
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

/// Families of which a cell is in at most one; and the cells that are always in exactly one, if no rule
/// changes how many that are.
pub(crate) type Exclusion = (Vec<usize>, Option<CellSet>);

/// A program with a plan for each of its control states; the first is the start's.
pub(crate) struct Explored<'a> {
    pub(crate) compiler: Compiler<'a>,
    pub(crate) nodes: Vec<NodePlan>,
    pub(crate) ids: FxHashMap<Control, u32>,
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
        let place = crate::layout::rule_name(rule.name.as_deref());
        return Err(BitsError::Construct { place, construct: "the host is told".to_owned() });
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
        control: Control {
            stage: program.starts()[start].stage,
            scalars: Vec::new(),
            tokens: Vec::new(),
            ended: false,
        },
        goals: Goals::default(),
        fresh: Vec::new(),
        place: String::new(),
        controlled: false,
    };
    // A breadth-first search for all control states. It begins anew with what it has learnt, that a
    // predicate is not a token or that there is another family. The graph of expressions stays, so
    // that most of it is found again by hashing. Families that grow without end, as those of a
    // number beside a cell do that a rule raises, are stopped by the limit on the graph alone.
    'again: loop {
        let first = first_control(&mut compiler, &atoms, program.starts()[start].stage)?;
        let families = compiler.layout.families.len();
        let mut ids = FxHashMap::default();
        let mut nodes: Vec<NodePlan> = Vec::new();
        let mut open = vec![first.clone()];
        ids.insert(first, 0);
        let mut next = 0;
        while let Some(control) = open.get(next).cloned() {
            next += 1;
            let node = match compiler.node(control) {
                Ok(node) => node,
                Err(Setback::Failed(why)) => return Err(why),
                Err(Setback::Demoted(predicate)) => {
                    let wide = compiler.layout.wide[predicate.index()].iter();
                    if wide.filter(|w| **w).count() > 1 {
                        let name = program.predicate(predicate).name.clone();
                        return Err(BitsError::Pairs(name));
                    }
                    compiler.layout.token[predicate.index()] = false;
                    continue 'again;
                }
            };
            for control in node.successors() {
                if !ids.contains_key(control) {
                    ids.insert(control.clone(), open.len() as u32);
                    open.push(control.clone());
                    if open.len() > CONTROLS {
                        return Err(BitsError::Controls(CONTROLS));
                    }
                }
            }
            nodes.push(node);
        }
        // What was compiled before a family was known has not looked at it.
        if compiler.layout.families.len() == families {
            let exclusive = Vec::new();
            let mut explored = Explored { compiler, nodes, ids, start: atoms, exclusive };
            explored.exclusive = explored.check_copies()?;
            return Ok(explored);
        }
    }
}

/// The control state of the start; its families are known from then on.
fn first_control(
    compiler: &mut Compiler<'_>,
    atoms: &[PositionAtom],
    stage: StageId,
) -> Result<Control, BitsError> {
    let program = compiler.program;
    let mut control = Control { stage, scalars: Vec::new(), tokens: Vec::new(), ended: false };
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
        if control.tokens.contains(&family) {
            if wide.iter().filter(|w| **w).count() > 1 {
                return Err(BitsError::Pairs(name.clone()));
            }
            compiler.layout.token[atom.predicate.index()] = false;
        } else {
            control.tokens.push(family);
        }
    }
    let layout = &compiler.layout;
    control.tokens.retain(|f| layout.token[layout.families[*f].predicate.index()]);
    control.tokens.sort_unstable();
    Ok(control)
}

impl Explored<'_> {
    /// Every plane holds at most one copy of each atom: it is a token, or it belongs to a set of
    /// families of which every rule gives a cell no more than it takes from it.
    fn check_copies(&self) -> Result<Vec<Exclusion>, BitsError> {
        let layout = &self.compiler.layout;
        // The argument is that of P-invariants of Petri nets, for one cell at a time: if no step
        // gives a cell more atoms of a set of families than it takes, and the cell begins with at
        // most one, it never has two. Sites of a step may be the same cell; then their balances add
        // up, and so does the inequality.
        let mut balances: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for effect in self.nodes.iter().flat_map(NodePlan::effects) {
            for balance in effect.balance.values() {
                if !balances.contains(balance) {
                    balances.push(balance.clone());
                }
            }
        }
        let effects = self.nodes.iter().flat_map(NodePlan::effects);
        let unsure: Vec<usize> = effects.flat_map(|e| e.unsure.iter().copied()).collect();
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
            if layout.token[predicate.index()] {
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
            let Some(set) = closed(&balances, vec![family], &exclusive, 64) else {
                let name = self.compiler.program.predicate(predicate).name.clone();
                return Err(BitsError::Copies(name));
            };
            let within = |all: &[usize]| all.iter().filter(|f| set.contains(f)).count();
            // With equality for all steps, a cell that begins with one atom of the set always has
            // one.
            let even = balances.iter().all(|(takes, makes)| within(takes) == within(makes))
                && within(&unsure) == 0;
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
fn closed(
    balances: &[(Vec<usize>, Vec<usize>)],
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
    let broken = balances.iter().find(|(takes, makes)| within(makes) > within(takes));
    let Some((takes, makes)) = broken else {
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
        let found = closed(balances, larger, exclusive, depth - 1);
        if found.is_some() {
            return found;
        }
    }
    None
}
