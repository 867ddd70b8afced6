//! The positional games that come with Senet. Each is a few lines of rules, and an entry for the
//! catalogue; the type to play is [`Positional`] over it.

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

use crate::positional::Positional;
use senet_game::{About, OptionSpec};

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

/// An entry for a game of two.
fn about(name: &str, title: &str, rules: &str, origin: &str, options: Vec<OptionSpec>) -> About {
    About {
        name: name.to_owned(),
        title: title.to_owned(),
        rules: rules.to_owned(),
        players: (2, 2),
        options,
        tags: Vec::new(),
        origin: origin.to_owned(),
    }
}

/// Adds words to find a game by.
fn tagged(mut about: About, tags: &[&str]) -> About {
    about.tags = tags.iter().map(|&tag| tag.to_owned()).collect();
    about
}
