//! Engines against each other, and the tools that compare them.

#[path = "../../../../tests/support.rs"]
mod support;
#[path = "../../../senet-game/tests/cursor/toy.rs"]
mod toy;

mod agree;
mod contract;
mod expand;
mod net;
mod oracles;
mod random_games;
mod weights;
