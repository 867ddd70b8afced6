//! Ground atoms: each has an id, and is found by any set of its arguments.

use rustc_hash::FxHashMap;
use senet_engine::Value;
use senet_program::PredId;
use std::cell::RefCell;
use std::rc::Rc;

/// The id of a ground atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct AtomId(pub u32);

impl AtomId {
    /// Its position in lists of all atoms.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Atoms of one predicate, shared: a join may add atoms while it goes through them.
pub type GroundRows = Rc<Vec<AtomId>>;

/// Rows by the values of some arguments.
type Index = FxHashMap<Box<[Value]>, GroundRows>;

/// The indexes of one predicate, by the set of arguments.
type Indexes = Vec<(u64, Index)>;

/// All ground atoms that have come up.
#[derive(Debug, Default)]
pub struct GroundAtoms {
    list: Vec<(PredId, Box<[Value]>)>,
    ids: FxHashMap<(PredId, Box<[Value]>), AtomId>,
    /// By predicate.
    of: Vec<GroundRows>,
    /// By predicate, for each set of known arguments that was asked for.
    indexes: RefCell<Vec<Indexes>>,
    /// For each, whether it may be there as a linear atom.
    pub linear: Vec<bool>,
    /// For each, whether it may be there as a persistent atom.
    pub persistent: Vec<bool>,
}

impl GroundAtoms {
    pub(crate) fn new(predicates: usize) -> GroundAtoms {
        let indexes = RefCell::new(vec![Vec::new(); predicates]);
        GroundAtoms {
            of: vec![GroundRows::default(); predicates],
            indexes,
            ..GroundAtoms::default()
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Every atom, in order of appearance.
    pub fn ids(&self) -> impl Iterator<Item = AtomId> + use<> {
        (0..self.list.len() as u32).map(AtomId)
    }

    /// The predicate and arguments of an atom.
    pub fn get(&self, id: AtomId) -> (PredId, &[Value]) {
        let (predicate, values) = &self.list[id.index()];
        (*predicate, values)
    }

    /// The number of an atom, if it has come up.
    pub fn find(&self, predicate: PredId, values: &[Value]) -> Option<AtomId> {
        self.ids.get(&(predicate, values.into())).copied()
    }

    /// The atoms of a predicate, in order of appearance.
    pub fn of(&self, predicate: PredId) -> &GroundRows {
        &self.of[predicate.index()]
    }

    pub(crate) fn insert(&mut self, predicate: PredId, values: Box<[Value]>) -> AtomId {
        if let Some(id) = self.ids.get(&(predicate, values.clone())) {
            return *id;
        }
        let id = AtomId(self.list.len() as u32);
        self.ids.insert((predicate, values.clone()), id);
        Rc::make_mut(&mut self.of[predicate.index()]).push(id);
        // Indexes that exist are kept up to date; a join that is under way holds its own shared
        // rows and does not see the new atom, which is tried by itself later.
        for (mask, index) in &mut self.indexes.get_mut()[predicate.index()] {
            Rc::make_mut(index.entry(key(&values, *mask)).or_default()).push(id);
        }
        self.list.push((predicate, values));
        self.linear.push(false);
        self.persistent.push(false);
        id
    }

    /// The atoms of a predicate whose arguments in a set have these values. The index of a set of
    /// arguments is built when it is first needed, and kept up to date by `insert`.
    pub(crate) fn with(&self, predicate: PredId, mask: u64, values: &[Value]) -> GroundRows {
        // Nothing is known: all atoms of the predicate.
        if mask == 0 {
            return Rc::clone(self.of(predicate));
        }
        let made = &mut self.indexes.borrow_mut()[predicate.index()];
        let at = made.iter().position(|(m, _)| *m == mask).unwrap_or_else(|| {
            let mut index = Index::default();
            for id in self.of(predicate).iter() {
                let all = &self.list[id.index()].1;
                Rc::make_mut(index.entry(key(all, mask)).or_default()).push(*id);
            }
            made.push((mask, index));
            made.len() - 1
        });
        made[at].1.get(values).cloned().unwrap_or_default()
    }
}

/// The values of the arguments in a set.
fn key(values: &[Value], mask: u64) -> Box<[Value]> {
    let chosen = values.iter().take(64).enumerate().filter(|(i, _)| mask & 1 << i != 0);
    chosen.map(|(_, v)| *v).collect()
}
