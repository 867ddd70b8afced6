//! Many matches for one user, in one place: what runs inside a browser, and what tests use.

use crate::access::{Access, Audience};
use crate::hosted::HostedMatch;
use crate::job::{Job, JobResult, SearchKind};
use crate::library::Library;
use crate::protocol::{Answer, Call, Message, NewMatch, PROTOCOL_VERSION, Request};
use crate::setup::MatchSetup;
use std::collections::BTreeMap;
use std::time::Duration;

/// Slices of a hint, and of an evaluation, which is asked for after every move.
const HINT_SLICES: u32 = 40;
const EVALUATION_SLICES: u32 = 8;

/// Games, matches and jobs of one user.
#[derive(Default)]
pub struct Workbench {
    library: Library,
    matches: BTreeMap<String, (HostedMatch, Audience)>,
    opened: u64,
    jobs: Vec<(String, Job)>,
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
            Call::Leave { .. } => reply(Answer::Done {}),
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
                self.jobs.retain(|(_, j)| j.kind() != SearchKind::Hint(job));
                reply(Answer::Done {})
            }
            Call::WhyNot { id: name, before, place } => {
                let (hosted, audience) = self.found(&name)?;
                let text = hosted.why_not(audience, &before, place, now);
                reply(Answer::Text { text })
            }
            Call::Record { id: name } => {
                let text = self.found(&name)?.0.record();
                let text = text.ok_or("the record is secret until the game is over")?;
                reply(Answer::Text { text })
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
        self.jobs.push((name, job));
        Ok(Vec::new())
    }

    fn queue(&mut self, name: &str) {
        if let Some((hosted, _)) = self.matches.get_mut(name)
            && let Some((job, _)) = hosted.bot_job()
        {
            self.jobs.push((name.to_owned(), job));
        }
    }

    /// Takes a job to work on, with the match that it belongs to.
    pub fn take_job(&mut self) -> Option<(String, Job)> {
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
