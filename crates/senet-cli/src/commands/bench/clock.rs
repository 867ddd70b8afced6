//! How long something takes, on a machine that others use too.

use std::time::{Duration, Instant};

/// Tells the time that the processor gave to this thread, where the system says so, and the time
/// that passed where it does not.
pub(super) struct Clock {
    begun: Instant,
    given: Option<Duration>,
}

impl Clock {
    pub(super) fn begin() -> Clock {
        Clock { begun: Instant::now(), given: given() }
    }

    pub(super) fn spent(&self) -> Duration {
        let passed = self.begun.elapsed();
        let spent = self.given.and_then(|before| given()?.checked_sub(before));
        // Where time is given in slices, a moment may show as none.
        spent.filter(|spent| !spent.is_zero()).unwrap_or(passed)
    }
}

/// The time that the processor gave to this thread so far.
fn given() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
