//! Many matches for one user, in one place: what runs inside a browser, and what tests use.

use crate::access::{Access, Audience};
use crate::desk::Desk;
use crate::hosted::HostedMatch;
use crate::job::{Job, JobResult, SearchKind};
use crate::library::Library;
use crate::protocol::{
    Answer, Call, Message, NewMatch, PROTOCOL_VERSION, Request, SeatWish, WriteAnswer, WriteAsk,
    WriteCall,
};
use crate::setup::MatchSetup;
use crate::study::Study;
use crate::templates::templates;
use senet_match::{Record, RecordEntry};
use std::collections::BTreeMap;
use std::time::Duration;

/// Slices of a hint, and of an evaluation, which is asked for after every move.
const HINT_SLICES: u32 = 40;
const EVALUATION_SLICES: u32 = 8;

/// The names of matches of a text that is being written begin with this.
const LIVE: &str = "live-";
/// So many matches of one user; the oldest of those that belong to texts go first.
const MOST_LIVE: usize = 8;

/// What a live game begins with.
enum Begun<'a> {
    /// The plays of another match.
    Plays(Vec<RecordEntry>),
    /// Moves of players and of chance.
    Named(&'a [String]),
}

/// Games, matches, texts and jobs of one user.
#[derive(Default)]
pub struct Workbench {
    library: Library,
    desk: Desk,
    matches: BTreeMap<String, (HostedMatch, Audience)>,
    opened: u64,
    jobs: Vec<(String, Job, Duration)>,
}

impl Workbench {
    /// A workbench with these games.
    pub fn new(library: Library) -> Workbench {
        Workbench { library, ..Workbench::default() }
    }

    /// Answers a request. What happens later comes from [`Workbench::take_job`] and
    /// [`Workbench::finish_job`].
    pub fn handle(&mut self, request: Request, now: Duration) -> Vec<Message> {
        let Request { v, id, call } = request;
        if v != PROTOCOL_VERSION {
            let why = format!("this is protocol {PROTOCOL_VERSION}, not {v}");
            return vec![Message::Refused { id, why }];
        }
        match self.answer(id, call, now) {
            Ok(messages) => messages,
            Err(why) => vec![Message::Refused { id, why }],
        }
    }

    fn answer(&mut self, id: u32, call: Call, now: Duration) -> Result<Vec<Message>, String> {
        let reply = |answer| vec![Message::Answer { id, answer: Box::new(answer) }];
        Ok(match call {
            Call::Games {} => reply(Answer::Games { games: self.library.cards() }),
            Call::Preview { game } => {
                reply(self.library.preview(&game).map_err(|e| e.to_string())?)
            }
            Call::New { setup } => {
                let name = self.open(&setup, now)?;
                reply(self.joined(&name, now)?)
            }
            Call::Join { id: name, look, .. } => {
                let (hosted, audience) = self.found(&name)?;
                *audience = Audience::new(audience.access.clone());
                audience.look = look.map(usize::from);
                let _ = hosted;
                reply(self.joined(&name, now)?)
            }
            Call::Leave { id: name } => {
                if name.starts_with(LIVE) {
                    self.matches.remove(&name);
                    self.jobs.retain(|(of, _, _)| *of != name);
                }
                reply(Answer::Done {})
            }
            Call::Act { id: name, version, key, action } => {
                let (hosted, audience) = self.found(&name)?;
                let access = audience.access.clone();
                let acted = hosted.act(&access, version, &key, &action, now);
                let acted = acted.map_err(|e| e.to_string())?;
                let mut messages = reply(Answer::Done {});
                if acted.changed {
                    messages.push(self.update(&name, now)?);
                }
                self.queue(&name);
                messages
            }
            Call::Peek { id: name, node } => {
                let (hosted, audience) = self.found(&name)?;
                let view = hosted.peek(audience, node, now);
                let view = view.ok_or("there is no such position")?;
                reply(Answer::Seen { view: Box::new(view) })
            }
            Call::Hint { id: name } => self.ask(id, name, HINT_SLICES)?,
            Call::Evaluate { id: name } => self.ask(id, name, EVALUATION_SLICES)?,
            Call::Cancel { job } => {
                self.jobs.retain(|(_, j, _)| j.kind() != SearchKind::Hint(job));
                reply(Answer::Done {})
            }
            Call::WhyNot { id: name, before, place } => {
                let (hosted, audience) = self.found(&name)?;
                let text = hosted.why_not(audience, &before, place, now);
                reply(Answer::Text { text })
            }
            Call::Record { id: name } => {
                let hosted = self.found(&name)?.0;
                // Whoever writes a game may see all of it.
                let text = match name.starts_with(LIVE) {
                    true => Some(hosted.full_record().to_string()),
                    false => hosted.record(),
                };
                let text = text.ok_or("the record is secret until the game is over")?;
                reply(Answer::Text { text })
            }
            Call::Templates {} => reply(templates()),
            Call::Source { game } => {
                let text = self.library.source(&game);
                let why = || format!("the rules of `{game}` are not a text");
                reply(Answer::Text { text: text.ok_or_else(why)? })
            }
            Call::Write { call } => {
                let written = match &call.ask {
                    WriteAsk::Live { instead, record, plays, seats } => {
                        let last = instead.as_deref().and_then(|name| self.matches.get(name));
                        let plays = match (last, record, plays) {
                            (_, _, Some(names)) => Begun::Named(names),
                            (Some((hosted, _)), None, _) => {
                                Begun::Plays(hosted.full_record().plays)
                            }
                            // A record that cannot be read is no play.
                            (_, Some(text), _) => Begun::Plays(
                                text.parse::<Record>().map(|r| r.plays).unwrap_or_default(),
                            ),
                            (None, None, None) => Begun::Plays(Vec::new()),
                        };
                        self.live(&call, &plays, seats, now)?
                    }
                    WriteAsk::Follow { id } => {
                        let plays = self.found(id)?.0.play_names();
                        self.desk.follow(&call, &plays).map_err(|e| e.to_string())?
                    }
                    _ => self.desk.answer(&call, &self.library).map_err(|e| e.to_string())?,
                };
                reply(Answer::Written { written })
            }
        })
    }

    fn open(&mut self, setup: &NewMatch, now: Duration) -> Result<String, String> {
        let players = setup.players.map(usize::from);
        let game = match &setup.text {
            Some(text) => self.library.open_text(&setup.game, text, &setup.options, players),
            None => self.library.open(&setup.game, &setup.options, players),
        };
        let game = game.map_err(|e| e.to_string())?;
        self.opened += 1;
        let agreed = MatchSetup::of(setup, &self.library, game.seats(), self.opened);
        let agreed = agreed.map_err(|e| e.to_string())?;
        let agreed = MatchSetup { remote: vec![false; game.seats()], ..agreed };
        let access = Access::everything(game.seats());
        let mut hosted = HostedMatch::new(game, agreed, now).map_err(|e| e.to_string())?;
        if let Some(record) = &setup.record {
            hosted.play_record(record).map_err(|e| e.to_string())?;
        }
        hosted.begin(now);
        let name = format!("m{}", self.opened);
        self.matches.insert(name.clone(), (hosted, Audience::new(access)));
        self.queue(&name);
        Ok(name)
    }

    fn found(&mut self, name: &str) -> Result<(&mut HostedMatch, &mut Audience), String> {
        let found = self.matches.get_mut(name).map(|(hosted, audience)| (hosted, audience));
        found.ok_or_else(|| format!("there is no match `{name}`"))
    }

    fn joined(&mut self, name: &str, now: Duration) -> Result<Answer, String> {
        let (hosted, audience) = self.found(name)?;
        Ok(Answer::Joined {
            id: name.to_owned(),
            face: Box::new((**hosted.face()).clone()),
            view: Box::new(hosted.view(audience, now)),
            tokens: Vec::new(),
        })
    }

    fn update(&mut self, name: &str, now: Duration) -> Result<Message, String> {
        let (hosted, audience) = self.found(name)?;
        Ok(Message::Update { id: name.to_owned(), view: Box::new(hosted.view(audience, now)) })
    }

    fn ask(&mut self, id: u32, name: String, slices: u32) -> Result<Vec<Message>, String> {
        let (hosted, audience) = self.found(&name)?;
        let job = hosted.hint_job(audience, id, slices).map_err(|e| e.to_string())?;
        self.jobs.push((name, job, Duration::ZERO));
        Ok(Vec::new())
    }

    fn queue(&mut self, name: &str) {
        if let Some((hosted, _)) = self.matches.get_mut(name)
            && let Some((job, pause)) = hosted.bot_job()
        {
            self.jobs.push((name.to_owned(), job, pause));
        }
    }

    /// Whether a call is about a text that is being written or a match of one, which belong to one user
    /// and not to a server.
    pub fn is_private(call: &Call) -> bool {
        match call {
            Call::Write { .. } => true,
            Call::Join { id, .. }
            | Call::Leave { id }
            | Call::Act { id, .. }
            | Call::Peek { id, .. }
            | Call::Hint { id }
            | Call::Evaluate { id }
            | Call::WhyNot { id, .. }
            | Call::Record { id } => id.starts_with(LIVE),
            _ => false,
        }
    }

    /// Begins the game of a text, with some plays as far as they go.
    fn live(
        &mut self,
        call: &WriteCall,
        plays: &Begun<'_>,
        seats: &[String],
        now: Duration,
    ) -> Result<WriteAnswer, String> {
        let game = self.desk.game(call, &self.library).map_err(|e| e.to_string())?;
        let wish = |who: &String| SeatWish { who: who.clone(), name: None };
        let wish = NewMatch { seats: seats.iter().map(wish).collect(), ..NewMatch::default() };
        // The same seed for every version of a text: chance falls the same way.
        let setup =
            MatchSetup::of(&wish, &self.library, game.seats(), 1).map_err(|e| e.to_string())?;
        let setup = MatchSetup { remote: vec![false; game.seats()], ..setup };
        let access = Access::everything(game.seats());
        let mut hosted = HostedMatch::new(game, setup, now).map_err(|e| e.to_string())?;
        let ((kept, why), of) = match plays {
            Begun::Plays(plays) => (hosted.play_as_far_as_possible(plays), plays.len()),
            Begun::Named(names) => (hosted.play_names_as_far_as_possible(names), names.len()),
        };
        hosted.begin(now);
        self.opened += 1;
        let id = format!("{LIVE}{:08}", self.opened);
        self.matches.insert(id.clone(), (hosted, Audience::new(access)));
        // The page leaves the match that this one replaces; whoever does not is stopped here.
        let live = || self.matches.keys().filter(|name| name.starts_with(LIVE));
        if live().count() > MOST_LIVE
            && let Some(oldest) = live().next().cloned()
        {
            self.matches.remove(&oldest);
        }
        self.queue(&id);
        Ok(WriteAnswer::Live { id, kept: kept as u32, of: of as u32, why })
    }

    /// Chance that decides by itself: for each match in which it does, how long to wait before
    /// [`Workbench::step_chance`].
    pub fn take_chances(&mut self) -> Vec<(String, Duration)> {
        let all = self.matches.iter_mut();
        all.filter_map(|(name, (m, _))| m.chance_pause().map(|p| (name.clone(), p))).collect()
    }

    /// Lets chance decide once.
    pub fn step_chance(&mut self, name: &str, now: Duration) -> Vec<Message> {
        let Some((hosted, _)) = self.matches.get_mut(name) else { return Vec::new() };
        let acted = hosted.step_chance(now);
        self.queue(name);
        match self.update(name, now) {
            Ok(update) if acted.changed => vec![update],
            _ => Vec::new(),
        }
    }

    /// Takes a study that was asked for, to be run apart.
    pub fn take_study(&mut self) -> Option<Study> {
        self.desk.take_study()
    }

    /// Takes a job to work on, with the match that it belongs to, and how long to wait before.
    pub fn take_job(&mut self) -> Option<(String, Job, Duration)> {
        if self.jobs.is_empty() { None } else { Some(self.jobs.remove(0)) }
    }

    /// Takes in what a job has found.
    pub fn finish_job(&mut self, name: &str, result: JobResult, now: Duration) -> Vec<Message> {
        let Some((hosted, _)) = self.matches.get_mut(name) else { return Vec::new() };
        match result.kind {
            SearchKind::Hint(id) => match hosted.finish_hint(&result) {
                Ok(hint) => {
                    vec![Message::Answer { id, answer: Box::new(Answer::Hint { hint }) }]
                }
                Err(why) => vec![Message::Refused { id, why: why.to_string() }],
            },
            SearchKind::BotMove => {
                let acted = hosted.finish_bot(result, now);
                self.queue(name);
                match self.update(name, now) {
                    Ok(update) if acted.changed => vec![update],
                    _ => Vec::new(),
                }
            }
        }
    }
}
