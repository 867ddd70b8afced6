//! Play in the terminal: any [`Match`](senet_match::Match), the board drawn, moves typed.
//!
//! [`play`] holds the conversation, line by line, with what is behind a [`Shell`]: a person at a
//! terminal, a pipe, or a test. What is said and understood does not depend on which of them it is.
//!
//! ```no_run
//! use senet_games::{OpenOptions, Source, open};
//! use senet_match::{Match, MatchConfig, Record};
//! use senet_tui::{Terminal, play};
//!
//! let game = open(Source::Catalogue("tic-tac-toe"), &OpenOptions::default())?;
//! let playing = Match::new(game, MatchConfig::default())?;
//! let no_records = |_: &Record| Err("there is nothing to load".to_owned());
//! let (playing, _) = play(playing, &mut Terminal::new(Box::new(no_records)));
//! println!("{}", playing.record());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(clippy::disallowed_methods, reason = "a shell: lines, files and the clock are its work")]

mod environment;
mod lines;
mod participants;
mod plain;
mod program;
mod shell;
mod terminal;
mod whole_file;
mod words;

pub use environment::SystemEnvironment;
pub use lines::{Completions, LineEditor, PromptAnswer};
pub use participants::{SeatError, sit};
pub use plain::{PlayEnd, play};
pub use program::{GameArguments, MakeGame, fail, main_of, say};
pub use shell::Shell;
pub use terminal::{Replay, Terminal, printable};
pub use whole_file::write_whole;
