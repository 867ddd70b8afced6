//! Counts as shares with intervals, and the measures that are made of them.

use crate::distribution::Distribution;
use crate::observe::ObservedStats;
use crate::query::QueryStats;
use crate::stats::{EndedBy, PlayStats};
use crate::tension::TensionStats;
use senet_data::interval::wilson;
use senet_game::{DynGame, Seat};
use serde::Serialize;

/// What the statistics of a game say, as plain data.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StatsSummary {
    /// How many playouts were counted.
    pub playouts: u64,
    /// The outcomes by seat.
    pub seats: Vec<SeatSummary>,
    /// Drawn plays.
    pub drawn: Share,
    /// Plays that several seats won together.
    pub shared: Share,
    /// Plays that all seats lost.
    pub lost: Share,
    /// Plays that ended without a result.
    pub open: Share,
    /// How much better than even the first seat does: its part of the points less an equal part. Of games
    /// for one, `None`.
    pub first_move_advantage: Option<Share>,
    /// 1 if all seats have the same part of the points, 0 if one seat has all.
    pub balance: Option<f64>,
    /// The share of plays that have a winner.
    pub decisive: Share,
    /// Plays that ended by the rules of the game, of all: not by a draw rule or a limit.
    pub completion: Share,
    /// What ended the plays.
    pub ends: EndedBy,
    /// Moves of a play (duration).
    pub length: DistributionSummary,
    /// Legal moves of a decision (decision width).
    pub branching: DistributionSummary,
    /// Decisions between two moves or more, in a play.
    pub decisions: DistributionSummary,
    /// The number of the first decision between two moves or more, among the moves of a play.
    pub first_decision: DistributionSummary,
    /// Decisions with a single legal move, of all.
    pub forced: Share,
    /// The mean number of legal moves at each ply.
    pub branching_by_ply: Vec<f64>,
    /// In how many plays positions were looked at.
    pub detail_plays: u64,
    /// The scores of the seats, where the game keeps them.
    pub scores: Vec<DistributionSummary>,
    /// The score of the first seat less that of the best other.
    pub margin: Option<DistributionSummary>,
    /// First moves, the most frequent first.
    pub first_moves: Vec<MoveShare>,
    /// For each seat, how cells did that its moves named.
    pub cells: Vec<Vec<CellShare>>,
    /// In how many plays rules were counted.
    pub rule_plays: u64,
    /// The rules, in the order of the program.
    pub rules: Vec<RuleShare>,
    /// Who was ahead when; `None` if no play was judged.
    pub tension: Option<TensionSummary>,
    /// Patterns that were watched.
    pub observed: Vec<ObservedSummary>,
    /// What trace queries found.
    pub queries: Vec<QuerySummary>,
}

/// A part of some number of plays, with the interval in which the true one lies in 95 of 100 cases
/// (Wilson's score interval).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The share itself.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// So many of so many; all of nothing is unknown, from 0 to 1.
    pub fn new(count: u64, of: u64) -> Share {
        Share::of(count as f64 / of.max(1) as f64, count, of)
    }

    /// The share as percent with its sign: `+2.5 %`, and `0.0 %` for all that is rounded to it.
    pub fn signed(&self) -> String {
        let tenths = (1_000.0 * self.value).round();
        if tenths == 0.0 { "0.0 %".to_owned() } else { format!("{:+.1} %", tenths / 10.0) }
    }

    /// A part of so many that need not be a whole number of them, such as points.
    fn of(value: f64, count: u64, of: u64) -> Share {
        let (low, high) = wilson(value, of);
        Share { count, of, value, low, high }
    }

    /// The same, less a number.
    fn less(self, number: f64) -> Share {
        Share {
            value: self.value - number,
            low: self.low - number,
            high: self.high - number,
            ..self
        }
    }
}

/// How a seat did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatSummary {
    /// What it is called.
    pub name: String,
    /// Plays that it won alone.
    pub won: Share,
    /// Its part of the points that can be won: a win, alone or shared, is one and a draw half of one.
    pub points: Share,
}

/// How numbers are distributed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DistributionSummary {
    /// How many numbers there are.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Half of the width of the interval of the mean, in which the true one lies in 95 of 100 cases.
    pub error: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The smallest number that occurred.
    pub least: i64,
    /// A tenth of them is at most this.
    pub tenth: i64,
    /// Half of them are at most this.
    pub median: i64,
    /// A tenth of them is more than this.
    pub ninetieth: i64,
    /// The largest.
    pub most: i64,
    /// Each number that occurred and how often, in order.
    pub counts: Vec<(i64, u64)>,
}

impl DistributionSummary {
    /// The counts in at most about so many ranges of even width, with their names: a histogram. Where a few
    /// numbers lie far from the others, they share the first and the last range.
    ///
    /// ```
    /// # use senet_analysis::{Distribution, DistributionSummary};
    /// let mut all = Distribution::default();
    /// [5, 7, 7].iter().for_each(|n| all.add(*n));
    /// let ranges = DistributionSummary::from(&all).ranges(20);
    /// assert_eq!(ranges, [("5".to_owned(), 1), ("6".to_owned(), 0), ("7".to_owned(), 2)]);
    /// ```
    pub fn ranges(&self, most: usize) -> Vec<(String, u64)> {
        if self.count == 0 {
            return Vec::new();
        }
        let few = self.most.saturating_sub(self.least) < most as i64;
        // Of many numbers, half a percent at each end is put together.
        let (low, high) = if few { (self.least, self.most) } else { self.trimmed() };
        let span = high.saturating_sub(low).saturating_add(1);
        let mut step = 1_i64;
        while span / step >= most as i64 && step < i64::MAX / 10 {
            step = next_step(step);
        }
        let (first, last) = (low.div_euclid(step), high.div_euclid(step));
        let mut counts = vec![0; (last - first + 1) as usize];
        for (value, n) in &self.counts {
            counts[(value.div_euclid(step).clamp(first, last) - first) as usize] += n;
        }
        let name = |i: usize| {
            let from = (first + i as i64) * step;
            let to = from + step - 1;
            match (i == 0 && self.least < from, i + 1 == counts.len() && self.most > to) {
                (true, _) => format!("to {to}"),
                (_, true) => format!("from {from}"),
                _ if step == 1 => from.to_string(),
                _ => format!("{from} to {to}"),
            }
        };
        counts.iter().enumerate().map(|(i, n)| (name(i), *n)).collect()
    }

    /// Between which numbers all lie but half a percent at each end.
    fn trimmed(&self) -> (i64, i64) {
        let tail = self.count / 200;
        let mut seen = 0;
        let mut past = |(_, n): &&(i64, u64)| {
            seen += n;
            seen > tail
        };
        let low = self.counts.iter().find(&mut past).map_or(self.least, |(value, _)| *value);
        let mut seen = 0;
        let mut past = |(_, n): &&(i64, u64)| {
            seen += n;
            seen > tail
        };
        let high = self.counts.iter().rev().find(&mut past).map_or(self.most, |(value, _)| *value);
        (low, high)
    }
}

/// The next of the widths that people count in: 1, 2, 5, 10, 20, 50, …
fn next_step(step: i64) -> i64 {
    if step.to_string().starts_with('2') { step / 2 * 5 } else { step * 2 }
}

impl From<&Distribution> for DistributionSummary {
    fn from(all: &Distribution) -> DistributionSummary {
        let (least, most) = all.range().unwrap_or_default();
        let (count, deviation) = (all.total(), all.deviation());
        let at = |part| all.quantile(part).unwrap_or_default();
        DistributionSummary {
            count,
            mean: all.mean(),
            error: 1.96 * deviation / (count.max(1) as f64).sqrt(),
            deviation,
            least,
            tenth: at(0.1),
            median: at(0.5),
            ninetieth: at(0.9),
            most,
            counts: all.iter().collect(),
        }
    }
}

/// How a first move did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveShare {
    /// The name of the move.
    pub name: String,
    /// In how many plays it was made, of those that were looked at.
    pub made: Share,
    /// The part of the points that the seat got that made it.
    pub points: Share,
}

/// How a cell did for a seat.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellShare {
    /// The name of the cell or edge.
    pub name: String,
    /// In how many plays a move of the seat named it.
    pub used: Share,
    /// The part of the points that the seat got in these plays.
    pub points: Share,
}

/// How often a rule fired.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RuleShare {
    /// Its number in the program.
    pub rule: u32,
    /// As in the program; unnamed rules have names made from their stage.
    pub name: String,
    /// How often it fired in all.
    pub fired: u64,
    /// How often it fired in a play, on average.
    pub per_play: f64,
    /// In how many plays it fired. If in none, `high` bounds the true share.
    pub plays: Share,
    /// In how many plays it was the last to fire: what ended them.
    pub last: Share,
}

/// What was observed of a pattern.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ObservedSummary {
    /// Atoms as in a rule, as they were written.
    pub pattern: String,
    /// Whether only ends were looked at.
    pub at_end: bool,
    /// How many positions were looked at.
    pub positions: u64,
    /// The values of its variables, in order.
    pub values: Vec<ObservedValue>,
}

/// A value of the variables of a pattern.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ObservedValue {
    /// The values of the variables; empty for a pattern without variables.
    pub value: String,
    /// In how many positions there was such an atom.
    pub present: Share,
    /// How many there were, 0 where there was none.
    pub count: DistributionSummary,
}

impl From<&ObservedStats> for ObservedSummary {
    fn from(all: &ObservedStats) -> ObservedSummary {
        let value = |(value, counts): (&String, &Distribution)| {
            let present = counts.total();
            let mut with_none = counts.clone();
            with_none.add_many(0, all.looked - present);
            ObservedValue {
                value: value.clone(),
                present: Share::new(present, all.looked),
                count: (&with_none).into(),
            }
        };
        ObservedSummary {
            pattern: all.pattern.clone(),
            at_end: all.at_end,
            positions: all.looked,
            values: all.by_value.iter().map(value).collect(),
        }
    }
}

/// What a trace query found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuerySummary {
    /// What `#observe` calls it.
    pub name: Option<String>,
    /// In the query language of `senet stats --query`.
    pub query: String,
    /// In how many plays there was a match.
    pub matched: Share,
    /// The step at which the first match ended.
    pub first: DistributionSummary,
    /// The number of the first playout with a match; see [`playout_moves`](crate::playout_moves).
    pub example: Option<u64>,
}

impl From<&QueryStats> for QuerySummary {
    fn from(all: &QueryStats) -> QuerySummary {
        QuerySummary {
            name: all.name.clone(),
            query: all.query.clone(),
            matched: Share::new(all.matched, all.plays),
            first: (&all.first).into(),
            example: all.example,
        }
    }
}

/// Who was ahead when; see [`TensionStats`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TensionSummary {
    /// How many plays were judged.
    pub plays: u64,
    /// How often the lead passed from one seat to another in a play.
    pub lead_changes: DistributionSummary,
    /// How far winners were behind while they were behind, from 0 to 1.
    pub drama: f64,
    /// Plays whose winner was clearly behind at some moment, of those with a winner.
    pub comebacks: Share,
    /// How open plays were on average, from 0 (decided from the start) to 1.
    pub uncertainty: f64,
    /// The largest change of the judgement in a play, on average.
    pub swing: f64,
    /// After what part of the play the winner was ahead for good, the median; `None` if nobody won.
    pub settled: Option<f64>,
    /// After what part of the play a move first mattered, the median; `None` if none did.
    pub mattered: Option<f64>,
}

impl From<&TensionStats> for TensionSummary {
    fn from(all: &TensionStats) -> TensionSummary {
        let part = |d: &Distribution| d.quantile(0.5).map(|at| at as f64 / 100.0);
        TensionSummary {
            plays: all.plays,
            lead_changes: (&all.lead_changes).into(),
            drama: TensionStats::mean(all.drama, all.decided),
            comebacks: Share::new(all.comebacks, all.decided),
            uncertainty: TensionStats::mean(all.uncertainty, all.plays),
            swing: TensionStats::mean(all.swing, all.plays),
            settled: part(&all.settled),
            mattered: part(&all.mattered),
        }
    }
}

/// A step of the ladder of bots: how much the stronger one wins against the weaker one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DepthStep {
    /// The weaker bot.
    pub weaker: String,
    /// The stronger bot.
    pub stronger: String,
    /// The part of the points that the stronger one got.
    pub points: Share,
    /// By how much it is stronger, in Elo.
    pub elo: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

impl PlayStats {
    /// The counts as shares, means and measures.
    pub fn summary(&self, game: &dyn DynGame) -> StatsSummary {
        let n = self.playouts;
        let share = |count| Share::new(count, n);
        let points =
            |half: u64, of: u64| Share::of(half as f64 / (2 * of.max(1)) as f64, half / 2, of);
        let seats: Vec<SeatSummary> = (0..self.won.len())
            .map(|seat| SeatSummary {
                name: game.seat_name(Seat(seat as u8)),
                won: share(self.won[seat]),
                points: points(self.half_points[seat], n),
            })
            .collect();
        let several = seats.len() > 1 && n > 0;
        let detail = &self.detail;
        let forced = detail.branching.iter().find(|(moves, _)| *moves == 1).map_or(0, |(_, n)| n);
        let mut first_moves: Vec<MoveShare> = detail
            .first_moves
            .iter()
            .map(|(name, made)| MoveShare {
                name: name.clone(),
                made: Share::new(made.plays, detail.plays),
                points: points(made.half_points, made.plays),
            })
            .collect();
        first_moves
            .sort_by(|a, b| b.made.count.cmp(&a.made.count).then_with(|| a.name.cmp(&b.name)));
        let rule = |(rule, name): (usize, &String)| {
            let at = |list: &[u64]| list.get(rule).copied().unwrap_or(0);
            let plays = self.rules.plays;
            RuleShare {
                rule: rule as u32,
                name: name.clone(),
                fired: at(&self.rules.fired),
                per_play: at(&self.rules.fired) as f64 / plays.max(1) as f64,
                plays: Share::new(at(&self.rules.plays_with), plays),
                last: Share::new(at(&self.rules.last), plays),
            }
        };
        let cell = |(name, used): (&String, &crate::CellUse)| CellShare {
            name: name.clone(),
            used: Share::new(used.plays, detail.plays),
            points: points(used.half_points, used.plays),
        };
        StatsSummary {
            playouts: n,
            drawn: share(self.drawn),
            shared: share(self.shared),
            lost: share(self.lost),
            open: share(self.open),
            first_move_advantage: several.then(|| self.advantage(&seats)),
            balance: several.then(|| self.balance()),
            decisive: share(n - self.drawn - self.open),
            completion: share(self.ends.rules),
            ends: self.ends,
            length: (&self.plies).into(),
            branching: (&detail.branching).into(),
            decisions: (&detail.decisions).into(),
            first_decision: (&detail.first_decision).into(),
            forced: Share::new(forced, detail.branching.total()),
            branching_by_ply: detail
                .by_ply
                .iter()
                .map(|sum| sum.moves as f64 / sum.decisions.max(1) as f64)
                .collect(),
            detail_plays: detail.plays,
            scores: self.scores.iter().map(Into::into).collect(),
            margin: (!self.margin.is_empty()).then(|| (&self.margin).into()),
            first_moves,
            cells: detail.cells.iter().map(|all| all.iter().map(cell).collect()).collect(),
            rule_plays: self.rules.plays,
            rules: match self.rules.plays {
                0 => Vec::new(),
                _ => game.rule_names().iter().enumerate().map(rule).collect(),
            },
            tension: (self.tension.plays > 0).then(|| (&self.tension).into()),
            observed: self.observed.iter().map(Into::into).collect(),
            queries: self.queries.iter().map(Into::into).collect(),
            seats,
        }
    }

    /// The first seat's part of all points that were given, less an equal part.
    fn advantage(&self, seats: &[SeatSummary]) -> Share {
        let all: u64 = self.half_points.iter().sum();
        let equal = 1.0 / seats.len() as f64;
        let part = self.half_points[0] as f64 / all.max(1) as f64;
        let part = if all == 0 { equal } else { part };
        Share::of(part, self.half_points[0] / 2, self.playouts).less(equal)
    }

    /// How evenly the points are shared out: 1 less the largest distance from an equal part, scaled so
    /// that one seat with all points gives 0.
    fn balance(&self) -> f64 {
        let all: u64 = self.half_points.iter().sum();
        if all == 0 {
            return 1.0;
        }
        let equal = 1.0 / self.half_points.len() as f64;
        let part = |half: &u64| (*half as f64 / all as f64 - equal).max(0.0);
        let most = self.half_points.iter().map(part).fold(0.0, f64::max);
        1.0 - most / (1.0 - equal)
    }
}
