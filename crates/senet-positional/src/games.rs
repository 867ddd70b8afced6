//! The positional games that come with Senet. Each is a few lines of rules, and an entry for the
//! catalogue; the type to play is [`Positional`] over it.
//!
//! ```
//! use senet_positional::RulesError;
//! use senet_positional::games::{Hex, HexRules, Mnk, MnkRules};
//!
//! let hex = Hex::new(HexRules::new(11)?)?;
//! assert_eq!(hex.count_moves(&senet_game::Game::start(&hex)), 121);
//! assert!(matches!(MnkRules::new(3, 3, 4), Err(RulesError::LineDoesNotFit { .. })));
//! let three = Mnk::new(MnkRules::new(6, 6, 4)?.for_players(3)?)?;
//! assert_eq!(three.players().len(), 3);
//! # Ok::<(), RulesError>(())
//! ```

mod cross;
mod gale;
mod havannah;
mod hex;
mod progression;
mod row;
mod shannon;
mod sim;
mod y;
mod yavalath;

pub use cross::CrossRules;
pub use gale::GaleRules;
pub use havannah::HavannahRules;
pub use hex::{HexByPathsRules, HexRules};
pub use progression::ProgressionRules;
pub use row::{Connect6Rules, ConnectFourRules, GomokuRules, MnkRules};
pub use shannon::ShannonRules;
pub use sim::SimRules;
pub use y::YRules;
pub use yavalath::YavalathRules;

use crate::error::RulesError;
use crate::positional::Positional;
use senet_game::{GameInfo, OptionError, OptionSpec};

/// Cross.
pub type Cross = Positional<CrossRules>;
/// Havannah.
pub type Havannah = Positional<HavannahRules>;
/// Hex.
pub type Hex = Positional<HexRules>;
/// Hex as a game of Maker and Breaker over all winning paths.
pub type HexByPaths = Positional<HexByPathsRules>;
/// m,n,k: tic-tac-toe and its relatives.
pub type Mnk = Positional<MnkRules>;
/// Gomoku.
pub type Gomoku = Positional<GomokuRules>;
/// Connect four.
pub type ConnectFour = Positional<ConnectFourRules>;
/// Connect6.
pub type Connect6 = Positional<Connect6Rules>;
/// Gale, or Bridg-it.
pub type Gale = Positional<GaleRules>;
/// The arithmetic progression game.
pub type Progression = Positional<ProgressionRules>;
/// The Shannon switching game.
pub type Shannon = Positional<ShannonRules>;
/// Sim.
pub type Sim = Positional<SimRules>;
/// Y.
pub type Y = Positional<YRules>;
/// Yavalath.
pub type Yavalath = Positional<YavalathRules>;

/// The largest hexagon of hexagons whose cells can be numbered with 16 bits.
const LARGEST_HEXAGON: u32 = 148;
/// The largest square or rhombus whose cells can be numbered with 16 bits.
const LARGEST_SQUARE: u32 = 255;
/// The longest line that can be tracked.
const LONGEST_LINE: u32 = crate::Length::LONGEST;

/// An entry for a game of two.
fn about(name: &str, title: &str, rules: &str, origin: &str, options: Vec<OptionSpec>) -> GameInfo {
    GameInfo {
        name: name.to_owned(),
        title: title.to_owned(),
        rules: rules.to_owned(),
        players: (2, 2),
        options,
        origin: origin.to_owned(),
        ..GameInfo::default()
    }
}

/// What is wrong with options, and what to try on the command line.
fn bad_option(help: impl Into<String>) -> impl FnOnce(RulesError) -> OptionError {
    |error| OptionError::new(error.to_string(), help)
}

/// Adds words to find a game by.
fn tagged(mut about: GameInfo, tags: &[&str]) -> GameInfo {
    about.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
    about
}
