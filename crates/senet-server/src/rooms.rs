//! All matches of a server: opening, restoring, acting, and the work of bots.

use crate::pool::{Finish, Pool};
use crate::room::{Letters, Outbox, Room, RoomState, send, text};
use crate::store::{Store, StoreError, StoredMatch, StoredToken};
use crate::token;
use senet_game::DynGame;
use senet_players::Environment;
use senet_workbench::protocol::{ActionCall, Answer, Message, NewMatch, SeatToken};
use senet_workbench::{Acted, Audience, HostedMatch, Job, Library, MatchSetup, StoredEntry};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A match that nobody has looked at for so long leaves the memory; the store still has it.
const IDLE: Duration = Duration::from_secs(600);
/// The most matches in memory.
const MOST_ROOMS: usize = 50_000;
/// So many opened games are kept, because opening a program takes a while.
const GAMES_KEPT: usize = 64;
/// So many matches against external engines at once: each has a process of its own.
const MOST_ENGINES: usize = 16;
/// Slices of a hint, and of an evaluation, which is asked for after every move.
const HINT_SLICES: u32 = 40;
const EVALUATION_SLICES: u32 = 8;

/// All matches of a server.
pub(crate) struct Rooms {
    library: Library,
    store: Arc<dyn Store>,
    /// What starts external engines.
    environment: Option<Arc<dyn Environment + Send + Sync>>,
    /// Matches against engines that can still begin.
    engines: Arc<Semaphore>,
    pool: Pool,
    rooms: Mutex<BTreeMap<String, Arc<Room>>>,
    games: Mutex<VecDeque<(GameKey, Arc<dyn DynGame>)>>,
    previews: Mutex<BTreeMap<String, Arc<str>>>,
    cards: OnceLock<Arc<str>>,
    began: Instant,
    runtime: tokio::runtime::Handle,
    me: Weak<Rooms>,
}

/// What a game was opened with.
#[derive(PartialEq, Eq, Clone)]
struct GameKey {
    name: String,
    options: Vec<(String, String)>,
    players: Option<u8>,
}

/// Why a request about matches is refused, for the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Whatever the page should show.
    Say(String),
    /// A token that is wrong, which only strangers have.
    WrongToken,
}

impl Refusal {
    pub(crate) fn say(why: &impl ToString) -> Refusal {
        Refusal::Say(why.to_string())
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic in one request must not take the match away from everybody.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rooms {
    pub(crate) fn new(
        library: Library,
        environment: Option<Arc<dyn Environment + Send + Sync>>,
        store: Arc<dyn Store>,
        runtime: tokio::runtime::Handle,
    ) -> Arc<Rooms> {
        Arc::new_cyclic(|me| Rooms {
            library,
            store,
            environment,
            engines: Arc::new(Semaphore::new(MOST_ENGINES)),
            pool: Pool::new(),
            rooms: Mutex::default(),
            games: Mutex::default(),
            previews: Mutex::default(),
            cards: OnceLock::new(),
            began: Instant::now(),
            runtime,
            me: me.clone(),
        })
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    pub(crate) fn runtime(&self) -> &tokio::runtime::Handle {
        &self.runtime
    }

    pub(crate) fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// The list of games as JSON, made once: building it for every request would let fifty clients that ask for
    /// nothing else take all cores from the matches.
    pub(crate) fn cards(&self) -> Arc<str> {
        let made = self
            .cards
            .get_or_init(|| Answer::Games { games: self.library.cards() }.to_json().into());
        Arc::clone(made)
    }

    /// The first position of a game, made once.
    pub(crate) fn preview(&self, game: &str) -> Result<Arc<str>, Refusal> {
        if let Some(made) = lock(&self.previews).get(game) {
            return Ok(Arc::clone(made));
        }
        let answer = self.library.preview(game).map_err(|e| Refusal::say(&e))?;
        let made: Arc<str> = answer.to_json().into();
        lock(&self.previews).insert(game.to_owned(), Arc::clone(&made));
        Ok(made)
    }

    fn game(&self, wish: &NewMatch) -> Result<Arc<dyn DynGame>, Refusal> {
        let players = wish.players.map(usize::from);
        if let Some(text) = &wish.text {
            let opened = self.library.open_text(&wish.game, text, &wish.options, players);
            return opened.map_err(|e| Refusal::say(&e));
        }
        let key = GameKey {
            name: wish.game.clone(),
            options: wish.options.clone(),
            players: wish.players,
        };
        if let Some((_, game)) = lock(&self.games).iter().find(|(k, _)| *k == key) {
            return Ok(Arc::clone(game));
        }
        let game = self.library.open(&wish.game, &wish.options, players);
        let game = game.map_err(|e| Refusal::say(&e))?;
        let mut games = lock(&self.games);
        games.push_front((key, Arc::clone(&game)));
        games.truncate(GAMES_KEPT);
        Ok(game)
    }

    /// A place among the matches against engines, for a match that has one.
    fn room_for_engines(
        &self,
        hosted: &HostedMatch,
    ) -> Result<Option<OwnedSemaphorePermit>, Refusal> {
        if !hosted.has_engines() {
            return Ok(None);
        }
        let busy = "the engines of this server are all playing: try again later";
        let permit = Arc::clone(&self.engines).try_acquire_owned();
        permit.map(Some).map_err(|_| Refusal::Say(busy.to_owned()))
    }

    /// Opens a match, stores it, and answers with its tokens.
    pub(crate) fn open(
        &self,
        request: u32,
        mut wish: NewMatch,
        connection: u64,
        outbox: &Outbox,
    ) -> Result<(), Refusal> {
        if lock(&self.rooms).len() >= MOST_ROOMS {
            return Err(Refusal::Say("this server has too many matches".to_owned()));
        }
        let game = self.game(&wish)?;
        let seats = game.seats();
        let no_luck = |e: getrandom::Error| Refusal::say(&e);
        let seed = token::new_seed().map_err(no_luck)?;
        let agreed = MatchSetup::of(&wish, &self.library, seats, seed);
        let agreed = agreed.map_err(|e| Refusal::say(&e))?;
        wish.seed = Some(agreed.config.seed.to_string());
        let now = self.now();
        let record = wish.record.take();
        let hosted = HostedMatch::new(game, agreed, now).map_err(|e| Refusal::say(&e))?;
        let mut hosted = hosted;
        let mut entries = Vec::new();
        if let Some(record) = record {
            entries = RoomState::lines(&hosted.play_record(&record).map_err(|e| Refusal::say(&e))?);
        }
        entries.extend(RoomState::lines(&hosted.begin(now)));
        let mut tokens = Vec::new();
        let mut stored = Vec::new();
        let mut give = |participants: Vec<usize>, host: bool| -> Result<(), Refusal> {
            let secret = token::new_token().map_err(no_luck)?;
            stored.push(StoredToken {
                hash: token::hash(&secret),
                participants: participants.clone(),
                host,
            });
            let seats = participants.iter().map(|p| *p as u8).collect();
            tokens.push(SeatToken { seats, host, token: secret });
            Ok(())
        };
        give(hosted.host_access().participants, true)?;
        for (i, _) in hosted.setup().remote.clone().iter().enumerate().filter(|(_, r)| **r) {
            give(vec![i], false)?;
        }
        let id = token::new_id().map_err(no_luck)?;
        let setup = wish.to_json();
        let kept = StoredMatch { id: id.clone(), setup, tokens: stored.clone(), entries };
        let engines = self.room_for_engines(&hosted)?;
        let mut state = RoomState::new(hosted, stored, engines);
        let mut audience = Audience::new(state.hosted.host_access());
        let answer = joined(&id, &state.hosted, &mut audience, now, tokens);
        state.audience.insert(connection, (audience, outbox.clone()));
        let letter = text(&Message::Answer { id: request, answer: Box::new(answer) });
        let foreign = wish.text.is_some();
        let room = Arc::new(Room { id: id.clone(), foreign, state: Mutex::new(state) });
        lock(&self.rooms).insert(id, Arc::clone(&room));
        let (outbox, me) = (outbox.clone(), self.me.clone());
        self.store.create(
            kept,
            Box::new(move |stored| match stored {
                Ok(()) => {
                    outbox.send(letter);
                    if let Some(rooms) = me.upgrade() {
                        rooms.start_bots(&room);
                    }
                }
                Err(why) => {
                    lock(&room.state).broken = true;
                    let refused = Message::Refused { id: request, why: why.to_string() };
                    outbox.send(text(&refused));
                }
            }),
        );
        Ok(())
    }

    /// A match, from memory or from the store.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        if let Some(room) = lock(&self.rooms).get(id)
            && !lock(&room.state).broken
        {
            return Ok(Arc::clone(room));
        }
        let none = || Refusal::Say("there is no such match".to_owned());
        if id.len() > 32 {
            return Err(none());
        }
        let stored = self.store.load(id).map_err(|e| Refusal::say(&e))?.ok_or_else(none)?;
        let room = Arc::new(self.restore(stored)?);
        let mut rooms = lock(&self.rooms);
        // Somebody else may have been faster.
        let room = match rooms.get(id) {
            Some(there) if !lock(&there.state).broken => Arc::clone(there),
            _ => {
                rooms.insert(id.to_owned(), Arc::clone(&room));
                room
            }
        };
        drop(rooms);
        self.start_bots(&room);
        Ok(room)
    }

    fn restore(&self, stored: StoredMatch) -> Result<Room, Refusal> {
        let wish = NewMatch::from_json(&stored.setup).map_err(|e| Refusal::say(&e))?;
        let game = self.game(&wish)?;
        let agreed = MatchSetup::of(&wish, &self.library, game.seats(), 0);
        let agreed = agreed.map_err(|e| Refusal::say(&e))?;
        let mut hosted =
            HostedMatch::new(game, agreed, self.now()).map_err(|e| Refusal::say(&e))?;
        for entry in stored.entries {
            hosted.restore(&StoredEntry(entry)).map_err(|e| Refusal::say(&e))?;
        }
        let engines = self.room_for_engines(&hosted)?;
        let state = RoomState::new(hosted, stored.tokens, engines);
        Ok(Room { id: stored.id, foreign: wish.text.is_some(), state: Mutex::new(state) })
    }

    /// Somebody wants to see a match, and to be told of changes.
    pub(crate) fn join(
        &self,
        id: &str,
        token: Option<&str>,
        look: Option<u8>,
        connection: u64,
        outbox: &Outbox,
    ) -> Result<Answer, Refusal> {
        let room = self.find(id)?;
        let mut state = lock(&room.state);
        let access = state.access(token).ok_or(Refusal::WrongToken)?;
        let mut audience = Audience::new(access);
        audience.look = look.map(usize::from);
        let answer = joined(id, &state.hosted, &mut audience, self.now(), Vec::new());
        state.audience.insert(connection, (audience, outbox.clone()));
        state.used = Instant::now();
        drop(state);
        // What stood still because nobody watched goes on.
        self.start_bots(&room);
        Ok(answer)
    }

    /// Whether a match is of a program that a page sent.
    pub(crate) fn is_foreign(&self, id: &str) -> bool {
        lock(&self.rooms).get(id).is_some_and(|room| room.foreign)
    }

    pub(crate) fn leave(&self, id: &str, connection: u64) {
        if let Some(room) = lock(&self.rooms).get(id) {
            lock(&room.state).audience.remove(&connection);
        }
    }

    /// Does something in a match, and tells everybody once it is stored.
    pub(crate) fn act(
        &self,
        id: &str,
        (version, key, action): (u32, &str, &ActionCall),
        connection: u64,
        reply: (u32, &Outbox),
    ) -> Result<(), Refusal> {
        let room = self.find(id)?;
        let mut state = lock(&room.state);
        let access = match state.audience.get(&connection) {
            Some((audience, _)) => audience.access.clone(),
            None => return Err(Refusal::Say("join the match first".to_owned())),
        };
        let now = self.now();
        let acted = state.hosted.act(&access, version, key, action, now);
        let acted = acted.map_err(|e| Refusal::say(&e))?;
        let done = Message::Answer { id: reply.0, answer: Box::new(Answer::Done {}) };
        let mut letters = vec![(reply.1.clone(), text(&done))];
        if acted.changed {
            letters.extend(state.updates(id, now));
        }
        self.publish(&room, &mut state, &acted, letters, Some((reply.0, reply.1.clone())));
        drop(state);
        self.start_bots(&room);
        Ok(())
    }

    /// Stores what happened, and sends letters when that is done. Called with the room locked, so that
    /// what happens first is stored first.
    fn publish(
        &self,
        room: &Arc<Room>,
        _state: &mut RoomState,
        acted: &Acted,
        letters: Letters,
        reply: Option<(u32, Outbox)>,
    ) {
        if acted.entries.is_empty() {
            return send(letters);
        }
        let room = Arc::clone(room);
        self.store.append(
            &room.id.clone(),
            RoomState::lines(acted),
            Box::new(move |stored: Result<(), StoreError>| match stored {
                Ok(()) => send(letters),
                Err(why) => {
                    // Nobody was told: the match is read from the store again.
                    lock(&room.state).broken = true;
                    if let Some((id, outbox)) = reply {
                        outbox.send(text(&Message::Refused { id, why: why.to_string() }));
                    }
                }
            }),
        );
    }

    /// Lets the bot whose turn it is think, if there is one.
    fn start_bots(&self, room: &Arc<Room>) {
        let (work, chance) = {
            let mut state = lock(&room.state);
            (state.hosted.bot_job(), state.hosted.chance_pause())
        };
        if let Some(pause) = chance {
            let (room, me) = (Arc::clone(room), self.me.clone());
            self.runtime.spawn(async move {
                tokio::time::sleep(pause).await;
                let step = move || {
                    let Some(rooms) = me.upgrade() else { return };
                    rooms.step_chance(&room);
                };
                let _ = tokio::task::spawn_blocking(step).await;
            });
        }
        let Some((job, pause)) = work else { return };
        let (room, me) = (Arc::clone(room), self.me.clone());
        let run = move || {
            let Some(rooms) = me.upgrade() else { return };
            let later = me.clone();
            rooms.work(
                job,
                Box::new(move |result| {
                    let Some(rooms) = later.upgrade() else { return };
                    let now = rooms.now();
                    let mut state = lock(&room.state);
                    let acted = state.hosted.finish_bot(result, now);
                    if acted.changed {
                        let letters = state.updates(&room.id, now);
                        rooms.publish(&room, &mut state, &acted, letters, None);
                    }
                    // Bots do not play among themselves where nobody watches.
                    let goes_on = !state.audience.is_empty() || !state.hosted.is_paced();
                    drop(state);
                    if goes_on {
                        rooms.start_bots(&room);
                    }
                }),
            );
        };
        if pause.is_zero() {
            run();
        } else {
            self.runtime.spawn(async move {
                tokio::time::sleep(pause).await;
                run();
            });
        }
    }

    /// Works on a job of a bot; an external engine is waited for on a thread that may wait.
    fn work(&self, job: Job, finish: Finish) {
        let Some(environment) = self.environment.clone().filter(|_| job.is_external()) else {
            self.pool.run(job, finish);
            return;
        };
        self.runtime.spawn_blocking(move || {
            let result = job.finish(&*environment);
            if let Some(why) = result.failure() {
                environment.report(&format!("an engine gave up: {why}"));
            }
            finish(result);
        });
    }

    /// Lets chance decide once in a simulation, as long as somebody watches.
    fn step_chance(&self, room: &Arc<Room>) {
        let now = self.now();
        let mut state = lock(&room.state);
        let acted = state.hosted.step_chance(now);
        if acted.changed {
            let letters = state.updates(&room.id, now);
            self.publish(room, &mut state, &acted, letters, None);
        }
        let watched = !state.audience.is_empty();
        drop(state);
        if watched {
            self.start_bots(room);
        }
    }

    /// Begins a search for a suggestion; the flag ends it early.
    pub(crate) fn hint(
        &self,
        request: u32,
        id: &str,
        thorough: bool,
        connection: u64,
        outbox: &Outbox,
    ) -> Result<Arc<AtomicBool>, Refusal> {
        let room = self.find(id)?;
        let slices = if thorough { HINT_SLICES } else { EVALUATION_SLICES };
        let job = {
            let state = lock(&room.state);
            let (audience, _) = state
                .audience
                .get(&connection)
                .ok_or_else(|| Refusal::Say("join the match first".to_owned()))?;
            state.hosted.hint_job(audience, request, slices).map_err(|e| Refusal::say(&e))?
        };
        let flag = job.cancel_flag();
        let outbox = outbox.clone();
        let cancelled = Arc::clone(&flag);
        let run = self.pool.run(
            job,
            Box::new(move |result| {
                let found = lock(&room.state).hosted.finish_hint(&result);
                let message = match found {
                    _ if cancelled.load(Ordering::Relaxed) => {
                        Message::Refused { id: request, why: "cancelled".to_owned() }
                    }
                    Ok(hint) => {
                        Message::Answer { id: request, answer: Box::new(Answer::Hint { hint }) }
                    }
                    Err(why) => Message::Refused { id: request, why: why.to_string() },
                };
                outbox.send(text(&message));
            }),
        );
        if run { Ok(flag) } else { Err(Refusal::Say("the server is busy".to_owned())) }
    }

    /// Looks at a match that a connection has joined.
    pub(crate) fn look<T>(
        &self,
        id: &str,
        connection: u64,
        look: impl FnOnce(&HostedMatch, &mut Audience) -> T,
    ) -> Result<T, Refusal> {
        let room = self.find(id)?;
        let mut state = lock(&room.state);
        let RoomState { hosted, audience, .. } = &mut *state;
        let found = audience.get_mut(&connection);
        let (audience, _) = found.ok_or_else(|| Refusal::Say("join the match first".to_owned()))?;
        Ok(look(hosted, audience))
    }

    /// Ends games whose clocks have run out, and forgets matches that nobody looks at.
    pub(crate) fn sweep(&self) {
        let all: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        let mut idle = Vec::new();
        for room in all {
            let mut state = lock(&room.state);
            let now = self.now();
            let acted = state.hosted.check_clock(now);
            if acted.changed {
                let letters = state.updates(&room.id, now);
                self.publish(&room, &mut state, &acted, letters, None);
            }
            state.audience.retain(|_, (_, outbox)| !outbox.sender.is_closed());
            let unused = state.audience.is_empty() && state.used.elapsed() > IDLE;
            if state.broken || unused {
                idle.push(room.id.clone());
            }
        }
        let mut rooms = lock(&self.rooms);
        for id in idle {
            rooms.remove(&id);
        }
    }

    /// How many matches are in memory.
    pub(crate) fn len(&self) -> usize {
        lock(&self.rooms).len()
    }
}

fn joined(
    id: &str,
    hosted: &HostedMatch,
    audience: &mut Audience,
    now: Duration,
    tokens: Vec<SeatToken>,
) -> Answer {
    Answer::Joined {
        id: id.to_owned(),
        face: Box::new((**hosted.face()).clone()),
        view: Box::new(hosted.view(audience, now)),
        tokens,
    }
}
