//! The state: board, turn and the author's fields, with the helpers that go with the board.

use super::types::declare;
use crate::declaration::{Board, Declaration, Field, InitialBoard};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

pub(super) fn of(game: &Declaration) -> TokenStream {
    let board = game.board.as_ref().map(|_| {
        quote! {
            /// What is played on.
            pub board: Board,
        }
    });
    let fields = game
        .state
        .iter()
        .map(|Field { attributes, name, kind, .. }| quote!(#(#attributes)* pub #name: #kind));
    let begin = begin(game);
    let helpers = helpers(game);
    quote! {
        /// What changes in play.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct State {
            #board
            /// Whose turn it is.
            pub turn: Player,
            #(#fields),*
        }

        #[allow(dead_code)]
        impl State {
            #begin

            /// Who comes next around the table.
            pub fn next_player(&self) -> Player {
                self.turn.next()
            }

            #helpers
        }
    }
}

/// The first state; what is not said is as usual.
fn begin(game: &Declaration) -> TokenStream {
    let initial = &game.initial;
    let board = game.board.as_ref().map(|board| {
        let value = match &initial.board {
            Some((_, what)) => initial_board(game, what),
            None => usual(&match board {
                Board::Custom(kind) => kind.to_token_stream(),
                Board::Matrix { .. } => quote!(Board),
            }),
        };
        quote!(board: #value,)
    });
    let first = &game.player.all[0].name;
    let turn = initial.turn.as_ref().map_or_else(|| quote!(Player::#first), |it| quote!(#it));
    let fields = game.state.iter().map(|Field { name, kind, .. }| {
        let value = initial.fields.iter().find(|(field, _)| field == name);
        // The author's own name, so that a mistake is told where it was made.
        let (name, value) = match value {
            Some((field, value)) => (field, value.to_token_stream()),
            None => (name, usual(&kind.to_token_stream())),
        };
        quote!(#name: #value)
    });
    quote! {
        fn begin() -> State {
            State { #board turn: #turn, #(#fields),* }
        }
    }
}

fn usual(kind: &TokenStream) -> TokenStream {
    quote_spanned!(kind.span()=> <#kind as ::core::default::Default>::default())
}

fn initial_board(game: &Declaration, board: &InitialBoard) -> TokenStream {
    let declare = declare(game);
    let cell = |piece: &Option<syn::Expr>| match piece {
        None => quote!(::core::option::Option::None),
        Some(piece) => quote!(::core::option::Option::Some(#piece)),
    };
    match board {
        InitialBoard::All(piece) => {
            let piece = cell(piece);
            quote!(#declare::Matrix::all(#piece))
        }
        InitialBoard::Drawn(rows) => {
            let rows = rows.iter().map(|row| {
                let cells = row.iter().map(cell);
                quote!([#(#cells),*])
            });
            quote!(#declare::Matrix::drawn([#(#rows),*]))
        }
        InitialBoard::Custom(board) => board.to_token_stream(),
    }
}

/// What can be asked of the board can be asked of the state. (Dereferencing would do the same, but
/// then `game.place(cell, game.turn.piece())` would borrow the state twice.) They stand where the
/// board is declared, which is what errors about them should point at.
fn helpers(game: &Declaration) -> TokenStream {
    let declare = declare(game);
    match &game.board {
        Some(Board::Matrix { span, .. }) => quote_spanned! {*span=>
            /// Whether this column and row, both counted from 0 at `a1`, are on the board.
            pub fn in_bounds(&self, x: usize, y: usize) -> bool {
                self.board.in_bounds(x, y)
            }

            /// What lies on a cell.
            pub fn get(&self, cell: Cell) -> ::core::option::Option<Piece> {
                self.board.get(cell)
            }

            /// Whether nothing lies on a cell.
            pub fn is_empty(&self, cell: Cell) -> bool {
                self.board.is_empty(cell)
            }

            /// Whether something lies on every cell.
            pub fn is_full(&self) -> bool {
                self.board.is_full()
            }

            /// Puts a piece on a cell, in place of what was there.
            pub fn place(&mut self, cell: Cell, piece: Piece) {
                self.board.place(cell, piece);
            }

            /// Takes away what lies on a cell.
            pub fn take(&mut self, cell: Cell) -> ::core::option::Option<Piece> {
                self.board.take(cell)
            }

            /// How many cells have this piece.
            pub fn count(&self, piece: Piece) -> usize {
                self.board.count(piece)
            }

            /// The lowest empty cell of a column.
            pub fn lowest_empty(&self, column: Column) -> ::core::option::Option<Cell> {
                self.board.lowest_empty(column)
            }

            /// At least `n` of a piece in a row, if there are.
            pub fn in_row(&self, n: usize, piece: Piece) -> ::core::option::Option<#declare::MatrixLine> {
                self.board.in_row(n, piece)
            }

            /// At least `n` of a piece in a column, if there are.
            pub fn in_column(
                &self,
                n: usize,
                piece: Piece,
            ) -> ::core::option::Option<#declare::MatrixLine> {
                self.board.in_column(n, piece)
            }

            /// At least `n` of a piece in a diagonal, if there are.
            pub fn in_diagonal(
                &self,
                n: usize,
                piece: Piece,
            ) -> ::core::option::Option<#declare::MatrixLine> {
                self.board.in_diagonal(n, piece)
            }

            /// At least `n` of a piece in a row, column or diagonal, if there are.
            pub fn in_row_col_or_diag(
                &self,
                n: usize,
                piece: Piece,
            ) -> ::core::option::Option<#declare::MatrixLine> {
                self.board.in_row_col_or_diag(n, piece)
            }

            /// At least `n` in a row, column or diagonal through a cell and of its piece.
            pub fn line_through(
                &self,
                cell: Cell,
                n: usize,
            ) -> ::core::option::Option<#declare::MatrixLine> {
                self.board.line_through(cell, n)
            }
        },
        Some(Board::Custom(_)) | None => TokenStream::new(),
    }
}
