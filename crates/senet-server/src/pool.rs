//! Threads for bots and hints: one fewer than there are cores, so that moves of people come first.

use senet_players::Environment;
use senet_workbench::{Job, JobProgress, JobResult};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What happens with the result of a job.
pub(crate) type Finish = Box<dyn FnOnce(JobResult) + Send>;

/// Jobs wait here when there are more of them; a page whose job finds no room hears that.
const MOST_WAITING: usize = 10_000;

/// Threads that work on jobs, one slice after the other, the jobs in turn.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    began: Instant,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<(Job, Finish)>,
    ended: bool,
}

/// Real time.
struct RealTime(Instant);

impl Environment for RealTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Pool {
    /// A pool with as many threads as there are cores, but one.
    pub(crate) fn new() -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            ready: Condvar::new(),
            began: Instant::now(),
        });
        for i in 0..cores.saturating_sub(1).max(1) {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name(format!("job {i}"));
            // Without threads there are no bots; the page still works.
            let _ = thread.spawn(move || work(&shared));
        }
        Pool { shared }
    }

    /// Puts a job into the queue; `false` if there is no room.
    pub(crate) fn run(&self, job: Job, finish: Finish) -> bool {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.jobs.len() >= MOST_WAITING {
            return false;
        }
        queue.jobs.push_back((job, finish));
        self.shared.ready.notify_one();
        true
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).ended = true;
        self.shared.ready.notify_all();
    }
}

fn work(shared: &Shared) {
    let time = RealTime(shared.began);
    loop {
        let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (job, finish) = loop {
            if queue.ended {
                return;
            }
            match queue.jobs.pop_front() {
                Some(next) => break next,
                None => queue = shared.ready.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(queue);
        // A search that panics ends alone: the thread belongs to all matches.
        let worked = catch_unwind(AssertUnwindSafe(|| job.work(&time)));
        match worked {
            Err(_) => {}
            Ok(JobProgress::Done(result)) => {
                let _ = catch_unwind(AssertUnwindSafe(|| finish(*result)));
            }
            Ok(JobProgress::More(more)) => {
                let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
                queue.jobs.push_back((*more, finish));
                shared.ready.notify_one();
            }
        }
    }
}
