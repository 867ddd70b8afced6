//! Boards and ranges of sizes that cannot be.

senet_macros::game! {
    crate = senet_declare;
    game Empty;

    board: Matrix[3][0];
    piece: X | O;
    player: X | O;
    move: 6..=1;
    valid: |_, _| true;
    outcome: { else: |_, _| {} }
}

senet_macros::game! {
    crate = senet_declare;
    game Large;

    board: Array[300];
    piece: X | O;
    player: X | O;
    move: Cell;
    valid: |_, _| true;
    outcome: { else: |_, _| {} }
}

senet_macros::game! {
    crate = senet_declare;
    game Drawn;

    board: Matrix[3][3];
    piece: X | O;
    player: X | O;
    move: Cell;
    valid: |game, cell| game.is_empty(cell);
    outcome: { else: |game, cell| game.place(cell, game.turn.piece()) }
    initial: {
        board: [
            [_, _, _],
            [_, X],
        ]
    }
}

fn main() {}
