//! What should be a function and is none, or wants too much.

senet_macros::game! {
    crate = senet_declare;
    game TicTacToe;

    board: Matrix[3][3];
    piece: X | O;
    player: X | O;
    move: Cell;
    valid: true;
    outcome: {
        win: |game, cell, again| true,
        else: |game, cell| game.place(cell, game.turn.piece()),
    }
}

fn main() {}
