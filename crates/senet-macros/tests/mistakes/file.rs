//! Games in files: one that is not there, one with mistakes in its sections, one with Rust that cannot
//! be read, and two with Rust that can be read and is wrong: one has the sections alone, which Rust
//! has no places in, and one has them in `game!`.

mod nowhere {
    senet_macros::game_file!("nowhere.game");
}

mod broken {
    senet_macros::game_file!("broken.game");
}

mod unreadable {
    senet_macros::game_file!("unreadable.game");
}

mod unclosed {
    senet_macros::game_file!("unclosed.game");
}

mod wrong {
    senet_macros::game_file!("wrong.game");
}

mod placed {
    senet_macros::game_file!("placed.game");
}

fn main() {}
