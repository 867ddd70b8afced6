//! Predicates that hold of the same things in every position, as rows of values.

use crate::error::BitsError;
use rustc_hash::FxHashMap;
use senet_engine::{Engine, Value};
use senet_ground::{Env, Terms};
use senet_program::{PredId, PredKind, TypeId, TypeShape};
use std::rc::Rc;

/// Rows of a static predicate.
pub(crate) type Rows = Rc<Vec<Box<[Value]>>>;

/// No type with more values than this is gone through one by one.
const MANY: usize = 4_096;

pub(crate) struct Facts<'a> {
    pub(crate) engine: &'a Engine,
    tables: Vec<Vec<Box<[Value]>>>,
    known: FxHashMap<(PredId, Env), Rows>,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(engine: &'a Engine) -> Facts<'a> {
        let program = engine.program();
        let mut tables = vec![Vec::new(); program.predicates().len()];
        for clause in program.clauses() {
            let predicate = clause.head.predicate;
            if program.modes().is_table(predicate) {
                let row =
                    clause.head.arguments.iter().map(|t| engine.interner().ground(t)).collect();
                tables[predicate.index()].push(row);
            }
        }
        Facts { engine, tables, known: FxHashMap::default() }
    }

    /// An atom that is there for good.
    pub(crate) fn add(&mut self, predicate: PredId, row: &[Value]) {
        self.tables[predicate.index()].push(row.into());
    }

    pub(crate) fn terms(&self) -> Terms<'a> {
        Terms(self.engine)
    }

    /// The rows of a static predicate with some arguments known.
    pub(crate) fn rows(&mut self, predicate: PredId, known: &Env) -> Result<Rows, BitsError> {
        let key = (predicate, known.clone());
        if let Some(rows) = self.known.get(&key) {
            return Ok(Rc::clone(rows));
        }
        let fits = |row: &[Value]| row.iter().zip(known).all(|(v, k)| k.is_none_or(|k| k == *v));
        let mut rows: Vec<Box<[Value]>> = if self.is_table(predicate) {
            let all = &self.tables[predicate.index()];
            all.iter().filter(|row| fits(row)).cloned().collect()
        } else {
            self.asked(predicate, known)?
        };
        rows.sort_unstable();
        rows.dedup();
        let rows = Rc::new(rows);
        self.known.insert(key, Rc::clone(&rows));
        Ok(rows)
    }

    fn is_table(&self, predicate: PredId) -> bool {
        let program = self.engine.program();
        program.modes().is_table(predicate)
            || program.predicate(predicate).kind != PredKind::Derived
    }

    /// Asks backward rules; what they need to be told is tried value by value.
    fn asked(&self, predicate: PredId, known: &Env) -> Result<Vec<Box<[Value]>>, BitsError> {
        let declared = self.engine.program().predicate(predicate);
        let unknown = || BitsError::Unknown(format!("`{}`", declared.name));
        if known.is_empty() {
            return Err(unknown());
        }
        let answer = self.engine.ask(predicate, known).map_err(|_| unknown())?;
        if let Some(all) = answer {
            return Ok(all.chunks(known.len()).map(Into::into).collect());
        }
        // The rules cannot run in this mode: one more argument is made known, by every value of its
        // type. The cost is the product of the sizes of the types that this takes, once for each
        // pattern of what is known, because `rows` keeps answers.
        let open = (0..known.len()).filter(|i| known[*i].is_none());
        for i in open {
            if let Some(values) = self.values_of(declared.arguments[i]) {
                let mut out = Vec::new();
                for value in values {
                    let mut more = known.clone();
                    more[i] = Some(value);
                    out.extend(self.asked(predicate, &more)?);
                }
                return Ok(out);
            }
        }
        Err(unknown())
    }

    /// Every value of a finite type, in canonical order.
    pub(crate) fn values_of(&self, ty: TypeId) -> Option<Vec<Value>> {
        let program = self.engine.program();
        let declared = program.ty(ty);
        match declared.shape {
            TypeShape::Range { low, high } if high - low < MANY as u64 => {
                Some((low..=high).collect())
            }
            TypeShape::Constants => {
                Some(declared.constructors.iter().map(|c| u64::from(c.0)).collect())
            }
            TypeShape::Finite => {
                let mut out = Vec::new();
                for con in &declared.constructors {
                    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
                    for argument in &program.constructor(*con).arguments {
                        let values = self.values_of(*argument)?;
                        let longer = |row: Vec<Value>| {
                            let values = values.clone();
                            values.into_iter().map(move |v| [&row[..], &[v]].concat())
                        };
                        rows = rows.into_iter().flat_map(longer).collect();
                        if rows.len() + out.len() > MANY {
                            return None;
                        }
                    }
                    out.extend(rows.iter().map(|row| self.engine.interner().intern(*con, row)));
                }
                Some(out)
            }
            _ => None,
        }
    }
}
