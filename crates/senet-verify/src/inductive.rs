//! Proofs by induction: kinds of positions (cubes) that the start is not in and no step leads to.

use crate::{Checker, Wrong, strings, sums, wrong};
use senet_program::{Atom, Pattern, PropertyKind, Role};
use senet_reference::RelaxedMatch;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;

/// An atom or, behind all atoms, a stage; and whether it is there.
type Literal = (usize, bool);

/// What is known of every position: cubes that it is not in, and sets of which exactly one is there.
struct Known {
    never: Vec<Vec<Literal>>,
    groups: Vec<Vec<usize>>,
}

impl Checker<'_, '_> {
    pub(crate) fn inductive(
        &mut self,
        pattern: &Pattern,
        evidence: &Value,
        lemmas: Range<usize>,
    ) -> Result<(), Wrong> {
        let program = self.program;
        let first = self.reference.start(self.start_number)?;
        let stage_name = &program.stage(first.stage).name;
        let text = format!("{stage_name}: {}", strings(&evidence["atoms"]).join(", "));
        let Some(universe) = self.reference.parse_place(&text).map(|place| place.position) else {
            return wrong("the atoms cannot be read");
        };
        let both = universe.linear.keys().chain(&universe.persistent);
        let mut numbers: BTreeMap<&Atom, usize> = BTreeMap::new();
        for atom in both {
            let next = numbers.len();
            numbers.entry(atom).or_insert(next);
        }
        let atoms = numbers.len();
        let names: BTreeMap<String, usize> = program
            .stages()
            .iter()
            .enumerate()
            .map(|(i, stage)| (format!("stage {}", stage.name), atoms + i))
            .collect();
        let number = |atom: &Atom| match numbers.get(atom) {
            Some(n) => Ok(*n),
            None => wrong("a step makes an atom that is not among those that may be there"),
        };
        // Of each sum there is exactly one atom, and of the stages one.
        let mut known =
            Known { never: Vec::new(), groups: vec![names.values().copied().collect()] };
        let mut safe = vec![false; atoms];
        for lemma in lemmas {
            self.conserved(lemma)?;
            let sum = &program.properties()[lemma].kind;
            if !matches!(sum, PropertyKind::Conserve { total: 1, .. }) {
                return wrong("a sum is not one");
            }
            let mut groups: BTreeMap<sums::Key, Vec<usize>> = BTreeMap::new();
            for (atom, n) in &numbers {
                if let Some(key) = sums::key(sum, atom) {
                    groups.entry(key).or_default().push(*n);
                    safe[*n] = true;
                }
            }
            known.groups.extend(groups.into_values());
        }
        for cube in evidence["never"].as_array().map_or(&[][..], Vec::as_slice) {
            let literal = |text: &&str| {
                let (text, sign) = text.strip_prefix("not ").map_or((*text, true), |t| (t, false));
                let place = || self.reference.parse_place(&format!("{stage_name}: {text}"));
                let atom = || place()?.position.linear.keys().next().cloned();
                let lasting = || self.reference.parse_place(&format!("{stage_name}: !{text}"));
                let lasting = || lasting()?.position.persistent.first().cloned();
                let found = names.get(text).copied().or_else(|| {
                    let atom = atom().or_else(lasting)?;
                    numbers.get(&atom).copied()
                })?;
                Some((found, sign))
            };
            match strings(cube).iter().map(literal).collect::<Option<Vec<Literal>>>() {
                Some(cube) if !cube.is_empty() => known.never.push(cube),
                _ => return wrong("a kind of position cannot be read"),
            }
        }
        // Where every atom is said to have one copy at most, no step may make a second one.
        let single = evidence["single"] == true;
        let grouped = safe.clone();
        if single && first.linear.values().all(|copies| *copies == 1) {
            universe.linear.keys().for_each(|atom| safe[numbers[atom]] = true);
        }
        let mut start = vec![false; atoms + program.stages().len()];
        for atom in first.linear.keys().chain(&first.persistent) {
            start[number(atom)?] = true;
        }
        start[atoms + first.stage.index()] = true;
        if known.never.iter().any(|cube| cube.iter().all(|(v, sign)| start[*v] == *sign)) {
            return wrong("the start is of a kind that is excluded");
        }
        for RelaxedMatch { there, absent } in self.reference.relaxed_pattern(&universe, pattern)? {
            let mut cube: Vec<Literal> = Vec::new();
            for (all, sign) in [(there, true), (absent, false)] {
                for atom in &all {
                    cube.push((number(atom)?, sign));
                }
            }
            if known.is_possible(&cube, &[]) {
                return wrong("the kinds of positions do not exclude the pattern");
            }
        }
        let Some(steps) = self.reference.relaxed_steps(&universe)? else {
            return wrong("the rules cannot be followed without positions");
        };
        for (i, step) in steps.iter().enumerate() {
            if i.is_multiple_of(64) && !(self.watch)(i as u64) {
                return Err(Wrong::Stopped("cancelled"));
            }
            let all =
                |list: &[Atom]| list.iter().map(number).collect::<Result<Vec<usize>, Wrong>>();
            let (needs, takes, adds) = (all(&step.needs)?, all(&step.takes)?, all(&step.adds)?);
            // One copy serves one premise.
            if (1..needs.len()).any(|i| safe[needs[i]] && needs[..i].contains(&needs[i])) {
                continue;
            }
            let (from, to, is_link) = match program.rule(step.rule).role {
                Role::Step(stage) => (stage, stage, false),
                Role::Link(from, to) => (from, to.unwrap_or(from), true),
            };
            let mut lacks = step.lacks.iter().map(|s| all(s)).collect::<Result<Vec<_>, Wrong>>()?;
            let stage = program.stage(from);
            if is_link && (!stage.interactive || stage.forbidden.is_empty()) {
                // The stage is quiet: none of its steps is possible.
                for other in steps.iter().filter(|s| s.exact) {
                    if program.rule(other.rule).role == Role::Step(from) {
                        lacks.push(all(&other.needs)?);
                    }
                }
            }
            let (from, to) = (atoms + from.index(), atoms + to.index());
            for (i, atom) in adds.iter().enumerate().filter(|(_, a)| safe[**a] && !grouped[**a]) {
                let mut second: Vec<Literal> = needs.iter().map(|v| (*v, true)).collect();
                second.extend([(from, true), (*atom, true)]);
                let possible = !takes.contains(atom) && known.is_possible(&second, &lacks);
                if possible || adds[..i].contains(atom) {
                    return wrong("an atom may have more than one copy");
                }
            }
            for cube in &known.never {
                // A step that touches nothing of a cube leads into it only from inside.
                let touched = |(v, sign): &Literal| match *sign {
                    true => adds.contains(v) || (*v == to && from != to),
                    false => takes.contains(v) || (*v == from && from != to),
                };
                let mut before: Vec<Literal> = needs.iter().map(|v| (*v, true)).collect();
                before.push((from, true));
                let mut possible = cube.iter().any(touched);
                for (v, sign) in cube {
                    match (sign, adds.contains(v), takes.contains(v)) {
                        _ if *v >= atoms => possible &= (*v == to) == *sign,
                        (true, true, _) | (false, false, true) => {}
                        (true, false, true) if safe[*v] => possible = false,
                        (false, true, _) => possible = false,
                        (sign, _, _) => before.push((*v, *sign)),
                    }
                }
                if possible && known.is_possible(&before, &lacks) {
                    let rule = program.rule(step.rule).name.clone().unwrap_or_default();
                    return wrong(&format!("rule {rule} may lead to a kind that is excluded"));
                }
            }
        }
        Ok(())
    }
}

impl Known {
    /// Whether a position may be in a cube and lack something of each set: by unit propagation and cases
    /// (Davis, Logemann and Loveland, 1962).
    fn is_possible(&self, cube: &[Literal], lacks: &[Vec<usize>]) -> bool {
        let mut values: BTreeMap<usize, bool> = BTreeMap::new();
        cube.iter().all(|(v, sign)| *values.entry(*v).or_insert(*sign) == *sign)
            && self.extends(values, lacks)
    }

    fn extends(&self, mut values: BTreeMap<usize, bool>, lacks: &[Vec<usize>]) -> bool {
        let denied =
            lacks.iter().map(|set| set.iter().map(|v| (*v, false)).collect::<Vec<Literal>>());
        let never = self.never.iter().map(|cube| cube.iter().map(|(v, s)| (*v, !s)).collect());
        let some = self.groups.iter().map(|group| group.iter().map(|v| (*v, true)).collect());
        let clauses: Vec<Vec<Literal>> = denied.chain(never).chain(some).collect();
        loop {
            let (mut forced, mut open) = (None, None);
            for group in &self.groups {
                let mut there = group.iter().filter(|v| values.get(v) == Some(&true));
                if let (Some(_), Some(_)) = (there.next(), there.next()) {
                    return false;
                }
                if group.iter().any(|v| values.get(v) == Some(&true)) {
                    group.iter().for_each(|v| _ = values.entry(*v).or_insert(false));
                }
            }
            for clause in &clauses {
                if clause.iter().any(|(v, sign)| values.get(v) == Some(sign)) {
                    continue;
                }
                let left: Vec<&Literal> =
                    clause.iter().filter(|(v, _)| !values.contains_key(v)).collect();
                match left.as_slice() {
                    [] => return false,
                    [one] => forced = Some(**one),
                    [first, ..] => open = open.or(Some(**first)),
                }
            }
            match (forced, open) {
                (Some((v, sign)), _) => _ = values.insert(v, sign),
                (None, None) => return true,
                (None, Some((v, sign))) => {
                    let with = |sign| {
                        let mut values = values.clone();
                        values.insert(v, sign);
                        values
                    };
                    return self.extends(with(sign), lacks) || self.extends(with(!sign), lacks);
                }
            }
        }
    }
}
