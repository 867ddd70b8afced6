//! Moves that cannot be listed, and secrets that cannot be determinized.

senet_macros::game! {
    crate = senet_declare;
    game Words;

    player: One | Two;
    state: { #[secret] word: String }
    move: String;
    valid: |_, word| word.len() > 3;
    outcome: { else: |game, word| game.word = word }
}

fn main() {}
