//! Values, the interner of terms, and atoms of positions.
//!
//! A value is 64 bits whose meaning its type tells: a number is that number; any
//! other value is the id of a term. Constants have the ids of their constructors, so that their
//! order is the order of declaration; terms with arguments are interned behind them. The interner only
//! grows, and nothing that anybody sees depends on its ids.

use hashbrown::HashTable;
use senet_data::hash::mix;
use senet_program::{ConId, PredId, Program, Term, TypeId};
use std::cmp::Ordering;
use std::sync::RwLock;

/// A value; its type says what it means.
pub type Value = u64;

/// An atom of a position, as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionAtom {
    /// The predicate.
    pub predicate: PredId,
    /// The arguments.
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
}

#[derive(Debug)]
struct Node {
    constructor: ConId,
    arguments: Box<[Value]>,
    /// Depends on the term alone, not on ids.
    hash: u64,
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
        inner.nodes.push(Node { constructor, arguments: arguments.into(), hash });
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
        if value < self.constants || self.numbers[ty.index()] {
            return value;
        }
        self.read().nodes[(value - self.constants) as usize].hash
    }

    /// Canonical order: constants by declaration, numbers by size, terms by constructor and then
    /// by arguments.
    pub fn compare(&self, ty: TypeId, a: Value, b: Value) -> Ordering {
        let plain = (a < self.constants && b < self.constants) || self.numbers[ty.index()];
        if plain || a == b {
            return a.cmp(&b);
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let (c, d) = (self.open(a, &mut left), self.open(b, &mut right));
        c.cmp(&d).then_with(|| {
            let types = &self.arguments[c.index()];
            let pairs = left.iter().zip(&right).zip(types);
            pairs
                .map(|((a, b), ty)| self.compare(*ty, *a, *b))
                .find(|o| o.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }

    /// A value as it is written; `argument` puts parentheses around what needs them.
    pub fn show(&self, program: &Program, ty: TypeId, value: Value, argument: bool) -> String {
        if self.numbers[ty.index()] {
            return value.to_string();
        }
        let mut inner = Vec::new();
        let constructor = self.open(value, &mut inner);
        let name = &program.constructor(constructor).name;
        if inner.is_empty() {
            return name.clone();
        }
        let types = &self.arguments[constructor.index()];
        let arguments = inner.iter().zip(types).map(|(v, ty)| self.show(program, *ty, *v, true));
        let shown = format!("{name} {}", arguments.collect::<Vec<_>>().join(" "));
        if argument { format!("({shown})") } else { shown }
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
