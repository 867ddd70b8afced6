//! Mistakes in the Rust of the sections.

senet_macros::game! {
    crate = senet_declare;
    game TicTacToe;

    board: Matrix[3][3];
    piece: X | O;
    player: X | O;
    state: { marks: Each<u8> }
    move: Cell;
    valid: |game, cell| game.is_emty(cell);
    outcome: {
        win: |game| game.in_row(3, Player::X),
        tie: |game| is_full(game),
        else: |game, cell| {
            game.marks += 1;
            game.place(cell, game.turn.piece());
        }
    }
    initial: { marks: "none" }
}

fn main() {}
