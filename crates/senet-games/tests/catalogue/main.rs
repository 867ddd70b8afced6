//! The shipped games: contract, playthroughs, known counts, perfect play, promises.

mod support;

mod contract;
mod fair;
mod lines;
mod oracles;
mod perfect;
mod promises;
