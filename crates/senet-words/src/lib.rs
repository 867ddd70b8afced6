//! Words about positions and moves: names, views, sentences, and atoms read from text.
//!
//! Input: a [`Program`](senet_program::Program), and positions as plain atoms
//! ([`PositionAtom`]) or moves as rules with values ([`Value`], interned by an [`Interner`]). Output:
//! what people read, and what each observer may see of it. Every engine holds the same [`GameWords`],
//! so that a move has one name whatever runs the game. Nothing here knows how positions are kept or
//! what can happen in them.
//!
//! ```
//! use senet_words::{GameWords, Interner};
//! use std::sync::Arc;
//!
//! let text = "person : type.  ann : person.  happy person : pred.";
//! let program = senet_program::check(text, &Default::default()).program.expect("no errors");
//! let interner = Arc::new(Interner::new(&program));
//! let words = GameWords::new(Arc::new(program), interner);
//! let (predicate, values) = words.parse_atom("happy ann").expect("it is declared");
//! assert_eq!(words.atom(predicate, &values), "happy ann");
//! ```

mod notation;
mod places;
mod presentation;
mod telling;
mod text;
mod value;
mod view;
mod words;

pub use text::{AtomError, ReadAtom};
pub use value::{Interner, PositionAtom, Value};
pub use words::{GameWords, count, digits, fill, mentions, plain};
