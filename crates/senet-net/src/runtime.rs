//! What runs a net. Nothing in here knows programs or terms, so that the very same files also run
//! the nets that `senet build` prints.

pub(crate) mod bits;
pub(crate) mod data;
pub(crate) mod late;
pub(crate) mod net;
pub(crate) mod outcome;
pub(crate) mod pack;
pub(crate) mod quick;
pub(crate) mod run;
pub(crate) mod state;
pub(crate) mod weights;
