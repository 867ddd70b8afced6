//! What playouts ended with, counted in whole numbers.

use crate::detail::DetailStats;
use crate::distribution::Distribution;
use crate::observe::ObservedStats;
use crate::query::QueryStats;
use crate::rules::RuleStats;
use crate::tension::TensionStats;
use senet_game::{Outcome, Playout, PlayoutEnd, Seat, Verdict};
use serde::{Deserialize, Serialize};

/// The statistics of some playouts of a game.
///
/// Everything is counted in whole numbers, so [`PlayStats::merge`] gives the same result in any order:
/// threads, slices and machines can share the work.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PlayStats {
    /// How many playouts were counted.
    pub playouts: u64,
    /// Won by one seat alone, by seat.
    pub won: Vec<u64>,
    /// Points of each seat in halves: two for a win, alone or shared, one for a draw.
    pub half_points: Vec<u64>,
    /// Won by several seats together.
    pub shared: u64,
    /// Lost by all seats.
    pub lost: u64,
    /// Draws.
    pub drawn: u64,
    /// Over without a result.
    pub open: u64,
    /// What ended the playouts.
    pub ends: EndedBy,
    /// Moves of a play, of chance too.
    pub plies: Distribution,
    /// The points of the game, by seat, where it keeps them.
    pub scores: Vec<Distribution>,
    /// The score of the first seat less that of the best other seat.
    pub margin: Distribution,
    /// Legal moves, first moves, cells.
    pub detail: DetailStats,
    /// Rules that fired.
    pub rules: RuleStats,
    /// Who was ahead when.
    pub tension: TensionStats,
    /// Patterns that were watched, in the order in which they were asked for.
    #[serde(default)]
    pub observed: Vec<ObservedStats>,
    /// Trace queries, in the order in which they were asked.
    #[serde(default)]
    pub queries: Vec<QueryStats>,
}

/// What ended playouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EndedBy {
    /// The rules of the game.
    pub rules: u64,
    /// A draw rule: `#limit`, `#repeat`, or quiet moves.
    pub draw_rule: u64,
    /// The cap on the length of a playout ([`senet_game::PLAYOUT_CAP`]).
    pub cap: u64,
    /// A limit on automatic steps.
    pub limit: u64,
}

impl PlayStats {
    /// No playouts yet, of a game with so many seats.
    pub fn new(seats: usize) -> PlayStats {
        PlayStats { won: vec![0; seats], half_points: vec![0; seats], ..PlayStats::default() }
    }

    /// Adds a playout to the counts.
    #[inline]
    pub fn count(&mut self, playout: &Playout) {
        let Playout { outcome, plies, end } = playout;
        match end {
            PlayoutEnd::Rules => self.ends.rules += 1,
            PlayoutEnd::DrawRule => self.ends.draw_rule += 1,
            PlayoutEnd::Cap => self.ends.cap += 1,
            PlayoutEnd::Stopped(_) => self.ends.limit += 1,
            // It says nothing about the game.
            PlayoutEnd::Cancelled => return,
        }
        self.playouts += 1;
        self.plies.add(*plies as i64);
        match outcome.verdict {
            Verdict::Won(seats) => {
                match seats.len() {
                    0 => self.lost += 1,
                    1 => {}
                    _ => self.shared += 1,
                }
                let alone = u64::from(seats.len() == 1);
                for seat in seats.iter() {
                    let seat = usize::from(seat.0);
                    self.won[seat] += alone;
                    self.half_points[seat] += 2;
                }
            }
            Verdict::Draw => self.draw(),
            Verdict::NoResult => {
                self.draw();
                self.drawn -= 1;
                self.open += 1;
            }
        }
        if let Some(scores) = &outcome.scores {
            self.score(scores);
        }
    }

    #[inline]
    fn draw(&mut self) {
        self.drawn += 1;
        self.half_points.iter_mut().for_each(|points| *points += 1);
    }

    fn score(&mut self, scores: &[i64]) {
        if self.scores.len() < scores.len() {
            self.scores.resize(scores.len(), Distribution::default());
        }
        for (all, score) in self.scores.iter_mut().zip(scores) {
            all.add(*score);
        }
        if let [first, others @ ..] = scores
            && let Some(best) = others.iter().max()
        {
            self.margin.add(first.saturating_sub(*best));
        }
    }

    /// Adds the playouts of another part.
    pub fn merge(&mut self, other: &PlayStats) {
        self.playouts += other.playouts;
        add_all(&mut self.won, &other.won);
        add_all(&mut self.half_points, &other.half_points);
        self.shared += other.shared;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.open += other.open;
        self.ends.rules += other.ends.rules;
        self.ends.draw_rule += other.ends.draw_rule;
        self.ends.cap += other.ends.cap;
        self.ends.limit += other.ends.limit;
        self.plies.merge(&other.plies);
        if self.scores.len() < other.scores.len() {
            self.scores.resize(other.scores.len(), Distribution::default());
        }
        for (all, more) in self.scores.iter_mut().zip(&other.scores) {
            all.merge(more);
        }
        self.margin.merge(&other.margin);
        self.detail.merge(&other.detail);
        self.rules.merge(&other.rules);
        self.tension.merge(&other.tension);
        for (i, more) in other.observed.iter().enumerate() {
            match self.observed.get_mut(i) {
                Some(observed) => observed.merge(more),
                None => self.observed.push(more.clone()),
            }
        }
        for (i, more) in other.queries.iter().enumerate() {
            match self.queries.get_mut(i) {
                Some(query) => query.merge(more),
                None => self.queries.push(more.clone()),
            }
        }
    }
}

/// Adds numbers one by one; the longer list gives the length.
pub(crate) fn add_all(all: &mut Vec<u64>, more: &[u64]) {
    if all.len() < more.len() {
        all.resize(more.len(), 0);
    }
    for (count, more) in all.iter_mut().zip(more) {
        *count += more;
    }
}

/// What an outcome is worth to a seat, in half points.
pub(crate) fn half_points(outcome: &Outcome, seat: Seat) -> u64 {
    (outcome.utility(seat) + 1.0) as u64
}
