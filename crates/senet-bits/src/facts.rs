//! Static predicates: tables that are the same in every position.

use crate::error::BitsError;
use rustc_hash::FxHashMap;
use senet_engine::{Engine, Value};
use senet_ground::{Env, Terms};
use senet_program::{PredId, PredKind, TypeId, TypeShape};
use std::rc::Rc;

/// Rows of a static predicate.
pub(crate) type Rows = Rc<Vec<Box<[Value]>>>;

/// Types with more values than this are not enumerated.
const MANY: usize = 4_096;

/// The static predicates of a program, with the persistent atoms of its start.
pub(crate) struct Facts<'a> {
    pub(crate) engine: &'a Engine,
    /// By predicate: the rows that facts say.
    tables: Vec<Vec<Box<[Value]>>>,
    /// Answers, by predicate and known arguments. A rule asks the same in every control state.
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

    /// Adds a persistent atom of the start.
    pub(crate) fn add(&mut self, predicate: PredId, row: &[Value]) {
        self.tables[predicate.index()].push(row.into());
    }

    pub(crate) fn terms(&self) -> Terms<'a> {
        Terms(self.engine)
    }

    /// The rows of a static predicate that agree with the known arguments.
    pub(crate) fn rows(&mut self, predicate: PredId, known: &Env) -> Result<Rows, BitsError> {
        // Sorted, so that the order of matches does not depend on how an answer was found.
        let key = (predicate, known.clone());
        if let Some(rows) = self.known.get(&key) {
            return Ok(Rc::clone(rows));
        }
        let fits = |row: &[Value]| row.iter().zip(known).all(|(v, k)| k.is_none_or(|k| k == *v));
        let mut rows: Vec<Box<[Value]>> = if self.is_table(predicate) {
            let all = &self.tables[predicate.index()];
            all.iter().filter(|row| fits(row)).cloned().collect()
        } else {
            self.query_clauses(predicate, known)?
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

    /// Evaluates backward rules; inputs that their modes need and that are not known are enumerated.
    fn query_clauses(
        &self,
        predicate: PredId,
        known: &Env,
    ) -> Result<Vec<Box<[Value]>>, BitsError> {
        let declared = self.engine.program().predicate(predicate);
        let unknown = || BitsError::Unknown(format!("`{}`", declared.name));
        if known.is_empty() {
            return Err(unknown());
        }
        let answer = self.engine.ask(predicate, known).map_err(|_| unknown())?;
        if let Some(all) = answer {
            return Ok(all.chunks(known.len()).map(Into::into).collect());
        }
        // The rules cannot run in this mode: bind one more argument to every value of its type. The
        // cost is the product of the sizes of these types, once for each pattern of known arguments,
        // because `rows` caches answers.
        let unbound = (0..known.len()).filter(|i| known[*i].is_none());
        for i in unbound {
            if let Some(values) = self.values_of(declared.arguments[i]) {
                let mut out = Vec::new();
                for value in values {
                    let mut more = known.clone();
                    more[i] = Some(value);
                    out.extend(self.query_clauses(predicate, &more)?);
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
