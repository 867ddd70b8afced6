//! Threads for searches, which start none by themselves.

use senet_solve::Workers;

/// So many threads, the caller's included.
pub(crate) struct TestThreads(pub(crate) usize);

impl Workers for TestThreads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for i in 0..n {
                scope.spawn(move || job(i));
            }
        });
    }

    fn run_beside(&self, n: usize, job: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            for i in 0..n {
                scope.spawn(move || job(i));
            }
            own();
        });
    }
}
