//! Sections that are not there.

senet_macros::game! {
    crate = senet_declare;
    game Nothing;

    board: Matrix[3][3];
}

senet_macros::game! {
    crate = senet_declare;
    game NoEffect;

    player: One;
    move: 1..=3;
    valid: |_, _| true;
    outcome: { win: |game| true }
}

senet_macros::game! {
    crate = senet_declare;
    board: Matrix[3][3];
}

fn main() {}
