//! `game!`: a game declared in sections, such as board, player, move and outcome.
//!
//! Tokens go in, a type that implements `Game` comes out, together with a module of the types that
//! its sections name. `read` makes a `Declaration` of the tokens and reports what is wrong with it
//! at the author's own line; `expand` turns it into Rust. What the result does when it runs is not
//! here but in `senet-declare`.
//!
//! Use it as `senet::game!`, for games whose rules are easier said in Rust than as rewriting rules: the
//! guide is `docs/game-macro.md`. Another crate can take its place with `crate = path;`, if it offers the
//! names of `senet-declare`:
//!
//! ```
//! senet_macros::game! {
//!     crate = senet_declare;
//!
//!     /// Take one or two sticks. The last stick wins.
//!     pub game Sticks;
//!
//!     player: Ann | Bob;
//!     state: { left: usize }
//!     move: 1..=2;
//!     valid: |game, taken| taken.get() <= game.left;
//!     outcome: {
//!         win: |game| game.left == 0,
//!         else: |game, taken| game.left -= taken.get(),
//!     }
//!     initial: { left: 4 }
//! }
//!
//! # fn main() {
//! use senet_game::{Game, Seat, Turn};
//!
//! let game = Sticks::new();
//! assert_eq!(game.turn(&game.start()), Turn::Player(Seat(0)));
//! # }
//! ```

mod declaration;
mod expand;
mod file;
mod read;
mod words;

use proc_macro::TokenStream;

/// A game in sections.
///
/// ```
/// senet_macros::game! {
///     crate = senet_declare;
///
///     /// Mark an empty cell in turn. Three of your marks in a row, column or diagonal win.
///     pub game TicTacToe;
///
///     board: Matrix[3][3];
///     piece: X | O;
///     player: X | O;
///     move: Cell;
///     valid: |game, cell| game.is_empty(cell);
///     outcome: {
///         win: |game| game.in_row_col_or_diag(3, game.turn.piece()),
///         tie: |game| game.is_full(),
///         else: |game, cell| game.place(cell, game.turn.piece()),
///     }
///     initial: { board: all _, turn: X }
/// }
///
/// # fn main() {
/// use senet_game::{Game, Turn, Verdict, named};
///
/// let game = TicTacToe::new();
/// let mut position = game.start();
/// for name in ["b2", "a1", "b1", "a2", "b3"] {
///     let mv = named(&game, &position, name).expect("the cell is empty");
///     game.apply(&mut position, &mv, &mut ());
/// }
/// let Turn::Over(outcome) = game.turn(&position) else { panic!("three in a column win") };
/// assert!(matches!(outcome.verdict, Verdict::Won(_)));
/// assert_eq!(position.board.count(tic_tac_toe::Piece::X), 3);
/// # }
/// ```
///
/// The sections, in any order:
///
/// | section | what it says | if it is left out |
/// |---|---|---|
/// | `board` | `Matrix[columns][rows]`, `Array[cells]`, or a type of your own | no board |
/// | `piece` | alternatives: `X \| O`, `Man(Player) \| King(Player)` | needed for a matrix or an array |
/// | `player` | alternatives, in the order of turns | needed |
/// | `state` | what else changes: fields; `#[secret]` before those that are hidden | nothing |
/// | `move` | `Cell`, `Column`, `Row`, a range `1..=3`, alternatives `Roll \| Place(Cell)`, or a type | needed |
/// | `valid` | `\|game, mv\|` → `bool` | every move that `moves` lists is valid |
/// | `moves` | `\|game\|` → moves | all moves that are valid |
/// | `outcome` | `{ win, tie, else, stuck }`, or `\|game, mv\|` → `Next<Player>` | needed |
/// | `score` | `\|game, player\|` → a whole number | no scores |
/// | `reason` | `\|game\|` → why a play that is over has ended, as a sentence | nothing is said |
/// | `chance` | `{ when, move, valid, weight, seen_by, else }` | no chance |
/// | `initial` | `{ board, turn, … }` | an empty board, the first player, defaults |
/// | `parse` | `\|text\|` → `Option<Move>` | moves are read by name |
/// | `name` | `\|game, mv\|` → text | `b2`, `roll`, `place b2`, `3` |
/// | `clicks` | `\|game, mv\|` → cells to click | the cells in the move |
/// | `seen_by` | `\|game, mv\|` → the player who alone sees it | everybody |
/// | `determinize` | `\|game, player, rng\|`: draws anew what the player cannot see | hidden cards are shuffled |
/// | `glyph`, `owner` | `\|piece\|` → how it is drawn, whose it is | its first letter; the player of its name |
/// | `scene` | `{ shape, pieces }`: how a board of your own is drawn | it is not drawn |
/// | `limit`, `repeat` | numbers: so many moves or repetitions are a draw | play may go on |
/// | `about` | `{ name, title, tags, origin }` for the catalogue, and the `goal` of the players | made from the game's name |
///
/// `type Card = Jack | Queen | King;` declares alternatives of your own, and any Rust items may
/// stand between the sections. `game` is a `State`: the `board`, the player whose `turn` it is, and
/// the fields of `state`. In `else` it can be changed. Functions take fewer arguments if they need
/// fewer.
///
/// `crate = path;` at the top names the crate `senet_declare`, wherever it is; without it, that is
/// `::senet::declare`.
#[proc_macro]
pub fn game(tokens: TokenStream) -> TokenStream {
    expanded(tokens.into()).into()
}

/// A game in sections, as in [`game!`], that stands in a file of its own.
///
/// The path starts at the folder of the file that calls. The file has either the sections alone, or
/// the sections within `senet::game! { … }`. What cannot be read is told with its line in the game's
/// file in either case. What the compiler finds later, such as a wrong type, it can show in the file
/// only if the file begins with `senet::game! {`; else it is shown at the call.
///
/// A module for each file keeps apart what the games declare:
///
/// ```ignore
/// mod noughts {
///     senet::game_file!("noughts.game");
/// }
/// senet::main!(noughts::Noughts);
/// ```
#[proc_macro]
pub fn game_file(tokens: TokenStream) -> TokenStream {
    file::expanded(tokens.into()).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn expanded(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    match read::declaration(tokens) {
        Ok(declaration) => expand::declaration(&declaration),
        Err(error) => error.into_compile_error(),
    }
}
