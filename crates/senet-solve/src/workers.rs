//! Workers: who does things at the same time. The core starts no threads; its callers may.

/// Runs a job on several threads, or one after the other.
pub trait Workers: Send + Sync {
    /// How many jobs are done at the same time.
    fn count(&self) -> usize;

    /// Calls the job with the numbers from 0 to `n` - 1, each once, and returns when all are done.
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync));

    /// Calls `own` on the thread of the caller, and beside it the job with the numbers from 0 to `n` - 1, each on a
    /// thread of its own, where there is one: a job may never be called.
    fn run_beside(&self, n: usize, job: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut());
}

/// The thread of the caller alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OneWorker;

impl Workers for OneWorker {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..n).for_each(job);
    }

    fn run_beside(&self, _: usize, _: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) {
        own();
    }
}
