//! Control states: from the first one, everywhere that something can lead.

use crate::build::{Builder, Is};
use crate::runtime::late::Counting;
use crate::runtime::net::{
    Choice, Control, Delta, Entry, Group, Instance, Lit, Next, Open, Variant,
};
use rustc_hash::FxHashMap;
use senet_ground::GroundingError;
use senet_program::{Program, StageId};

/// More control states than this are too many.
const CONTROLS: usize = 20_000;
/// And so are more entries in all of them.
const ENTRIES: usize = 400_000;

/// A stage, and the atom of each control variable.
type Key = (u32, Vec<u32>);

/// The control states so far.
struct Found {
    keys: Vec<Key>,
    ids: FxHashMap<Key, u32>,
}

impl Found {
    fn id(&mut self, key: Key) -> u32 {
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = self.keys.len() as u32;
        self.keys.push(key.clone());
        self.ids.insert(key, id);
        id
    }
}

impl Builder<'_, '_> {
    /// All control states, the first one first.
    pub(super) fn controls(
        &mut self,
        program: &Program,
        stage: u32,
        variants: &[Variant],
    ) -> Result<Vec<Control>, GroundingError> {
        let first = |atoms: &Vec<u32>| {
            let there = |a: &u32| self.start.get(a).copied().unwrap_or(0) > 0;
            atoms.iter().position(there).expect("exactly one is there") as u32
        };
        let start = self.control_atoms.iter().map(first).collect();
        let mut found = Found { keys: Vec::new(), ids: FxHashMap::default() };
        found.id((stage, start));
        let mut out: Vec<Control> = Vec::new();
        let mut entries = 0;
        while out.len() < found.keys.len() {
            let (stage, atoms) = found.keys[out.len()].clone();
            let declared = &program.stages()[stage as usize];
            let mut control = Control {
                stage,
                interactive: declared.interactive,
                settles: program.settling(StageId::new(stage as usize)).holds(),
                ordered: declared.ordered,
                decided: self.is_decided(program, &atoms),
                atoms,
                ..Control::default()
            };
            for (i, variant) in variants.iter().enumerate() {
                if variant.from != stage {
                    continue;
                }
                if let Some(entry) = self.entry(i as u32, variant, &control.atoms, &mut found)? {
                    let to = if variant.link { &mut control.links } else { &mut control.rules };
                    to.push(entry);
                    entries += 1;
                }
            }
            if control.interactive {
                control.rules.sort_by_key(|e| variants[e.variant as usize].seat);
            }
            let all = control.rules.iter().chain(&control.links);
            control.sums = all.filter_map(|e| most_copies(&variants[e.variant as usize])).min();
            control.onward = onward(&control);
            out.push(control);
            if out.len() > CONTROLS || entries > ENTRIES || found.keys.len() > 4 * CONTROLS {
                return Err(GroundingError::Large);
            }
        }
        Ok(out)
    }

    /// Whether an outcome atom is among the atoms of control variables.
    fn is_decided(&self, program: &Program, atoms: &[u32]) -> bool {
        let game = program.game();
        let outcomes = || game.win.iter().chain(&game.lose).chain(&game.draw);
        self.control_atoms.iter().zip(atoms).any(|(all, at)| {
            let (predicate, _) = self.ground.world.atoms.get(all[*at as usize]);
            outcomes().any(|p| *p == predicate)
        })
    }

    /// A variant in a control state; `None` if it cannot apply there.
    fn entry(
        &mut self,
        id: u32,
        variant: &Variant,
        atoms: &[u32],
        found: &mut Found,
    ) -> Result<Option<Entry>, GroundingError> {
        let here = |i: &&Instance| i.control.iter().all(|(v, a)| atoms[*v as usize] == *a);
        let mut entry = Entry {
            variant: id,
            first: Lit::TRUE,
            when: Vec::new(),
            simple: false,
            jumps: false,
            late: Vec::new(),
            open: Vec::new(),
            base: 0,
            fixed: vec![0; variant.parts.len()],
            next: Next::One(0),
            delta: variant.delta.clone(),
        };
        let mut stride: u64 = 1;
        for (p, part) in variant.parts.iter().enumerate().rev() {
            let number = p as u32;
            let len = part.choices.len().max(1) as u64;
            let here_stride = stride;
            stride = stride.checked_mul(len).ok_or(GroundingError::Moves)?;
            let mut open = |group: Group| {
                entry.open.push(Open { part: number, stride: here_stride, group });
            };
            if let Some(low) = part.row {
                open(Group::Row(low, len as u32));
                continue;
            }
            let mut late = false;
            let mut choices: Vec<(u32, Lit)> = Vec::new();
            for (c, choice) in part.choices.iter().enumerate() {
                let lits: Vec<Lit> = choice.instances.iter().filter(here).map(|i| i.lit).collect();
                late |= choice.instances.iter().filter(here).any(|i| i.late.is_some());
                if !lits.is_empty() {
                    let lit = self.nodes.any(lits);
                    choices.push((c as u32, lit));
                }
            }
            let Some(first) = choices.first().copied() else {
                return Ok(None);
            };
            if choices.len() > 1 {
                let numbers = choices.iter().map(|(c, _)| *c).collect();
                open(if late { Group::Late(numbers) } else { Group::List(choices) });
                continue;
            }
            entry.fixed[p] = first.0;
            entry.base += u64::from(first.0) * here_stride;
            merge(&mut entry.delta, &part.choices[first.0 as usize].delta);
            if late {
                entry.late.push(number);
            } else if first.1 != Lit::TRUE {
                entry.when.push(first.1);
            }
        }
        entry.open.reverse();
        entry.first = entry.when.pop().unwrap_or(Lit::TRUE);
        entry.simple = entry.when.is_empty() && entry.open.is_empty() && entry.late.is_empty();
        let ends = variant.link && variant.to.is_none();
        entry.jumps = entry.open.is_empty() && !variant.has_inner && !ends;
        entry.next = self.next(variant, &entry, atoms, found)?;
        Ok(Some(entry))
    }

    /// Where a variant leads from a control state.
    fn next(
        &self,
        variant: &Variant,
        entry: &Entry,
        atoms: &[u32],
        found: &mut Found,
    ) -> Result<Next, GroundingError> {
        let stage = variant.to.unwrap_or(variant.from);
        let mut after = atoms.to_vec();
        let set = |after: &mut Vec<u32>, changes: &[(u32, u32)]| {
            changes.iter().for_each(|(v, a)| after[*v as usize] = *a);
        };
        set(&mut after, &variant.control);
        let is_open = |p: usize| entry.open.iter().any(|o| o.part as usize == p);
        for (p, part) in variant.parts.iter().enumerate() {
            if !is_open(p) {
                set(&mut after, &part.choices[entry.fixed[p] as usize].control);
            }
        }
        let choices = |o: &Open| &variant.parts[o.part as usize].choices;
        let steers = |o: &usize| choices(&entry.open[*o]).iter().any(|c| !c.control.is_empty());
        let steering: Vec<usize> = (0..entry.open.len()).filter(steers).collect();
        match steering.as_slice() {
            [] => Ok(Next::One(found.id((stage, after)))),
            [only] => {
                let each = |c: &Choice| {
                    let mut after = after.clone();
                    set(&mut after, &c.control);
                    found.id((stage, after))
                };
                let to = choices(&entry.open[*only]).iter().map(each).collect();
                Ok(Next::By(*only as u32, to))
            }
            // Two choices that both steer: nothing that a game has needed yet.
            _ => Err(GroundingError::Large),
        }
    }

    /// The atoms of control variables, for showing positions.
    pub(super) fn is_control(&self, atom: u32) -> bool {
        matches!(self.linear[atom as usize], Is::Control(..))
    }
}

/// Up to how many copies of an atom everything that a variant counts can be stored, if there is a
/// limit.
fn most_copies(variant: &Variant) -> Option<u64> {
    let choices = variant.parts.iter().flat_map(|p| &p.choices);
    let lates = choices.flat_map(|c| &c.instances).filter_map(|i| i.late.as_ref());
    lates.flat_map(|late| &late.counts).filter_map(Counting::most_copies).min()
}

fn merge(into: &mut Delta, other: &Delta) {
    other.off().iter().for_each(|p| into.turn_off(*p));
    other.on().iter().for_each(|p| into.turn_on(*p));
    into.counted.extend(&other.counted);
}

/// If there is nothing to decide and nothing to look at, the next control state.
fn onward(control: &Control) -> Option<u32> {
    let [only] = control.links.as_slice() else {
        return None;
    };
    let plain = only.jumps && only.simple && only.first == Lit::TRUE;
    let still = only.delta.is_empty();
    match &only.next {
        Next::One(to) if plain && still && control.rules.is_empty() => Some(*to),
        _ => None,
    }
}
