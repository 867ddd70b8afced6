//! One WebSocket: requests in, messages out.

use crate::desk::PrivateDesk;
use crate::limits::Allowance;
use crate::room::{OUTBOX, Outbox, text};
use crate::rooms::{Refusal, Rooms};
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket};
use senet_workbench::Workbench;
use senet_workbench::protocol::{Answer, Call, Message, PROTOCOL_VERSION, Request};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, Semaphore, mpsc};

/// A connection that says nothing is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// A connection that does not take what it is sent for so long is cut off.
const STALLED: Duration = Duration::from_secs(20);
/// The most matches that one connection watches.
const MOST_JOINED: usize = 64;
/// Opening games is heavy: so many at once on the whole server.
static OPENING: Semaphore = Semaphore::const_new(2);
/// Programs of strangers may be slow on purpose: one of them at a time is opened or moved in, so that
/// most of the machine is left for everybody else.
static FOREIGN: Semaphore = Semaphore::const_new(1);

static NEXT: AtomicU64 = AtomicU64::new(1);

/// What a connection has going on.
struct Connection {
    number: u64,
    rooms: Arc<Rooms>,
    outbox: Outbox,
    joined: BTreeSet<String>,
    /// The hint that is being searched for: its request, and the flag that ends it.
    job: Option<(u32, Arc<AtomicBool>)>,
    allowance: Allowance,
    /// The texts that are written here, and their games; made when it is first needed.
    desk: Option<Arc<PrivateDesk>>,
}

/// Serves one WebSocket until either side ends.
pub(crate) async fn serve(mut socket: WebSocket, rooms: Arc<Rooms>) {
    let (sender, mut letters) = mpsc::channel(OUTBOX);
    let cut = Arc::new(Notify::new());
    let outbox = Outbox { sender, cut: Arc::clone(&cut) };
    let mut connection = Connection {
        number: NEXT.fetch_add(1, Ordering::Relaxed),
        rooms,
        outbox,
        joined: BTreeSet::new(),
        job: None,
        allowance: Allowance::new(),
        desk: None,
    };
    let welcome = text(&Message::Welcome { v: PROTOCOL_VERSION });
    if !deliver(&mut socket, Frame::Text(Utf8Bytes::from(welcome))).await {
        return;
    }
    let mut quiet = tokio::time::interval(PING);
    quiet.reset();
    loop {
        // What waits to be sent goes first: a client that asks and does not read then gets no further requests
        // read, instead of answers that pile up in memory.
        let going = tokio::select! {
            biased;
            () = cut.notified() => false,
            letter = letters.recv() => match letter {
                Some(letter) => deliver(&mut socket, Frame::Text(Utf8Bytes::from(letter))).await,
                None => false,
            },
            _ = quiet.tick() => deliver(&mut socket, Frame::Ping(Vec::new().into())).await,
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(request))) => connection.request(request.as_str()).await,
                Some(Ok(Frame::Binary(_))) => connection.allowance.malformed(),
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => true,
                Some(Ok(Frame::Close(_)) | Err(_)) | None => false,
            },
        };
        if !going {
            break;
        }
    }
    connection.end();
}

/// Sends a frame; `false` if the other side does not take it.
async fn deliver(socket: &mut WebSocket, frame: Frame) -> bool {
    let sent = tokio::time::timeout(STALLED, socket.send(frame)).await;
    matches!(sent, Ok(Ok(())))
}

impl Connection {
    /// Reads and answers a request; `false` if the connection should end.
    async fn request(&mut self, request: &str) -> bool {
        if let Some(delay) = self.allowance.delay() {
            tokio::time::sleep(delay).await;
        }
        let request = match Request::from_json(request) {
            Ok(request) => request,
            Err(why) => {
                let why = format!("this is not a request: {why}");
                self.outbox.send(text(&Message::Refused { id: 0, why }));
                return self.allowance.malformed();
            }
        };
        let id = request.id;
        if request.v != PROTOCOL_VERSION {
            let why = "the page is of another version: reload it".to_owned();
            self.outbox.send(text(&Message::Refused { id, why }));
            return true;
        }
        match self.answer(id, request.call).await {
            Ok(Some(answer)) => {
                self.outbox.send(text(&Message::Answer { id, answer: Box::new(answer) }));
                true
            }
            Ok(None) => true,
            Err(Refusal::Say(why)) => {
                self.outbox.send(text(&Message::Refused { id, why }));
                true
            }
            Err(Refusal::WrongToken) => {
                let why = "this link is not valid".to_owned();
                self.outbox.send(text(&Message::Refused { id, why }));
                self.allowance.wrong_token()
            }
        }
    }

    /// The answer to a call; `None` if it comes later, by the outbox.
    async fn answer(&mut self, request: u32, call: Call) -> Result<Option<Answer>, Refusal> {
        let (number, outbox) = (self.number, self.outbox.clone());
        let rooms = Arc::clone(&self.rooms);
        match call {
            call if Workbench::is_private(&call) => {
                let desk = self.desk.get_or_insert_with(|| PrivateDesk::new(&rooms, &outbox));
                let desk = Arc::clone(desk);
                // Building a game is heavy, and so is playing thousands.
                let heavy = desk.is_heavy(&call);
                let permit = if heavy { Some(OPENING.acquire().await) } else { None };
                let done = blocking(move || {
                    desk.handle(request, call);
                    Ok(None)
                });
                let done = done.await;
                drop(permit);
                done
            }
            Call::Games {} => {
                let made = blocking(move || Ok(rooms.cards())).await?;
                self.outbox.send(format!(r#"{{"is":"answer","id":{request},"answer":{made}}}"#));
                Ok(None)
            }
            Call::Templates {} => Ok(Some(senet_workbench::templates())),
            Call::Source { game } => match rooms.library().source(&game) {
                Some(text) => Ok(Some(Answer::Text { text })),
                None => Err(Refusal::Say(format!("the rules of `{game}` are not a text"))),
            },
            Call::Preview { game } => {
                // A page asks for many previews at once; they must not wait for each other here.
                tokio::spawn(async move {
                    let permit = OPENING.acquire().await;
                    let made = blocking(move || rooms.preview(&game)).await;
                    drop(permit);
                    outbox.send(match made {
                        // The answer is stored as JSON, because it is the same for everybody.
                        Ok(made) => format!(r#"{{"is":"answer","id":{request},"answer":{made}}}"#),
                        Err(Refusal::Say(why)) => text(&Message::Refused { id: request, why }),
                        Err(Refusal::WrongToken) => return,
                    });
                });
                Ok(None)
            }
            Call::New { setup } => {
                self.room_for_one_more()?;
                let queue = if setup.text.is_some() { &FOREIGN } else { &OPENING };
                let permit = queue.acquire().await;
                let opened = blocking(move || rooms.open(request, setup, number, &outbox)).await;
                drop(permit);
                opened.map(|()| None)
            }
            Call::Join { id, token, look } => {
                self.room_for_one_more()?;
                self.joined.insert(id.clone());
                blocking(move || rooms.join(&id, token.as_deref(), look, number, &outbox).map(Some))
                    .await
            }
            Call::Leave { id } => {
                self.joined.remove(&id);
                rooms.leave(&id, number);
                Ok(Some(Answer::Done {}))
            }
            Call::Act { id, version, key, action } => {
                let permit = match rooms.is_foreign(&id) {
                    true => Some(FOREIGN.acquire().await),
                    false => None,
                };
                let acted = blocking(move || {
                    rooms.act(&id, (version, &key, &action), number, (request, &outbox))
                });
                let acted = acted.await;
                drop(permit);
                acted.map(|()| None)
            }
            Call::Peek { id, node } => {
                blocking(move || {
                    let now = rooms.now();
                    let view = rooms.look(&id, number, |hosted, a| hosted.peek(a, node, now))?;
                    let none = || Refusal::Say("there is no such position".to_owned());
                    Ok(Some(Answer::Seen { view: Box::new(view.ok_or_else(none)?) }))
                })
                .await
            }
            Call::Hint { id } => self.hint(request, id, true).await,
            Call::Evaluate { id } => self.hint(request, id, false).await,
            Call::Cancel { job } => {
                if let Some((running, flag)) = &self.job
                    && *running == job
                {
                    flag.store(true, Ordering::Relaxed);
                }
                if let Some(desk) = &self.desk {
                    desk.cancel(job);
                }
                Ok(Some(Answer::Done {}))
            }
            Call::WhyNot { id, before, place } => {
                blocking(move || {
                    let now = rooms.now();
                    let why =
                        |hosted: &senet_workbench::HostedMatch,
                         audience: &mut senet_workbench::Audience| {
                            hosted.why_not(audience, &before, place, now)
                        };
                    Ok(Some(Answer::Text { text: rooms.look(&id, number, why)? }))
                })
                .await
            }
            Call::Record { id } => {
                blocking(move || {
                    let record = rooms.look(&id, number, |hosted, _| hosted.record())?;
                    let secret = "the record is secret until the game is over";
                    let text = record.ok_or_else(|| Refusal::Say(secret.to_owned()))?;
                    Ok(Some(Answer::Text { text }))
                })
                .await
            }
            Call::Write { .. } => Err(Refusal::Say("this is for a desk".to_owned())),
        }
    }

    /// One search at a time for each connection: a new one ends the old one.
    async fn hint(
        &mut self,
        request: u32,
        id: String,
        thorough: bool,
    ) -> Result<Option<Answer>, Refusal> {
        if let Some((_, flag)) = self.job.take() {
            flag.store(true, Ordering::Relaxed);
        }
        let (rooms, outbox, number) = (Arc::clone(&self.rooms), self.outbox.clone(), self.number);
        let flag = blocking(move || rooms.hint(request, &id, thorough, number, &outbox)).await?;
        self.job = Some((request, flag));
        Ok(None)
    }

    fn room_for_one_more(&self) -> Result<(), Refusal> {
        match self.joined.len() < MOST_JOINED {
            true => Ok(()),
            false => Err(Refusal::Say("too many matches on one connection".to_owned())),
        }
    }

    fn end(self) {
        if let Some((_, flag)) = self.job {
            flag.store(true, Ordering::Relaxed);
        }
        if let Some(desk) = &self.desk {
            desk.end();
        }
        for id in &self.joined {
            self.rooms.leave(id, self.number);
        }
    }
}

/// Runs something that may take a while where it keeps no other connection waiting. A panic is the end
/// of this request alone.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::Say("something went wrong with this request".to_owned())))
}
