//! Time to think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long each player may think: so much for the game, and a little more with each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// For the whole game.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// More than anyone waits for: a hundred days.
const MOST: u64 = 100 * 24 * 60 * 60;

impl Clock {
    /// What is left after a move that took `spent`; `None` if there was not enough.
    pub fn after(self, left: Duration, spent: Duration) -> Option<Duration> {
        let left = left.checked_sub(spent)?;
        Some(left.saturating_add(self.increment))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs(), self.increment.as_secs())
    }
}

/// Why a text is not a clock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClockError {
    /// It is not a number, or two joined by `+`.
    #[error("`{0}` is not a clock: write seconds and seconds per move, such as 300+5")]
    Format(String),
    /// A number is too large, or there is no time at all.
    #[error("`{0}` is not a clock: it needs at least a second, and at most {MOST} seconds")]
    Range(String),
}

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Clock, ClockError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |part: &str| match part.trim().parse::<u64>() {
            Ok(seconds) if seconds <= MOST => Ok(Duration::from_secs(seconds)),
            Ok(_) => Err(ClockError::Range(text.to_owned())),
            Err(_) => Err(ClockError::Format(text.to_owned())),
        };
        let clock = Clock { time: seconds(time)?, increment: seconds(increment)? };
        match clock.time.is_zero() {
            false => Ok(clock),
            true => Err(ClockError::Range(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, ClockError};
    use std::time::Duration;

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for text in ["300+5", "60+0"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        assert_eq!("60".parse::<Clock>().unwrap().to_string(), "60+0");
        for bad in ["", "x+1", "1+x", "-1"] {
            assert_eq!(bad.parse::<Clock>(), Err(ClockError::Format(bad.to_owned())));
        }
        for bad in ["0", "0+5", "99999999999", "1+99999999999"] {
            assert_eq!(bad.parse::<Clock>(), Err(ClockError::Range(bad.to_owned())));
        }
    }

    #[test]
    fn a_move_costs_time_and_earns_some() {
        let clock: Clock = "10+2".parse().unwrap();
        let s = Duration::from_secs;
        assert_eq!(clock.after(s(10), s(3)), Some(s(9)));
        assert_eq!(clock.after(s(3), s(3)), Some(s(2)));
        assert_eq!(clock.after(s(3), s(4)), None);
    }
}
