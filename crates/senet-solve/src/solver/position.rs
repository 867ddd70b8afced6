//! Values of positions under one set of counting rules: search first, retrograde analysis where play can
//! come back.

use crate::distance::{DistanceSearch, MAX_DISTANCE};
use crate::endgame::{EndgameTable, TableEntry};
use crate::graph::{Graph, GraphLimits};
use crate::limits::{NodeCounter, SolveError};
use crate::retrograde::RetrogradeValues;
use crate::search::{ProofSearch, SearchError, SearchMethod};
use crate::transposition::UNKNOWN_HEIGHT;
use crate::value::{GameValue, PositionValue, ValueBounds};
use crate::workers::Workers;
use rustc_hash::FxHashSet;
use senet_game::{Cursor, Seat};
use std::sync::Arc;

/// Solves positions, and remembers what it found. Cursors come with a referee that does not depend on
/// the way by which a position was reached, the same rules every time.
pub(super) struct PositionSolver {
    memory: u64,
    /// Whether heights of proofs are needed.
    heights: bool,
    method: SearchMethod,
    workers: Arc<dyn Workers>,
    /// The first position that was asked about.
    root: Option<Root>,
    knowledge: Option<Knowledge>,
    /// What was found out before.
    table: Option<Arc<EndgameTable>>,
}

struct Root {
    cursor: Box<dyn Cursor>,
    left: Option<u64>,
}

enum Knowledge {
    Search { proofs: Box<ProofSearch>, distances: Box<[DistanceSearch; 2]> },
    Retrograde { graph: Box<Graph>, values: RetrogradeValues },
}

/// A value, and what is known of its distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) value: GameValue,
    /// The exact distance.
    pub(super) distance: Option<u32>,
    /// An upper bound on it.
    pub(super) at_most: Option<u64>,
}

impl Found {
    pub(super) fn position_value(self) -> PositionValue {
        PositionValue { value: self.value, distance: self.distance }
    }
}

impl From<PositionValue> for Found {
    fn from(PositionValue { value, distance }: PositionValue) -> Found {
        Found { value, distance, at_most: distance.map(u64::from) }
    }
}

impl PositionSolver {
    pub(super) fn new(
        memory: u64,
        heights: bool,
        method: SearchMethod,
        workers: Arc<dyn Workers>,
    ) -> PositionSolver {
        PositionSolver {
            memory,
            heights,
            method,
            workers,
            root: None,
            knowledge: None,
            table: None,
        }
    }

    /// Lets others help; before anything is asked.
    pub(super) fn set_workers(&mut self, workers: Arc<dyn Workers>) {
        self.workers = workers;
    }

    /// Takes the values of a table for known. For positions without counts.
    pub(super) fn set_table(&mut self, table: Arc<EndgameTable>) {
        self.table = Some(table);
    }

    /// What is known of positions, by canonical key; `None` if they have no keys, or nothing was solved.
    pub(super) fn entries(&self) -> Option<Vec<(u128, TableEntry)>> {
        let mut entries: Vec<(u128, TableEntry)> = match &self.knowledge {
            None => return None,
            Some(Knowledge::Search { proofs, .. }) => {
                let known = proofs.entries()?;
                known.map(|(key, bounds)| (key, TableEntry { bounds, distance: None })).collect()
            }
            Some(Knowledge::Retrograde { graph, values }) => {
                let known = |(key, number): (u128, usize)| {
                    let PositionValue { value, distance } =
                        Self::certain(graph, values, number, None)?;
                    let bounds = ValueBounds { lower: value, upper: value };
                    Some((key, TableEntry { bounds, distance }))
                };
                graph.keys()?.filter_map(known).collect()
            }
        };
        if let Some(table) = &self.table {
            let known: FxHashSet<u128> = entries.iter().map(|(key, _)| *key).collect();
            entries.extend(table.entries().filter(|(key, _)| !known.contains(key)));
        }
        Some(entries)
    }

    /// What a table says of a position.
    fn tabled(&self, cursor: &dyn Cursor) -> Option<TableEntry> {
        self.table.as_ref()?.get(cursor.canonical_key()?)
    }

    /// Makes the position of a cursor the root, if retrograde analysis should be needed.
    pub(super) fn set_root(&mut self, cursor: &dyn Cursor, left: Option<u64>) {
        self.root = Some(Root { cursor: cursor.fork(), left });
    }

    /// Whether values come from retrograde analysis.
    pub(super) fn is_retrograde(&self) -> bool {
        !matches!(self.knowledge, Some(Knowledge::Search { .. }))
    }

    /// Bounds on the value of a position, without looking at more.
    pub(super) fn bounds(&self, cursor: &dyn Cursor) -> ValueBounds {
        match &self.knowledge {
            Some(Knowledge::Search { proofs, .. }) => proofs.bounds(cursor),
            _ => ValueBounds::UNKNOWN,
        }
    }

    /// The value of a position in which a player moves. With `left`, play is over after so many moves:
    /// wins that take longer may be found or not. The cursor comes back.
    pub(super) fn value(
        &mut self,
        cursor: &mut dyn Cursor,
        left: Option<u64>,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Found, SolveError> {
        if cursor.seats() > 2 {
            return Err(SolveError::Seats);
        }
        if let Some(TableEntry { bounds, distance }) = self.tabled(cursor)
            && bounds.lower == bounds.upper
            && (distance.is_some() || bounds.lower == GameValue::Draw)
        {
            return Ok(PositionValue { value: bounds.lower, distance }.into());
        }
        if let Some(found) = self.listed(cursor, left) {
            return Ok(found.into());
        }
        let retrograde = matches!(self.knowledge, Some(Knowledge::Retrograde { .. }));
        if cursor.seats() == 2 && !retrograde {
            match self.search(cursor, counter) {
                Err(SearchError::Endless | SearchError::Keyless | SearchError::Tight) => {}
                Err(SearchError::Stop(error)) => return Err(error),
                Ok(found) => return Ok(found),
            }
        }
        counter.check()?;
        // What comes after the first position that was asked about is likely to be asked about next.
        let root = self.root.get_or_insert_with(|| Root { cursor: cursor.fork(), left });
        if !retrograde {
            self.knowledge = None;
            let (graph, values) = list(&*root.cursor, root.left, self.memory, counter)?;
            self.knowledge = Some(Knowledge::Retrograde { graph, values });
        }
        if self.listed(cursor, left).is_none() {
            self.knowledge = None;
            self.set_root(cursor, left);
            let (graph, values) = list(cursor, left, self.memory, counter)?;
            self.knowledge = Some(Knowledge::Retrograde { graph, values });
        }
        Ok(self
            .listed(cursor, left)
            .expect("a graph holds the node that it was listed from")
            .into())
    }

    /// The same without asking for the distance where that takes a search of its own.
    pub(super) fn value_alone(
        &mut self,
        cursor: &mut dyn Cursor,
        left: Option<u64>,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Found, SolveError> {
        if let Some(Knowledge::Search { proofs, .. }) = &mut self.knowledge {
            match proofs.value(cursor, counter) {
                Err(SearchError::Endless | SearchError::Keyless | SearchError::Tight) => {}
                Err(SearchError::Stop(error)) => return Err(error),
                Ok((value, height)) => {
                    return Ok(Found { value, distance: None, at_most: known_height(height) });
                }
            }
        }
        self.value(cursor, left, counter)
    }

    /// Whether a seat can force a win within so many moves, for positions that were searched.
    pub(super) fn wins_within(
        &mut self,
        cursor: &mut dyn Cursor,
        winner: Seat,
        moves: u64,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        match &mut self.knowledge {
            Some(Knowledge::Search { proofs, distances }) => {
                let plies = u16::try_from(moves).ok().filter(|plies| *plies <= MAX_DISTANCE);
                let plies = plies.ok_or(SolveError::TooDeep)?;
                distances[usize::from(winner.0)].within(cursor, proofs, plies, counter)
            }
            _ => Err(SolveError::TooDeep),
        }
    }

    /// Whether a position is worth at least so much to the first seat, at the least cost.
    pub(super) fn reaches(
        &mut self,
        cursor: &mut dyn Cursor,
        goal: GameValue,
        left: Option<u64>,
        counter: &mut NodeCounter<'_>,
    ) -> Result<bool, SolveError> {
        if let Some(yes) = self.tabled(cursor).and_then(|entry| entry.bounds.reaches(goal)) {
            return Ok(yes);
        }
        if let Some(Knowledge::Search { proofs, .. }) = &mut self.knowledge {
            match proofs.reaches(cursor, goal, counter) {
                Err(SearchError::Endless | SearchError::Keyless | SearchError::Tight) => {}
                Err(SearchError::Stop(error)) => return Err(error),
                Ok(answer) => return Ok(answer.yes),
            }
        }
        Ok(self.value(cursor, left, counter)?.value >= goal)
    }

    /// What retrograde analysis has shown of a position, if that holds for it.
    fn listed(&self, cursor: &dyn Cursor, left: Option<u64>) -> Option<PositionValue> {
        let Some(Knowledge::Retrograde { graph, values }) = &self.knowledge else { return None };
        Self::certain(graph, values, graph.find(cursor)?, left)
    }

    /// The same of a node by its number.
    fn certain(
        graph: &Graph,
        values: &RetrogradeValues,
        number: usize,
        left: Option<u64>,
    ) -> Option<PositionValue> {
        let found = values.get(number);
        // Beyond the cut there is more. It cannot be reached with the moves that are left, if these do not
        // lead further away from the root than the cut is.
        if let Some(cut) = graph.cut
            && left.is_none_or(|left| graph.layer(number) + left > cut)
        {
            return None;
        }
        // After the first win nothing was expanded: what is known for sure are the shortest ways to it.
        if let Some(won) = graph.won {
            let distance = found.distance.filter(|_| found.value == GameValue::Win)?;
            return (graph.layer(number) + u64::from(distance) == won).then_some(found);
        }
        Some(found)
    }

    fn search(
        &mut self,
        cursor: &mut dyn Cursor,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Found, SearchError> {
        let (memory, heights, method) = (self.memory, self.heights, self.method);
        let (table, workers) = (self.table.clone(), Arc::clone(&self.workers));
        let begin = || {
            // Three quarters for values, the rest for distances.
            let proofs = ProofSearch::new(cursor, memory / 4 * 3, heights, method, workers);
            let mut proofs = Box::new(proofs);
            table.iter().for_each(|table| proofs.learn(table));
            let distances = [Seat(0), Seat(1)].map(|seat| DistanceSearch::new(seat, memory / 8));
            Knowledge::Search { proofs, distances: Box::new(distances) }
        };
        let Knowledge::Search { proofs, distances } = self.knowledge.get_or_insert_with(begin)
        else {
            return Err(SearchError::Endless);
        };
        let (value, height) = proofs.value(cursor, counter)?;
        let distance = value.winner().and_then(|winner| {
            let search = &mut distances[usize::from(winner.0)];
            counter.aside(|counter| search.distance(cursor, proofs, counter))
        });
        let at_most = distance.map(u64::from).or(known_height(height));
        Ok(Found { value, distance, at_most })
    }
}

fn known_height(height: u16) -> Option<u64> {
    (height < UNKNOWN_HEIGHT).then_some(u64::from(height))
}

/// Lists all positions from one on, and goes backwards.
fn list(
    root: &dyn Cursor,
    left: Option<u64>,
    memory: u64,
    counter: &mut NodeCounter<'_>,
) -> Result<(Box<Graph>, RetrogradeValues), SolveError> {
    // A single seat is done when its goal is reached; two have to see everything.
    let until_won = root.seats() == 1;
    let limits = GraphLimits { memory, depth: left, until_won, chance: false };
    let graph = Graph::explore(root, limits, counter)?;
    let values = RetrogradeValues::new(&graph.edges, counter)?;
    Ok((Box::new(graph), values))
}
