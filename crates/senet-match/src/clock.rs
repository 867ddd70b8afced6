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

/// A text that is not a clock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a clock: write seconds and seconds per move, such as 300+5")]
pub struct ClockError(pub String);

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Clock, ClockError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| text.trim().parse().ok().filter(|s| *s <= MOST);
        match (seconds(time), seconds(increment)) {
            (Some(time), Some(increment)) if time > 0 => Ok(Clock {
                time: Duration::from_secs(time),
                increment: Duration::from_secs(increment),
            }),
            _ => Err(ClockError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;
    use std::time::Duration;

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for text in ["300+5", "60+0"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        assert_eq!("60".parse::<Clock>().unwrap().to_string(), "60+0");
        for bad in ["", "0", "x+1", "1+x", "-1", "99999999999"] {
            assert!(bad.parse::<Clock>().is_err(), "{bad}");
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
