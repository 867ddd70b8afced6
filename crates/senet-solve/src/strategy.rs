//! Strategies: what a seat plays whatever the others do, as a text that can be checked by playing.
//!
//! This module is the only one that knows the format: types, writer, reader and version.
//!
//! ```text
//! senet strategy 1
//! game mnk
//! option width 4
//! seat 1
//! value win
//!
//! @1
//! b2    @2
//! @2
//! a1    @3
//! b1    @4
//! ```
//!
//! Positions are numbered as they come; the first is the start. Where the seat of the strategy moves,
//! one move is listed, elsewhere all of them, each with a tab and the position that it leads to, or
//! `end` if the game is over, by its own rules or by a draw rule. Where draw rules make a difference, a
//! position of the game may have several numbers: one for each count at which another move is played.

mod verify;

use crate::value::GameValue;
use senet_game::Seat;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
pub use verify::{VerifiedStrategy, VerifyError};

/// What a seat plays to get at least what is promised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    /// The game, by name.
    pub game: String,
    /// The options of the game, by name.
    pub options: Vec<(String, String)>,
    /// Whose strategy it is.
    pub seat: Seat,
    /// What it promises to this seat, as if it were the first.
    pub value: GameValue,
    /// For each position, the moves that are looked at there; the start comes first.
    pub positions: Vec<Vec<StrategyMove>>,
}

/// A move of a position in a strategy, and where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategyMove {
    /// The name of the move.
    pub name: String,
    /// The position that it leads to, from 0; `None` if the game is over then.
    pub to: Option<usize>,
}

/// A text that is no strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// It does not begin as strategies do.
    #[error("a strategy begins with `{HEAD}`")]
    Head,
    /// A line that says nothing.
    #[error("line {line}: {problem}")]
    Line {
        /// The line of the text, from 1.
        line: usize,
        /// What is wrong with it.
        problem: LineProblem,
    },
}

/// What is wrong with a line of a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// A position has no number.
    #[error("a position is `@` and a number")]
    Number,
    /// A position has another number than its place.
    #[error("positions are numbered in order")]
    Order,
    /// A move without a tab and a position.
    #[error("a move leads somewhere")]
    Move,
    /// A seat that is no number.
    #[error("a seat is a number from 1")]
    Seat,
    /// A value that is none.
    #[error("a value is `win`, `draw` or `loss`")]
    Value,
    /// A word that means nothing here.
    #[error("this says nothing about a strategy")]
    Unknown,
}

/// The first line, with the version of the format.
const HEAD: &str = "senet strategy 1";
/// The words for values, from worst to best.
const VALUES: [&str; 3] = ["loss", "draw", "win"];

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\ngame {}", self.game)?;
        for (name, value) in &self.options {
            writeln!(f, "option {name} {value}")?;
        }
        writeln!(f, "seat {}\nvalue {}\n", self.seat.0 + 1, VALUES[self.value as usize])?;
        for (i, moves) in self.positions.iter().enumerate() {
            writeln!(f, "@{}", i + 1)?;
            for StrategyMove { name, to } in moves {
                match to {
                    Some(to) => writeln!(f, "{name}\t@{}", to + 1)?,
                    None => writeln!(f, "{name}\tend")?,
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Strategy, StrategyError> {
        let mut strategy = Strategy {
            game: String::new(),
            options: Vec::new(),
            seat: Seat(0),
            value: GameValue::Loss,
            positions: Vec::new(),
        };
        // All of them: `lines` takes one off, and what is printed again would lose another.
        let mut lines = text.lines().map(|line| line.trim_end_matches('\r')).enumerate();
        if lines.next().is_none_or(|(_, first)| first.trim() != HEAD) {
            return Err(StrategyError::Head);
        }
        for (i, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let read = strategy.read_line(line);
            read.map_err(|problem| StrategyError::Line { line: i + 1, problem })?;
        }
        Ok(strategy)
    }
}

impl Strategy {
    fn read_line(&mut self, line: &str) -> Result<(), LineProblem> {
        if line.starts_with('@') {
            // Positions are numbered in order, so that references are checked against a dense
            // vector and a truncated file is noticed.
            if read_number(line.trim())? != self.positions.len() {
                return Err(LineProblem::Order);
            }
            self.positions.push(Vec::new());
        } else if let Some(moves) = self.positions.last_mut() {
            let (name, to) = line.split_once('\t').ok_or(LineProblem::Move)?;
            let to = if to == "end" { None } else { Some(read_number(to)?) };
            moves.push(StrategyMove { name: name.to_owned(), to });
        } else {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "game" => self.game = rest.to_owned(),
                "option" => {
                    let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                "seat" => {
                    let seat = rest.parse().ok().and_then(|n: u8| n.checked_sub(1));
                    self.seat = Seat(seat.ok_or(LineProblem::Seat)?);
                }
                "value" => {
                    let at = VALUES.iter().position(|value| *value == rest);
                    self.value = GameValue::ALL[at.ok_or(LineProblem::Value)?];
                }
                _ => return Err(LineProblem::Unknown),
            }
        }
        Ok(())
    }
}

/// The place of a position that is written as `@` and a number from 1.
fn read_number(text: &str) -> Result<usize, LineProblem> {
    let number = text.strip_prefix('@').and_then(|n| n.parse::<usize>().ok());
    number.and_then(|n| n.checked_sub(1)).ok_or(LineProblem::Number)
}

#[cfg(test)]
mod tests {
    use super::{GameValue, LineProblem, Seat, Strategy, StrategyError, StrategyMove};

    #[test]
    fn what_is_written_can_be_read() {
        let mv = |name: &str, to| StrategyMove { name: name.to_owned(), to };
        let strategy = Strategy {
            game: "nim".to_owned(),
            options: vec![("heaps".to_owned(), "3 4 5".to_owned())],
            seat: Seat(1),
            value: GameValue::Draw,
            positions: vec![vec![mv("take 2 of a", Some(1))], vec![mv("pass", None)]],
        };
        let text = strategy.to_string();
        assert!(text.starts_with("senet strategy 1\ngame nim\noption heaps 3 4 5\nseat 2\n"));
        assert_eq!(text.parse(), Ok(strategy));
    }

    #[test]
    fn line_ends_are_no_part_of_names() {
        for end in ["\n", "\r\n", "\r\r\r\n", "\r\r"] {
            let strategy: Strategy = format!("senet strategy 1{end}").parse().expect("a head");
            let text = format!("senet strategy 1\ngame nim{end}");
            let named: Strategy = text.parse().expect("a game");
            assert_eq!((&*strategy.game, &*named.game), ("", "nim"), "{end:?}");
            assert_eq!(named.to_string().parse(), Ok(named), "{end:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        let read = |text: &str| text.parse::<Strategy>().expect_err("a bad text");
        assert_eq!(read("senet record 1"), StrategyError::Head);
        let bad = [
            ("seat 0", LineProblem::Seat),
            ("value good", LineProblem::Value),
            ("colour red", LineProblem::Unknown),
            ("@x", LineProblem::Number),
            ("@2", LineProblem::Order),
            ("@1\na1 @2", LineProblem::Move),
        ];
        for (line, problem) in bad {
            let lines = line.lines().count() + 2;
            let error = read(&format!("senet strategy 1\n\n{line}\n"));
            assert_eq!(error, StrategyError::Line { line: lines, problem }, "{line}");
        }
        assert_eq!(
            read("senet strategy 1\n@2").to_string(),
            "line 2: positions are numbered in order"
        );
    }
}
