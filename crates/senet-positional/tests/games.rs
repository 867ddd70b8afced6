//! The games, judged by known numbers, by slow descriptions of the same rules, and by the contract.

mod games {
    pub(crate) mod claiming;
    pub(crate) mod common;
    mod deciding;
    mod mistakes;
    mod oracles;
    mod packing;
    mod seeing;
    mod sets;
    pub(crate) mod slow;
    mod switching;
    mod together;
}

use games::{claiming, common, slow};
