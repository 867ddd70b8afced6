//! The server of the page: HTTP, WebSockets and a durable store around `senet-workbench`.
//!
//! [`Server::start`] takes a [`ServeConfig`] and serves the built page (`web/dist`, inside the binary)
//! and the protocol of the workbench at `/ws`. Matches belong to the server: a move is in the [`Store`]
//! before anybody is told of it, so a server that is killed goes on where it was. Seats are secret
//! tokens; spectators see what is public. Bots and hints think on threads of their own. What comes from
//! the network is hostile: sizes, rates and times are limited, and nothing leads to the file system.
//!
//! ```no_run
//! use senet_server::{ServeConfig, Server};
//! use senet_workbench::Library;
//!
//! let config = ServeConfig::new("matches.sqlite".into(), Library::default());
//! let server = Server::start(config)?;
//! println!("play at {}", server.url());
//! std::thread::park();
//! # Ok::<(), senet_server::ServeError>(())
//! ```

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a shell: sockets, clocks, threads and files are its business"
)]

mod config;
mod connection;
mod desk;
mod http;
mod launch;
mod limits;
mod pool;
mod room;
mod rooms;
mod sqlite;
mod store;
mod token;

pub use config::{ServeConfig, ServeError, Server};
pub use launch::{Launch, LaunchError, usual_store};
pub use sqlite::SqliteStore;
pub use store::{Committed, Store, StoreError, StoredMatch, StoredToken};

pub use senet_workbench::{GameMaker, Library, OfferedEngine, OwnGame};
