//! Games declared with `game!`.

pub(crate) mod connect_four;
pub(crate) mod kalah;
pub(crate) mod kuhn_poker;
pub(crate) mod pig;
pub(crate) mod tic_tac_toe;
