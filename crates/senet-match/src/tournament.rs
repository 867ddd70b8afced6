//! Many games between the same contestants: who meets whom, and who is better.

use senet_data::interval::{elo, wilson};
use senet_game::{Outcome, Seat};

/// One game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the tournament, from 0.
    pub number: u64,
    /// Which contestant sits on each seat, counted from 0.
    pub seats: Vec<usize>,
}

/// Why there is no such tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// Fewer contestants than seats.
    #[error("too few contestants: the game has {seats} seats, and there are {contestants}")]
    TooFew {
        /// How many seats there are.
        seats: usize,
        /// How many want to play.
        contestants: usize,
    },
    /// More contestants than seats, in a game for more than two.
    #[error("too many contestants: the game has {seats} seats, and there are {contestants}")]
    TooMany {
        /// How many seats there are.
        seats: usize,
        /// How many want to play.
        contestants: usize,
    },
}

/// The games of a tournament: all contestants meet each other, on every seat as often as the number of
/// rounds allows (round robin). With one seat each plays alone. Games are not listed: the
/// `n`-th is worked out when it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    groups: Vec<Vec<usize>>,
    rounds: u64,
}

impl Schedule {
    /// So many rounds in which all contestants meet each other.
    pub fn new(contestants: usize, seats: usize, rounds: u64) -> Result<Schedule, TournamentError> {
        if contestants < seats || contestants == 0 {
            return Err(TournamentError::TooFew { seats, contestants });
        }
        if seats > 2 && contestants > seats {
            return Err(TournamentError::TooMany { seats, contestants });
        }
        let groups = match seats {
            1 => (0..contestants).map(|one| vec![one]).collect(),
            2 => {
                let pairs =
                    (0..contestants).flat_map(|a| (a + 1..contestants).map(move |b| vec![a, b]));
                pairs.collect()
            }
            _ => vec![(0..contestants).collect()],
        };
        Ok(Schedule { groups, rounds })
    }

    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.rounds.saturating_mul(self.groups.len() as u64)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game by its number, from 0.
    pub fn get(&self, number: u64) -> Option<Fixture> {
        if number >= self.len() {
            return None;
        }
        let n = self.groups.len() as u64;
        let mut seats = self.groups[(number % n) as usize].clone();
        let turns = (number / n) % seats.len() as u64;
        seats.rotate_left(turns as usize);
        Some(Fixture { number, seats })
    }
}

/// How the contestants have done so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    seats: usize,
    /// For each contestant: won, drawn, lost.
    counts: Vec<[u64; 3]>,
    /// The same by seat.
    by_seat: Vec<Vec<[u64; 3]>>,
    /// For two seats: the points of one against another, and the games they had.
    points: Vec<Vec<f64>>,
    met: Vec<Vec<f64>>,
}

/// How one contestant has done.
#[derive(Debug, Clone, PartialEq)]
pub struct Contestant {
    /// Games won, drawn and lost.
    pub counts: [u64; 3],
    /// The same, by seat.
    pub by_seat: Vec<[u64; 3]>,
    /// The part of the points, of which a draw is half a one.
    pub points: f64,
    /// Between which parts the true one is, most likely: the truth is in 95 of 100 such ranges.
    pub between: (f64, f64),
    /// How much stronger than the mean of all, in Elo, and how much more or less that may be; for
    /// two seats only.
    pub elo: Option<(f64, f64)>,
}

impl Standings {
    /// Before the first game.
    pub fn new(contestants: usize, seats: usize) -> Standings {
        Standings {
            seats,
            counts: vec![[0; 3]; contestants],
            by_seat: vec![vec![[0; 3]; seats]; contestants],
            points: vec![vec![0.0; contestants]; contestants],
            met: vec![vec![0.0; contestants]; contestants],
        }
    }

    /// A game has ended.
    pub fn add(&mut self, fixture: &Fixture, outcome: &Outcome) {
        for (seat, one) in fixture.seats.iter().enumerate() {
            let utility = outcome.utility(Seat(seat as u8));
            let kind = if utility > 0.0 { 0 } else { 1 + usize::from(utility < 0.0) };
            self.counts[*one][kind] += 1;
            self.by_seat[*one][seat][kind] += 1;
            if let [a, b] = fixture.seats[..] {
                let other = if seat == 0 { b } else { a };
                self.points[*one][other] += (utility + 1.0) / 2.0;
                self.met[*one][other] += 1.0;
            }
        }
    }

    /// How each contestant has done.
    pub fn all(&self) -> Vec<Contestant> {
        let elos = (self.seats == 2).then(|| self.strengths());
        let one = |i: usize| {
            let counts = self.counts[i];
            let games: u64 = counts.iter().sum();
            let points = if games == 0 { 0.5 } else { share(counts) };
            let between = wilson(points, games);
            let elo = elos.as_ref().map(|elos| (elos[i], spread(points, games)));
            Contestant { counts, by_seat: self.by_seat[i].clone(), points, between, elo }
        };
        (0..self.counts.len()).map(one).collect()
    }

    /// The strengths by which the results are the likeliest (Bradley and Terry), in Elo around 0.
    /// Half a draw for each pair that met keeps those finite who always won.
    fn strengths(&self) -> Vec<f64> {
        let n = self.counts.len();
        let met =
            |i: usize, j: usize| if self.met[i][j] > 0.0 { self.met[i][j] + 0.5 } else { 0.0 };
        let won = |i: usize| {
            let each = (0..n).filter(|j| self.met[i][*j] > 0.0);
            each.map(|j| self.points[i][j] + 0.25).sum::<f64>()
        };
        let mut strength = vec![1.0; n];
        for _ in 0..2_000 {
            for i in 0..n {
                let chances: f64 = (0..n)
                    .filter(|j| *j != i)
                    .map(|j| met(i, j) / (strength[i] + strength[j]))
                    .sum();
                if chances > 0.0 {
                    strength[i] = won(i) / chances;
                }
            }
        }
        let elos: Vec<f64> = strength.iter().map(|s| 400.0 * s.log10()).collect();
        let mean = elos.iter().sum::<f64>() / n as f64;
        elos.into_iter().map(|elo| elo - mean).collect()
    }
}

/// The part of the points that these counts make.
fn share([won, drawn, lost]: [u64; 3]) -> f64 {
    (won as f64 + drawn as f64 / 2.0) / (won + drawn + lost) as f64
}

/// By how much Elo may be more or less, after a part of so many.
fn spread(part: f64, games: u64) -> f64 {
    let (low, high) = wilson(part, games);
    (elo(high) - elo(low)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{Fixture, Schedule, Standings, wilson};
    use senet_game::{Outcome, Seat};

    #[test]
    fn everybody_meets_everybody_on_both_seats() {
        let seats = |contestants, seats, rounds| -> Vec<Vec<usize>> {
            let all = Schedule::new(contestants, seats, rounds).unwrap();
            (0..=all.len()).filter_map(|n| all.get(n)).map(|f| f.seats).collect()
        };
        assert_eq!(seats(3, 2, 2), [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]);
        assert_eq!(seats(2, 1, 1), [[0], [1]]);
        assert_eq!(seats(3, 3, 3)[1], [1, 2, 0]);
        assert!(Schedule::new(1, 2, 1).is_err() && Schedule::new(4, 3, 1).is_err());
        assert_eq!(Schedule::new(3, 2, u64::MAX).unwrap().len(), u64::MAX);
    }

    #[test]
    fn three_of_four_points_are_a_hundred_and_ninety_elo() {
        let mut standings = Standings::new(2, 2);
        for game in 0..4_000 {
            let fixture = Fixture { number: game, seats: vec![0, 1] };
            let winner = Seat(u8::from(game % 4 == 3));
            standings.add(&fixture, &Outcome::won(winner));
        }
        let [first, second] = &standings.all()[..] else { panic!("two of them") };
        assert_eq!((first.counts, first.points), ([3_000, 0, 1_000], 0.75));
        let (a, b) = (first.elo.unwrap(), second.elo.unwrap());
        assert!(((a.0 - b.0) - 190.8).abs() < 1.0, "{a:?} {b:?}");
        assert!(a.1 < 15.0 && (a.0 + b.0).abs() < 1e-6);
        let (low, high) = first.between;
        assert!(low > 0.73 && high < 0.77);
    }

    #[test]
    fn few_games_say_little() {
        assert_eq!(wilson(0.5, 0), (0.0, 1.0));
        let (low, high) = wilson(1.0, 10);
        assert!((0.69..0.73).contains(&low) && high > 0.99, "{low} {high}");
    }
}
