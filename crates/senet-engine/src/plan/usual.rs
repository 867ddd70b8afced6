//! How many atoms of each predicate there usually are, for the order of premises.
//!
//! Most games have tokens: there is one `turn`, or else one `moved`. This shows in the rules: if
//! each rule that makes atoms of some predicates takes as many of them, there are never more than
//! at the start. To begin with a token is nearly always right.

use senet_program::{Conclusion, PredId, Premise, Program, Rule, Start, TypeId, TypeShape};

/// Tokens are looked for in groups of at most this many predicates, in so many attempts.
const GROUP: usize = 6;
const ATTEMPTS: usize = 6;

/// The usual number of atoms of each predicate, worked out when it is asked for.
pub(super) struct Usual {
    /// Made when it is first needed, which is never where all types are small.
    flow: Option<Flow>,
    known: Vec<Option<f64>>,
}

impl Usual {
    pub(super) fn new(program: &Program) -> Usual {
        Usual { flow: None, known: vec![None; program.predicates().len()] }
    }

    /// How many atoms of a predicate there usually are.
    pub(super) fn of(&mut self, program: &Program, predicate: PredId) -> f64 {
        let i = predicate.index();
        if let Some(known) = self.known[i] {
            return known;
        }
        let types = &program.predicates()[i].arguments;
        // A large type is never full of atoms, a small one often is.
        let all = 0.5 * types.iter().map(|ty| size(program, *ty).powf(0.67)).product::<f64>();
        let mut most = || {
            let flow = self.flow.get_or_insert_with(|| Flow::new(program));
            let tokens = flow.tokens(&mut vec![i], &mut ATTEMPTS.clone());
            tokens.map_or(f64::INFINITY, |n| 0.7 * n as f64)
        };
        // There are not fewer tokens than one.
        let usual = if all <= 1.0 { all } else { all.min(most()) }.clamp(0.3, 1e6);
        self.known[i] = Some(usual);
        usual
    }
}

/// Whether there is never more than one atom of a predicate, by the rules.
pub(crate) fn is_token(program: &Program, predicate: PredId) -> bool {
    let flow = Flow::new(program);
    let most = flow.tokens(&mut vec![predicate.index()], &mut ATTEMPTS.clone());
    most.is_some_and(|most| most <= 1)
}

/// How many values a type has, more or less.
pub(super) fn size(program: &Program, ty: TypeId) -> f64 {
    let ty = program.ty(ty);
    match ty.shape {
        TypeShape::Constants => ty.constructors.len().max(1) as f64,
        _ => 30.0,
    }
}

/// How many atoms of each predicate rules take and make.
struct Flow {
    /// For each rule or comprehension, the change of each predicate that it changes.
    changes: Vec<Vec<(usize, i64)>>,
    /// The rules that make more of a predicate than they take.
    makers: Vec<Vec<usize>>,
    /// The most that any start has of a predicate; nothing if they are not counted.
    at_start: Vec<Option<u64>>,
}

impl Flow {
    fn new(program: &Program) -> Flow {
        let n = program.predicates().len();
        let mut at_start = vec![Some(0); n];
        for start in program.starts() {
            let mut here = vec![0u64; n];
            for atom in &start.atoms {
                here[atom.atom.predicate.index()] += 1;
            }
            for (_, set) in &start.sets {
                for made in &set.makes {
                    let types = &program.predicate(made.atom.predicate).arguments;
                    let many = types.iter().map(|ty| size(program, *ty)).product::<f64>();
                    here[made.atom.predicate.index()] += many as u64;
                }
            }
            for (most, here) in at_start.iter_mut().zip(here) {
                *most = Some(most.unwrap_or(0).max(here));
            }
        }
        let made = program.rules().iter().flat_map(Rule::all_made);
        let given = program.starts().iter().flat_map(Start::all_made);
        for persistent in made.chain(given).filter(|c| c.persistent) {
            at_start[persistent.atom.predicate.index()] = None;
        }
        let mut flow = Flow { changes: Vec::new(), makers: vec![Vec::new(); n], at_start };
        for rule in program.rules() {
            flow.add(&rule.premises, &rule.conclusions);
            for comprehension in &rule.comprehensions {
                flow.add(&comprehension.block.premises, &comprehension.makes);
            }
        }
        flow
    }

    fn add(&mut self, premises: &[Premise], makes: &[Conclusion]) {
        let mut change: Vec<(usize, i64)> = Vec::with_capacity(premises.len() + makes.len());
        let mut shift = |predicate: PredId, by: i64| {
            let i = predicate.index();
            match change.iter_mut().find(|(p, _)| *p == i) {
                Some((_, sum)) => *sum += by,
                None => change.push((i, by)),
            }
        };
        for premise in premises {
            if let Premise::Take(atom) = premise {
                shift(atom.predicate, -1);
            }
        }
        for made in makes {
            shift(made.atom.predicate, 1);
        }
        for (predicate, by) in &change {
            if *by > 0 {
                self.makers[*predicate].push(self.changes.len());
            }
        }
        self.changes.push(change);
    }

    /// The most atoms that there ever are of the first predicate of a group, if the group, or a
    /// larger one, never gets more.
    fn tokens(&self, group: &mut Vec<usize>, attempts: &mut usize) -> Option<u64> {
        // Looks for a place invariant with weights of one: a set of predicates whose total
        // no rule increases. A rule that gains is answered by adding a predicate that it
        // takes, depth first; the numbers of attempts and members bound the search, since
        // the answer is only an estimate.
        *attempts = attempts.checked_sub(1)?;
        let counts = group.iter().map(|p| self.at_start[*p]);
        let sum = counts.sum::<Option<u64>>()?;
        let gains = |rule: &&usize| {
            let change = self.changes[**rule].iter().filter(|(p, _)| group.contains(p));
            change.map(|(_, by)| by).sum::<i64>() > 0
        };
        let Some(gaining) = group.iter().flat_map(|p| &self.makers[*p]).find(gains) else {
            return Some(sum);
        };
        if group.len() >= GROUP {
            return None;
        }
        // What the rule takes may be what becomes of it.
        let taken = self.changes[*gaining].iter().filter(|(p, by)| *by < 0 && !group.contains(p));
        let mut taken: Vec<usize> = taken.map(|(p, _)| *p).collect();
        taken.sort_by_key(|p| self.at_start[*p].unwrap_or(u64::MAX));
        for predicate in taken {
            group.push(predicate);
            if let Some(sum) = self.tokens(group, attempts) {
                return Some(sum);
            }
            group.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Usual;
    use senet_program::{Options, PredId, check};

    #[test]
    fn a_token_is_known_from_the_rules() {
        let text = "board cell = square 8 8. player : type. x : player. o : player.
            #players player. turn player : pred. moved player cell : pred. free cell : pred.
            disc player cell : pred.
            stage play = { place : turn P * free C -o disc P C * moved P C. }
            qui * stage play * moved P _ * next P Q -o stage play * turn Q.
            #trace _ play { turn x, { free C | C : cell } }.";
        let program = check(text, &Options::default()).program.expect("a program");
        let mut usual = Usual::new(&program);
        let mut of = |name: &str| {
            let at = program.predicates().iter().position(|p| p.name == name);
            usual.of(&program, PredId::new(at.expect("it is declared")))
        };
        assert!(of("turn") < 1.0 && of("moved") < 1.0);
        assert!(of("disc") > 5.0 && of("free") > 5.0);
    }
}
