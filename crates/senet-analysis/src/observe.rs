//! Observations: patterns of atoms that are watched in every position, or at the end.

use crate::distribution::Distribution;
use crate::query::{QueryMatch, QueryStats};
use senet_compile::Compiled;
use senet_engine::{Engine, TermGame};
use senet_game::{Event, Position};
use senet_program::PredId;
use senet_program::query::{QueryError, TraceQuery};
use senet_words::{AtomError, GameWords, PositionAtom, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// So many different values of the variables are kept apart.
const MOST_VALUES: usize = 4_096;

/// Patterns that are watched, and how the atoms of a position are read.
pub struct Observations {
    atoms: PositionAtoms,
    list: Vec<Observation>,
}

/// One pattern.
#[derive(Debug, Clone)]
struct Observation {
    /// As it is written.
    text: String,
    predicate: PredId,
    known: Vec<Option<Value>>,
    /// The arguments that are variables, one of each name; the value of an observation is named by them.
    variables: Vec<usize>,
    /// Arguments that have to be equal, because the same variable stands there.
    equal: Vec<(usize, usize)>,
    at_end: bool,
}

/// What was observed of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ObservedStats {
    /// Atoms as in a rule, as they were written.
    pub pattern: String,
    /// Whether only ends were looked at.
    pub at_end: bool,
    /// How many positions were looked at.
    pub looked: u64,
    /// For all values of the variables that occurred, how many atoms there were; positions without any are
    /// not in it.
    pub by_value: BTreeMap<String, Distribution>,
}

/// Why a pattern cannot be watched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` is not a pattern: {why}")]
pub struct PatternError {
    /// The text that was given.
    pub pattern: String,
    /// What is wrong with it.
    pub why: AtomError,
}

/// Reads the atoms of erased positions of a program.
pub struct PositionAtoms {
    engine: Arc<Engine>,
    read: ReadAtoms,
}

type ReadAtoms = Box<dyn Fn(&Position) -> Vec<PositionAtom> + Send + Sync>;

impl fmt::Debug for Observations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Observations").field(&self.list).finish()
    }
}

impl PositionAtoms {
    /// The atoms of positions of a compiled program, whichever engine runs it.
    pub fn new(compiled: &Compiled) -> PositionAtoms {
        let ours = "a position of this game";
        let (engine, read): (_, ReadAtoms) = match compiled {
            Compiled::Bits(game) => {
                let game = Arc::clone(game);
                let engine = Arc::clone(game.engine());
                (engine, Box::new(move |at| game.atoms(state_of(&game, at).expect(ours)).1))
            }
            Compiled::Net(game, _) => {
                let game = Arc::clone(game);
                let engine = Arc::clone(game.engine());
                (engine, Box::new(move |at| game.atoms(state_of(&game, at).expect(ours)).1))
            }
            Compiled::Term(game, ..) => {
                let engine = Arc::clone(game.engine());
                let same = Arc::clone(&engine);
                let read = move |at: &Position| {
                    let state = at.state::<TermGame>().expect(ours);
                    state.machine().position().atoms(&same)
                };
                (engine, Box::new(read))
            }
        };
        PositionAtoms { engine, read }
    }

    /// The words of the program.
    pub fn words(&self) -> &GameWords {
        self.engine.words()
    }

    /// The atoms of a position, in canonical order.
    pub fn read(&self, at: &Position) -> Vec<PositionAtom> {
        (self.read)(at)
    }
}

/// The state of a position, by the type of its game.
fn state_of<'p, G: senet_game::Game>(_: &Arc<G>, at: &'p Position) -> Option<&'p G::State> {
    at.state::<G>()
}

impl Observations {
    /// Watches these patterns, in every position of a decision and at the end, or at the
    /// end alone. A pattern is an atom: `_` stands for anything, and for each value of its variables the
    /// number of atoms that fit is counted. `count (…)` around it changes nothing.
    pub fn new(
        atoms: PositionAtoms,
        patterns: &[String],
        at_end: bool,
    ) -> Result<Observations, PatternError> {
        let one = |text: &String| Observation::parse(text, atoms.words(), at_end);
        let list = patterns.iter().map(one).collect::<Result<Vec<_>, _>>()?;
        Ok(Observations { atoms, list })
    }

    /// Counts what a position of a play shows.
    pub(crate) fn look(&self, at: &Position, is_end: bool, into: &mut Vec<ObservedStats>) {
        if into.len() < self.list.len() {
            into.extend(self.list[into.len()..].iter().map(|one| ObservedStats {
                pattern: one.text.clone(),
                at_end: one.at_end,
                ..ObservedStats::default()
            }));
        }
        if !is_end && self.list.iter().all(|one| one.at_end) {
            return;
        }
        let atoms = self.atoms.read(at);
        for (one, into) in self.list.iter().zip(into) {
            if one.at_end && !is_end {
                continue;
            }
            into.looked += 1;
            let mut found: BTreeMap<Vec<Value>, u64> = BTreeMap::new();
            for atom in atoms.iter().filter(|atom| one.fits(atom)) {
                let key = one.variables.iter().map(|at| atom.values[*at]).collect();
                *found.entry(key).or_default() += atom.copies.max(1);
            }
            for (key, count) in found {
                let name = self.name(one, &key);
                if into.by_value.len() < MOST_VALUES || into.by_value.contains_key(&name) {
                    into.by_value.entry(name).or_default().add(count as i64);
                }
            }
        }
    }

    /// The values of the variables, in words.
    fn name(&self, one: &Observation, key: &[Value]) -> String {
        let words = self.atoms.words();
        let types = &words.program().predicate(one.predicate).arguments;
        let shown = one.variables.iter().zip(key);
        let shown: Vec<String> =
            shown.map(|(at, value)| words.written(types[*at], *value, true)).collect();
        shown.join(" ")
    }
}

impl Observation {
    fn parse(text: &str, words: &GameWords, at_end: bool) -> Result<Observation, PatternError> {
        let inner = text.trim();
        let counted = inner.strip_prefix("count").map(str::trim_start);
        let counted = counted.and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
        let inner = counted.unwrap_or(inner).trim();
        let error = |why| PatternError { pattern: text.to_owned(), why };
        let (predicate, known) = words.parse_pattern(inner).map_err(error)?;
        let mut names: Vec<(&str, usize)> = Vec::new();
        let (mut variables, mut equal) = (Vec::new(), Vec::new());
        for (at, argument) in arguments(inner).into_iter().skip(1).enumerate() {
            let is_variable = argument.starts_with(|c: char| c.is_uppercase());
            if !is_variable || at >= known.len() {
                continue;
            }
            match names.iter().find(|(name, _)| *name == argument) {
                Some((_, first)) => equal.push((*first, at)),
                None => {
                    names.push((argument, at));
                    variables.push(at);
                }
            }
        }
        let text = inner.to_owned();
        Ok(Observation { text, predicate, known, variables, equal, at_end })
    }

    fn fits(&self, atom: &PositionAtom) -> bool {
        let mut pairs = self.known.iter().zip(&atom.values);
        atom.predicate == self.predicate
            && pairs.all(|(known, value)| known.is_none_or(|known| known == *value))
            && self.equal.iter().all(|(a, b)| atom.values[*a] == atom.values[*b])
    }
}

/// The words of an atom: its predicate and arguments, each with what stands in its brackets.
pub(crate) fn arguments(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut depth, mut start) = (0_usize, None);
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = c.is_whitespace() && depth == 0;
        match start {
            Some(from) if ends => {
                out.push(&text[from..i]);
                start = None;
            }
            None if !ends => start = Some(i),
            _ => {}
        }
    }
    out.extend(start.map(|from| &text[from..]));
    out
}

impl ObservedStats {
    /// Adds the positions of another part.
    pub fn merge(&mut self, other: &ObservedStats) {
        self.looked += other.looked;
        for (name, counts) in &other.by_value {
            self.by_value.entry(name.clone()).or_default().merge(counts);
        }
    }
}

/// Trace queries that are asked of plays, and how the atoms of their first position are read.
pub struct TraceQueries {
    atoms: PositionAtoms,
    /// With the names that `#observe` gives.
    list: Vec<(Option<String>, TraceQuery)>,
}

impl TraceQueries {
    /// Reads queries about a program, and asks those of its `#observe` directives too; see [`TraceQuery`].
    pub fn new(atoms: PositionAtoms, queries: &[String]) -> Result<TraceQueries, QueryError> {
        let program = atoms.words().program();
        let mut list = Vec::new();
        for text in queries {
            list.push((None, TraceQuery::of(text, program)?));
        }
        for observed in program.observed() {
            match list.iter_mut().find(|(_, query)| *query == observed.query) {
                Some((name, _)) => *name = Some(observed.name.clone()),
                None => list.push((Some(observed.name.clone()), observed.query.clone())),
            }
        }
        Ok(TraceQueries { list, atoms })
    }

    /// Whether there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Looks at a play that begins at a position, and is told by its events. Counts it.
    pub(crate) fn ask(
        &self,
        playout: u64,
        (start, events): (&Position, &[Event]),
        into: &mut Vec<QueryStats>,
    ) {
        if into.len() < self.list.len() {
            let missing = self.list[into.len()..].iter();
            into.extend(missing.map(|(name, query)| QueryStats {
                name: name.clone(),
                query: query.text().to_owned(),
                ..QueryStats::default()
            }));
        }
        let words = self.atoms.words();
        let mut atoms: Vec<String> = Vec::new();
        if self.list.iter().any(|(_, query)| query.needs_atoms()) {
            for atom in self.atoms.read(start) {
                let shown = words.atom(atom.predicate, &atom.values);
                atoms.extend(std::iter::repeat_n(shown, atom.copies.clamp(1, 1_000) as usize));
            }
        }
        let mut open: Vec<(usize, QueryMatch<'_>)> = Vec::new();
        let mut found: Vec<Option<u64>> = vec![None; self.list.len()];
        for (i, (_, query)) in self.list.iter().enumerate() {
            let mut matched = QueryMatch::begin(query);
            match matched.start(&atoms) {
                true => found[i] = Some(0),
                false => open.push((i, matched)),
            }
        }
        for (step, event) in events.iter().enumerate() {
            if open.is_empty() {
                break;
            }
            for gone in &event.removed {
                let gone = gone.trim_start_matches('!');
                if let Some(at) = atoms.iter().position(|atom| atom == gone) {
                    atoms.swap_remove(at);
                }
            }
            atoms.extend(event.added.iter().map(|new| new.trim_start_matches('!').to_owned()));
            open.retain_mut(|(i, matched)| {
                let ends = matched.step(&event.name, &atoms);
                if ends {
                    found[*i] = Some(step as u64 + 1);
                }
                !ends
            });
        }
        for (stats, found) in into.iter_mut().zip(found) {
            stats.count(playout, found);
        }
    }
}

impl fmt::Debug for TraceQueries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TraceQueries").field(&self.list).finish()
    }
}
