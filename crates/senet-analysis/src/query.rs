//! Trace queries: regular expressions over the steps of a play, after Playspecs (J. Osborn et al., *Playspecs:
//! Regular Expressions for Game Play Traces*, 2015).
//!
//! `place P _ . (pass _)* . win P` is a step by the rule `place`, then any number of steps by `pass`, after which
//! the atom `win P` is there. The name of a rule stands for a step and that of a predicate for an atom of the
//! position, which takes no step; `_` alone is any step, `any` is any number of steps. `.` is one after another, `|` either, and `*`, `+` and
//! `?` follow a bracket. A variable has one value in all of a match; `_` as an argument fits anything, and so do
//! arguments that are left out at the end.
//!
//! Queries are run by simulation of a nondeterministic automaton (K. Thompson, 1968), whose threads carry the
//! values of the variables. Cost: the number of threads for each step, which is bounded.

use crate::distribution::Distribution;
use crate::observe::{arguments, query_names};
use senet_words::GameWords;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// More threads than this are not followed: the answer for the play is then a lower bound.
const MOST_THREADS: usize = 4_096;

/// A query about the steps of plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceQuery {
    text: String,
    program: Vec<Op>,
    variables: usize,
    guards: bool,
}

/// What a query is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Op {
    /// A step by a rule, or any step.
    Step(Option<Vec<Word>>),
    /// An atom that is there.
    Guard(Vec<Word>),
    /// Goes on at both places.
    Split(usize, usize),
    Jump(usize),
    Found,
}

/// A word of a step or atom.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Word {
    Any,
    Exactly(String),
    Variable(usize),
}

/// Why a text is no query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{query}` is no query: {why}")]
pub struct QueryError {
    /// The text.
    pub query: String,
    /// What is wrong with it.
    pub why: String,
}

/// What the names in queries stand for.
#[derive(Debug, Clone, Copy)]
pub struct QueryNames<'a> {
    /// The names of rules.
    pub rules: &'a [String],
    /// The names of predicates.
    pub predicates: &'a [String],
}

impl TraceQuery {
    /// Reads a query about a program.
    pub fn of(text: &str, words: &GameWords) -> Result<TraceQuery, QueryError> {
        let (rules, predicates) = query_names(words);
        TraceQuery::parse(text, QueryNames { rules: &rules, predicates: &predicates })
    }

    /// Reads a query, with these names of rules and predicates.
    pub fn parse(text: &str, names: QueryNames<'_>) -> Result<TraceQuery, QueryError> {
        let tokens = tokens(text);
        let mut parser = Parser { tokens: &tokens, at: 0, names, variables: Vec::new() };
        let parsed = parser.either().and_then(|tree| match parser.tokens.get(parser.at) {
            None => Ok(tree),
            Some(token) => Err(format!("`{token}` is not expected here")),
        });
        let tree = parsed.map_err(|why| QueryError { query: text.to_owned(), why })?;
        let mut program = Vec::new();
        tree.compile(&mut program);
        program.push(Op::Found);
        let guards = program.iter().any(|op| matches!(op, Op::Guard(_)));
        Ok(TraceQuery { text: text.to_owned(), program, variables: parser.variables.len(), guards })
    }

    /// The query as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it speaks of atoms, so that positions have to be told.
    pub fn needs_atoms(&self) -> bool {
        self.guards
    }

    /// Begins to look at a play.
    pub fn begin(&self) -> QueryMatch<'_> {
        QueryMatch { query: self, threads: BTreeSet::new(), full: false }
    }
}

/// A query that looks at a play.
#[derive(Debug, Clone)]
pub struct QueryMatch<'q> {
    query: &'q TraceQuery,
    threads: BTreeSet<Thread>,
    full: bool,
}

/// Where in the query it is, and what the variables are.
type Thread = (usize, Vec<Option<String>>);

impl QueryMatch<'_> {
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
            if let Op::Step(pattern) = &self.query.program[*at] {
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
        open.push((0, vec![None; self.query.variables]));
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
            match &self.query.program[at] {
                Op::Found => found = true,
                Op::Jump(to) => open.push((*to, values)),
                Op::Split(a, b) => {
                    open.push((*a, values.clone()));
                    open.push((*b, values));
                }
                Op::Guard(pattern) => {
                    let fits =
                        atoms.iter().filter_map(|atom| fit(pattern, &arguments(atom), &values));
                    open.extend(fits.map(|values| (at + 1, values)));
                }
                Op::Step(_) => {}
            }
        }
        seen.retain(|(at, _)| matches!(self.query.program[*at], Op::Step(_)));
        self.threads = seen;
        found
    }
}

/// The values of the variables, if the words fit the pattern. Arguments that are left out fit anything.
fn fit(pattern: &[Word], words: &[&str], values: &[Option<String>]) -> Option<Vec<Option<String>>> {
    if pattern.len() > words.len() {
        return None;
    }
    let mut values = values.to_vec();
    for (word, said) in pattern.iter().zip(words) {
        match word {
            Word::Any => {}
            Word::Exactly(text) if text == said => {}
            Word::Exactly(_) => return None,
            Word::Variable(at) => match &values[*at] {
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
    /// The query.
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

/// The parts of a query as a tree.
enum Tree {
    One(Op),
    Sequence(Vec<Tree>),
    Either(Box<Tree>, Box<Tree>),
    Repeat { inner: Box<Tree>, least_one: bool, most_one: bool },
}

impl Tree {
    fn compile(self, out: &mut Vec<Op>) {
        match self {
            Tree::One(op) => out.push(op),
            Tree::Sequence(parts) => parts.into_iter().for_each(|part| part.compile(out)),
            Tree::Either(a, b) => {
                let split = out.len();
                out.push(Op::Found);
                a.compile(out);
                let jump = out.len();
                out.push(Op::Found);
                out[split] = Op::Split(split + 1, out.len());
                b.compile(out);
                out[jump] = Op::Jump(out.len());
            }
            Tree::Repeat { inner, least_one, most_one } => {
                let begin = out.len();
                if !least_one {
                    out.push(Op::Found);
                }
                inner.compile(out);
                if !most_one {
                    // Back to the split, or to the first time where once is needed.
                    let here = out.len();
                    match least_one {
                        true => out.push(Op::Split(begin, here + 1)),
                        false => out.push(Op::Jump(begin)),
                    }
                }
                if !least_one {
                    out[begin] = Op::Split(begin + 1, out.len());
                }
            }
        }
    }
}

/// Words and signs: brackets inside of an atom belong to it only if they begin an argument.
fn tokens(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        match c {
            '.' | '|' | '*' | '+' | '?' | '(' | ')' => {
                if !word.is_empty() {
                    out.push(std::mem::take(&mut word));
                }
                out.push(c.to_string());
            }
            c if c.is_whitespace() => {
                if !word.is_empty() {
                    out.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

struct Parser<'a> {
    tokens: &'a [String],
    at: usize,
    names: QueryNames<'a>,
    variables: Vec<String>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn eat(&mut self, token: &str) -> bool {
        let is = self.peek() == Some(token);
        self.at += usize::from(is);
        is
    }

    fn either(&mut self) -> Result<Tree, String> {
        let first = self.sequence()?;
        match self.eat("|") {
            true => Ok(Tree::Either(Box::new(first), Box::new(self.either()?))),
            false => Ok(first),
        }
    }

    fn sequence(&mut self) -> Result<Tree, String> {
        let mut parts = vec![self.repeat()?];
        while self.eat(".") {
            parts.push(self.repeat()?);
        }
        Ok(Tree::Sequence(parts))
    }

    fn repeat(&mut self) -> Result<Tree, String> {
        let mut tree = self.part()?;
        while let Some(sign @ ("*" | "+" | "?")) = self.peek() {
            let (least_one, most_one) = (sign == "+", sign == "?");
            tree = Tree::Repeat { inner: Box::new(tree), least_one, most_one };
            self.at += 1;
        }
        Ok(tree)
    }

    fn part(&mut self) -> Result<Tree, String> {
        if self.eat("(") {
            let inner = self.either()?;
            if !self.eat(")") {
                return Err("a bracket is not closed".to_owned());
            }
            return Ok(inner);
        }
        let name = match self.peek() {
            None => return Err("something is missing at the end".to_owned()),
            Some(name) => name.to_owned(),
        };
        self.at += 1;
        match name.as_str() {
            "_" => return Ok(Tree::One(Op::Step(None))),
            "any" if !self.is_named("any") => {
                let inner = Box::new(Tree::One(Op::Step(None)));
                return Ok(Tree::Repeat { inner, least_one: false, most_one: false });
            }
            _ => {}
        }
        let is_rule = self.names.rules.contains(&name);
        let is_predicate = self.names.predicates.contains(&name);
        if !is_rule && !is_predicate {
            return Err(format!("there is no rule or predicate `{name}`"));
        }
        let mut words = vec![Word::Exactly(name)];
        while let Some(word) = self.peek() {
            if matches!(word, "." | "|" | "*" | "+" | "?" | ")") {
                break;
            }
            let word = if word == "(" { self.term()? } else { self.word() };
            words.push(word);
        }
        Ok(Tree::One(if is_rule { Op::Step(Some(words)) } else { Op::Guard(words) }))
    }

    fn is_named(&self, name: &str) -> bool {
        let mut all = self.names.rules.iter().chain(self.names.predicates);
        all.any(|known| known == name)
    }

    /// A word of an atom.
    fn word(&mut self) -> Word {
        let word = self.tokens[self.at].clone();
        self.at += 1;
        if word == "_" {
            return Word::Any;
        }
        if !word.starts_with(|c: char| c.is_uppercase()) {
            return Word::Exactly(word);
        }
        let known = self.variables.iter().position(|name| *name == word);
        Word::Variable(known.unwrap_or_else(|| {
            self.variables.push(word);
            self.variables.len() - 1
        }))
    }

    /// A term in brackets, as it is written in steps: `(s (s z))`.
    fn term(&mut self) -> Result<Word, String> {
        let (mut out, mut depth) = (String::new(), 0);
        while let Some(token) = self.peek() {
            match token {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if !out.is_empty() && !out.ends_with('(') && token != ")" {
                out.push(' ');
            }
            out.push_str(token);
            self.at += 1;
            if depth == 0 {
                return Ok(Word::Exactly(out));
            }
        }
        Err("a bracket is not closed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{QueryNames, QueryStats, TraceQuery};

    fn names<T>(f: impl FnOnce(QueryNames<'_>) -> T) -> T {
        let of = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (rules, predicates) = (of(&["place", "pass", "three"]), of(&["win", "turn"]));
        f(QueryNames { rules: &rules, predicates: &predicates })
    }

    /// The step at which the first match ends; a step is `rule args` or `rule args / atom, atom`.
    fn first(query: &str, play: &[&str]) -> Option<usize> {
        let query = names(|names| TraceQuery::parse(query, names)).unwrap();
        let mut matched = query.begin();
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
    fn mistakes_are_named() {
        let wrong = |query: &str| names(|names| TraceQuery::parse(query, names)).unwrap_err().why;
        assert_eq!(wrong("plce P"), "there is no rule or predicate `plce`");
        assert_eq!(wrong("(place P _"), "a bracket is not closed");
        assert_eq!(wrong("place P _ ."), "something is missing at the end");
        assert_eq!(wrong("place P _ )"), "`)` is not expected here");
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
