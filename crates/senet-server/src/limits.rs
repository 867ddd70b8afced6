//! How much a connection may ask for.

use std::time::{Duration, Instant};

/// Requests per second that a connection may send in the long run, and how many at once.
const RATE: f64 = 60.0;
const BURST: f64 = 300.0;
/// So many wrong tokens end a connection.
const WRONG_TOKENS: u32 = 10;
/// What cannot be read this often ends a connection.
const MALFORMED: u32 = 20;

/// What a connection has used up: a token bucket, and two counts of what only strangers do.
pub(crate) struct Allowance {
    left: f64,
    at: Instant,
    wrong_tokens: u32,
    malformed: u32,
}

impl Allowance {
    pub(crate) fn new() -> Allowance {
        Allowance { left: BURST, at: Instant::now(), wrong_tokens: 0, malformed: 0 }
    }

    /// How long to wait before the next request is looked at.
    pub(crate) fn delay(&mut self) -> Option<Duration> {
        let now = Instant::now();
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * RATE).min(BURST);
        self.at = now;
        self.left -= 1.0;
        (self.left < 0.0).then(|| Duration::from_secs_f64(-self.left / RATE))
    }

    /// A token was wrong; `false` if the connection should end.
    pub(crate) fn wrong_token(&mut self) -> bool {
        self.wrong_tokens += 1;
        self.wrong_tokens < WRONG_TOKENS
    }

    /// A request could not be read; `false` if the connection should end.
    pub(crate) fn malformed(&mut self) -> bool {
        self.malformed += 1;
        self.malformed < MALFORMED
    }
}
