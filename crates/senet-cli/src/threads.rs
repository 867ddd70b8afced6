//! Threads for searches of the core, which starts none by itself.

use crate::memory;
use senet_solve::Workers;

/// So many threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Threads(pub(crate) usize);

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0.clamp(1, 256)
    }

    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        if n <= 1 {
            return (0..n).for_each(job);
        }
        std::thread::scope(|scope| {
            for i in 1..n {
                scope.spawn(move || {
                    job(i);
                    memory::hand_on();
                });
            }
            job(0);
        });
    }

    fn run_beside(&self, n: usize, job: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            for i in 0..n {
                scope.spawn(move || {
                    job(i);
                    memory::hand_on();
                });
            }
            own();
        });
    }
}
