//! The catalogue: every game that comes with Senet, in one list.
//!
//! A `.cep` text in `games/` is in it by being there; a game written in Rust, by standing in the
//! list of `rust_games.rs`, or in that of `grids.rs` if it is a grid that becomes a program. One name
//! is one game, in however many ways it ships ([`Implementation`]). [`infos`] tells what there is;
//! [`open`] makes a game of it, from the catalogue or from a text, with its options.
//!
//! ```
//! use senet_games::{OpenOptions, Source, open};
//!
//! let options = vec![("size".to_owned(), "5".to_owned())];
//! let hex = open(Source::Catalogue("hex"), &OpenOptions { options, ..OpenOptions::default() })?;
//! assert_eq!(hex.cursor().count_moves(), 25);
//! # Ok::<(), senet_games::OpenError>(())
//! ```

mod catalogue;
mod declared;
mod grids;
mod open;
mod program_info;
mod rust_games;

pub use catalogue::{
    Implementation, ImplementationError, implementation_info, implementations, info, infos,
    is_known, nearest, text,
};
pub use open::{OpenError, OpenOptions, OpenProgram, Source, open, program};
pub use program_info::{program_info, text_info};
/// What reads the texts that a program includes.
pub use senet_program::Loader;
