//! The language server: `senet-ide` over the language server protocol (LSP 3.17).
//!
//! Input: a [`Connection`] to an editor. Output: answers and diagnostics, and
//! nothing else: what a program means is the work of `senet-ide`, and what an editor shows is its own.
//! Messages are read ahead, so that a request that is cancelled while it waits is never worked on, and
//! diagnostics are published when nothing waits. Playouts run on threads of their own.
//!
//! ```no_run
//! use lsp_server::Connection;
//!
//! // What `senet lsp` does: an editor starts it and talks to it over standard input and output.
//! let (connection, threads) = Connection::stdio();
//! senet_lsp::serve(&connection)?;
//! drop(connection);
//! threads.join()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![allow(
    clippy::disallowed_methods,
    reason = "a shell: it reads the files that programs include, and answers over standard streams"
)]

mod capabilities;
mod convert;
mod documents;
mod edits;
mod lenses;
mod messages;
mod queries;
mod server;
mod statistics;
mod uri;

pub use server::serve;

use lsp_server::{Connection, ProtocolError};

/// Why a server stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LspError {
    /// The editor did not follow the protocol when it began.
    #[error("the editor did not say hello: {0}")]
    Protocol(#[from] ProtocolError),
    /// The streams broke.
    #[error("the connection to the editor broke: {0}")]
    Io(#[from] std::io::Error),
    /// The editor is gone.
    #[error("the editor has gone")]
    Gone,
    /// The editor ended the server without asking it to shut down.
    #[error("the editor said `exit` before `shutdown`")]
    NoShutdown,
}

/// Serves the editor at standard input and output, until it says `exit`.
pub fn serve_stdio() -> Result<(), LspError> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection);
    drop(connection); // the thread that writes ends with it
    match served {
        // The thread that reads waits for input, which may never come.
        Err(error) => Err(error),
        Ok(()) => Ok(threads.join()?),
    }
}
