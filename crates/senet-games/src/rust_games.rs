//! The games that are written in Rust: the one place where they are registered.

use crate::declared;
use crate::visit::Visit;
use senet_game::{About, BadOption, Chosen, Listed};
use senet_positional::games as positional;
use std::sync::Arc;

/// Registers types that are [`Listed`].
macro_rules! games {
    ($($game:path),* $(,)?) => {
        /// What they say about themselves.
        pub(crate) fn abouts() -> Vec<About> {
            vec![$(<$game as Listed>::about()),*]
        }

        /// Hands the game of this name to a visitor; gives the visitor back if there is none.
        pub(crate) fn visit<V: Visit>(
            name: &str,
            chosen: &Chosen,
            visitor: V,
        ) -> Result<Result<V::Out, BadOption>, V> {
            $(if <$game as Listed>::about().name == name {
                let game = <$game as Listed>::with(chosen);
                return Ok(game.map(|game| visitor.visit(Arc::new(game))));
            })*
            Err(visitor)
        }
    };
}

games! {
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
    positional::Yavalath,
    declared::connect_four::ConnectFour,
    declared::kalah::Kalah,
    declared::kuhn_poker::KuhnPoker,
    declared::pig::Pig,
    declared::tic_tac_toe::TicTacToe,
}
