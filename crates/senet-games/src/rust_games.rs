//! The games that are written in Rust: the one place where they are registered.

use crate::catalogue::{Implementation, Make};
use crate::declared;
use crate::open::unusual;
use senet_game::{GameInfo, Listed, erase_with};
use senet_positional::games as positional;
use std::sync::Arc;

/// How a game is written, what it says about itself, and how it is made.
type Registered = (Implementation, GameInfo, Make);

/// Registers types that are [`Listed`].
macro_rules! games {
    ($($implementation:ident: $($game:path),* ;)*) => {
        /// All of them.
        pub(crate) fn all() -> Vec<Registered> {
            vec![$($((
                Implementation::$implementation,
                <$game as Listed>::info(),
                |info, values| {
                    let game = <$game as Listed>::from_options(values)?;
                    let options = unusual(&info, values);
                    Ok(erase_with(Arc::new(game), info, options))
                },
            ),)*)*]
        }
    };
}

games! {
    Rust:
        positional::Connect6,
        positional::ConnectFour,
        positional::Cross,
        positional::Gale,
        positional::Gomoku,
        positional::Havannah,
        positional::Hex,
        positional::HexByPaths,
        positional::Mnk,
        positional::Progression,
        positional::Shannon,
        positional::Sim,
        positional::Y,
        positional::Yavalath;
    Declared:
        declared::connect_four::ConnectFour,
        declared::kalah::Kalah,
        declared::kuhn_poker::KuhnPoker,
        declared::pig::Pig,
        declared::tic_tac_toe::TicTacToe;
}
