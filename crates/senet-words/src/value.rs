//! Values, the interner of terms, and atoms of positions.
//!
//! A value is 64 bits whose meaning its type tells: a number is that number; any
//! other value is the id of a term. Constants have the ids of their constructors, so that their
//! order is the order of declaration; terms with arguments are interned behind them. The interner only
//! grows, and nothing that a user sees depends on its ids.

use hashbrown::HashTable;
use senet_data::hash::mix;
use senet_program::{ConId, PredId, Program, Term, TypeId};
use std::cmp::Ordering;
use std::sync::RwLock;

/// Longer texts of single values are cut.
const LONGEST: usize = 1 << 24;

/// A value; its type says what it means.
pub type Value = u64;

/// An atom of a position, as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionAtom {
    /// The predicate of the atom.
    pub predicate: PredId,
    /// The arguments of the atom, interned; as many as the predicate has.
    pub values: Vec<Value>,
    /// How many linear copies there are.
    pub copies: u64,
    /// Whether it is persistent.
    pub persistent: bool,
}

/// All terms with arguments.
#[derive(Debug, Default)]
pub struct Interner {
    inner: RwLock<Inner>,
    /// Ids below this are constructors.
    constants: u64,
    /// For each type, whether its values are numbers.
    numbers: Vec<bool>,
    /// For each constructor, the types of its arguments.
    arguments: Vec<Vec<TypeId>>,
}

#[derive(Debug, Default)]
struct Inner {
    nodes: Vec<Node>,
    ids: HashTable<u32>,
    /// The depth of the deepest term.
    deepest: u32,
}

#[derive(Debug)]
struct Node {
    constructor: ConId,
    arguments: Box<[Value]>,
    /// Depends on the term alone, not on ids.
    hash: u64,
    /// How deep terms are nested: 1 if no argument has arguments of its own.
    depth: u32,
}

impl Interner {
    /// An interner for the terms of a program.
    pub fn new(program: &Program) -> Interner {
        Interner {
            inner: RwLock::default(),
            constants: program.constructors().len() as u64,
            numbers: program.types().iter().map(|t| t.shape.is_number()).collect(),
            arguments: program.constructors().iter().map(|c| c.arguments.clone()).collect(),
        }
    }

    /// How many terms with arguments there are.
    pub fn len(&self) -> usize {
        self.read().nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id of a constructor with these arguments.
    pub fn intern(&self, constructor: ConId, arguments: &[Value]) -> Value {
        if arguments.is_empty() {
            return u64::from(constructor.0);
        }
        let types = &self.arguments[constructor.index()];
        let hash = arguments
            .iter()
            .zip(types)
            .fold(u64::from(constructor.0), |h, (v, ty)| mix(h, self.hash(*ty, *v)));
        let same = |inner: &Inner, i: u32| {
            let node = &inner.nodes[i as usize];
            node.constructor == constructor && *node.arguments == *arguments
        };
        {
            let inner = self.read();
            if let Some(found) = inner.ids.find(hash, |i| same(&inner, *i)) {
                return self.constants + u64::from(*found);
            }
        }
        let mut inner = self.inner.write().expect("no thread panics while it holds the terms");
        let inner = &mut *inner;
        if let Some(found) = inner.ids.find(hash, |i| same(inner, *i)) {
            return self.constants + u64::from(*found);
        }
        let id = inner.nodes.len() as u32;
        let inside = |(v, ty): (&Value, &TypeId)| match self.is_term(*ty, *v) {
            true => inner.nodes[(*v - self.constants) as usize].depth,
            false => 0,
        };
        let depth = arguments.iter().zip(types).map(inside).max().unwrap_or(0).saturating_add(1);
        inner.deepest = inner.deepest.max(depth);
        inner.nodes.push(Node { constructor, arguments: arguments.into(), hash, depth });
        let nodes = &inner.nodes;
        inner.ids.insert_unique(hash, id, |i| nodes[*i as usize].hash);
        self.constants + u64::from(id)
    }

    /// The constructor of a term, and its arguments appended to `out`.
    pub fn open(&self, value: Value, out: &mut Vec<Value>) -> ConId {
        if value < self.constants {
            return ConId(value as u32);
        }
        let inner = self.read();
        let node = &inner.nodes[(value - self.constants) as usize];
        out.extend_from_slice(&node.arguments);
        node.constructor
    }

    /// A hash that depends on the value alone, not on ids.
    pub fn hash(&self, ty: TypeId, value: Value) -> u64 {
        if !self.is_term(ty, value) {
            return value;
        }
        self.read().nodes[(value - self.constants) as usize].hash
    }

    /// How deep a term is nested; 0 for numbers and constants.
    pub fn depth(&self, ty: TypeId, value: Value) -> u32 {
        if !self.is_term(ty, value) {
            return 0;
        }
        self.read().nodes[(value - self.constants) as usize].depth
    }

    /// The depth of the deepest term so far.
    pub fn deepest(&self) -> u32 {
        self.read().deepest
    }

    /// Whether a value is a term with arguments.
    fn is_term(&self, ty: TypeId, value: Value) -> bool {
        value >= self.constants && !self.numbers[ty.index()]
    }

    /// Canonical order: constants by declaration, numbers by size, terms by constructor and then
    /// by arguments.
    pub fn compare(&self, ty: TypeId, a: Value, b: Value) -> Ordering {
        // Terms grow as deep as a run makes them, so pairs wait on a stack of our own.
        let mut open = vec![(ty, a, b)];
        let (mut left, mut right) = (Vec::new(), Vec::new());
        while let Some((ty, a, b)) = open.pop() {
            if a == b {
                continue;
            }
            let plain = (a < self.constants && b < self.constants) || self.numbers[ty.index()];
            if plain {
                return a.cmp(&b);
            }
            left.clear();
            right.clear();
            let (c, d) = (self.open(a, &mut left), self.open(b, &mut right));
            if c != d {
                return c.cmp(&d);
            }
            let pairs = self.arguments[c.index()].iter().zip(left.iter().zip(&right));
            open.extend(pairs.rev().map(|(ty, (a, b))| (*ty, *a, *b)));
        }
        Ordering::Equal
    }

    /// A value as it is written; `argument` puts parentheses around what needs them.
    pub fn show(&self, program: &Program, ty: TypeId, value: Value, argument: bool) -> String {
        self.spell(ty, value, [argument, true], &|c| program.constructor(c).name.clone())
    }

    /// A value spelled out. `brackets` says whether terms with arguments stand in parentheses: the
    /// value itself, and those inside of it.
    pub(crate) fn spell(
        &self,
        ty: TypeId,
        value: Value,
        brackets: [bool; 2],
        name: &dyn Fn(ConId) -> String,
    ) -> String {
        enum Part {
            Term(TypeId, Value, bool),
            Text(&'static str),
        }
        let mut out = String::new();
        // A stack of our own: terms grow as deep as a run makes them.
        let mut open = vec![Part::Term(ty, value, brackets[0])];
        let mut inner = Vec::new();
        while let Some(part) = open.pop() {
            // Terms share their parts, so that a small one may be written in no end of words.
            if out.len() > LONGEST {
                out.push('…');
                break;
            }
            let (ty, value, nested) = match part {
                Part::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Part::Term(ty, value, nested) => (ty, value, nested),
            };
            if self.numbers[ty.index()] {
                out.push_str(&value.to_string());
                continue;
            }
            inner.clear();
            let constructor = self.open(value, &mut inner);
            let nested = nested && !inner.is_empty();
            out.push_str(if nested { "(" } else { "" });
            out.push_str(&name(constructor));
            open.extend(nested.then_some(Part::Text(")")));
            for (value, ty) in inner.iter().zip(&self.arguments[constructor.index()]).rev() {
                open.push(Part::Term(*ty, *value, brackets[1]));
                open.push(Part::Text(" "));
            }
        }
        out
    }

    /// The value of a term without variables.
    pub fn ground(&self, term: &Term) -> Value {
        match term {
            Term::Number(n) => *n,
            Term::Apply(c, arguments) => {
                let values: Vec<Value> = arguments.iter().map(|t| self.ground(t)).collect();
                self.intern(*c, &values)
            }
            Term::Variable(_) | Term::Plus(..) => unreachable!("the term has no variables"),
        }
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Inner> {
        self.inner.read().expect("no thread panics while it holds the terms")
    }
}
