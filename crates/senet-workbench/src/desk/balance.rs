//! The balance meter: what random play says about a game, a little more with each request.

use super::DeskError;
use super::units::Units;
use crate::protocol::{BalanceView, RuleCount};
use crate::study::results;
use senet_analysis::{SampleConfig, Sampler, Share, Stride};
use senet_game::DynGame;
use senet_program::Program;
use std::sync::Arc;

/// The most games of one request, and of all.
const MOST_GAMES: u32 = 20_000;
const ALL_GAMES: u64 = 1_000_000;
/// In so many games at least, rules are counted.
const COUNTED: u64 = 8;
/// The classes of the histogram of lengths.
const CLASSES: i64 = 20;
/// The seed: the same rules have the same balance.
const SEED: u64 = 1;

/// Counts of random games.
pub(crate) struct Balance {
    game: Arc<dyn DynGame>,
    sampler: Sampler,
}

impl Balance {
    pub(crate) fn new(game: Arc<dyn DynGame>) -> Balance {
        let config = SampleConfig {
            playouts: ALL_GAMES,
            seed: SEED,
            players: Vec::new(),
            detail: Stride::Never,
            rules: Stride::Every(COUNTED),
            tension: Stride::Never,
            queries: Stride::Never,
        };
        Balance { sampler: Sampler::new(&game, config), game }
    }

    /// Plays some games more.
    pub(crate) fn play(&mut self, games: u32) -> Result<(), DeskError> {
        let mut left = games.min(MOST_GAMES);
        let mut more = || {
            left = left.saturating_sub(1);
            left > 0
        };
        self.sampler.work(&mut more).map_err(|e| DeskError::Refused(e.to_string()))
    }

    pub(crate) fn view(&self, program: Option<&Program>, units: &Units) -> BalanceView {
        let all = self.sampler.stats().summary(&*self.game);
        let place = |rule: u32| {
            let declared = program.and_then(|program| program.rules().get(rule as usize));
            declared.map_or((0, 0), |rule| units.range(rule.span))
        };
        let rules = all.rules.iter().map(|rule| {
            let (from, to) = place(rule.rule);
            let count = u32::try_from(rule.fired).unwrap_or(u32::MAX);
            RuleCount { name: rule.name.clone(), from, to, count }
        });
        let small = |n: i64| u32::try_from(n.max(0)).unwrap_or(u32::MAX);
        let length = &all.length;
        let stopped = all.ends.limit > 0;
        BalanceView {
            games: u32::try_from(all.playouts).unwrap_or(u32::MAX),
            results: results(&all),
            unfinished: Share::new(all.ends.cap + all.ends.limit, all.playouts).value,
            mean: length.mean,
            lengths: (small(length.least), small(length.median), small(length.most)),
            histogram: histogram(&length.counts),
            rules: rules.collect(),
            counted: u32::try_from(all.rule_plays).unwrap_or(u32::MAX),
            problem: stopped
                .then(|| "some games reach a limit: do the rules go on for ever?".to_owned()),
        }
    }
}

/// Counts in classes of equal width.
fn histogram(counts: &[(i64, u64)]) -> Vec<(u32, u32, u32)> {
    let (Some((least, _)), Some((most, _))) = (counts.first(), counts.last()) else {
        return Vec::new();
    };
    let width = (most - least) / CLASSES + 1;
    let classes = (most - least) / width + 1;
    let mut all = vec![0u64; classes as usize];
    for (length, games) in counts {
        all[((length - least) / width) as usize] += games;
    }
    let class = |(i, games): (usize, u64)| {
        let from = least + i as i64 * width;
        (from as u32, (from + width - 1) as u32, u32::try_from(games).unwrap_or(u32::MAX))
    };
    all.into_iter().enumerate().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::histogram;

    #[test]
    fn classes_hold_every_game() {
        assert_eq!(histogram(&[]), []);
        assert_eq!(histogram(&[(7, 3)]), [(7, 7, 3)]);
        let all = histogram(&[(5, 1), (9, 2), (105, 4)]);
        assert!(all.len() <= 21 && all.iter().map(|c| c.2).sum::<u32>() == 7);
        assert_eq!(all[0], (5, 10, 3));
    }
}
