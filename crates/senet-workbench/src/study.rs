//! Studies: long questions about a game that is being written, which run apart from everything else.
//!
//! The desk keeps a [`StudyHandle`], and the caller runs the [`Study`] on a thread of its own. Both share
//! what was found so far, and a flag that ends the work: every loop inside asks it at least every few
//! milliseconds, and news are published in geometric steps, so that they cost a fixed share of the work.
//! There is no clock here.

mod properties;
mod report;
mod solution;
mod statistics;
mod sweep;

pub(crate) use properties::properties;
pub(crate) use report::whole_report;
pub(crate) use solution::{explored, solved};
pub(crate) use statistics::statistics;
pub(crate) use sweep::sweep;

use crate::protocol::{ResultShares, SeatShare, ShareView, StudyFound, StudyView};
use crate::show::spots;
use senet_analysis::{Share, StatsSummary};
use senet_game::{DynGame, Observer, Turn};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Work that finds something out; see [`Study::run`].
type StudyWork = Box<dyn FnOnce(&StudyDesk) + Send>;

/// A long question about a game: statistics, a sweep, properties, an exploration or a solution.
pub struct Study {
    desk: StudyDesk,
    work: StudyWork,
}

impl Study {
    /// Works to the end, or until it is cancelled; what it finds is there for whoever asked for it.
    pub fn run(self) {
        // A study that panics ends, and says so.
        let guard = Ending(&self.desk);
        if !guard.0.is_cancelled() {
            (self.work)(guard.0);
        }
        guard.0.change(|view| view.running = false);
        std::mem::forget(guard);
    }

    /// Whether nobody waits for it any more.
    pub fn is_cancelled(&self) -> bool {
        self.desk.is_cancelled()
    }
}

struct Ending<'a>(&'a StudyDesk);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.fail(
            "something went wrong inside: this is a mistake of the program, not of your rules",
        );
        self.0.change(|view| view.running = false);
    }
}

/// What a study and whoever asked for it share.
#[derive(Clone)]
pub(crate) struct StudyDesk {
    cancel: Arc<AtomicBool>,
    view: Arc<Mutex<StudyView>>,
}

impl StudyDesk {
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    fn change(&self, change: impl FnOnce(&mut StudyView)) {
        change(&mut self.view.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Says how far it is.
    pub(crate) fn progress(&self, done: Option<f64>, words: String) {
        self.change(|view| (view.done, view.words) = (done, words));
    }

    /// Says what was found so far.
    pub(crate) fn found(&self, found: StudyFound) {
        self.change(|view| view.found = Some(found));
    }

    /// Says why there is nothing to be found.
    pub(crate) fn fail(&self, why: &str) {
        self.change(|view| view.problem = Some(why.to_owned()));
    }
}

/// A study as its owner has it. It is cancelled when this is dropped.
pub(crate) struct StudyHandle(StudyDesk);

impl StudyHandle {
    /// A study that is still to be run.
    pub(crate) fn new(work: impl FnOnce(&StudyDesk) + Send + 'static) -> (StudyHandle, Study) {
        let view = StudyView {
            running: true,
            done: None,
            words: "waiting".to_owned(),
            problem: None,
            found: None,
        };
        let desk = StudyDesk { cancel: Arc::default(), view: Arc::new(Mutex::new(view)) };
        (StudyHandle(desk.clone()), Study { desk, work: Box::new(work) })
    }

    /// How far it is.
    pub(crate) fn view(&self) -> StudyView {
        self.0.view.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends it. What was found so far stays, and the thread ends within milliseconds.
    pub(crate) fn stop(&self) {
        self.0.cancel.store(true, Ordering::Relaxed);
        self.0.change(|view| view.running = false);
    }
}

impl Drop for StudyHandle {
    fn drop(&mut self) {
        self.stop();
    }
}

/// When to publish: after each thirtieth more of what there is.
pub(crate) struct Steps {
    next: u64,
}

impl Steps {
    pub(crate) fn new() -> Steps {
        Steps { next: 1 }
    }

    /// Whether so much is enough for news.
    pub(crate) fn is_due(&mut self, amount: u64) -> bool {
        let due = amount >= self.next;
        if due {
            self.next = amount + (amount / 30).max(1);
        }
        due
    }
}

pub(crate) fn share(share: Share) -> ShareView {
    ShareView { value: share.value, low: share.low, high: share.high }
}

pub(crate) fn small(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Who won.
pub(crate) fn results(all: &StatsSummary) -> ResultShares {
    let names: Vec<String> = all.seats.iter().map(|seat| seat.name.clone()).collect();
    let seats = all.seats.iter().zip(crate::card::hues(&names)).map(|(seat, hue)| {
        let Share { value: share, low, high, .. } = seat.won;
        SeatShare { name: seat.name.clone(), hue, share, low, high }
    });
    ResultShares {
        seats: seats.collect(),
        draws: share(Share::new(all.drawn.count + all.open.count, all.playouts)),
        together: share(all.shared),
        lost: share(all.lost),
    }
}

/// A number with commas, and a noun.
pub(crate) fn count(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", digits(n), if n == 1 { "" } else { "s" })
}

/// A number with commas.
pub(crate) fn digits(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The moves at the start of a game, by name: what they are in words, and where they are.
pub(crate) fn first_moves(game: &dyn DynGame) -> BTreeMap<String, (String, Vec<(u8, u32)>)> {
    let mut cursor = game.cursor();
    if !matches!(cursor.turn(), Turn::Player(_)) {
        return BTreeMap::new();
    }
    let view = cursor.view(Observer::All);
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let shown = |mv| {
        let shown = cursor.describe_move(mv, Observer::All);
        (cursor.move_name(mv), (shown.text, spots(&view, &shown.places)))
    };
    moves.into_iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::{Steps, StudyHandle, count};

    #[test]
    fn a_study_can_be_stopped_fail_or_panic_and_is_over_then() {
        let (handle, study) = StudyHandle::new(|desk| desk.progress(Some(1.0), "all".to_owned()));
        assert!(handle.view().running);
        study.run();
        let view = handle.view();
        assert!(!view.running && view.words == "all" && view.problem.is_none());
        let (handle, study) = StudyHandle::new(|_| panic!("a mistake"));
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| study.run()));
        assert!(ended.is_err() && !handle.view().running && handle.view().problem.is_some());
        let (handle, study) = StudyHandle::new(|desk| desk.fail("never run"));
        drop(handle);
        assert!(study.is_cancelled());
        study.run();
    }

    #[test]
    fn news_come_in_geometric_steps() {
        let mut steps = Steps::new();
        let due = (1..=20_000).filter(|n| steps.is_due(*n)).count();
        assert!((100..300).contains(&due), "{due}");
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(1_234_567, "game"), "1,234,567 games");
    }
}
