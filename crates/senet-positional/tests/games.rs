//! The games, judged by known numbers, by slow descriptions of the same rules, and by the contract.

mod games {
    pub(crate) mod common;
    mod deciding;
    mod oracles;
    mod sets;
    pub(crate) mod slow;
    mod switching;
    mod together;
}

use games::{common, slow};
