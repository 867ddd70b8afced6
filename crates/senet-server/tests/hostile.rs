//! Honest matches go on while strangers try everything; `benches/load.rs` tries more of it, and measures.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test: a panic is a failure, and servers need files and clocks"
)]

#[path = "../benches/load/attacks.rs"]
mod attacks;
#[path = "../benches/load/client.rs"]
mod client;

use client::Pair;
use senet_server::{Library, ServeConfig, Server};

#[test]
#[ignore = "programs that are slow on purpose: run by `cargo xtask test --slow`"]
fn strangers_disturb_nobody() {
    let folder = std::env::temp_dir().join(format!("senet-hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let config = ServeConfig::new(folder.join("matches.db"), Library::default());
    let server = Server::start(ServeConfig { port: Some(0), ..config }).unwrap();
    let mut honest = Pair::open(server.address(), "hex");
    for (what, attack, _, tries) in attacks::ALL {
        attack(server.address(), tries);
        assert!(honest.play(), "after {what}");
        // New matches begin, too.
        assert!(Pair::open(server.address(), "hex").play(), "after {what}");
    }
    drop(server);
    std::fs::remove_dir_all(folder).unwrap();
}
