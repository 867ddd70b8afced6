//! The balance meter: what random play says about a game, a little more with each request.
//!
//! Playouts run on the fastest engine and say who wins and how long it takes. How often each rule fires
//! is counted in other games, played step by step on the term engine, because fast engines do not
//! tell the steps between moves.

use super::units::Units;
use crate::card::hues;
use crate::protocol::{BalanceView, RuleCount, SeatShare};
use senet_engine::{Engine, NoHost, Run};
use senet_game::{DynGame, Playout, PlayoutEnd, Rng, Verdict};
use senet_program::RuleId;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most moves and steps of one request.
const MOST_PLIES: u32 = 2_000_000;
const MOST_STEPS: u32 = 200_000;
/// A game that is counted step by step ends after so many.
const LONGEST: u64 = 5_000;
/// Games of one batch: as many as some engines play in lockstep.
const BATCH: u64 = 16;
/// The classes of the histogram of lengths.
const CLASSES: u32 = 20;
/// The seed: the same rules have the same balance.
const SEED: u64 = 1;
/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.96;

/// Counts of random games.
pub(crate) struct Balance {
    game: Arc<dyn DynGame>,
    engine: Arc<Engine>,
    games: u64,
    won: Vec<f64>,
    draws: u64,
    unfinished: u64,
    plies: u64,
    lengths: BTreeMap<u64, u32>,
    /// How often each rule fired.
    fired: Vec<u32>,
    counted: u32,
    /// The game that is being played step by step.
    run: Option<Run>,
    rng: Rng,
    problem: Option<String>,
}

impl Balance {
    pub(crate) fn new(game: Arc<dyn DynGame>, engine: Arc<Engine>) -> Balance {
        Balance {
            won: vec![0.0; game.seats()],
            fired: vec![0; engine.program().rules().len()],
            game,
            engine,
            games: 0,
            draws: 0,
            unfinished: 0,
            plies: 0,
            lengths: BTreeMap::new(),
            counted: 0,
            run: None,
            rng: Rng::new(SEED),
            problem: None,
        }
    }

    /// Plays on for about so many moves and steps.
    pub(crate) fn play(&mut self, plies: u32, steps: u32) {
        let (plies, steps) = (u64::from(plies.min(MOST_PLIES)), steps.min(MOST_STEPS));
        let mut cursor = self.game.cursor();
        let until = self.plies + plies;
        // A game without moves costs a little too, or an empty program would never pause.
        let mut idle = 0;
        while self.plies < until && idle < plies {
            let from = self.games;
            let mut tally = |playout: &Playout| {
                self.games += 1;
                self.plies += playout.plies;
                idle += u64::from(playout.plies == 0);
                *self.lengths.entry(playout.plies).or_default() += 1;
                match playout.outcome.verdict {
                    Verdict::Won(seats) => {
                        let winners: Vec<_> = seats.iter().collect();
                        for seat in &winners {
                            self.won[usize::from(seat.0)] += 1.0 / winners.len() as f64;
                        }
                    }
                    Verdict::Draw | Verdict::NoResult => self.draws += 1,
                }
                let ended = matches!(playout.end, PlayoutEnd::Rules | PlayoutEnd::DrawRule);
                self.unfinished += u64::from(!ended);
                if let PlayoutEnd::Stopped(kind) = playout.end {
                    self.problem = Some(format!("a limit on {} was reached", kind.what()));
                }
                match self.plies >= until {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            cursor.reset();
            cursor.playouts(BATCH, SEED, from, &mut tally);
        }
        self.count_rules(steps);
    }

    /// Plays step by step on, and counts which rules fire.
    fn count_rules(&mut self, steps: u32) {
        for _ in 0..steps {
            if self.run.is_none() {
                self.run = Run::new(Arc::clone(&self.engine), 0).ok();
            }
            let Some(run) = &mut self.run else { return };
            let fired = run.advance(&mut self.rng, &mut NoHost);
            match fired {
                Ok(Some(rule)) if run.steps() < LONGEST => self.fired[rule.index()] += 1,
                _ => {
                    self.run = None;
                    self.counted += 1;
                }
            }
        }
    }

    pub(crate) fn view(&self, units: &Units) -> BalanceView {
        let games = self.games.max(1) as f64;
        let names: Vec<String> =
            self.game.all_seats().map(|seat| self.game.seat_name(seat)).collect();
        let colours = hues(&names);
        let seats = names.into_iter().zip(colours).zip(&self.won).map(|((name, hue), won)| {
            let (low, high) = wilson(*won, self.games);
            SeatShare { name, hue, share: won / games, low, high }
        });
        let (low, high) = wilson(self.draws as f64, self.games);
        let words = self.engine.words();
        let rules = self.engine.program().rules().iter().enumerate().map(|(i, rule)| {
            let (from, to) = units.range(rule.span);
            RuleCount { name: words.rule_name(RuleId::new(i)), from, to, count: self.fired[i] }
        });
        BalanceView {
            games: u32::try_from(self.games).unwrap_or(u32::MAX),
            seats: seats.collect(),
            draws: (self.draws as f64 / games, low, high),
            unfinished: self.unfinished as f64 / games,
            mean: self.plies as f64 / games,
            lengths: (self.quantile(0), self.quantile(self.games / 2), self.quantile(u64::MAX)),
            histogram: self.histogram(),
            rules: rules.collect(),
            counted: self.counted,
            problem: self.problem.clone(),
        }
    }

    /// The length of the game of this rank, the shortest first.
    fn quantile(&self, rank: u64) -> u32 {
        let mut before = 0;
        let mut found = 0;
        for (length, games) in &self.lengths {
            found = *length as u32;
            before += u64::from(*games);
            if before > rank {
                break;
            }
        }
        found
    }

    fn histogram(&self) -> Vec<(u32, u32, u32)> {
        let (Some((least, _)), Some((most, _))) =
            (self.lengths.first_key_value(), self.lengths.last_key_value())
        else {
            return Vec::new();
        };
        let (least, most) = (*least as u32, *most as u32);
        let width = (most - least) / CLASSES + 1;
        let count = |from: u32| {
            let range = u64::from(from)..u64::from(from + width);
            self.lengths.range(range).map(|(_, games)| games).sum()
        };
        let classes = (0..CLASSES).map(|i| least + i * width).take_while(|from| *from <= most);
        classes.map(|from| (from, from + width - 1, count(from))).collect()
    }
}

/// Wilson's score interval for a share.
fn wilson(hits: f64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let n = of as f64;
    let (p, zz) = (hits / n, Z * Z);
    let middle = (p + zz / (2.0 * n)) / (1.0 + zz / n);
    let half = Z / (1.0 + zz / n) * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn intervals_hold_the_share_and_shrink() {
        let (low, high) = wilson(50.0, 100);
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3);
        let (low, high) = wilson(0.0, 100);
        assert!(low == 0.0 && high < 0.04);
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
    }
}
