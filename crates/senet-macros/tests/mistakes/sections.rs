//! Sections that there are not, or twice, or not ended.

senet_macros::game! {
    crate = senet_declare;
    game TicTacToe;

    bord: Matrix[3][3];
    piece: X | O;
    piece: X | O;
    player: X | O;
    move: Cell;
    wind: 3;
    valid: |game, cell| game.is_empty(cell)
    outcome: {
        victory: |game| game.in_row_col_or_diag(3, game.turn.piece()),
        else: |game, cell| game.place(cell, game.turn.piece()),
    }
    initial: { turn: X turn: O }
}

fn main() {}
