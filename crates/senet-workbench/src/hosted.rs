//! A match with those who take part in it: who may do what, versions, and the log that restores it.

mod work;

use crate::access::{Access, Audience};
use crate::protocol::{ActionCall, GameFace, MatchView, PaceView};
use crate::setup::{MatchSetup, SetupError, modest};
use crate::show::{Circumstances, face, is_person, match_view};
use crate::why::why_not;
use senet_game::{DynGame, Observer, Seat};
use senet_match::{
    Action, ActionError, Match, MatchStatus, Participant, ParticipantKind, Record, RecordEntry,
};
use senet_players::{Bot, BotError, PlayerError};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// So many keys of actions are remembered, to count what is sent twice once.
const KEYS: usize = 64;
/// So many moves of chance in a row are made at once, which is enough to deal cards; what has more of
/// them is a simulation, and goes on at a pace that people can follow.
const CHANCE_IN_A_ROW: usize = 60;
/// A match with more plays than this takes no more.
const MOST_PLAYS: u64 = 20_000;
/// The pause between the moves of bots that play among themselves, in milliseconds.
const USUAL_PAUSE: u32 = 600;

/// One thing that happened, as a line of text for a store: replaying all lines gives the same match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry(pub String);

/// What an action led to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Acted {
    /// What to store, in order, before anybody is told.
    pub entries: Vec<StoredEntry>,
    /// Whether anything changed that observers can see.
    pub changed: bool,
}

/// Why an action is refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ActError {
    /// The seat belongs to another participant.
    #[error("it is not your turn")]
    NotYours,
    /// Only the one who made the match may do this.
    #[error("only the one who made the match can do this")]
    NotHost,
    /// Something happened in between.
    #[error("something was played in between")]
    OldVersion,
    /// With others at the table, play goes forward only.
    #[error("others are playing too")]
    Together,
    /// No request to take back is open.
    #[error("nobody has asked to take back")]
    NoOffer,
    /// The match has become too long.
    #[error("this match has {MOST_PLAYS} plays, and that is the most")]
    TooLong,
    /// The rules say no.
    #[error(transparent)]
    Rules(#[from] ActionError),
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The search was for another position.
    #[error("play has moved on")]
    MovedOn,
    /// The search found nothing.
    #[error(transparent)]
    Search(#[from] PlayerError),
}

/// One match with its clients, without I/O: requests to play or to take back go in, and what each client
/// has to be sent comes out.
///
/// ```
/// use senet_workbench::protocol::ActionCall;
/// use senet_workbench::{Access, HostedMatch, MatchSetup};
/// use std::time::Duration;
///
/// let source = senet_games::Source::Catalogue("tic-tac-toe");
/// let game = senet_games::open(source, &Default::default())?;
/// let setup = MatchSetup { config: Default::default(), remote: vec![false, false] };
/// let mut hosted = HostedMatch::new(game, setup, Duration::ZERO)?;
/// let place = ActionCall::Move { name: "place x b2".to_owned(), node: None };
/// let (all, version) = (Access::everything(2), hosted.version());
/// let acted = hosted.act(&all, version, "key-1", &place, Duration::ZERO)?;
/// assert!(acted.changed && acted.entries.len() == 1, "one entry to store");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HostedMatch {
    playing: Match,
    setup: MatchSetup,
    face: Arc<GameFace>,
    version: u32,
    /// The keys of the last actions.
    keys: VecDeque<String>,
    /// Who wants to take back, by participant.
    offer: Option<usize>,
    /// The pause between moves of bots; `None` if they wait.
    pause: Option<u32>,
    /// Whether a bot is to make one move although bots wait.
    step: bool,
    /// Whether a job of a bot is out.
    searching: Option<usize>,
    /// When the turn began.
    turn_began: Duration,
    /// Whether chance has decided more often in a row than it does between decisions of players.
    simulates: bool,
    /// Whether the next move of chance is waited for already.
    chance_due: bool,
}

impl HostedMatch {
    /// A match that begins.
    pub fn new(
        game: Arc<dyn DynGame>,
        setup: MatchSetup,
        now: Duration,
    ) -> Result<HostedMatch, SetupError> {
        let face = Arc::new(face(&*game));
        let playing = Match::new(game, setup.config.clone())?;
        Ok(HostedMatch {
            playing,
            setup,
            face,
            version: 1,
            keys: VecDeque::new(),
            offer: None,
            pause: Some(USUAL_PAUSE),
            step: false,
            searching: None,
            turn_began: now,
            simulates: false,
            chance_due: false,
        })
    }

    /// The entries of a record, for a match that goes on from it.
    pub fn play_record(&mut self, text: &str) -> Result<Acted, SetupError> {
        let record: Record = text.parse()?;
        let mut acted = Acted::default();
        for entry in &record.plays {
            let line = stored(entry);
            self.restore(&line)?;
            acted.entries.push(line);
        }
        acted.changed = true;
        Ok(acted)
    }

    /// Plays a stored entry again.
    pub fn restore(&mut self, entry: &StoredEntry) -> Result<(), SetupError> {
        let bad = |why: String| SetupError::Entry { entry: entry.0.clone(), why };
        let (word, rest) = entry.0.split_once(' ').unwrap_or((&entry.0, ""));
        let number = || rest.parse::<usize>().map_err(|e| bad(e.to_string()));
        let seat = || number().map(|n| Seat(n as u8));
        let zero = Duration::ZERO;
        let done = match word {
            "move" | "chance" => {
                let (spent, name) = rest.split_once(' ').unwrap_or(("0", rest));
                let spent = Duration::from_millis(spent.parse().unwrap_or(0));
                self.playing.play_named(name, spent)
            }
            "swap" => self.playing.act(&Action::Swap, zero),
            "resign" => self.playing.act(&Action::Resign(seat()?), zero),
            "time" => self.playing.act(&Action::OutOfTime(seat()?), zero),
            "go" => self.playing.act(&Action::Go(number()?), zero),
            "sit" => {
                let (at, who) = rest.split_once(' ').unwrap_or((rest, "human"));
                let at = at.parse::<u8>().map_err(|e| bad(e.to_string()))?;
                let kind = who.parse().map_err(|e: BotError| bad(e.to_string()))?;
                self.playing.sit(Seat(at), Participant { name: None, kind }, &())
            }
            _ => return Err(bad("there is no such entry".to_owned())),
        };
        self.version += 1;
        done.map_err(|e| bad(e.to_string()))
    }

    /// What stays the same.
    pub fn face(&self) -> &Arc<GameFace> {
        &self.face
    }

    /// What it began with.
    pub fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn DynGame> {
        self.playing.game()
    }

    /// Rises with every change.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(self.playing.status(), MatchStatus::Over(..) | MatchStatus::Stopped(_))
    }

    /// Roughly how many plays it holds.
    pub fn plays(&self) -> u64 {
        self.playing.plays()
    }

    /// What the one who made the match may do: everything for those who are here, and for bots.
    pub fn host_access(&self) -> Access {
        let here = self.setup.remote.iter().enumerate().filter(|(_, remote)| !**remote);
        Access { participants: here.map(|(i, _)| i).collect(), host: true }
    }

    /// The record so far, as text. What is hidden in a game that still goes on is for nobody.
    pub fn record(&self) -> Option<String> {
        let secret = self.playing.game().has_hidden_information() && !self.is_over();
        (!secret).then(|| {
            let mut record = self.playing.record();
            // How an engine is started is for nobody's eyes.
            for participant in &mut record.config.participants {
                if matches!(participant.kind, ParticipantKind::Engine(_)) {
                    participant.kind = ParticipantKind::Person;
                }
            }
            record.to_string()
        })
    }

    /// The record so far, with everything that is hidden: for the author of the game.
    pub(crate) fn full_record(&self) -> Record {
        self.playing.record()
    }

    /// The names of the moves so far, of chance too.
    pub(crate) fn play_names(&self) -> Vec<String> {
        let name = |play: RecordEntry| match play {
            RecordEntry::Move(name, _) | RecordEntry::Chance(name) => Some(name),
            _ => None,
        };
        self.playing.record().plays.into_iter().filter_map(name).collect()
    }

    /// Plays some plays of another version of the rules as far as they go: how many, and why not more.
    pub(crate) fn play_as_far_as_possible(
        &mut self,
        plays: &[RecordEntry],
    ) -> (usize, Option<String>) {
        for (i, play) in plays.iter().enumerate() {
            if let Err(why) = self.playing.play_again(play) {
                return (i, Some(why.to_string()));
            }
        }
        (plays.len(), None)
    }

    /// The same by the names of moves of players and of chance.
    pub(crate) fn play_names_as_far_as_possible(
        &mut self,
        names: &[String],
    ) -> (usize, Option<String>) {
        for (i, name) in names.iter().enumerate() {
            let play = match self.playing.status() {
                MatchStatus::Chance => RecordEntry::Chance(name.clone()),
                _ => RecordEntry::Move(name.clone(), Duration::ZERO),
            };
            if let Err(why) = self.playing.play_again(&play) {
                return (i, Some(why.to_string()));
            }
        }
        (names.len(), None)
    }

    fn circumstances(&self, now: Duration) -> Circumstances<'_> {
        let thinking = now.saturating_sub(self.turn_began).as_millis();
        Circumstances {
            version: self.version,
            remote: &self.setup.remote,
            can_ask: !self.is_together(),
            pace: self.is_paced().then_some(PaceView { pause: self.pause }),
            wants_undo: self.offer.map(|p| p as u8),
            thinking: u32::try_from(thinking).unwrap_or(u32::MAX),
        }
    }

    /// The match as an audience sees it.
    pub fn view(&self, audience: &mut Audience, now: Duration) -> MatchView {
        let view = match_view(&self.playing, None, audience, &self.circumstances(now));
        view.expect("the present position is there")
    }

    /// An earlier position as an audience sees it.
    pub fn peek(&self, audience: &mut Audience, node: u32, now: Duration) -> Option<MatchView> {
        match_view(&self.playing, Some(node as usize), audience, &self.circumstances(now))
    }

    /// Why a place cannot be chosen.
    pub fn why_not(
        &self,
        audience: &Audience,
        before: &[(u8, u32)],
        place: (u8, u32),
        now: Duration,
    ) -> String {
        let view = self.view(&mut audience.clone(), now);
        why_not(&self.face, &view, before, place, |places| self.playing.refusal(places))
    }

    /// Whether people play who are not all at one screen.
    fn is_together(&self) -> bool {
        let people = self.playing.config().participants.iter().zip(&self.setup.remote);
        people.filter(|(p, _)| p.kind == ParticipantKind::Person).any(|(_, remote)| *remote)
    }

    /// Whether play goes on by itself, at a pace.
    pub fn is_paced(&self) -> bool {
        self.only_bots() || self.simulates
    }

    /// Whether an external engine plays.
    pub fn has_engines(&self) -> bool {
        let participants = &self.playing.config().participants;
        participants.iter().any(|p| matches!(p.kind, ParticipantKind::Engine(_)))
    }

    fn only_bots(&self) -> bool {
        let participants = &self.playing.config().participants;
        participants.iter().all(|p| p.kind != ParticipantKind::Person)
    }

    /// Does what somebody asks for. `key` names the action: the same one again does nothing.
    pub fn act(
        &mut self,
        access: &Access,
        version: u32,
        key: &str,
        action: &ActionCall,
        now: Duration,
    ) -> Result<Acted, ActError> {
        if !key.is_empty() && self.keys.iter().any(|k| k == key) {
            return Ok(Acted::default());
        }
        let mut acted = Acted { entries: Vec::new(), changed: true };
        let old = version != self.version;
        match action {
            ActionCall::Move { name, node } => {
                if old && node.is_none() {
                    return Err(ActError::OldVersion);
                }
                if self.playing.plays() >= MOST_PLAYS {
                    return Err(ActError::TooLong);
                }
                let here = self.node();
                if let Some(node) = node.map(|n| n as usize).filter(|n| *n != here) {
                    self.navigate(access, Action::Go(node), &mut acted)?;
                }
                let moved = self.move_as(access, &Action::Move(name.clone()), now, &mut acted);
                if moved.is_err() && !acted.entries.is_empty() {
                    // The branch was not begun after all.
                    self.playing.act(&Action::Go(here), Duration::ZERO)?;
                }
                moved?;
            }
            ActionCall::Swap {} => {
                if old {
                    return Err(ActError::OldVersion);
                }
                self.move_as(access, &Action::Swap, now, &mut acted)?;
            }
            ActionCall::Resign { seat } => {
                if !access.has(&self.playing, Seat(*seat)) {
                    return Err(ActError::NotYours);
                }
                self.playing.act(&Action::Resign(Seat(*seat)), Duration::ZERO)?;
                acted.entries.push(StoredEntry(format!("resign {seat}")));
            }
            ActionCall::Undo {} if self.is_together() => {
                let mine = access.participants.first().copied().ok_or(ActError::NotYours)?;
                self.playing.last_decision(mine).ok_or(ActionError::NothingToUndo)?;
                self.offer = Some(mine);
            }
            ActionCall::Undo {} => self.navigate(access, Action::Undo, &mut acted)?,
            ActionCall::Redo {} => self.navigate(access, Action::Redo, &mut acted)?,
            ActionCall::Go { node } => {
                self.navigate(access, Action::Go(*node as usize), &mut acted)?;
            }
            ActionCall::Answer { agree } => self.answer(access, *agree, &mut acted)?,
            ActionCall::Pace { pause } => {
                host(access)?;
                self.pause = pause.map(|ms| ms.min(10_000));
            }
            ActionCall::Step {} => {
                host(access)?;
                self.step = true;
            }
            ActionCall::Sit { seat, who } => self.sit(access, *seat, who, &mut acted)?,
        }
        if !matches!(action, ActionCall::Undo {} | ActionCall::Answer { .. }) {
            self.offer = None;
        }
        if !key.is_empty() {
            self.keys.push_back(key.chars().take(64).collect());
            if self.keys.len() > KEYS {
                self.keys.pop_front();
            }
        }
        self.settle(&mut acted, now);
        Ok(acted)
    }

    /// The number of the present position.
    fn node(&self) -> usize {
        *self.playing.path_nodes().last().expect("a path has a first position")
    }

    fn move_as(
        &mut self,
        access: &Access,
        action: &Action,
        now: Duration,
        acted: &mut Acted,
    ) -> Result<(), ActError> {
        if let MatchStatus::Turn(seat) = *self.playing.status()
            && !(access.has(&self.playing, seat) && is_person(&self.playing, seat))
        {
            return Err(ActError::NotYours);
        }
        // The clock of the first move does not run: nobody is kept waiting yet.
        let spent = match self.playing.plays() {
            0 => Duration::ZERO,
            _ => now.saturating_sub(self.turn_began),
        };
        self.playing.act(action, spent)?;
        acted.entries.extend(self.last_entry());
        Ok(())
    }

    /// The play that led to the present position, for the store.
    fn last_entry(&self) -> Option<StoredEntry> {
        self.playing.entry(self.node()).map(|entry| stored(&entry))
    }

    /// Goes to another position, which only somebody may do who has the match for themselves.
    fn navigate(
        &mut self,
        access: &Access,
        action: Action,
        acted: &mut Acted,
    ) -> Result<(), ActError> {
        if self.is_together() {
            return Err(ActError::Together);
        }
        host(access)?;
        self.playing.act(&action, Duration::ZERO)?;
        acted.entries.push(StoredEntry(format!("go {}", self.node())));
        Ok(())
    }

    fn answer(&mut self, access: &Access, agree: bool, acted: &mut Acted) -> Result<(), ActError> {
        let asking = self.offer.ok_or(ActError::NoOffer)?;
        let participants = &self.playing.config().participants;
        let person = |p: &usize| participants[*p].kind == ParticipantKind::Person;
        let may = access.participants.iter().any(|p| *p != asking && person(p));
        let own = access.participants.contains(&asking);
        // Others agree; whoever asked may only think better of it.
        let allowed = if agree { may && !own } else { may || own };
        if !allowed {
            return Err(ActError::NotYours);
        }
        self.offer = None;
        if agree {
            let node = self.playing.last_decision(asking).ok_or(ActionError::NothingToUndo)?;
            self.playing.act(&Action::Go(node), Duration::ZERO)?;
            acted.entries.push(StoredEntry(format!("go {node}")));
        }
        Ok(())
    }

    fn sit(
        &mut self,
        access: &Access,
        seat: u8,
        who: &str,
        acted: &mut Acted,
    ) -> Result<(), ActError> {
        host(access)?;
        if !access.has(&self.playing, Seat(seat)) {
            return Err(ActError::NotYours);
        }
        let kind = match who {
            "here" | "human" => ParticipantKind::Person,
            bot => ParticipantKind::Bot(modest(bot.parse()?).unwrap_or(Bot::level(5))),
        };
        let word = kind.to_string();
        let at = self.playing.occupant(Seat(seat));
        let name = self.playing.config().participants[at].name.clone();
        self.playing.sit(Seat(seat), Participant { name, kind }, &())?;
        acted.entries.push(StoredEntry(format!("sit {seat} {word}")));
        Ok(())
    }

    /// Lets chance decide, and counts a new version.
    fn settle(&mut self, acted: &mut Acted, now: Duration) {
        let most = if self.simulates { 0 } else { CHANCE_IN_A_ROW };
        for _ in 0..most {
            let Some(name) = self.playing.play_chance() else { break };
            acted.entries.push(stored(&RecordEntry::Chance(name)));
        }
        self.simulates |= *self.playing.status() == MatchStatus::Chance;
        self.version += 1;
        self.turn_began = now;
    }

    /// Lets chance decide where a match begins with it.
    pub fn begin(&mut self, now: Duration) -> Acted {
        let mut acted = Acted { entries: Vec::new(), changed: true };
        self.settle(&mut acted, now);
        acted
    }

    /// Ends the game for somebody whose time is up.
    pub fn check_clock(&mut self, now: Duration) -> Acted {
        let mut acted = Acted::default();
        let MatchStatus::Turn(seat) = *self.playing.status() else { return acted };
        let snapshot_left = match self.playing.config().clock {
            Some(_) if self.playing.plays() > 0 => {
                self.playing.snapshot(Observer::Public).left[usize::from(seat.0)]
            }
            _ => return acted,
        };
        if now.saturating_sub(self.turn_began) > snapshot_left
            && self.playing.act(&Action::OutOfTime(seat), Duration::ZERO).is_ok()
        {
            acted.entries.push(StoredEntry(format!("time {}", seat.0)));
            acted.changed = true;
            self.settle(&mut acted, now);
        }
        acted
    }
}

fn host(access: &Access) -> Result<(), ActError> {
    if access.host { Ok(()) } else { Err(ActError::NotHost) }
}

/// An entry of a record as a line for the store; seats are counted from 0 there.
fn stored(entry: &RecordEntry) -> StoredEntry {
    StoredEntry(match entry {
        RecordEntry::Move(name, spent) => format!("move {} {name}", spent.as_millis()),
        RecordEntry::Chance(name) => format!("chance 0 {name}"),
        RecordEntry::Swap => "swap".to_owned(),
        RecordEntry::Resign(seat) => format!("resign {}", seat.saturating_sub(1)),
        RecordEntry::OutOfTime(seat) => format!("time {}", seat.saturating_sub(1)),
    })
}
