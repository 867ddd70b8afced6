//! The fourth pass: control states, by breadth-first exploration from the first one to everywhere
//! that an entry can lead. What conditions decide is ignored, so that this is a superset of the
//! control states that play can reach.

use crate::build::conditions::Conditions;
use crate::build::ground::GroundProgram;
use crate::build::places::{ControlVariable, Places};
use crate::runtime::aggregate::Aggregate;
use crate::runtime::change::PlaceChange;
use crate::runtime::condition::Literal;
use crate::runtime::control::{Control, Entry, FactorChoices, ListedChoice, OpenFactor, Successor};
use crate::runtime::ids::{
    ChoiceIndex, ControlId, DenseId, IdVec, StageIndex, VariableId, VariantId,
};
use crate::runtime::variant::{ControlAtom, Instance, Variant};
use rustc_hash::FxHashMap;
use senet_ground::{AtomId, GroundingError};
use senet_program::StageId;

/// More control states than this are too many.
const CONTROLS: usize = 20_000;
/// And so are more entries in all of them.
const ENTRIES: usize = 400_000;

/// A stage, and the atom of each control variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ControlKey {
    stage: StageIndex,
    atoms: Vec<u32>,
}

/// All control states, the first one first.
pub(super) struct Controls {
    pub(super) list: IdVec<ControlId, Control>,
}

/// The pass at work.
struct Explorer<'p, 'g, 'a> {
    program: &'p GroundProgram<'g, 'a>,
    places: &'p Places,
    conditions: &'p mut Conditions,
    /// The control states so far, numbered in the order in which they were found.
    keys: IdVec<ControlId, ControlKey>,
    ids: FxHashMap<ControlKey, ControlId>,
}

impl Controls {
    pub(super) fn new(
        program: &GroundProgram<'_, '_>,
        places: &Places,
        conditions: &mut Conditions,
    ) -> Result<Controls, GroundingError> {
        let (keys, ids) = (IdVec::new(), FxHashMap::default());
        let mut explorer = Explorer { program, places, conditions, keys, ids };
        let mut list = explorer.explore()?;
        shorten_forwards(&mut list);
        Ok(Controls { list })
    }
}

impl Explorer<'_, '_, '_> {
    fn id(&mut self, stage: StageIndex, atoms: Vec<u32>) -> ControlId {
        let key = ControlKey { stage, atoms };
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = self.keys.add(key.clone());
        self.ids.insert(key, id);
        id
    }

    fn explore(&mut self) -> Result<IdVec<ControlId, Control>, GroundingError> {
        let program = self.program.program();
        let first = |variable: &ControlVariable| {
            let there = |a: &AtomId| self.program.copies_at_start(*a) > 0;
            let at = variable.atoms.iter().position(there).map(|at| at as u32);
            at.or(variable.nothing()).expect("exactly one is there")
        };
        let start = self.places.variables.iter().map(first).collect();
        self.id(StageIndex(self.program.first_stage().0), start);
        // `keys` is the queue of the breadth-first search, and `out` is as long as what has been
        // taken from it.
        let mut out: IdVec<ControlId, Control> = IdVec::new();
        let mut entries = 0;
        while out.len() < self.keys.len() {
            let ControlKey { stage, atoms } = self.keys[ControlId::new(out.len())].clone();
            let declared = &program.stages()[stage.index()];
            let mut control = Control {
                stage,
                interactive: declared.interactive,
                settles: program.settling(StageId(stage.0)).holds(),
                ordered: declared.ordered,
                decided: self.is_decided(&atoms),
                atoms: atoms.into(),
                rules: Vec::new(),
                links: Vec::new(),
                exact_copies: None,
                outcomes: None,
                forward: None,
            };
            for variant in self.conditions.variants.ids() {
                let declared = &self.conditions.variants[variant];
                let (from, link) = (declared.from, declared.link);
                if from != stage {
                    continue;
                }
                if let Some(entry) = self.entry(variant, &control.atoms)? {
                    let to = if link { &mut control.links } else { &mut control.rules };
                    to.push(entry);
                    entries += 1;
                }
            }
            let variants = &self.conditions.variants;
            if control.interactive {
                // Of several seats that could choose, the first one does: see `Runner::advance`.
                control.rules.sort_by_key(|e| variants[e.variant].seat);
            }
            let all = control.rules.iter().chain(&control.links);
            control.exact_copies = all.filter_map(|e| exact_copies(&variants[e.variant])).min();
            control.forward = forward(&control);
            out.push(control);
            if out.len() > CONTROLS || entries > ENTRIES || self.keys.len() > 4 * CONTROLS {
                return Err(GroundingError::Large);
            }
        }
        Ok(out)
    }

    /// Whether an outcome atom is among the atoms of control variables.
    fn is_decided(&self, atoms: &[u32]) -> bool {
        let game = self.program.program().game();
        let outcomes = || game.win.iter().chain(&game.lose).chain(&game.draw);
        self.places.variables.iter().zip(atoms).any(|(variable, at)| {
            let there = variable.atoms.get(*at as usize);
            there.is_some_and(|atom| {
                let (predicate, _) = self.program.ground.reached.atoms.get(*atom);
                outcomes().any(|p| *p == predicate)
            })
        })
    }

    /// A variant in a control state; `None` if it cannot apply there. Factors of which the control
    /// atoms leave one choice are fixed, the others are open.
    fn entry(
        &mut self,
        id: VariantId,
        atoms: &IdVec<VariableId, u32>,
    ) -> Result<Option<Entry>, GroundingError> {
        let Conditions { variants, table, .. } = &mut *self.conditions;
        let variant = &variants[id];
        let here = |i: &&Instance| i.control.iter().all(|c| atoms[c.variable] == c.atom);
        let mut entry = Entry {
            variant: id,
            first: Literal::TRUE,
            others: Vec::new(),
            simple: false,
            jumps: false,
            on_demand: Vec::new(),
            open: Vec::new(),
            base: 0,
            fixed: vec![ChoiceIndex(0); variant.factors.len()].into(),
            next: Successor::Always(ControlId(0)),
            change: variant.change.clone(),
        };
        // Choices are numbered in mixed radix; the last factor is the lowest digit.
        let mut next_stride: u64 = 1;
        for factor in variant.factors.ids().rev() {
            let declared = &variant.factors[factor];
            let len = declared.choices.len().max(1) as u64;
            let stride = next_stride;
            next_stride = stride.checked_mul(len).ok_or(GroundingError::Moves)?;
            let mut open = |choices: FactorChoices| {
                entry.open.push(OpenFactor { factor, stride, choices });
            };
            if let Some(first) = declared.row {
                open(FactorChoices::Row(first, len as u32));
                continue;
            }
            // What control atoms rule out here is no choice here; the rest of an instance is a
            // literal.
            let mut on_demand = false;
            let mut choices: Vec<ListedChoice> = Vec::new();
            for (c, choice) in declared.choices.enumerated() {
                let instances = || choice.instances.iter().filter(here);
                let literals: Vec<Literal> = instances().map(|i| i.when).collect();
                on_demand |= instances().any(|i| i.on_demand.is_some());
                if !literals.is_empty() {
                    choices.push(ListedChoice { choice: c, when: table.any(literals) });
                }
            }
            let Some(first) = choices.first().copied() else {
                return Ok(None);
            };
            if choices.len() > 1 {
                open(if on_demand {
                    FactorChoices::OnDemand(choices.iter().map(|c| c.choice).collect())
                } else {
                    FactorChoices::List(choices)
                });
                continue;
            }
            // The only choice: its number, its change and its literal become those of the entry.
            entry.fixed[factor] = first.choice;
            entry.base += u64::from(first.choice.0) * stride;
            merge(&mut entry.change, &declared.choices[first.choice].change);
            if on_demand {
                entry.on_demand.push(factor);
            } else if first.when != Literal::TRUE {
                entry.others.push(first.when);
            }
        }
        entry.open.reverse();
        if entry.open.is_empty() && entry.others.len() > 1 {
            // One condition instead of several, so that one look decides.
            entry.others = vec![table.all(std::mem::take(&mut entry.others))];
        }
        entry.first = entry.others.pop().unwrap_or(Literal::TRUE);
        if entry.first == Literal::FALSE {
            return Ok(None);
        }
        entry.simple =
            entry.others.is_empty() && entry.open.is_empty() && entry.on_demand.is_empty();
        entry.jumps = entry.open.is_empty() && !variant.has_comprehensions && !variant.ends();
        entry.next = self.successor(&entry, atoms)?;
        Ok(Some(entry))
    }

    /// Where an entry leads from a control state.
    fn successor(
        &mut self,
        entry: &Entry,
        atoms: &IdVec<VariableId, u32>,
    ) -> Result<Successor, GroundingError> {
        let variant = &self.conditions.variants[entry.variant];
        let stage = variant.to.unwrap_or(variant.from);
        // Fixed choices set control variables whatever else is chosen.
        let mut new = variant.control.clone();
        for (id, factor) in variant.factors.enumerated() {
            if entry.open.iter().all(|o| o.factor != id) {
                new.extend(&factor.choices[entry.fixed[id]].control);
            }
        }
        // What one part of a transition takes and another one makes stays: what comes counts.
        let nothing =
            |c: &&ControlAtom| self.places.variables[c.variable].nothing() == Some(c.atom);
        let after = |more: &[ControlAtom]| {
            let all = || new.iter().chain(more);
            let mut after = atoms.clone();
            all().filter(nothing).for_each(|c| after[c.variable] = c.atom);
            all().filter(|c| !nothing(c)).for_each(|c| after[c.variable] = c.atom);
            after.into_vec()
        };
        let choices = |o: &OpenFactor| &variant.factors[o.factor].choices;
        let steers = |o: &usize| choices(&entry.open[*o]).iter().any(|c| !c.control.is_empty());
        // At most one open factor may decide where to go, so that a table by its choices is enough.
        let steering: Vec<usize> = (0..entry.open.len()).filter(steers).collect();
        match steering.as_slice() {
            [] => {
                let after = after(&[]);
                Ok(Successor::Always(self.id(stage, after)))
            }
            [only] => {
                let each = choices(&entry.open[*only]).iter().map(|c| after(&c.control));
                let each: Vec<Vec<u32>> = each.collect();
                let to = each.into_iter().map(|after| self.id(stage, after)).collect();
                Ok(Successor::ByChoice(*only as u32, to))
            }
            // Two choices that both steer: nothing that a game has needed yet.
            _ => Err(GroundingError::Large),
        }
    }
}

/// Up to how many copies of an atom everything that a variant counts fits 64 bits, if there is a
/// limit.
fn exact_copies(variant: &Variant) -> Option<u64> {
    let choices = variant.factors.iter().flat_map(|f| &f.choices);
    let checks = choices.flat_map(|c| &c.instances).filter_map(|i| i.on_demand.as_ref());
    checks.flat_map(|check| &check.aggregates).filter_map(Aggregate::exact_copies).min()
}

fn merge(into: &mut PlaceChange, other: &PlaceChange) {
    other.removed().iter().for_each(|p| into.remove(*p));
    other.added().iter().for_each(|p| into.add(*p));
    into.counted.extend(&other.counted);
}

/// If there is nothing to decide and nothing to look at, the next control state.
fn forward(control: &Control) -> Option<ControlId> {
    let [only] = control.links.as_slice() else {
        return None;
    };
    let plain = only.jumps && only.simple && only.first == Literal::TRUE;
    let still = only.change.is_empty();
    match &only.next {
        Successor::Always(to) if plain && still && control.rules.is_empty() => Some(*to),
        _ => None,
    }
}

/// Path compression: a forward leads to the end of its chain. A cycle in which nothing happens has no
/// end; its forwards are dropped, so that its links are followed until the limit on steps stops them.
fn shorten_forwards(controls: &mut IdVec<ControlId, Control>) {
    for id in controls.ids() {
        let mut to = controls[id].forward;
        for _ in 0..controls.len() {
            match to.and_then(|t| controls[t].forward) {
                Some(next) => to = Some(next),
                None => break,
            }
        }
        controls[id].forward = to.filter(|t| controls[*t].forward.is_none());
    }
}
