//! Hand-written baselines: programs that know one game at one size and can do nothing but play it at
//! random, against which Senet's speed is measured.
//!
//! Input: random bits. Output: how long each game was and who won. There are no moves to ask for, no
//! positions to look at and no rules to change: whatever would serve anything else is left out.
//! Tables have powers of two entries, so that a masked index needs no check.
//!
//! Use it in benchmarks only, to say how far a general engine is from a program that does one thing:
//! `cargo xtask bench --games` plays the same number of games on both.
//!
//! ```
//! use baselines::{Draw, baseline};
//!
//! let play = baseline("connect-four").expect("there is one");
//! let tally = play(&mut Draw::new(1), 1_000);
//! assert_eq!(tally.results.iter().sum::<u64>(), 1_000);
//! assert!(tally.results[0] > tally.results[1], "who begins wins more often");
//! ```

mod breakthrough;
mod connect_four;
mod draw;
mod gomoku;
mod hex;
mod othello;
mod pick;
mod tic_tac_toe;

pub use draw::Draw;

/// A game that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedGame {
    /// How many moves it took; a pass is one.
    pub plies: u32,
    /// 0 if the first player won, 1 if the second did, 2 if nobody.
    pub result: usize,
}

impl PlayedGame {
    /// A game that the last player to move has won.
    #[inline(always)]
    fn won(plies: u32) -> PlayedGame {
        PlayedGame { plies, result: (plies as usize & 1) ^ 1 }
    }

    /// A game that nobody has won.
    #[inline(always)]
    fn drawn(plies: u32) -> PlayedGame {
        PlayedGame { plies, result: 2 }
    }
}

/// Many games, added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BaselineTally {
    /// All moves of all games.
    pub plies: u64,
    /// The squares of their lengths.
    pub squares: u64,
    /// Games by result: first player, second player, nobody.
    pub results: [u64; 3],
}

impl BaselineTally {
    #[inline(always)]
    fn of(games: u32, mut play: impl FnMut() -> PlayedGame) -> BaselineTally {
        let mut tally = BaselineTally::default();
        for _ in 0..games {
            let PlayedGame { plies, result } = play();
            tally.plies += u64::from(plies);
            tally.squares += u64::from(plies) * u64::from(plies);
            tally.results[result.min(2)] += 1;
        }
        tally
    }
}

/// Plays a number of games, and adds them up.
pub type Baseline = fn(&mut Draw, u32) -> BaselineTally;

/// The games by their names in the catalogue, at their usual sizes.
pub const BASELINES: [(&str, Baseline); 6] = [
    ("tic-tac-toe", |draw, games| BaselineTally::of(games, || tic_tac_toe::playout(draw))),
    ("connect-four", |draw, games| BaselineTally::of(games, || connect_four::playout(draw))),
    ("othello", |draw, games| BaselineTally::of(games, || othello::playout(draw))),
    ("breakthrough", |draw, games| BaselineTally::of(games, || breakthrough::playout(draw))),
    ("gomoku", |draw, games| BaselineTally::of(games, || gomoku::playout(draw))),
    ("hex", |draw, games| {
        let hex = hex::Hex::new();
        BaselineTally::of(games, || hex.playout(draw))
    }),
];

/// The baseline for a game of the catalogue at its usual size, if there is one.
pub fn baseline(game: &str) -> Option<Baseline> {
    BASELINES.iter().find(|(name, _)| *name == game).map(|(_, baseline)| *baseline)
}
