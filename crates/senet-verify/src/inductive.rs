//! Proofs by induction: kinds of positions (cubes) that the start is not in and no step leads to.

use crate::{CertificateError, Checked, Checker, ensure, strings, sums, wrong};
use senet_program::{Atom, Pattern, PropertyKind, Role};
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
    ) -> Checked<()> {
        let program = self.program;
        let first = self.reference.start(self.start_number)?;
        let stage_name = &program.stage(first.stage).name;
        // The atoms that may be there, with the texts by which cubes call them.
        let (mut universe, mut texts) = (first.clone(), BTreeMap::new());
        universe.linear.clear();
        universe.persistent.clear();
        for text in strings(&evidence["atoms"]) {
            let place = self.reference.parse_place(&format!("{stage_name}: {text}"));
            let Some(read) = place.map(|place| place.position) else {
                return wrong("an atom cannot be read");
            };
            let atoms: Vec<Atom> = read.linear.keys().chain(&read.persistent).cloned().collect();
            ensure(atoms.len() == 1, "an atom is not one atom")?;
            texts.insert(text.trim_start_matches('!'), atoms[0].clone());
            universe.linear.extend(read.linear);
            universe.persistent.extend(read.persistent);
        }
        let mut numbers: BTreeMap<&Atom, usize> = BTreeMap::new();
        for atom in universe.linear.keys().chain(&universe.persistent) {
            let next = numbers.len();
            numbers.entry(atom).or_insert(next);
        }
        let atoms = numbers.len();
        let mut names: BTreeMap<String, usize> =
            texts.iter().map(|(text, atom)| ((*text).to_owned(), numbers[atom])).collect();
        let stages = program.stages().iter().enumerate();
        names.extend(stages.map(|(i, stage)| (format!("stage {}", stage.name), atoms + i)));
        let all = |list: &[Atom]| -> Checked<Vec<usize>> {
            let found: Option<_> = list.iter().map(|atom| numbers.get(atom).copied()).collect();
            found.map_or_else(|| wrong("an atom is not among those that may be there"), Ok)
        };
        // Of each sum there is exactly one atom, and of the stages one.
        let stages = (atoms..atoms + program.stages().len()).collect();
        let mut known = Known { never: Vec::new(), groups: vec![stages] };
        let mut safe = vec![false; atoms];
        for lemma in lemmas {
            self.conserved(lemma)?;
            let sum = &program.properties()[lemma].kind;
            ensure(matches!(sum, PropertyKind::Conserve { total: 1, .. }), "a sum is not one")?;
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
                names.get(text).map(|n| (*n, sign))
            };
            match strings(cube).iter().map(literal).collect::<Option<Vec<Literal>>>() {
                Some(cube) if !cube.is_empty() => known.never.push(cube),
                _ => return wrong("a kind of position cannot be read"),
            }
        }
        // Where every atom is said to have one copy at most, no step may make a second one.
        let grouped = safe.clone();
        if evidence["single"] == true && first.linear.values().all(|copies| *copies == 1) {
            universe.linear.keys().for_each(|atom| safe[numbers[atom]] = true);
        }
        let mut start = vec![false; atoms + program.stages().len()];
        let there: Vec<Atom> = first.linear.keys().chain(&first.persistent).cloned().collect();
        all(&there)?.into_iter().for_each(|atom| start[atom] = true);
        start[atoms + first.stage.index()] = true;
        let inside = |cube: &Vec<Literal>| cube.iter().all(|(v, sign)| start[*v] == *sign);
        ensure(!known.never.iter().any(inside), "the start is of a kind that is excluded")?;
        for found in self.reference.relaxed_pattern(&universe, pattern)? {
            let mut cube = signed(&all(&found.there)?, true);
            cube.extend(signed(&all(&found.absent)?, false));
            let possible = known.is_possible(&cube, &[]);
            ensure(!possible, "the kinds of positions do not exclude the pattern")?;
        }
        let Some(steps) = self.reference.relaxed_steps(&universe)? else {
            return wrong("the rules cannot be followed without positions");
        };
        for (i, step) in steps.iter().enumerate() {
            if i.is_multiple_of(64) && !(self.watch)(i as u64) {
                return Err(CertificateError::Stopped("cancelled"));
            }
            let (needs, takes, adds) = (all(&step.needs)?, all(&step.takes)?, all(&step.adds)?);
            // One copy serves one premise.
            if (1..needs.len()).any(|i| safe[needs[i]] && needs[..i].contains(&needs[i])) {
                continue;
            }
            let (from, to, is_link) = match program.rule(step.rule).role {
                Role::Step(stage) => (stage, stage, false),
                Role::Link(from, to) => (from, to.unwrap_or(from), true),
            };
            let mut lacks = step.lacks.iter().map(|s| all(s)).collect::<Checked<Vec<_>>>()?;
            let stage = program.stage(from);
            if is_link && (!stage.interactive || stage.forbidden.is_empty()) {
                // The stage is quiet: none of its steps is possible.
                let own = |rule| program.rule(rule).role == Role::Step(from);
                for other in steps.iter().filter(|s| s.exact && own(s.rule)) {
                    lacks.push(all(&other.needs)?);
                }
            }
            let (from, to) = (atoms + from.index(), atoms + to.index());
            let mut here = signed(&needs, true);
            here.push((from, true));
            for (i, atom) in adds.iter().enumerate().filter(|(_, a)| safe[**a] && !grouped[**a]) {
                let second: Vec<Literal> = here.iter().copied().chain([(*atom, true)]).collect();
                let possible = !takes.contains(atom) && known.is_possible(&second, &lacks);
                let twice = possible || adds[..i].contains(atom);
                ensure(!twice, "an atom may have more than one copy")?;
            }
            for cube in &known.never {
                // A step that touches nothing of a cube leads into it only from inside.
                let touched = |(v, sign): &Literal| match *sign {
                    true => adds.contains(v) || (*v == to && from != to),
                    false => takes.contains(v) || (*v == from && from != to),
                };
                let (mut before, mut possible) = (here.clone(), cube.iter().any(touched));
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
                    return wrong(format!("rule {rule} may lead to a kind that is excluded"));
                }
            }
        }
        Ok(())
    }
}

fn signed(all: &[usize], sign: bool) -> Vec<Literal> {
    all.iter().map(|v| (*v, sign)).collect()
}

impl Known {
    /// Whether a position may be in a cube and lack something of each set.
    fn is_possible(&self, cube: &[Literal], lacks: &[Vec<usize>]) -> bool {
        let mut clauses: Vec<Vec<Literal>> = cube.iter().map(|literal| vec![*literal]).collect();
        clauses.extend(lacks.iter().map(|set| signed(set, false)));
        clauses.extend(self.never.iter().map(|c| c.iter().map(|(v, s)| (*v, !s)).collect()));
        clauses.extend(self.groups.iter().map(|group| signed(group, true)));
        self.satisfiable(&clauses, BTreeMap::new())
    }

    /// By unit propagation and cases (Davis, Logemann and Loveland, 1962): the clause with the fewest open
    /// literals is next.
    fn satisfiable(&self, clauses: &[Vec<Literal>], mut values: BTreeMap<usize, bool>) -> bool {
        loop {
            for group in &self.groups {
                let there = group.iter().filter(|v| values.get(v) == Some(&true)).count();
                if there == 1 {
                    group.iter().for_each(|v| _ = values.entry(*v).or_insert(false));
                } else if there > 1 {
                    return false;
                }
            }
            let holds = |(v, sign): &Literal| values.get(v) == Some(sign);
            let open = |clause: &&Vec<Literal>| {
                clause.iter().filter(|(v, _)| !values.contains_key(v)).count()
            };
            let unmet = clauses.iter().filter(|clause| !clause.iter().any(holds));
            let Some(next) = unmet.min_by_key(open) else { return true };
            let Some((v, sign)) = next.iter().find(|(v, _)| !values.contains_key(v)).copied()
            else {
                return false;
            };
            if open(&next) > 1 {
                let mut with = values.clone();
                with.insert(v, sign);
                if self.satisfiable(clauses, with) {
                    return true;
                }
                values.insert(v, !sign);
            } else {
                values.insert(v, sign);
            }
        }
    }
}
