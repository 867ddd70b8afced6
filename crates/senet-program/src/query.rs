//! Trace queries: regular expressions over the steps of a play, after Playspecs (J. Osborn et al., *Playspecs:
//! Regular Expressions for Game Play Traces*, 2015), as `#observe` has them in a program.
//!
//! `place P _ . (pass _)* . win P` is a step by the rule `place`, then any number of steps by `pass`, after which
//! the atom `win P` is there. The name of a rule stands for a step and that of a predicate for an atom of the
//! position, which takes no step; `_` alone is any step, `any` is any number of steps. `.` is one after another, `|`
//! either, and `*`, `+` and `?` follow a bracket. A variable has one value in all of a match; `_` as an argument fits
//! anything, and so do arguments that are left out at the end.
//!
//! A query becomes a list of instructions for a nondeterministic automaton (K. Thompson, 1968). Nothing is matched
//! here: that is done where there are plays.

use crate::program::Program;
use senet_syntax::Span;

/// A query has at most so many words and signs, so that reading one by recursion is safe.
const MOST_TOKENS: usize = 1_000;

/// `#observe name "…".`: a query that the author asks of every play.
#[derive(Debug, Clone)]
pub struct ObservedQuery {
    /// What it is called.
    pub name: String,
    /// What is asked.
    pub query: TraceQuery,
    /// Where it is written.
    pub span: Span,
}

/// A query about the steps of plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceQuery {
    text: String,
    program: Vec<QueryOp>,
    variables: usize,
}

/// An instruction of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryOp {
    /// A step by a rule, or any step.
    Step(Option<Vec<QueryWord>>),
    /// An atom that is there.
    Guard(Vec<QueryWord>),
    /// Goes on at both places.
    Split(usize, usize),
    /// Goes on at another place.
    Jump(usize),
    /// A match ends here.
    Found,
}

/// A word of a step or atom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryWord {
    /// Anything.
    Any,
    /// This word.
    Exactly(String),
    /// The value of a variable.
    Variable(usize),
}

/// Why a text is no query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{query}` is not a query: {why}")]
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
    /// Reads a query about a program. The name of an `#observe` stands for its query.
    pub fn of(text: &str, program: &Program) -> Result<TraceQuery, QueryError> {
        let named = program.observed().iter().find(|one| one.name == text.trim());
        if let Some(named) = named {
            return Ok(named.query.clone());
        }
        let rules: Vec<String> =
            program.rules().iter().map(|rule| program.rule_name(rule)).collect();
        let predicates: Vec<String> =
            program.predicates().iter().map(|one| one.name.clone()).collect();
        TraceQuery::parse(text, QueryNames { rules: &rules, predicates: &predicates })
    }

    /// Reads a query, with these names of rules and predicates.
    pub fn parse(text: &str, names: QueryNames<'_>) -> Result<TraceQuery, QueryError> {
        let tokens = tokens(text);
        let error = |why| QueryError { query: text.to_owned(), why };
        if tokens.len() > MOST_TOKENS {
            return Err(error(format!("it has more than {MOST_TOKENS} words and signs")));
        }
        let mut parser = QueryParser { tokens: &tokens, at: 0, names, variables: Vec::new() };
        let parsed = parser.either().and_then(|tree| match parser.tokens.get(parser.at) {
            None => Ok(tree),
            Some(token) => Err(format!("`{token}` is not expected here")),
        });
        let tree = parsed.map_err(error)?;
        // Thompson's construction: each word or sign becomes at most three instructions, so that
        // the automaton is linear in the text.
        let mut program = Vec::new();
        tree.compile(&mut program);
        program.push(QueryOp::Found);
        Ok(TraceQuery { text: text.to_owned(), program, variables: parser.variables.len() })
    }

    /// The query as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its instructions; a match begins at the first.
    pub fn instructions(&self) -> &[QueryOp] {
        &self.program
    }

    /// How many variables it has.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Whether it speaks of atoms, so that positions have to be told.
    pub fn needs_atoms(&self) -> bool {
        self.program.iter().any(|op| matches!(op, QueryOp::Guard(_)))
    }
}

/// The parts of a query as a tree.
enum QueryTree {
    One(QueryOp),
    Sequence(Vec<QueryTree>),
    Either(Box<QueryTree>, Box<QueryTree>),
    Repeat { inner: Box<QueryTree>, least_one: bool, most_one: bool },
}

impl QueryTree {
    fn compile(self, out: &mut Vec<QueryOp>) {
        match self {
            QueryTree::One(op) => out.push(op),
            QueryTree::Sequence(parts) => parts.into_iter().for_each(|part| part.compile(out)),
            // `split A; a…; jump end; A: b…; end:` The targets are filled in when they
            // are known; until then `Found` keeps the place.
            QueryTree::Either(a, b) => {
                let split = out.len();
                out.push(QueryOp::Found);
                a.compile(out);
                let jump = out.len();
                out.push(QueryOp::Found);
                out[split] = QueryOp::Split(split + 1, out.len());
                b.compile(out);
                out[jump] = QueryOp::Jump(out.len());
            }
            QueryTree::Repeat { inner, least_one, most_one } => {
                // `a*` is `L: split M; a…; jump L; M:`, `a+` is `L: a…; split L`, `a?` is `split M;
                // a…; M:`.
                let begin = out.len();
                if !least_one {
                    out.push(QueryOp::Found);
                }
                inner.compile(out);
                if !most_one {
                    // Back to the split, or to the first time where once is needed.
                    let here = out.len();
                    match least_one {
                        true => out.push(QueryOp::Split(begin, here + 1)),
                        false => out.push(QueryOp::Jump(begin)),
                    }
                }
                if !least_one {
                    out[begin] = QueryOp::Split(begin + 1, out.len());
                }
            }
        }
    }
}

/// Words and signs. Every bracket is a sign of its own: the parser tells whether it groups or begins
/// an argument.
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

struct QueryParser<'a> {
    tokens: &'a [String],
    at: usize,
    names: QueryNames<'a>,
    variables: Vec<String>,
}

impl QueryParser<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn eat(&mut self, token: &str) -> bool {
        let is = self.peek() == Some(token);
        self.at += usize::from(is);
        is
    }

    fn either(&mut self) -> Result<QueryTree, String> {
        let first = self.sequence()?;
        // Recursive descent, loosest first: `|`, then `.`, then the signs that follow a part.
        match self.eat("|") {
            true => Ok(QueryTree::Either(Box::new(first), Box::new(self.either()?))),
            false => Ok(first),
        }
    }

    fn sequence(&mut self) -> Result<QueryTree, String> {
        let mut parts = vec![self.repeat()?];
        while self.eat(".") {
            parts.push(self.repeat()?);
        }
        Ok(QueryTree::Sequence(parts))
    }

    fn repeat(&mut self) -> Result<QueryTree, String> {
        let mut tree = self.part()?;
        while let Some(sign @ ("*" | "+" | "?")) = self.peek() {
            let (least_one, most_one) = (sign == "+", sign == "?");
            tree = QueryTree::Repeat { inner: Box::new(tree), least_one, most_one };
            self.at += 1;
        }
        Ok(tree)
    }

    fn part(&mut self) -> Result<QueryTree, String> {
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
            "_" => return Ok(QueryTree::One(QueryOp::Step(None))),
            // A program may have a rule or predicate of that name, which then means that.
            "any" if !self.is_named("any") => {
                let inner = Box::new(QueryTree::One(QueryOp::Step(None)));
                return Ok(QueryTree::Repeat { inner, least_one: false, most_one: false });
            }
            _ => {}
        }
        let is_rule = self.names.rules.contains(&name);
        let is_predicate = self.names.predicates.contains(&name);
        if !is_rule && !is_predicate {
            return Err(format!("there is no rule or predicate `{name}`"));
        }
        let mut words = vec![QueryWord::Exactly(name)];
        while let Some(word) = self.peek() {
            // Arguments go on until a sign; a bracket after a name begins an argument, never a
            // group.
            if matches!(word, "." | "|" | "*" | "+" | "?" | ")") {
                break;
            }
            let word = if word == "(" { self.term()? } else { self.word() };
            words.push(word);
        }
        Ok(QueryTree::One(if is_rule { QueryOp::Step(Some(words)) } else { QueryOp::Guard(words) }))
    }

    fn is_named(&self, name: &str) -> bool {
        let mut all = self.names.rules.iter().chain(self.names.predicates);
        all.any(|known| known == name)
    }

    /// A word of an atom.
    fn word(&mut self) -> QueryWord {
        let word = self.tokens[self.at].clone();
        self.at += 1;
        if word == "_" {
            return QueryWord::Any;
        }
        if !word.starts_with(|c: char| c.is_uppercase()) {
            return QueryWord::Exactly(word);
        }
        let known = self.variables.iter().position(|name| *name == word);
        QueryWord::Variable(known.unwrap_or_else(|| {
            self.variables.push(word);
            self.variables.len() - 1
        }))
    }

    /// A term in brackets, as it is written in steps: `(s (s z))`.
    fn term(&mut self) -> Result<QueryWord, String> {
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
                return Ok(QueryWord::Exactly(out));
            }
        }
        Err("a bracket is not closed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{QueryNames, TraceQuery};

    fn names<T>(f: impl FnOnce(QueryNames<'_>) -> T) -> T {
        let of = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (rules, predicates) = (of(&["place", "pass", "three"]), of(&["win", "turn"]));
        f(QueryNames { rules: &rules, predicates: &predicates })
    }

    #[test]
    fn mistakes_are_named() {
        let wrong = |query: &str| names(|names| TraceQuery::parse(query, names)).unwrap_err().why;
        assert_eq!(wrong("plce P"), "there is no rule or predicate `plce`");
        assert_eq!(wrong("(place P _"), "a bracket is not closed");
        assert_eq!(wrong("place P _ ."), "something is missing at the end");
        assert_eq!(wrong("place P _ )"), "`)` is not expected here");
        assert_eq!(wrong(&"(".repeat(50_000)), "it has more than 1000 words and signs");
    }
}
