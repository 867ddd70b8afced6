//! The second pass: what every atom is in the net.
//!
//! An atom that never changes is a constant. Atoms of which there is always exactly one, or never more than
//! one, by a linear invariant, may be the values of a *control variable*; all others are places, and those that
//! no invariant bounds have their copies counted.

use crate::build::ground::GroundProgram;
use crate::runtime::condition::{NetAtom, Place};
use crate::runtime::ids::{CopiesId, DenseId, IdVec, PlaceId, VariableId};
use crate::runtime::variant::ControlAtom;
use rustc_hash::FxHashSet;
use senet_ground::{AtomId, ExclusiveAtoms, FactorKind, RuleChanges, at_most_one, exclusive_atoms};
use senet_program::{PredKind, Premise};

/// A control variable has fewer atoms than this.
const VARIABLE_ATOMS: usize = 4096;

/// What an atom is in the net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtomRole {
    /// Always there, in so many copies.
    Constant(u64),
    /// It comes and goes, and conditions read it.
    Place(PlaceId),
    /// Part of the control state: no condition reads it.
    Control(ControlAtom),
    /// Never there.
    Never,
}

/// The atoms of which one makes a difference to the control state.
#[derive(Debug, Clone)]
pub(super) struct ControlVariable {
    pub(super) atoms: Vec<AtomId>,
    /// Whether one of them is always there.
    always: bool,
}

impl ControlVariable {
    /// The value of the variable when none of its atoms is there, if that can be.
    pub(super) fn nothing(&self) -> Option<u32> {
        (!self.always).then_some(self.atoms.len() as u32)
    }
}

/// The places and control variables of a net.
pub(super) struct Places {
    pub(super) list: IdVec<PlaceId, Place>,
    /// By atom, what it is as a linear atom.
    pub(super) linear: Vec<AtomRole>,
    /// By atom, what it is as a persistent atom.
    pub(super) persistent: Vec<AtomRole>,
    pub(super) variables: IdVec<VariableId, ControlVariable>,
    /// Sets of places of which there is always exactly one.
    pub(super) groups: Vec<Vec<PlaceId>>,
    /// How many places count copies.
    pub(super) counted: usize,
}

/// Which atoms some rule makes, or takes.
struct Moving {
    up: Vec<bool>,
    down: Vec<bool>,
}

impl Places {
    /// Decides what every atom is. Control variables have fewer than `most_atoms` atoms.
    pub(super) fn new(program: &GroundProgram<'_, '_>, most_atoms: usize) -> Places {
        let atoms = &program.ground.reached.atoms;
        let changes = program.changes();
        // Invariants decide what is a control variable, what needs no counter, and how positions
        // are packed.
        let declared = program.program();
        let mut exclusive = exclusive_atoms(declared, atoms, &changes, &program.copies);
        let start = (program.first_stage(), &program.copies);
        exclusive.extend(at_most_one(declared, atoms, &changes, start, &exclusive));
        let moving = Moving::new(program, &changes);
        let mut places = Places {
            list: IdVec::new(),
            linear: vec![AtomRole::Never; atoms.len()],
            persistent: vec![AtomRole::Never; atoms.len()],
            variables: control_variables(program, &exclusive, most_atoms),
            groups: Vec::new(),
            counted: 0,
        };
        for (variable, declared) in places.variables.enumerated() {
            for (i, atom) in declared.atoms.iter().enumerate() {
                let role = AtomRole::Control(ControlAtom { variable, atom: i as u32 });
                places.linear[atom.index()] = role;
            }
        }
        // An exclusive atom has one copy or none: it needs a bit and no counter.
        let safe: FxHashSet<AtomId> =
            exclusive.iter().flat_map(|g| g.atoms.iter().copied()).collect();
        for atom in canonical_order(program) {
            places.assign(program, atom, &moving, safe.contains(&atom));
        }
        let place_of = |a: &AtomId| match places.linear[a.index()] {
            AtomRole::Place(place) => Some(place),
            _ => None,
        };
        let groups = exclusive.iter().filter(|g| g.always);
        let groups = groups.filter_map(|g| g.atoms.iter().map(place_of).collect());
        places.groups = groups.collect();
        places
    }

    fn assign(
        &mut self,
        program: &GroundProgram<'_, '_>,
        atom: AtomId,
        moving: &Moving,
        safe: bool,
    ) {
        let atoms = &program.ground.reached.atoms;
        let i = atom.index();
        let (predicate, values) = atoms.get(atom);
        let kind = program.program().predicate(predicate).kind;
        // Derived atoms are conditions, not places.
        if kind == PredKind::Derived || kind == PredKind::Sense {
            return;
        }
        let mut add = |persistent: bool, copies: Option<CopiesId>| {
            let atom = NetAtom { predicate: predicate.index() as u32, values: values.into() };
            let place = Place { atom, persistent, copies, thresholds: Vec::new() };
            AtomRole::Place(self.list.add(place))
        };
        if atoms.linear[i] && self.linear[i] == AtomRole::Never {
            self.linear[i] = if moving.up[i] || moving.down[i] {
                let counted = (!safe).then(|| {
                    self.counted += 1;
                    CopiesId::new(self.counted - 1)
                });
                add(false, counted)
            } else {
                AtomRole::Constant(program.copies_at_start(atom))
            };
        }
        if atoms.persistent[i] {
            self.persistent[i] = if program.persistent.contains(&atom) {
                AtomRole::Constant(1)
            } else {
                add(true, None)
            };
        }
    }

    /// How many atoms the largest control variable has.
    pub(super) fn largest_variable(&self) -> usize {
        self.variables.iter().map(|v| v.atoms.len()).max().unwrap_or(0)
    }
}

/// The atoms by predicate, then by the order of their values.
fn canonical_order(program: &GroundProgram<'_, '_>) -> Vec<AtomId> {
    let atoms = &program.ground.reached.atoms;
    let mut order: Vec<AtomId> = atoms.ids().collect();
    order.sort_by(|a, b| {
        let ((p, v), (q, w)) = (atoms.get(*a), atoms.get(*b));
        let types = &program.program().predicate(p).arguments;
        p.cmp(&q).then_with(|| program.compare(types, v, w))
    });
    order
}

/// Exclusive sets of whole predicates become control variables, if no condition has to read their
/// atoms: conditions are kept up to date by changes of places, and a control state is no place.
fn control_variables(
    program: &GroundProgram<'_, '_>,
    exclusive: &[ExclusiveAtoms],
    most_atoms: usize,
) -> IdVec<VariableId, ControlVariable> {
    let atoms = &program.ground.reached.atoms;
    let read = read_by_conditions(program);
    let mut out: IdVec<VariableId, ControlVariable> = IdVec::new();
    let mut used: FxHashSet<AtomId> = FxHashSet::default();
    for group in exclusive {
        let len = group.atoms.len();
        // One atom alone would be a constant; a variable per cell would multiply control states.
        let fits = group.global && len < most_atoms.min(VARIABLE_ATOMS) && len > 1;
        let free =
            |a: &AtomId| !used.contains(a) && !read.contains(a) && !atoms.persistent[a.index()];
        if fits && group.atoms.iter().all(free) {
            used.extend(&group.atoms);
            out.push(ControlVariable { atoms: group.atoms.clone(), always: group.always });
        }
    }
    out
}

/// Atoms that derived predicates, blocks and comprehensions read or make.
fn read_by_conditions(ground: &GroundProgram<'_, '_>) -> FxHashSet<AtomId> {
    let program = ground.program();
    let mut predicates = FxHashSet::default();
    let mut note = |premises: &[Premise]| {
        for premise in premises.iter().flat_map(Premise::with_inner) {
            if let Some(atom) = premise.atom() {
                predicates.insert(atom.predicate);
            }
        }
    };
    for clause in program.clauses() {
        note(&clause.goals);
    }
    for rule in program.rules() {
        for premise in rule.premises.iter().filter(|p| p.block().is_some()) {
            note(std::slice::from_ref(premise));
        }
        for comprehension in &rule.comprehensions {
            note(&comprehension.block.premises);
        }
    }
    for stage in program.stages() {
        stage.forbidden.iter().for_each(|p| note(&p.premises));
    }
    for rule in program.rules() {
        for made in rule.comprehensions.iter().flat_map(|r| &r.makes) {
            predicates.insert(made.atom.predicate);
        }
    }
    let atoms = &ground.ground.reached.atoms;
    atoms.ids().filter(|a| predicates.contains(&atoms.get(*a).0)).collect()
}

impl Moving {
    fn new(program: &GroundProgram<'_, '_>, changes: &[RuleChanges]) -> Moving {
        let atoms = program.ground.reached.atoms.len();
        let mut moving = Moving { up: vec![false; atoms], down: vec![false; atoms] };
        let every = changes.iter().flat_map(|c| {
            std::iter::once(&c.base).chain(c.options.iter().flatten()).chain(&c.inner)
        });
        for (atom, n) in every.flatten() {
            let way = if *n > 0 { &mut moving.up } else { &mut moving.down };
            way[atom.index()] = true;
        }
        // Comprehensions that take an atom and make it again are applied as often as there are
        // copies, which have to be known.
        let is_comprehension = |kind| matches!(kind, FactorKind::Comprehension(..));
        for factor in program.ground.factors.iter().filter(|f| is_comprehension(f.kind)) {
            for premise in &factor.premises {
                if let Premise::Take(atom) = premise {
                    for env in &factor.instances {
                        moving.down[program.atom(atom, env).index()] = true;
                    }
                }
            }
        }
        moving
    }
}
