//! Rust that does not fit its section.

senet_macros::game! {
    crate = senet_declare;
    game TicTacToe;

    board: Matrix[3][3];
    piece: X | O;
    player: X | O;
    move: Cell;
    valid: |game, cell| game.get(cell);
    outcome: {
        win: |game| game.count(Piece::X),
        tie: |game| if game.is_full() { "tie" } else { "go on" },
        else: |game, cell| {
            game.place(cell, game.turn.piece());
            cell
        }
    }
}

fn main() {}
