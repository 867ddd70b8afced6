//! Words about positions and moves: names, views, sentences, and atoms read from text.
//!
//! Input: a [`Program`](senet_program::Program), and positions as plain atoms
//! ([`PositionAtom`]) or moves as rules with values ([`Value`], interned by an [`Interner`]). Output:
//! what people read, and what each observer may see of it. Every engine holds the same [`GameWords`],
//! so that a move has one name whatever runs the game. Nothing here knows how positions are kept or
//! what can happen in them.

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
pub use words::{GameWords, fill, mentions, plain};
