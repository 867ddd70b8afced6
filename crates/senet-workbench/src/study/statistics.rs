//! What many plays show, a little more with each.

use super::{Steps, StudyDesk, count, digits, first_moves, results, share, small};
use crate::protocol::{
    CellHeat, FirstMoveView, RuleUse, SpreadView, StatisticsView, StudyFound, TensionView,
};
use crate::show::face;
use senet_analysis::{DistributionSummary, SampleConfig, Sampler, Share, StatsSummary, Stride};
use senet_game::DynGame;
use senet_players::{Bot, Environment, SearchConfig, SearchLimit};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The most plays of a study.
const MOST_GAMES: u64 = 1_000_000;
/// The most playouts that a bot searches for a move.
const MOST_THOUGHT: u32 = 5_000;
/// In one of so many plays, rules are counted.
const COUNTED: u64 = 8;
/// Ranges of a histogram.
const RANGES: usize = 24;
/// So many first moves are told.
const MOST_FIRST: usize = 400;
/// The seed: the same rules have the same statistics.
const SEED: u64 = 1;

/// A clock that stands still, and the flag of a study.
struct Flagged<'a>(&'a StudyDesk);

impl Environment for Flagged<'_> {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Plays, and publishes what the plays show. `places` says where each rule stands in the text.
pub(crate) fn statistics(
    game: Arc<dyn DynGame>,
    games: u32,
    thought: u32,
    places: Vec<(u32, u32)>,
) -> impl FnOnce(&StudyDesk) + Send {
    move |desk| {
        let playouts = u64::from(games).clamp(1, MOST_GAMES);
        let players = match thought.min(MOST_THOUGHT) {
            0 => Vec::new(),
            nodes => vec![Bot::mcts(SearchConfig::new(SearchLimit::Nodes(nodes.into())))],
        };
        let rules = if players.is_empty() { Stride::Every(COUNTED) } else { Stride::Usual };
        let config = SampleConfig {
            playouts,
            seed: SEED,
            players,
            rules,
            queries: Stride::Never,
            ..SampleConfig::default()
        };
        let shown = Shown::new(&*game, places);
        let mut sampler = Sampler::new(&game, config);
        sampler.cancel_on(desk.flag());
        let mut steps = Steps::new();
        while !sampler.is_done() && !desk.is_cancelled() {
            let (mut asked, before) = (0, sampler.stats().playouts);
            // As many units of work as there were plays so far, divided by the number of steps.
            let units = (before / 30).max(1);
            let mut more = || {
                asked += 1;
                asked < units && !desk.is_cancelled()
            };
            if let Err(why) = sampler.work_with(&Flagged(desk), &mut more) {
                desk.fail(&why.to_string());
                return;
            }
            let played = sampler.stats().playouts;
            if steps.is_due(played) || sampler.is_done() {
                let part = played as f64 / playouts as f64;
                desk.progress(
                    Some(part),
                    format!("{} of {}", digits(played), count(playouts, "game")),
                );
                let view = shown.view(&sampler.stats().summary(&*game));
                desk.found(StudyFound::Statistics(Box::new(view)));
            }
        }
    }
}

/// What is needed to show statistics, and stays the same.
struct Shown {
    first: BTreeMap<String, (String, Vec<(u8, u32)>)>,
    /// Cells and edges by name.
    cells: BTreeMap<String, (u8, u32)>,
    places: Vec<(u32, u32)>,
}

impl Shown {
    fn new(game: &dyn DynGame, places: Vec<(u32, u32)>) -> Shown {
        let mut cells = BTreeMap::new();
        for (i, board) in face(game).boards.iter().enumerate() {
            let names =
                board.cells.iter().map(|c| &c.name).chain(board.edges.iter().map(|e| &e.name));
            for (at, name) in names.enumerate() {
                cells.entry(name.clone()).or_insert((i as u8, at as u32));
            }
        }
        Shown { first: first_moves(game), cells, places }
    }

    fn view(&self, all: &StatsSummary) -> StatisticsView {
        let first_move = |made: &senet_analysis::MoveShare| {
            let known = self.first.get(&made.name);
            let (text, places) = known.cloned().unwrap_or_else(|| (made.name.clone(), Vec::new()));
            FirstMoveView { text, places, made: share(made.made), points: share(made.points) }
        };
        let cells = all.cells.iter().enumerate().flat_map(|(seat, cells)| {
            cells.iter().filter_map(move |cell| {
                let at = *self.cells.get(&cell.name)?;
                let (used, points) = (cell.used.value, share(cell.points));
                Some(CellHeat { seat: seat as u8, at, used, points })
            })
        });
        let rule = |rule: &senet_analysis::RuleShare| {
            let (from, to) = self.places.get(rule.rule as usize).copied().unwrap_or_default();
            RuleUse {
                name: rule.name.clone(),
                from,
                to,
                per_game: rule.per_play,
                games: share(rule.plays),
                last: rule.last.value,
            }
        };
        StatisticsView {
            games: small(all.playouts),
            results: results(all),
            unfinished: share(Share::new(all.ends.cap + all.ends.limit, all.playouts)),
            advantage: all.first_move_advantage.map(share),
            length: spread(&all.length),
            scores: all.scores.iter().map(spread).collect(),
            looked: small(all.detail_plays),
            branching: spread(&all.branching),
            branching_by_move: all.branching_by_ply.clone(),
            first_moves: all.first_moves.iter().take(MOST_FIRST).map(first_move).collect(),
            cells: cells.collect(),
            counted: small(all.rule_plays),
            rules: all.rules.iter().map(rule).collect(),
            tension: all.tension.as_ref().map(|tension| TensionView {
                games: small(tension.plays),
                lead_changes: tension.lead_changes.mean,
                comebacks: share(tension.comebacks),
                settled: tension.settled,
            }),
        }
    }
}

fn spread(all: &DistributionSummary) -> SpreadView {
    let whole = |n: i64| i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX });
    let ranges = all.ranges(RANGES).into_iter();
    SpreadView {
        mean: all.mean,
        least: whole(all.least),
        median: whole(all.median),
        most: whole(all.most),
        ranges: ranges.map(|(name, n)| (name, small(n))).collect(),
    }
}
