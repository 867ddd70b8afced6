//! The bits engine: programs over boards, compiled to lists of set operations.
//!
//! Input: an engine with its [`Program`](senet_program::Program). Output: a [`BitGame`] with the same
//! moves in the same order, the same weights, positions and outcomes as the term engine, at a speed near
//! that of hand-written bitboards; or the reason ([`BitsError`]) why the program does not fit.
//!
//! The idea is that of bitboards: a set of cells is a few machine words, and a rule over a board says the
//! same about every cell, so that it is evaluated for all cells at once. Nothing here knows names of
//! predicates or games; everything is found from the structure of the program:
//!
//! 1. `layout`: which arguments are *wide* (cells of a board) and which are *small* (players, kinds).
//!    Atoms with a wide argument are bits of *planes*, one plane for each value of the small ones.
//! 2. `control`: atoms without wide arguments, with the stage, make up the *control state*. All reachable
//!    control states are enumerated, and every rule is specialized for each of them.
//! 3. `query`, `blocks`, `join`, `relation`, `derived`: bodies of rules are conjunctive queries, solved
//!    symbolically by semi-joins over `expr`, a hash-consed graph of set operations.
//! 4. `arrange`, `merge`: moves that differ only in kinds of pieces are found by the same operations.
//! 5. `code`: the graph becomes a list of operations over registers, which `exec` carries out.
//! 6. `game` and `lockstep`: the list as a [`Game`](senet_game::Game), for one position or for many.
//!
//! ```
//! use senet_bits::BitGame;
//! use senet_engine::Engine;
//! use senet_game::{Game, Limits};
//! use std::sync::Arc;
//!
//! let text = "board cell = square 3 3.
//!     player : type.  x : player.  o : player.  #players player.
//!     turn player : pred.  free cell : pred.  mark player cell : pred.
//!     stage play = { place : turn P * free C * next P Q -o mark P C * turn Q. }
//!     #interactive play.
//!     #trace _ play { turn x, { free C | C : cell } }.";
//! let program = senet_program::check(text, &Default::default()).program.expect("no errors");
//! let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
//! let game = BitGame::new(engine, 0)?;
//! let (mut state, mut moves) = (game.start(), Vec::new());
//! game.moves(&state, &mut moves);
//! assert_eq!(moves.len(), 9);
//! game.apply(&mut state, &moves[4].clone(), &mut ());
//! game.moves(&state, &mut moves);
//! assert_eq!(moves.len(), 8, "the cell in the middle is taken");
//! # Ok::<(), senet_bits::BitsError>(())
//! ```

mod arrange;
mod blocks;
mod branch;
mod branching;
mod build;
mod cells;
mod classes;
mod code;
mod control;
mod data;
mod decision;
mod derived;
mod effects;
mod error;
mod exec;
mod expr;
mod facts;
mod fast;
mod flow;
mod game;
mod join;
mod layout;
mod listing;
mod lists;
mod lockstep;
mod merge;
mod moves;
mod one_way;
mod ops;
mod order;
mod pack;
mod packing;
mod plan;
mod print;
mod printed;
mod query;
mod relation;
mod runner;
mod state;
mod streams;
mod trial;
mod vectors;
mod widths;

pub use error::BitsError;
pub use game::{BitGame, BitMove, BitState};

use senet_print::{kinds_as_numbers, newtypes_as_numbers, numbers, outcomes, structs_as_numbers};
