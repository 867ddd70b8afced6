//! What one user has on the desk: texts that are being written, and for each of them a run that can be
//! stepped through, counts of random play, and a study.
//!
//! Nothing here runs for long: steps and playouts are made in slices, as many as a request asks for, so
//! that whoever asks can stop by not asking again. Longer questions are studies, which the caller runs
//! elsewhere; a text has one at a time, and a change of the text ends it.

mod balance;
mod document;
mod filter;
mod graph;
mod machine;
mod units;

use crate::library::{LONGEST_TEXT, Library};
use crate::protocol::{StudyAsk, WriteAnswer, WriteAsk, WriteCall};
use crate::study::{
    Study, StudyHandle, explored, properties, solved, statistics, sweep, whole_report,
};
use balance::Balance;
use document::Document;
use graph::picture;
use machine::Stepper;
use senet_engine::Engine;
use senet_explain::{expand, stage_graph};
use senet_game::DynGame;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most texts that one user has open.
const MOST_DOCUMENTS: usize = 8;

/// Why a call about a document is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum DeskError {
    /// The page is to open the document again: a connection was lost.
    #[error("the document is not open")]
    NotOpen,
    /// The call is about another version.
    #[error("the text has changed in between")]
    OldVersion,
    /// Changes that do not fit the text.
    #[error("the changes do not fit the text")]
    BadEdits,
    /// A text that is longer than allowed.
    #[error("a program may have {LONGEST_TEXT} bytes, and this one has {0}")]
    TooLong(usize),
    /// Too many texts.
    #[error("{MOST_DOCUMENTS} texts are open, and that is the most")]
    TooMany,
    /// The text has errors.
    #[error("the text has errors: mend them first")]
    HasErrors,
    /// A run was not begun.
    #[error("start the machine first")]
    NoMachine,
    /// Nothing is being found out.
    #[error("nothing is being found out about this text")]
    NoStudy,
    /// The language service or the engine says no.
    #[error("{0}")]
    Refused(String),
}

/// The longest condition of a link in a diagram, in letters.
const LONGEST_LABEL: usize = 36;

/// Cuts a label that would make a diagram too wide.
fn cut(label: &mut String) {
    if let Some((at, _)) = label.char_indices().nth(LONGEST_LABEL) {
        label.truncate(at);
        label.push('…');
    }
}

/// The texts of one user.
#[derive(Default)]
pub(crate) struct Desk {
    documents: BTreeMap<String, Entry>,
    /// Studies that nobody has begun to run.
    studies: Vec<Study>,
}

/// A text and what was made of it.
struct Entry {
    document: Document,
    game: Option<Arc<dyn DynGame>>,
    engine: Option<Arc<Engine>>,
    balance: Option<Balance>,
    machine: Option<Stepper>,
    study: Option<StudyHandle>,
}

impl Entry {
    fn new(document: Document) -> Entry {
        Entry { document, game: None, engine: None, balance: None, machine: None, study: None }
    }

    /// Begins a study, and ends the one before.
    fn begin(&mut self, ask: &StudyAsk, library: &Library) -> Result<Study, DeskError> {
        self.study = None;
        let Document { analysis, units, .. } = &self.document;
        let program = analysis.program().ok_or(DeskError::HasErrors)?;
        let text = analysis.text().to_owned();
        let (handle, study) = match ask {
            StudyAsk::Statistics { games, thought } => {
                let places = program.rules().iter().map(|rule| units.range(rule.span)).collect();
                StudyHandle::new(statistics(self.game(library)?, *games, *thought, places))
            }
            StudyAsk::Sweep { option, values, games } => {
                let (option, values) = (option.clone(), values.clone());
                StudyHandle::new(sweep(library.clone(), text, option, values, *games))
            }
            StudyAsk::Properties { positions } => {
                let places = program.properties().iter().map(|p| units.range(p.span)).collect();
                StudyHandle::new(properties(self.engine(library)?, text, *positions, places))
            }
            StudyAsk::Explore { positions } => {
                StudyHandle::new(explored(self.game(library)?, *positions))
            }
            StudyAsk::Solve { positions } => {
                StudyHandle::new(solved(self.game(library)?, *positions))
            }
            StudyAsk::Report {} => {
                let stages = (program.stages().len() > 1)
                    .then(|| senet_draw::svg(&stage_graph(program, "Stages")));
                StudyHandle::new(whole_report(self.game(library)?, stages))
            }
        };
        self.study = Some(handle);
        Ok(study)
    }

    /// The program on the term engine, made when it is first needed.
    fn engine(&mut self, library: &Library) -> Result<Arc<Engine>, DeskError> {
        if let Some(engine) = &self.engine {
            return Ok(Arc::clone(engine));
        }
        let program = self.document.analysis.program().ok_or(DeskError::HasErrors)?;
        let engine = Arc::new(Engine::new(Arc::new(program.clone()), library.limits()));
        self.engine = Some(Arc::clone(&engine));
        Ok(engine)
    }

    /// The game on its best engine, made when it is first needed.
    fn game(&mut self, library: &Library) -> Result<Arc<dyn DynGame>, DeskError> {
        if let Some(game) = &self.game {
            return Ok(Arc::clone(game));
        }
        if self.document.analysis.program().is_none() {
            return Err(DeskError::HasErrors);
        }
        let opened = library.open_text("yours", self.document.analysis.text(), &[], None);
        let game = opened.map_err(|e| DeskError::Refused(e.to_string()))?;
        self.game = Some(Arc::clone(&game));
        Ok(game)
    }

    fn machine(&mut self) -> Result<&mut Stepper, DeskError> {
        self.machine.as_mut().ok_or(DeskError::NoMachine)
    }
}

impl Desk {
    /// The game of a document, in the version of the call.
    pub(crate) fn game(
        &mut self,
        call: &WriteCall,
        library: &Library,
    ) -> Result<Arc<dyn DynGame>, DeskError> {
        self.entry(call)?.game(library)
    }

    /// Brings the run of a document to where a match stands.
    pub(crate) fn follow(
        &mut self,
        call: &WriteCall,
        plays: &[String],
    ) -> Result<WriteAnswer, DeskError> {
        let machine = self.entry(call)?.machine()?;
        machine.follow(plays)?;
        Ok(WriteAnswer::Machine { machine: Box::new(machine.view()) })
    }

    /// Takes a study to run.
    pub(crate) fn take_study(&mut self) -> Option<Study> {
        self.studies.pop()
    }

    fn entry(&mut self, call: &WriteCall) -> Result<&mut Entry, DeskError> {
        let entry = self.documents.get_mut(&call.document).ok_or(DeskError::NotOpen)?;
        match entry.document.version == call.version {
            true => Ok(entry),
            false => Err(DeskError::OldVersion),
        }
    }

    fn put(&mut self, name: &str, version: u32, text: &str) -> Result<WriteAnswer, DeskError> {
        if text.len() > LONGEST_TEXT {
            return Err(DeskError::TooLong(text.len()));
        }
        if self.documents.len() >= MOST_DOCUMENTS && !self.documents.contains_key(name) {
            return Err(DeskError::TooMany);
        }
        let document = Document::new(version, text);
        let checked = document.checked();
        self.documents.insert(name.to_owned(), Entry::new(document));
        Ok(checked)
    }

    /// Answers a call.
    pub(crate) fn answer(
        &mut self,
        call: &WriteCall,
        library: &Library,
    ) -> Result<WriteAnswer, DeskError> {
        match &call.ask {
            WriteAsk::Open { text } => return self.put(&call.document, call.version, text),
            WriteAsk::Edit { base, edits } => {
                let entry = self.documents.get(&call.document).ok_or(DeskError::NotOpen)?;
                if entry.document.version != *base {
                    return Err(DeskError::OldVersion);
                }
                let text = entry.document.edited(edits).ok_or(DeskError::BadEdits)?;
                return self.put(&call.document, call.version, &text);
            }
            WriteAsk::Close {} => {
                self.documents.remove(&call.document);
                return Ok(WriteAnswer::Closed {});
            }
            _ => {}
        }
        let entry = self.entry(call)?;
        if let Some(answer) = entry.document.answer(&call.ask) {
            return answer;
        }
        if let WriteAsk::Study { study } = &call.ask {
            let study = entry.begin(study, library)?;
            self.studies.push(study);
        }
        let entry = self.entry(call)?;
        if let WriteAsk::Study { .. } | WriteAsk::News {} | WriteAsk::StopStudy {} = &call.ask {
            let study = entry.study.as_ref().ok_or(DeskError::NoStudy)?;
            if let WriteAsk::StopStudy {} = call.ask {
                study.stop();
            }
            return Ok(WriteAnswer::Study { study: study.view() });
        }
        if let WriteAsk::Plain {} = call.ask {
            let expanded = expand(&*entry.engine(library)?);
            let expanded = expanded.map_err(|e| DeskError::Refused(e.to_string()))?;
            let notes = expanded.left.iter().map(|note| (*note).to_owned()).collect();
            return Ok(WriteAnswer::Text { text: expanded.text, notes });
        }
        if let WriteAsk::Stages {} = call.ask {
            let program = entry.document.analysis.program().ok_or(DeskError::HasErrors)?;
            let mut graph = stage_graph(program, "Stages");
            graph.edges.iter_mut().for_each(|edge| cut(&mut edge.label));
            let graph = picture(&graph);
            return Ok(WriteAnswer::Graph { graph });
        }
        if let WriteAsk::Balance { games } = call.ask {
            if entry.balance.is_none() {
                entry.balance = Some(Balance::new(entry.game(library)?));
            }
            let balance = entry.balance.as_mut().expect("it was just made");
            balance.play(games)?;
            let Document { analysis, units, .. } = &entry.document;
            return Ok(WriteAnswer::Balance { balance: balance.view(analysis.program(), units) });
        }
        entry.run(&call.ask, library)
    }
}

impl Entry {
    /// Calls about the run.
    fn run(&mut self, ask: &WriteAsk, library: &Library) -> Result<WriteAnswer, DeskError> {
        match ask {
            WriteAsk::Start { start, state, seed } => {
                let engine = self.engine(library)?;
                let seed = seed.parse().unwrap_or(1);
                self.machine = Some(Stepper::new(engine, *start, state.clone(), seed)?);
            }
            WriteAsk::Step { steps, until } => self.machine()?.step(*steps, until)?,
            WriteAsk::Choose { number } => self.machine()?.choose(*number)?,
            WriteAsk::Go { node } => self.machine()?.go(*node)?,
            WriteAsk::Filter { groups, search } => self.machine()?.set_filter(groups, search),
            WriteAsk::Why { atom } => {
                return Ok(WriteAnswer::Why { lines: self.machine()?.why(atom)? });
            }
            WriteAsk::WhyNot { rule } => {
                return Ok(WriteAnswer::Why { lines: self.machine()?.why_not(rule)? });
            }
            WriteAsk::Trace { steps, fold, turns, about } => {
                let graph = self.machine()?.trace(*steps, *fold, *turns, about.as_deref())?;
                return Ok(WriteAnswer::Graph { graph });
            }
            _ => return Err(DeskError::Refused("this cannot be asked here".to_owned())),
        }
        Ok(WriteAnswer::Machine { machine: Box::new(self.machine()?.view()) })
    }
}
