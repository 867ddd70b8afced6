//! A game of one's own on the page: `cargo run -p senet --features web --example page -- serve`.

senet::game! {
    /// Take one, two or three sticks. Whoever takes the last one wins.
    pub game Sticks;

    player: Ann | Bob;
    state: { left: usize }
    move: 1..=3;
    valid: |game, taken| taken.get() <= game.left;
    outcome: {
        win: |game| game.left == 0,
        else: |game, taken| game.left -= taken.get(),
    }
    initial: { left: 15 }
}

senet::main!(Sticks);
