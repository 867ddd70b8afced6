//! When a search has to end: nodes, time and cancellation, asked for in every loop.

use crate::config::SearchLimit;
use crate::environment::Environment;
use std::cell::Cell;
use std::time::Duration;

/// When a search has to end; begins to count when it is made, so it is made first.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    nodes: u64,
    until: Option<Duration>,
}

impl Deadline {
    /// From now on; without a limit, only cancellation ends the search.
    pub(crate) fn new(limit: Option<SearchLimit>, environment: &dyn Environment) -> Deadline {
        let until = |time| environment.now().saturating_add(time);
        match limit {
            None => Deadline { nodes: u64::MAX, until: None },
            Some(SearchLimit::Nodes(nodes)) => Deadline { nodes, until: None },
            Some(SearchLimit::Time(time)) => Deadline { nodes: u64::MAX, until: Some(until(time)) },
        }
    }

    /// Ends after so many nodes too.
    pub(crate) fn and_nodes(self, nodes: u64) -> Deadline {
        Deadline { nodes: self.nodes.min(nodes), ..self }
    }

    /// A clock for one thread.
    pub(crate) fn clock(self, environment: &dyn Environment) -> SearchClock<'_> {
        SearchClock {
            deadline: self,
            environment,
            asked: Cell::new(environment.now()),
            interval: Cell::new(1),
            left: Cell::new(1),
            is_over: Cell::new(false),
        }
    }
}

/// One thread's clock. It asks the environment only now and then: loops ask this one at every node
/// and at every move of a playout.
pub(crate) struct SearchClock<'a> {
    deadline: Deadline,
    environment: &'a dyn Environment,
    /// When the environment was asked last.
    asked: Cell<Duration>,
    /// So many calls lie between two questions to the environment, and so many are left.
    interval: Cell<u32>,
    left: Cell<u32>,
    is_over: Cell<bool>,
}

/// The environment is asked about this often, as long as the calls come fast enough.
const PERIOD: Duration = Duration::from_millis(1);
/// The interval grows no further: if calls become slow all of a sudden, 100 µs each, the next question
/// is still asked within 10 ms.
const LONGEST_INTERVAL: u32 = 100;

impl SearchClock<'_> {
    /// Whether nodes or time are used up, or the search is cancelled.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.deadline.nodes || self.is_over()
    }

    /// Whether time is used up or the search is cancelled; once it is, it stays so.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        let left = self.left.get() - 1;
        self.left.set(left);
        if left > 0 {
            return self.is_over.get();
        }
        self.ask()
    }

    /// Whether the search was cancelled, asked at once.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.environment.is_cancelled()
    }

    /// The same, asked at once: for loops whose rounds take microseconds or more, and not always the
    /// same time.
    pub(crate) fn is_over_now(&self) -> bool {
        self.update(self.environment.now())
    }

    /// Asks the environment, and says when to ask it next.
    #[cold]
    fn ask(&self) -> bool {
        let now = self.environment.now();
        // Adaptive polling: the interval doubles while calls are fast and drops to a quarter
        // when they are slow, as reading a clock costs more than a step of a fast playout.
        let soon = now.saturating_sub(self.asked.replace(now)) < PERIOD;
        let interval = self.interval.get();
        let interval =
            if soon { (interval * 2).min(LONGEST_INTERVAL) } else { (interval / 4).max(1) };
        self.interval.set(interval);
        self.left.set(interval);
        self.update(now)
    }

    fn update(&self, now: Duration) -> bool {
        let late = self.deadline.until.is_some_and(|until| now >= until);
        self.is_over.set(self.is_over.get() || late || self.environment.is_cancelled());
        self.is_over.get()
    }
}

#[cfg(test)]
mod tests {
    use super::Deadline;
    use crate::config::SearchLimit;
    use crate::environment::Environment;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// Time goes on by some microseconds whenever it is asked for or used.
    struct Fake(AtomicU64);

    impl Environment for Fake {
        fn now(&self) -> Duration {
            Duration::from_micros(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn a_deadline_is_kept_to_within_ten_milliseconds_though_calls_become_slow() {
        for (fast, slow) in [(0, 100), (1, 100), (10, 90), (100, 100), (5_000, 5_000)] {
            let fake = Fake(AtomicU64::new(0));
            let limit = Some(SearchLimit::Time(Duration::from_millis(50)));
            let clock = Deadline::new(limit, &fake).clock(&fake);
            for step in 0_u64.. {
                let cost = if step < 1_000 { fast } else { slow };
                fake.0.fetch_add(cost, Ordering::Relaxed);
                if clock.is_over() {
                    break;
                }
            }
            let over = fake.now().saturating_sub(Duration::from_millis(50));
            assert!(over <= Duration::from_millis(10), "{fast}, {slow}: {over:?} late");
        }
    }

    #[test]
    fn nodes_are_counted_beside_the_time() {
        let clock = Deadline::new(None, &()).and_nodes(5).clock(&());
        assert_eq!([4, 5, 6].map(|nodes| clock.is_spent(nodes)), [false, true, true]);
    }
}
