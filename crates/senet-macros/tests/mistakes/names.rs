//! Names that mean nothing, or something else already.

senet_macros::game! {
    crate = senet_declare;
    game TicTacToe;

    board: Matrix[3][3];
    piece: X | O;
    player: X | O;
    state: { points: Each<u8> }
    move: Cell;
    valid: |game, cell| game.is_empty(cell);
    outcome: { else: |game, cell| game.place(cell, game.turn.piece()) }
    initial: { board: all Z, turn: Y, point: 3 }

    struct State;
}

senet_macros::game! {
    crate = senet_declare;
    game Twins;

    player: One | Two | One;
    state: { turn: u8 }
    move: Stay | Go(A | B);
    valid: |_, _| true;
    outcome: { else: |_, _| {}, stuck: panic }
}

fn main() {}
