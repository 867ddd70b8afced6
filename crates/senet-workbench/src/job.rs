//! Jobs: what takes longer than an answer may, run by the caller in slices.

use senet_match::{SearchResult, SearchTask};
use senet_players::{Environment, PlayerError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchKind {
    /// The move of a bot whose turn it is.
    BotMove,
    /// A suggestion, for the request of this number.
    Hint(u32),
}

/// A search that runs apart from its match, on whatever thread the caller has.
///
/// A hint is the vote of several short searches with different random numbers (root parallelization),
/// so that each slice is short and cancelling is prompt; a bot's move is one search, which asks the
/// cancel flag itself.
pub struct Job {
    kind: SearchKind,
    task: SearchTask,
    slices: u32,
    found: Vec<SearchResult>,
    cancel: Arc<AtomicBool>,
    began: Option<Duration>,
}

/// How far a job is after a slice.
pub enum JobProgress {
    /// It is done.
    Done(Box<JobResult>),
    /// There is more to do.
    More(Box<Job>),
}

/// What a job has found.
pub struct JobResult {
    pub(crate) kind: SearchKind,
    pub(crate) task: SearchTask,
    pub(crate) found: Result<SearchResult, PlayerError>,
    pub(crate) spent: Duration,
}

/// An environment with the flag of a job.
struct Cancellable<'a> {
    inner: &'a dyn Environment,
    cancel: &'a AtomicBool,
}

impl Environment for Cancellable<'_> {
    fn now(&self) -> Duration {
        self.inner.now()
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.inner.is_cancelled()
    }
}

impl JobResult {
    /// Why nothing was found.
    pub fn failure(&self) -> Option<&PlayerError> {
        self.found.as_ref().err()
    }
}

impl Job {
    pub(crate) fn new(kind: SearchKind, task: SearchTask, slices: u32) -> Job {
        let cancel = Arc::new(AtomicBool::new(false));
        Job { kind, task, slices, found: Vec::new(), cancel, began: None }
    }

    /// What it is for.
    pub fn kind(&self) -> SearchKind {
        self.kind
    }

    /// Whether another program searches: the job waits for it, and needs a thread but no processor.
    pub fn is_external(&self) -> bool {
        self.task.is_external()
    }

    /// The flag that ends it early.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// Works for one slice.
    pub fn work(mut self, environment: &dyn Environment) -> JobProgress {
        let now = environment.now();
        let began = *self.began.get_or_insert(now);
        let cancellable = Cancellable { inner: environment, cancel: &self.cancel };
        let found = self.task.run(&cancellable);
        self.slices = self.slices.saturating_sub(1);
        let spent = environment.now().saturating_sub(began);
        let Job { kind, .. } = self;
        match found {
            Err(why) if self.found.is_empty() => JobProgress::Done(Box::new(JobResult {
                kind,
                task: self.task,
                found: Err(why),
                spent,
            })),
            Err(_) => JobProgress::Done(Box::new(self.vote(spent))),
            Ok(found) => {
                let proven = found.proven;
                self.found.push(found);
                let done = self.slices == 0 || proven || self.cancel.load(Ordering::Relaxed);
                match done {
                    true => JobProgress::Done(Box::new(self.vote(spent))),
                    false => JobProgress::More(Box::new(self)),
                }
            }
        }
    }

    /// Works to the end.
    pub fn finish(self, environment: &dyn Environment) -> JobResult {
        let mut job = self;
        loop {
            match job.work(environment) {
                JobProgress::Done(result) => return *result,
                JobProgress::More(more) => job = *more,
            }
        }
    }

    /// The move that most searches chose, the earlier one of equals, with the mean of its values.
    fn vote(self, spent: Duration) -> JobResult {
        let votes = |mv| self.found.iter().filter(|f| f.best == mv).count();
        let proven = self.found.iter().position(|f| f.proven);
        let most = (0..self.found.len()).rev().max_by_key(|i| votes(self.found[*i].best));
        let mut best = self.found[proven.or(most).expect("there is a result")].clone();
        if proven.is_none() {
            let same = self.found.iter().filter(|f| f.best == best.best);
            let values: Vec<f64> = same.filter_map(|f| f.value).collect();
            if !values.is_empty() {
                best.value = Some(values.iter().sum::<f64>() / values.len() as f64);
            }
            best.nodes = self.found.iter().map(|f| f.nodes).sum();
        }
        JobResult { kind: self.kind, task: self.task, found: Ok(best), spent }
    }
}
