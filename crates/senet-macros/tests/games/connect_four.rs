//! Connect four.

senet_macros::game! {
    crate = senet_game;

    /// Drop a disc into a column; it falls as far as it can. Four of your discs in a row, column or
    /// diagonal win.
    pub game ConnectFour;

    board: Matrix[7][6];
    piece: Red | Yellow;
    player: Red | Yellow;
    move: Column;
    valid: |game, column| game.lowest_empty(column).is_some();
    outcome: {
        win: |game| game.in_row_col_or_diag(4, game.turn.piece()),
        tie: |game| game.is_full(),
        else: |game, column| {
            let slot = game.lowest_empty(column).expect("a valid column has room");
            game.place(slot, game.turn.piece());
        }
    }
    initial: { board: all _, turn: Red }
    clicks: |game, column| game.lowest_empty(column);
}
