//! Proofs by induction: kinds of positions (cubes) that the start is not in and no step leads to.

use crate::{Checked, Checker, Shown, ensure, known, strings, sums, wrong};
use senet_program::{Atom, Pattern, Property, Role};
use serde_json::Value;
use std::collections::BTreeMap;

/// An atom or, behind all atoms, a stage; and whether it is there.
type Literal = (usize, bool);

/// What is known of every position: clauses that hold, and sets of which exactly one is there.
struct Known {
    clauses: Vec<Vec<Literal>>,
    groups: Vec<Vec<usize>>,
    size: usize,
}

impl Checker<'_, '_> {
    pub(crate) fn inductive(
        &mut self,
        pattern: &Pattern,
        by: &Value,
        lemmas: &[Property],
    ) -> Shown {
        let (program, first) = (self.program, self.reference.start(self.start)?);
        // Everything that may ever be there, as one position.
        let stage = &program.stage(first.stage).name;
        let text = format!("{stage}: {}", strings(&by["atoms"]).join(", "));
        let place = self.reference.parse_place(&text);
        let universe = known(place, "the atoms cannot be read")?.position;
        let steps = self.reference.relaxed_steps(&universe)?;
        let steps = known(steps, "the rules cannot be followed without positions")?;
        // No atom is both linear and persistent, or there would be no steps.
        let linear = universe.linear.len();
        let numbers: BTreeMap<&Atom, usize> =
            universe.linear.keys().chain(&universe.persistent).zip(0..).collect();
        let atoms = numbers.len();
        let all = |list: &[Atom]| -> Checked<Vec<usize>> {
            let found = list.iter().map(|atom| numbers.get(atom).copied()).collect();
            known(found, "an atom is not among those that may be there")
        };
        // Of each sum there is exactly one atom, and of the stages one.
        let size = atoms + program.stages().len();
        let mut facts = Known { clauses: Vec::new(), groups: vec![(atoms..size).collect()], size };
        for lemma in lemmas {
            let sum = self.conserved(&lemma.kind)?;
            ensure(sum.total == 1, "a sum is not one")?;
            let mut groups: BTreeMap<sums::Key, Vec<usize>> = BTreeMap::new();
            for (atom, n) in &numbers {
                sum.key(atom).into_iter().for_each(|key| groups.entry(key).or_default().push(*n));
            }
            facts.groups.extend(groups.into_values());
        }
        let literal = |text: &&str| {
            let (text, sign) = text.strip_prefix("not ").map_or((*text, true), |t| (t, false));
            let stage = |name| Some(atoms + program.stages().iter().position(|s| s.name == name)?);
            let atom = || numbers.get(&self.reference.parse_atom(text)?).copied();
            Some((text.strip_prefix("stage ").map_or_else(atom, stage)?, sign))
        };
        let cubes = by["never"].as_array().map_or(&[][..], Vec::as_slice).iter();
        let never = cubes.map(|cube| strings(cube).iter().map(literal).collect()).collect();
        let never: Vec<Vec<Literal>> = known(never, "a kind of position cannot be read")?;
        let negated = |cube: &Vec<Literal>| cube.iter().map(|(v, sign)| (*v, !sign)).collect();
        facts.clauses.extend(never.iter().map(negated));
        facts.clauses.extend(facts.groups.iter().map(|group| signed(group, true)));
        // Where every linear atom is said to have one copy at most, no step may make a second one.
        let single = by["single"] == true && first.linear.values().all(|n| *n == 1);
        let mut grouped = vec![false; size];
        facts.groups.iter().flatten().for_each(|v| grouped[*v] = true);
        let safe = |v: usize| grouped[v] || (single && v < linear);
        let mut start = vec![false; size];
        let there: Vec<Atom> = first.linear.keys().chain(&first.persistent).cloned().collect();
        all(&there)?.into_iter().for_each(|atom| start[atom] = true);
        start[atoms + first.stage.index()] = true;
        let inside = |cube: &Vec<Literal>| cube.iter().all(|(v, sign)| start[*v] == *sign);
        ensure(!never.iter().any(inside), "the start is of a kind that is excluded")?;
        for found in self.reference.relaxed_pattern(&universe, pattern)? {
            let mut cube = signed(&all(&found.there)?, true);
            cube.extend(signed(&all(&found.absent)?, false));
            ensure(!facts.is_possible(&cube, &[]), "the kinds do not exclude the pattern")?;
        }
        for step in &steps {
            self.tick()?;
            let (mut needs, mut takes) = (all(&step.needs)?, all(&step.takes)?);
            let mut adds = all(&step.adds)?;
            // One copy serves one premise.
            if (1..needs.len()).any(|i| safe(needs[i]) && needs[..i].contains(&needs[i])) {
                continue;
            }
            let (from, to, is_link) = match program.rule(step.rule).role {
                Role::Step(stage) => (stage, stage, false),
                Role::Link(from, to) => (from, to.unwrap_or(from), true),
            };
            let mut lacks = step.lacks.iter().map(|set| all(set)).collect::<Checked<Vec<_>>>()?;
            let stage = program.stage(from);
            if is_link && (!stage.interactive || stage.forbidden.is_empty()) {
                // The stage is quiet: none of its steps is possible.
                let own = |rule| program.rule(rule).role == Role::Step(from);
                for other in steps.iter().filter(|s| s.exact && own(s.rule)) {
                    lacks.push(all(&other.needs)?);
                }
            }
            // The stage is needed, taken and made like an atom.
            needs.push(atoms + from.index());
            takes.extend((from != to).then_some(atoms + from.index()));
            adds.extend((from != to).then_some(atoms + to.index()));
            let here = signed(&needs, true);
            for (i, atom) in adds.iter().enumerate().filter(|(_, a)| safe(**a) && !grouped[**a]) {
                let second: Vec<Literal> = here.iter().copied().chain([(*atom, true)]).collect();
                let possible = !takes.contains(atom) && facts.is_possible(&second, &lacks);
                let twice = possible || adds[..i].contains(atom);
                ensure(!twice, "an atom may have more than one copy")?;
            }
            // A step that touches nothing of a cube leads into it only from inside.
            let touched =
                |l: &Literal| if l.1 { adds.contains(&l.0) } else { takes.contains(&l.0) };
            for cube in never.iter().filter(|cube| cube.iter().any(touched)) {
                let (mut before, mut possible) = (here.clone(), true);
                for (v, sign) in cube {
                    match (sign, adds.contains(v), takes.contains(v)) {
                        (true, true, _) | (false, false, true) => {}
                        (true, false, true) if safe(*v) => possible = false,
                        (false, true, _) => possible = false,
                        _ => before.push((*v, *sign)),
                    }
                }
                if possible && facts.is_possible(&before, &lacks) {
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
        clauses.extend(self.clauses.iter().cloned());
        self.satisfiable(&clauses, vec![None; self.size])
    }

    /// By unit propagation and cases (Davis, Logemann and Loveland, 1962): the clause with the fewest open
    /// literals is next.
    fn satisfiable(&self, clauses: &[Vec<Literal>], mut values: Vec<Option<bool>>) -> bool {
        loop {
            for group in &self.groups {
                let there = group.iter().find(|v| values[**v] == Some(true));
                for v in group.iter().filter(|v| there.is_some_and(|there| there != *v)) {
                    if values[*v].replace(false) == Some(true) {
                        return false;
                    }
                }
            }
            let open = |c: &&Vec<Literal>| c.iter().filter(|l| values[l.0].is_none()).count();
            let holds = |(v, sign): &Literal| values[*v] == Some(*sign);
            let unmet = clauses.iter().filter(|clause| !clause.iter().any(holds));
            let Some(next) = unmet.min_by_key(open) else { return true };
            let undecided = next.iter().find(|l| values[l.0].is_none());
            let Some(&(v, sign)) = undecided else { return false };
            let is_unit = open(&next) == 1;
            values[v] = Some(sign);
            if !is_unit && self.satisfiable(clauses, values.clone()) {
                return true;
            }
            values[v] = Some(sign == is_unit);
        }
    }
}
