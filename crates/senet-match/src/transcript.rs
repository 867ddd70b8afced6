//! Games as players write them down: PGN for chess, PDN for draughts, and the same form for every game
//! whose moves have a notation.

use crate::action::ActionError;
use crate::config::{ConfigError, MatchConfig};
use crate::find::{find_move, notation};
use crate::playing::Match;
use crate::snapshot::{LegalMove, MatchStatus};
use crate::tree::Play;
use senet_game::{DynGame, MoveIndex, Observer, Seat, Verdict};
use std::sync::Arc;
use std::time::Duration;

/// Why a transcript cannot be played again.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TranscriptError {
    /// The game cannot begin.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A word is not a move of the position.
    #[error("`{word}`, word {number} of the moves, is not a legal move")]
    NoMove {
        /// What is written.
        word: String,
        /// Its place among the moves, from 1.
        number: usize,
    },
    /// A move cannot be made.
    #[error(transparent)]
    Refused(#[from] ActionError),
}

/// The game that a transcript is of, by its tags: chess if it says nothing else.
pub fn transcript_game(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_tag = text.starts_with('[') && text.lines().next()?.trim_end().ends_with("\"]");
    let draughts = text.contains("[GameType \"21");
    is_tag.then_some(if draughts { "draughts" } else { "chess" })
}

impl Match {
    /// The play so far as players write it: tags, numbered moves and the result. `None` if the game has
    /// no notation.
    pub fn transcript(&self) -> Option<String> {
        let moves = self.written_plays()?;
        let result = self.result_mark();
        let name = |at: usize| {
            let participant = self.config.participants.get(at);
            participant.and_then(|p| p.name.clone()).unwrap_or_else(|| "?".to_owned())
        };
        let title = self.game.info().title.replace('"', "'");
        // By the standards, the first player is White in chess and Black in draughts.
        let draughts = self.game.info().name == "draughts";
        let (white, black) = if draughts { (1, 0) } else { (0, 1) };
        let mut out =
            format!("[Event \"{title}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n");
        out += &format!(
            "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n",
            name(white),
            name(black)
        );
        if draughts {
            out += "[GameType \"21\"]\n";
        }
        out += "\n";
        let mut words = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            if i % 2 == 0 {
                words.push(format!("{}.", i / 2 + 1));
            }
            words.push(mv.clone());
        }
        words.push(result.to_owned());
        Some(out + &lines(&words) + "\n")
    }

    /// Plays a transcript again, from the start of a game.
    pub fn replay_transcript(game: Arc<dyn DynGame>, text: &str) -> Result<Match, TranscriptError> {
        let mut playing = Match::new(game, MatchConfig::default())?;
        for (i, word) in words(text).into_iter().enumerate() {
            // `22x15x8` is two captures in a row.
            let squares: Vec<&str> = word.split('x').collect();
            let parts: Vec<String> = match squares.len() {
                3.. => squares.windows(2).map(|pair| pair.join("x")).collect(),
                _ => vec![word.clone()],
            };
            for part in parts {
                let now = playing.snapshot(Observer::All);
                let found = find_move(&part, &now.choices, &now.view);
                let at = found
                    .map_err(|_| TranscriptError::NoMove { word: word.clone(), number: i + 1 })?;
                playing.play(MoveIndex(at as u32), Duration::ZERO)?;
            }
        }
        Ok(playing)
    }

    /// The moves as they are written, captures that go on joined to one.
    fn written_plays(&self) -> Option<Vec<String>> {
        let mut cursor = self.game.cursor();
        let mut moves = Vec::new();
        let mut out: Vec<String> = Vec::new();
        let mut last: Option<Seat> = None;
        for node in self.tree.path() {
            let Some(came) = &self.tree[node].came else { continue };
            let Play::Move(mv) = came.play else { continue };
            cursor.moves(&mut moves);
            let choice = |id: &senet_game::MoveId| LegalMove {
                name: cursor.move_name(*id),
                shown: cursor.describe_move(*id, Observer::All),
            };
            let choices: Vec<LegalMove> = moves.iter().map(choice).collect();
            let written = notation(&choices, mv.0 as usize)?;
            match (out.last_mut(), came.by == last, written.split_once('x')) {
                (Some(before), true, Some((_, to))) => *before = format!("{before}x{to}"),
                _ => out.push(written.to_owned()),
            }
            last = came.by;
            cursor.apply(moves[mv.0 as usize]);
        }
        Some(out)
    }

    fn result_mark(&self) -> &'static str {
        let first_is_black = self.game.info().name == "draughts";
        match self.status() {
            MatchStatus::Over(outcome, _) => match outcome.verdict {
                Verdict::Won(seats) if seats.contains(Seat(0)) != first_is_black => "1-0",
                Verdict::Won(_) => "0-1",
                _ => "1/2-1/2",
            },
            _ => "*",
        }
    }
}

/// The moves of a transcript: without tags, comments, variations, numbers and the result.
fn words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let (mut comment, mut depth) = (false, 0_u32);
    for line in text.lines().filter(|line| !line.trim_start().starts_with(['[', '%'])) {
        for c in line.chars() {
            match c {
                '}' => comment = false,
                _ if comment => {}
                '{' => comment = true,
                ';' => break,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                c => plain.push(c),
            }
        }
        plain.push(' ');
    }
    let mut out = Vec::new();
    for word in plain.split_whitespace() {
        // A number and its dots may stand before the move, or touch it.
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = if digits.starts_with('.') { digits.trim_start_matches('.') } else { word };
        let skipped = ["", "1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1"].contains(&word);
        if !skipped && !word.starts_with('$') {
            out.push(word.to_owned());
        }
    }
    out
}

/// Words in lines of at most 80 columns.
fn lines(words: &[String]) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in words {
        if used > 0 && used + 1 + word.len() > 80 {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += word.len();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{transcript_game, words};

    #[test]
    fn moves_are_found_between_tags_and_comments() {
        let text = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {best (by test)} e5 2.Nf3 $1 (2. f4 exf4) \
                    2... Nc6 ; and so on\n3. Bb5 1-0\n";
        assert_eq!(words(text), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        assert_eq!(transcript_game(text), Some("chess"));
        assert_eq!(
            transcript_game("[Event \"x\"]\n[GameType \"21\"]\n\n1. 11-15"),
            Some("draughts")
        );
        assert_eq!(transcript_game("#title \"x\"."), None);
    }
}
