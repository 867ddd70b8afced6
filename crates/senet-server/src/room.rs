//! One match on the server, with the connections that watch it.

use crate::store::StoredToken;
use crate::token::hash;
use senet_workbench::protocol::Message;
use senet_workbench::{Access, Acted, Audience, HostedMatch};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::{Notify, OwnedSemaphorePermit};

/// Messages that wait for one connection; a reader that is slower than that is cut off.
pub(crate) const OUTBOX: usize = 256;

/// The way to a connection.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub(crate) sender: mpsc::Sender<String>,
    /// Told when the connection does not keep up, and should end.
    pub(crate) cut: Arc<Notify>,
}

impl Outbox {
    /// Sends, or cuts the connection off if it does not keep up.
    pub(crate) fn send(&self, text: String) {
        if let Err(TrySendError::Full(_)) = self.sender.try_send(text) {
            self.cut.notify_one();
        }
    }
}

/// One match on the server.
pub(crate) struct Room {
    pub(crate) id: String,
    /// Whether its program came from a page.
    pub(crate) foreign: bool,
    pub(crate) state: Mutex<RoomState>,
}

/// What changes in a room.
pub(crate) struct RoomState {
    pub(crate) hosted: HostedMatch,
    tokens: Vec<StoredToken>,
    /// The place among the matches against engines, given back with the room.
    _engines: Option<OwnedSemaphorePermit>,
    pub(crate) audience: BTreeMap<u64, (Audience, Outbox)>,
    pub(crate) used: Instant,
    /// Something could not be stored: the room is thrown away and loaded again.
    pub(crate) broken: bool,
}

/// Messages that go out when what they tell of is stored.
pub(crate) type Letters = Vec<(Outbox, String)>;

impl RoomState {
    pub(crate) fn new(
        hosted: HostedMatch,
        tokens: Vec<StoredToken>,
        engines: Option<OwnedSemaphorePermit>,
    ) -> RoomState {
        RoomState {
            hosted,
            tokens,
            _engines: engines,
            audience: BTreeMap::new(),
            used: Instant::now(),
            broken: false,
        }
    }

    /// What a token stands for; `None` if it is wrong. Nobody's token makes a spectator.
    pub(crate) fn access(&self, token: Option<&str>) -> Option<Access> {
        let Some(token) = token else { return Some(Access::default()) };
        let hash = hash(token);
        let found = self.tokens.iter().find(|t| t.hash == hash)?;
        Some(Access { participants: found.participants.clone(), host: found.host })
    }

    /// Tells everybody how the match is now.
    pub(crate) fn updates(&mut self, id: &str, now: std::time::Duration) -> Letters {
        self.used = Instant::now();
        let RoomState { hosted, audience, .. } = self;
        audience.retain(|_, (_, outbox)| !outbox.sender.is_closed());
        let letter = |(audience, outbox): &mut (Audience, Outbox)| {
            let view = Box::new(hosted.view(audience, now));
            (outbox.clone(), text(&Message::Update { id: id.to_owned(), view }))
        };
        audience.values_mut().map(letter).collect()
    }

    /// The lines to store.
    pub(crate) fn lines(acted: &Acted) -> Vec<String> {
        acted.entries.iter().map(|entry| entry.0.clone()).collect()
    }
}

/// A message as JSON.
pub(crate) fn text(message: &Message) -> String {
    message.to_json()
}

/// Sends letters.
pub(crate) fn send(letters: Letters) {
    for (outbox, text) in letters {
        outbox.send(text);
    }
}
