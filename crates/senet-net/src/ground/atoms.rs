//! Ground atoms: every one has a number, and is found by any of its arguments.

use rustc_hash::FxHashMap;
use senet_engine::Value;
use senet_program::PredId;
use std::cell::RefCell;
use std::rc::Rc;

/// The number of a ground atom.
pub(crate) type AtomId = u32;

/// Atoms that are looked at while others look at them too.
pub(crate) type Rows = Rc<Vec<AtomId>>;

/// Rows by the values of some arguments.
type Index = FxHashMap<Box<[Value]>, Rows>;

/// The indexes of one predicate, by the set of arguments.
type Indexes = Vec<(u64, Index)>;

/// All ground atoms that have come up.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    list: Vec<(PredId, Box<[Value]>)>,
    ids: FxHashMap<(PredId, Box<[Value]>), AtomId>,
    /// By predicate.
    of: Vec<Rows>,
    /// By predicate, for each set of known arguments that was asked for.
    indexes: RefCell<Vec<Indexes>>,
    /// Whether it may be there as a linear atom, and as a persistent one.
    pub(crate) linear: Vec<bool>,
    pub(crate) lasting: Vec<bool>,
}

impl Atoms {
    pub(crate) fn new(predicates: usize) -> Atoms {
        let indexes = RefCell::new(vec![Vec::new(); predicates]);
        Atoms { of: vec![Rows::default(); predicates], indexes, ..Atoms::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The predicate and arguments of an atom.
    pub(crate) fn get(&self, id: AtomId) -> (PredId, &[Value]) {
        let (predicate, values) = &self.list[id as usize];
        (*predicate, values)
    }

    pub(crate) fn find(&self, predicate: PredId, values: &[Value]) -> Option<AtomId> {
        self.ids.get(&(predicate, values.into())).copied()
    }

    /// The atoms of a predicate, in order of appearance.
    pub(crate) fn of(&self, predicate: PredId) -> &Rows {
        &self.of[predicate.index()]
    }

    pub(crate) fn insert(&mut self, predicate: PredId, values: Box<[Value]>) -> AtomId {
        if let Some(id) = self.ids.get(&(predicate, values.clone())) {
            return *id;
        }
        let id = self.list.len() as AtomId;
        self.ids.insert((predicate, values.clone()), id);
        Rc::make_mut(&mut self.of[predicate.index()]).push(id);
        for (mask, index) in &mut self.indexes.get_mut()[predicate.index()] {
            Rc::make_mut(index.entry(key(&values, *mask)).or_default()).push(id);
        }
        self.list.push((predicate, values));
        self.linear.push(false);
        self.lasting.push(false);
        id
    }

    /// The atoms of a predicate whose arguments in a set have these values.
    pub(crate) fn with(&self, predicate: PredId, mask: u64, values: &[Value]) -> Rows {
        if mask == 0 {
            return Rc::clone(self.of(predicate));
        }
        let made = &mut self.indexes.borrow_mut()[predicate.index()];
        let at = made.iter().position(|(m, _)| *m == mask).unwrap_or_else(|| {
            let mut index = Index::default();
            for id in self.of(predicate).iter() {
                let all = &self.list[*id as usize].1;
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
