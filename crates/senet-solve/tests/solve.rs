//! The solver, on games whose values are known and on random ones that are solved another way.

#[path = "solve/chance.rs"]
mod chance;
#[path = "solve/draw_rules.rs"]
mod draw_rules;
#[path = "solve/explore.rs"]
mod explore;
#[path = "solve/graph_game.rs"]
mod graph_game;
#[path = "solve/hex.rs"]
mod hex;
#[path = "solve/hidden.rs"]
mod hidden;
#[path = "solve/tables.rs"]
mod tables;
#[path = "solve/test_threads.rs"]
mod test_threads;
#[path = "solve/threads.rs"]
mod threads;
#[path = "solve/values.rs"]
mod values;

use senet_solve::SolveLimits;

const PLENTY: SolveLimits = SolveLimits { positions: 100_000_000, memory: 1 << 30 };
