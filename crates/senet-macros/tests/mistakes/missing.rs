//! Sections that are not there.

senet_macros::game! {
    crate = senet_game;
    game Nothing;

    board: Matrix[3][3];
}

senet_macros::game! {
    crate = senet_game;
    game NoEffect;

    player: One;
    move: 1..=3;
    valid: |_, _| true;
    outcome: { win: |game| true }
}

senet_macros::game! {
    crate = senet_game;
    board: Matrix[3][3];
}

fn main() {}
