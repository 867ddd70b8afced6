//! How much a player may think.

use crate::think::World;
use std::cell::Cell;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much a player may think about one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effort {
    /// So many moves tried, or playouts.
    Nodes(u64),
    /// So long.
    Time(Duration),
}

/// A text that says no effort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadEffort;

impl fmt::Display for BadEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an effort is a time, such as 1s or 500ms, or a number of moves to try")
    }
}

impl std::error::Error for BadEffort {}

impl FromStr for Effort {
    type Err = BadEffort;

    /// `1s`, `500ms` or a number of nodes.
    fn from_str(text: &str) -> Result<Effort, BadEffort> {
        let number = |text: &str| {
            text.parse::<u64>().ok().filter(|n| (1..=1 << 40).contains(n)).ok_or(BadEffort)
        };
        if let Some(ms) = text.strip_suffix("ms") {
            return number(ms).map(|n| Effort::Time(Duration::from_millis(n)));
        }
        if let Some(s) = text.strip_suffix('s') {
            return number(s).map(|n| Effort::Time(Duration::from_secs(n)));
        }
        number(text).map(Effort::Nodes)
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(n) => write!(f, "{n}"),
            Effort::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Effort::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

/// Somebody who looks at the time, though not more often than is worth it.
pub(crate) struct Watch<'a> {
    effort: Effort,
    world: &'a dyn World,
    began: Duration,
    /// When it was looked at last, and after how many more questions it is looked at next.
    looked: Cell<Duration>,
    wait: Cell<u32>,
    left: Cell<u32>,
    over: Cell<bool>,
}

/// The time is not looked at less often than this.
const LOOK: Duration = Duration::from_millis(1);

impl<'a> Watch<'a> {
    pub(crate) fn new(effort: Effort, world: &'a dyn World) -> Watch<'a> {
        let began = world.now();
        Watch {
            effort,
            world,
            began,
            looked: Cell::new(began),
            wait: Cell::new(1),
            left: Cell::new(1),
            over: Cell::new(false),
        }
    }

    /// Whether the effort is used up, or thinking should end.
    pub(crate) fn spent(&self, nodes: u64) -> bool {
        let counted = matches!(self.effort, Effort::Nodes(n) if nodes >= n);
        counted || self.late()
    }

    /// Whether the time is used up, or thinking should end. Cheap enough to be asked all the time.
    pub(crate) fn late(&self) -> bool {
        let left = self.left.get() - 1;
        self.left.set(left);
        if left > 0 {
            return self.over.get();
        }
        let now = self.world.now();
        let soon = now.saturating_sub(self.looked.get()) < LOOK;
        let wait = self.wait.get();
        self.wait.set(if soon { (wait * 2).min(256) } else { (wait / 4).max(1) });
        self.left.set(self.wait.get());
        self.looked.set(now);
        let out =
            matches!(self.effort, Effort::Time(time) if now.saturating_sub(self.began) >= time);
        self.over.set(out || self.world.stopped());
        self.over.get()
    }
}
