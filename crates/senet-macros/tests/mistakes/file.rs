//! Games in files: one that is not there, and one with mistakes.

mod nowhere {
    senet_macros::game_file!("nowhere.game");
}

mod broken {
    senet_macros::game_file!("broken.game");
}

fn main() {}
