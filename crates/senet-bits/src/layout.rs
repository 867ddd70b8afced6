//! The data layout: which arguments are cells, and which planes there are.
//!
//! An argument is *wide* if its values are the bits of a plane: cells and edges of boards, numbers that
//! are counted while the game is played, and values of large types of which many are present at once. All
//! other arguments are *small*: each combination of their values has planes of its own, a *family*.

use crate::cells::{CELLS, CellSet};
use crate::error::BitsError;
use crate::facts::Facts;
use rustc_hash::FxHashMap;
use senet_engine::{PositionAtom, Value};
use senet_program::{
    Atom, Comprehension, Conclusion, PredId, PredKind, Premise, Program, Rule, Term, TypeId, VarId,
    Variable,
};

/// The values of a wide argument: bit i of a plane is the i-th value in canonical order.
#[derive(Debug, Clone)]
pub(crate) struct Domain {
    pub(crate) values: Vec<Value>,
    index: FxHashMap<Value, u16>,
}

impl Domain {
    fn new(values: Vec<Value>) -> Domain {
        let index = values.iter().enumerate().map(|(i, v)| (*v, i as u16)).collect();
        Domain { values, index }
    }

    pub(crate) fn cells(&self) -> CellSet {
        CellSet::first(self.values.len())
    }

    pub(crate) fn cell(&self, value: Value) -> Option<usize> {
        self.index.get(&value).map(|i| usize::from(*i))
    }

    /// Whether each value is the number of its bit.
    pub(crate) fn is_counting(&self) -> bool {
        self.values.iter().enumerate().all(|(i, value)| *value == i as u64)
    }
}

/// The planes of a predicate for one combination of small arguments, one for each wide argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Family {
    pub(crate) predicate: PredId,
    pub(crate) smalls: Vec<Value>,
    /// The number of its first plane.
    pub(crate) plane: u32,
    /// The types of its wide arguments.
    pub(crate) types: Vec<TypeId>,
}

#[derive(Debug)]
pub(crate) struct Layout {
    /// By type.
    pub(crate) domains: Vec<Option<Domain>>,
    /// For each predicate, which of its arguments are wide.
    pub(crate) wide: Vec<Vec<bool>>,
    pub(crate) families: Vec<Family>,
    ids: FxHashMap<(PredId, Vec<Value>), usize>,
    pub(crate) planes: u32,
    /// Predicates with at most one atom for each combination of small arguments, as far as exploration has
    /// found. The control state says whether it is present.
    pub(crate) singleton: Vec<bool>,
    /// Predicates with persistent atoms, all of which are in the start.
    pub(crate) persistent: Vec<bool>,
}

impl Layout {
    pub(crate) fn new(facts: &Facts<'_>, start: &[PositionAtom]) -> Result<Layout, BitsError> {
        let program = facts.engine.program();
        if program.boards().is_empty() {
            return Err(BitsError::NoBoard);
        }
        let mut domains: Vec<Option<Domain>> = vec![None; program.types().len()];
        let mut boards = vec![false; program.types().len()];
        for board in program.boards() {
            for ty in std::iter::once(board.ty).chain(board.edges.map(|(ty, _)| ty)) {
                let cons = &program.ty(ty).constructors;
                if cons.len() > CELLS {
                    return Err(BitsError::LargeDomain(program.ty(ty).name.clone()));
                }
                boards[ty.index()] = true;
                domains[ty.index()] =
                    Some(Domain::new(cons.iter().map(|c| u64::from(c.0)).collect()));
            }
        }
        let mut wide: Vec<Vec<bool>> = Vec::new();
        for predicate in program.predicates() {
            wide.push(predicate.arguments.iter().map(|ty| boards[ty.index()]).collect());
        }
        let mut layout = Layout {
            domains,
            wide,
            families: Vec::new(),
            ids: FxHashMap::default(),
            planes: 0,
            singleton: vec![true; program.predicates().len()],
            persistent: vec![false; program.predicates().len()],
        };
        layout.large_start_sets(facts, start);
        layout.counted(program);
        layout.persistence(program, start)?;
        for rule in program.rules() {
            if rule.all_premises().any(|p| matches!(p, Premise::Sense(_))) {
                return Err(BitsError::Senses(rule_name(rule.name.as_deref())));
            }
            if !rule.unsolved.is_empty() {
                let construct = "a premise that cannot be solved".to_owned();
                return Err(BitsError::Construct {
                    location: rule_name(rule.name.as_deref()),
                    construct,
                });
            }
        }
        Ok(layout)
    }

    /// Makes arguments wide whose predicate has many atoms in the start and is never produced.
    fn large_start_sets(&mut self, facts: &Facts<'_>, start: &[PositionAtom]) {
        let program = facts.engine.program();
        for (i, predicate) in program.predicates().iter().enumerate() {
            // A heap of different pieces, say: as bits of a plane they are cheap, as atoms of the
            // control state each subset would be a control state of its own. Only predicates that
            // nothing makes: the values at the start are all there will be.
            let id = PredId::new(i);
            if predicate.kind != PredKind::Linear || self.wide[i].contains(&true) {
                continue;
            }
            let made = program.rules().iter().flat_map(Rule::all_made);
            if made.into_iter().any(|m| m.atom.predicate == id) {
                continue;
            }
            let atoms: Vec<&PositionAtom> = start.iter().filter(|a| a.predicate == id).collect();
            if atoms.len() <= 4 || atoms.iter().any(|a| a.copies != 1 || a.persistent) {
                continue;
            }
            for (at, ty) in predicate.arguments.iter().enumerate() {
                let mut values: Vec<Value> = atoms.iter().map(|a| a.values[at]).collect();
                values.sort_by(|a, b| facts.engine.interner().compare(*ty, *a, *b));
                values.dedup();
                if values.len() > 4 && values.len() <= CELLS && self.domains[ty.index()].is_none() {
                    self.domains[ty.index()] = Some(Domain::new(values));
                    self.wide[i][at] = true;
                    break;
                }
            }
        }
    }

    /// Makes arguments wide that a counted number is put into.
    fn counted(&mut self, program: &Program) {
        // Room for a count of the cells of the largest board, rounded up to whole words, which
        // costs nothing. `cells_of_numbers` refuses counts that may be larger.
        let largest = self.domains.iter().flatten().map(|d| d.values.len()).max().unwrap_or(0);
        let largest = largest.min(CELLS - 1);
        for rule in program.rules() {
            let counted = |v: VarId| {
                let counts = |p: &Premise| matches!(p, Premise::Aggregate { target: Term::Variable(t), .. } if *t == v);
                rule.premises.iter().any(counts)
            };
            for made in &rule.conclusions {
                let predicate = made.atom.predicate;
                for (at, term) in made.atom.arguments.iter().enumerate() {
                    if let Term::Variable(v) = term
                        && counted(*v)
                    {
                        let ty = program.predicate(predicate).arguments[at];
                        self.wide[predicate.index()][at] = true;
                        let all = || Domain::new((0..64 * (largest / 64 + 1) as u64).collect());
                        self.domains[ty.index()].get_or_insert_with(all);
                    }
                }
            }
        }
    }

    fn persistence(&mut self, program: &Program, start: &[PositionAtom]) -> Result<(), BitsError> {
        for rule in program.rules() {
            if rule.all_made().any(|m| m.persistent) {
                return Err(BitsError::Persistent(rule_name(rule.name.as_deref())));
            }
        }
        let mut linear = vec![false; program.predicates().len()];
        for made in program.rules().iter().flat_map(Rule::all_made) {
            linear[made.atom.predicate.index()] = true;
        }
        for atom in start {
            let i = atom.predicate.index();
            linear[i] |= atom.copies > 0;
            self.persistent[i] |= atom.persistent;
        }
        match (0..linear.len()).find(|i| linear[*i] && self.persistent[*i]) {
            Some(i) => Err(BitsError::Both(program.predicates()[i].name.clone())),
            None => Ok(()),
        }
    }

    pub(crate) fn domain(&self, ty: TypeId) -> &Domain {
        self.domains[ty.index()].as_ref().expect("wide arguments have domains")
    }

    pub(crate) fn is_scalar(&self, predicate: PredId) -> bool {
        !self.wide[predicate.index()].contains(&true)
    }

    /// The family of a predicate with these small arguments; added if it is new.
    pub(crate) fn family(
        &mut self,
        program: &Program,
        predicate: PredId,
        smalls: &[Value],
    ) -> usize {
        if let Some(known) = self.ids.get(&(predicate, smalls.to_vec())) {
            return *known;
        }
        let wide = &self.wide[predicate.index()];
        let arguments = program.predicate(predicate).arguments.iter().zip(wide);
        let types: Vec<TypeId> = arguments.filter(|(_, w)| **w).map(|(ty, _)| *ty).collect();
        let plane = self.planes;
        self.planes += types.len() as u32;
        let id = self.families.len();
        self.families.push(Family { predicate, smalls: smalls.to_vec(), plane, types });
        self.ids.insert((predicate, smalls.to_vec()), id);
        id
    }

    pub(crate) fn find_family(&self, predicate: PredId, smalls: &[Value]) -> Option<usize> {
        self.ids.get(&(predicate, smalls.to_vec())).copied()
    }

    /// Which variables of a rule stay symbolic sets of cells: those of a type with a domain that occur in no
    /// small argument. For the variables from outside a block, `outer` says so.
    pub(crate) fn wide_variables(
        &self,
        program: &Program,
        variables: &[TypeId],
        outer: &[bool],
        premises: &[Premise],
        made: &[&Conclusion],
        comprehensions: &[Comprehension],
    ) -> Vec<bool> {
        let is_board = |ty: &TypeId| {
            let boards = program.boards().iter();
            boards.clone().any(|b| b.ty == *ty || b.edges.is_some_and(|(e, _)| e == *ty))
        };
        let has_domain =
            |ty: &TypeId| self.domains[ty.index()].is_some() && !program.ty(*ty).shape.is_number();
        let mut wide: Vec<bool> = variables.iter().map(has_domain).collect();
        wide[..outer.len()].copy_from_slice(outer);
        let narrow = |v: VarId, wide: &mut Vec<bool>| {
            if v.index() < wide.len() && v.index() >= outer.len() {
                wide[v.index()] = false;
            }
        };
        // A variable stays a set only if all of its occurrences are sets. One occurrence in a small
        // argument or in arithmetic makes it small, and its values are tried one by one.
        let mut pending: Vec<&Premise> = premises.iter().collect();
        let mut atoms: Vec<&Atom> = made.iter().map(|c| &c.atom).collect();
        for comprehension in comprehensions {
            pending.extend(&comprehension.block.premises);
            atoms.extend(comprehension.makes.iter().map(|c| &c.atom));
        }
        // In a static predicate a board's cell may be wide; a value of another type is looked up.
        let mut statics: Vec<&Atom> = Vec::new();
        while let Some(premise) = pending.pop() {
            if let Some(atom) = premise.atom() {
                if let Premise::Derived(_) = premise
                    && !program.predicate(atom.predicate).reads_position
                {
                    statics.push(atom);
                } else {
                    atoms.push(atom);
                }
            } else if let Some(block) = premise.block() {
                pending.extend(&block.premises);
            } else {
                match premise {
                    // Cells can be told apart, but not counted with.
                    Premise::Same(Term::Variable(_), Term::Variable(_))
                    | Premise::Differ(Term::Variable(_), Term::Variable(_)) => {}
                    Premise::Same(Term::Variable(_), t) | Premise::Differ(Term::Variable(_), t)
                        if t.is_ground() => {}
                    Premise::Same(t, Term::Variable(_)) | Premise::Differ(t, Term::Variable(_))
                        if t.is_ground() => {}
                    other => other.each_variable(&mut |v| narrow(v, &mut wide)),
                }
            }
        }
        for atom in atoms {
            for (term, is_wide) in atom.arguments.iter().zip(&self.wide[atom.predicate.index()]) {
                match term {
                    Term::Variable(_) if *is_wide => {}
                    other => other.each_variable(&mut |v| narrow(v, &mut wide)),
                }
            }
        }
        for atom in statics {
            for (term, ty) in
                atom.arguments.iter().zip(&program.predicate(atom.predicate).arguments)
            {
                match term {
                    Term::Variable(_) if is_board(ty) => {}
                    other => other.each_variable(&mut |v| narrow(v, &mut wide)),
                }
            }
        }
        wide
    }
}

pub(crate) fn types(variables: &[Variable]) -> Vec<TypeId> {
    variables.iter().map(|v| v.ty).collect()
}

/// A rule, in a message.
pub(crate) fn rule_name(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("the rule `{name}`"),
        None => "a rule without a name".to_owned(),
    }
}
