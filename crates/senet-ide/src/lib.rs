//! The language service: what an editor asks about a program text, and edits of its structure.
//!
//! Input: a text and [`Options`](senet_program::Options). Output: an [`Analysis`], a snapshot that
//! answers questions about places in the text (byte offsets) with plain data.

mod analysis;
mod directive;
mod index;

pub use analysis::Analysis;
