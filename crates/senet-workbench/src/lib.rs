//! The workbench: games, matches and jobs behind one protocol, for pages and other front ends.
//!
//! In goes a [`Request`], out come [`Message`]s; both are plain data that serde turns into JSON
//! ([`protocol`]), and `web/src/protocol/types.ts` is generated from them. There are no sockets,
//! files, clocks or threads here: the caller says what time it is and runs the [`Job`]s. The same code
//! serves a page through a WebSocket (`senet-server`) and inside a browser.
//!
//! A [`HostedMatch`] is one match with those who take part in it; what an observer may not see never
//! enters a message. A [`Workbench`] holds many matches for one user, and the texts that the user writes, each
//! with its problems, its game, a run that can be stepped through, counts of random play, and a [`Study`]. Storing matches, seat tokens and
//! everything else that needs the outside is left to the server.
//!
//! ```
//! use senet_workbench::protocol::{Answer, Call, Message, PROTOCOL_VERSION, Request};
//! use senet_workbench::{Library, Workbench};
//! use std::time::Duration;
//!
//! let mut workbench = Workbench::new(Library::default());
//! let request = Request { v: PROTOCOL_VERSION, id: 1, call: Call::Games {} };
//! let messages = workbench.handle(request, Duration::ZERO);
//! let [Message::Answer { answer, .. }] = messages.as_slice() else { panic!("one answer") };
//! let Answer::Games { games } = &**answer else { panic!("a list of games") };
//! assert!(games.iter().any(|game| game.name == "chess"));
//! ```

mod access;
mod card;
mod desk;
mod hosted;
mod job;
mod library;
mod panels;
mod picture;
pub mod protocol;
mod setup;
mod show;
mod study;
mod templates;
mod why;
mod workbench;

pub use access::{Access, Audience};
pub use hosted::{ActError, Acted, HostedMatch, StoredEntry};
pub use job::{Job, JobProgress, JobResult, SearchKind};
pub use library::{GameMaker, Library, LibraryError, OfferedEngine, OwnGame};
pub use picture::board_picture;
pub use protocol::{Message, Request};
pub use setup::{MatchSetup, SetupError};
pub use study::Study;
pub use templates::{game_template, templates};
pub use workbench::Workbench;
