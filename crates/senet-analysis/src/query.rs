//! Matching of trace queries: how a play runs through the automaton of a [`TraceQuery`].
//!
//! Queries are run by simulation of a nondeterministic automaton (K. Thompson, 1968), whose threads carry the
//! values of the variables. Cost: the number of threads for each step, which is bounded.

use crate::distribution::Distribution;
use crate::observe::arguments;
use senet_program::query::{QueryOp, QueryWord, TraceQuery};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// More threads than this are not followed: the answer for the play is then a lower bound.
const MOST_THREADS: usize = 4_096;

/// A query that looks at a play.
#[derive(Debug, Clone)]
pub struct QueryMatch<'q> {
    query: &'q TraceQuery,
    threads: BTreeSet<Thread>,
    full: bool,
}

/// Where in the query it is, and what the variables are.
type Thread = (usize, Vec<Option<String>>);

impl<'q> QueryMatch<'q> {
    /// Begins to look at a play.
    pub fn begin(query: &'q TraceQuery) -> QueryMatch<'q> {
        QueryMatch { query, threads: BTreeSet::new(), full: false }
    }

    /// The play begins here: whether the query fits already, by what is there.
    pub fn start(&mut self, atoms: &[String]) -> bool {
        self.threads.clear();
        self.settle(BTreeSet::new(), atoms)
    }

    /// A step was made, which led to a position with these atoms: whether a match ends here.
    pub fn step(&mut self, step: &str, atoms: &[String]) -> bool {
        // As `senet run` shows it: `(place x a1)`.
        let inner = step.strip_prefix('(').and_then(|step| step.strip_suffix(')'));
        let words = arguments(inner.unwrap_or(step));
        let mut next = BTreeSet::new();
        for (at, values) in &self.threads {
            if let QueryOp::Step(pattern) = &self.query.instructions()[*at] {
                match pattern {
                    None => {
                        next.insert((at + 1, values.clone()));
                    }
                    Some(pattern) => {
                        if let Some(values) = fit(pattern, &words, values) {
                            next.insert((at + 1, values));
                        }
                    }
                }
            }
        }
        self.settle(next, atoms)
    }

    /// Whether some threads were given up.
    pub fn is_bounded(&self) -> bool {
        self.full
    }

    /// Follows what takes no step. A match may begin at every position.
    fn settle(&mut self, from: BTreeSet<Thread>, atoms: &[String]) -> bool {
        let mut open: Vec<Thread> = from.into_iter().collect();
        open.push((0, vec![None; self.query.variables()]));
        let mut seen: BTreeSet<Thread> = BTreeSet::new();
        let mut found = false;
        while let Some(thread) = open.pop() {
            if seen.len() >= MOST_THREADS {
                self.full = true;
                break;
            }
            if !seen.insert(thread.clone()) {
                continue;
            }
            let (at, values) = thread;
            match &self.query.instructions()[at] {
                QueryOp::Found => found = true,
                QueryOp::Jump(to) => open.push((*to, values)),
                QueryOp::Split(a, b) => {
                    open.push((*a, values.clone()));
                    open.push((*b, values));
                }
                QueryOp::Guard(pattern) => {
                    let fits =
                        atoms.iter().filter_map(|atom| fit(pattern, &arguments(atom), &values));
                    open.extend(fits.map(|values| (at + 1, values)));
                }
                QueryOp::Step(_) => {}
            }
        }
        seen.retain(|(at, _)| matches!(self.query.instructions()[*at], QueryOp::Step(_)));
        self.threads = seen;
        found
    }
}

/// The values of the variables, if the words fit the pattern. Arguments that are left out fit anything.
fn fit(
    pattern: &[QueryWord],
    words: &[&str],
    values: &[Option<String>],
) -> Option<Vec<Option<String>>> {
    if pattern.len() > words.len() {
        return None;
    }
    let mut values = values.to_vec();
    for (word, said) in pattern.iter().zip(words) {
        match word {
            QueryWord::Any => {}
            QueryWord::Exactly(text) if text == said => {}
            QueryWord::Exactly(_) => return None,
            QueryWord::Variable(at) => match &values[*at] {
                Some(value) if value == said => {}
                Some(_) => return None,
                None => values[*at] = Some((*said).to_owned()),
            },
        }
    }
    Some(values)
}

/// What queries found in some plays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct QueryStats {
    /// What `#observe` calls it.
    #[serde(default)]
    pub name: Option<String>,
    /// In the query language of `senet stats --query`.
    pub query: String,
    /// How many plays were looked at.
    pub plays: u64,
    /// In how many of them there was a match.
    pub matched: u64,
    /// The step at which the first match of a play ended.
    pub first: Distribution,
    /// The first playout with a match, as an example.
    pub example: Option<u64>,
}

impl QueryStats {
    /// Counts a play, in which the first match ended at some step, if there was one.
    pub fn count(&mut self, playout: u64, first: Option<u64>) {
        self.plays += 1;
        if let Some(step) = first {
            self.matched += 1;
            self.first.add(step as i64);
            self.example = Some(self.example.map_or(playout, |other| other.min(playout)));
        }
    }

    /// Adds the plays of another part.
    pub fn merge(&mut self, other: &QueryStats) {
        self.plays += other.plays;
        self.matched += other.matched;
        self.first.merge(&other.first);
        self.example = [self.example, other.example].into_iter().flatten().min();
    }
}

#[cfg(test)]
mod tests {
    use super::{QueryMatch, QueryStats};
    use senet_program::query::{QueryNames, TraceQuery};

    fn names<T>(f: impl FnOnce(QueryNames<'_>) -> T) -> T {
        let of = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (rules, predicates) = (of(&["place", "pass", "three"]), of(&["win", "turn"]));
        f(QueryNames { rules: &rules, predicates: &predicates })
    }

    /// The step at which the first match ends; a step is `rule args` or `rule args / atom, atom`.
    fn first(query: &str, play: &[&str]) -> Option<usize> {
        let query = names(|names| TraceQuery::parse(query, names)).unwrap();
        let mut matched = QueryMatch::begin(&query);
        if matched.start(&[]) {
            return Some(0);
        }
        let ends = |step: &&str| {
            let (step, atoms) = step.split_once(" / ").unwrap_or((step, ""));
            let atoms: Vec<String> = atoms.split(", ").map(str::to_owned).collect();
            matched.step(step, &atoms)
        };
        play.iter().position(ends).map(|at| at + 1)
    }

    #[test]
    fn steps_follow_each_other() {
        let play = ["place x a1", "pass o", "pass x", "place o b2", "three x / win x"];
        assert_eq!(first("place P a1", &play), Some(1));
        assert_eq!(first("place _ a1 . pass o . pass x", &play), Some(3));
        assert_eq!(first("place _ a1 . pass x", &play), None);
        assert_eq!(first("place _ _ . (pass _)* . place _ b2", &play), Some(4));
        assert_eq!(first("place _ _ . (pass _)+ . place _ b2", &play), Some(4));
        assert_eq!(first("place _ _ . (pass _)? . place _ b2", &play), None);
        assert_eq!(first("place o b2 | pass o", &play), Some(2));
        assert_eq!(first("pass o . _ . place o b2", &play), Some(4));
        // As engines tell steps, and with arguments left out.
        assert_eq!(first("place P . pass", &["(place x (s z))", "(pass o)"]), Some(2));
        assert_eq!(first("place x (s z)", &["(place x (s z))"]), Some(1));
    }

    #[test]
    fn variables_have_one_value() {
        let play = ["place x a1", "place o b1", "place x c1 / win x"];
        assert_eq!(first("place P _ . any . win P", &play), Some(3));
        assert_eq!(first("place P _ . place P _", &play), None);
        assert_eq!(first("place P _ . any . place P _ . win P", &play), Some(3));
        assert_eq!(first("place o _ . any . win o", &play), None);
        assert_eq!(first("win x", &play), Some(3));
    }

    #[test]
    fn the_first_playout_is_the_example_in_any_order() {
        let (mut a, mut b) = (QueryStats::default(), QueryStats::default());
        a.count(9, Some(4));
        b.count(3, Some(2));
        b.count(1, None);
        let mut other = b.clone();
        other.merge(&a);
        a.merge(&b);
        assert_eq!((a.example, a.matched, a.plays), (Some(3), 2, 3));
        assert_eq!(a, other);
    }
}
