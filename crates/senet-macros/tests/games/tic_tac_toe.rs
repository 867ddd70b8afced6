//! Tic-tac-toe.

senet_macros::game! {
    crate = senet_game;

    /// Mark an empty cell in turn. Three of your marks in a row, column or diagonal win.
    pub game TicTacToe;

    board: Matrix[3][3];
    piece: X | O;
    player: X | O;
    move: Cell;
    valid: |game, cell| game.is_empty(cell);
    outcome: {
        win: |game| game.in_row_col_or_diag(3, game.turn.piece()),
        tie: |game| game.is_full(),
        else: |game, cell| game.place(cell, game.turn.piece()),
    }
    initial: { board: all _, turn: X }
}
