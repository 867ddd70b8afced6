//! The Universal Game Interface: a few lines of text, by which programs play against each other.
//!
//! [`Ugi`] is our side when another program asks: lines in, lines out. The other way round, a program
//! that is asked by us, is in the shells, which can start programs; [`position`], [`go`] and
//! [`best_move`] are what is said to it and what it says. `docs/ugi.md` describes the protocol.

use crate::config::MatchConfig;
use crate::playing::Match;
use crate::snapshot::MatchStatus;
use senet_game::{DynGame, Seat, Verdict};
use senet_players::{Bot, Environment, SearchLimit};
use std::sync::Arc;
use std::time::Duration;

/// A program that is asked for moves.
pub struct Ugi {
    game: Arc<dyn DynGame>,
    bot: Bot,
    seed: u64,
    playing: Option<Match>,
}

/// The time of a search that goes on until it is stopped.
const ENDLESS: Duration = Duration::from_secs(24 * 60 * 60);
/// The least time for a move.
const LEAST: Duration = Duration::from_millis(10);
/// So many more moves are expected, where a clock is all there is.
const TO_COME: u32 = 30;

impl Ugi {
    /// A program that plays a game as a bot does, with a random seed.
    pub fn new(game: Arc<dyn DynGame>, bot: Bot, seed: u64) -> Ugi {
        Ugi { game, bot, seed, playing: None }
    }

    /// Answers a line; `false` if it was the last one.
    pub fn hear(
        &mut self,
        line: &str,
        environment: &dyn Environment,
        say: &mut dyn FnMut(&str),
    ) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] | ["stop"] => {}
            ["quit"] => return false,
            ["ugi"] => {
                say("id name Senet");
                say("id author the Senet project");
                say(&format!("id game {}", self.game.info().name));
                say(&format!("option name bot type string default {}", self.bot));
                say("ugiok");
            }
            ["isready"] => say("readyok"),
            ["uginewgame"] => self.playing = None,
            ["setoption", "name", "bot", "value", name] => match name.parse() {
                Ok(bot) => self.bot = bot,
                Err(why) => say(&format!("info string {why}")),
            },
            ["position", "startpos"] => self.set(&[], say),
            ["position", "startpos", "moves", moves @ ..] => self.set(moves, say),
            ["go", limits @ ..] => self.go(limits, environment, say),
            ["query", what] => self.query(what, say),
            _ => say(&format!("info string not understood: {line}")),
        }
        true
    }

    fn set(&mut self, moves: &[&str], say: &mut dyn FnMut(&str)) {
        let config = MatchConfig { seed: self.seed, ..MatchConfig::default() };
        let mut playing = match Match::new(Arc::clone(&self.game), config) {
            Ok(playing) => playing,
            Err(why) => return say(&format!("info string no such position: {why}")),
        };
        for name in moves.iter().map(|word| decoded(word)) {
            if let Err(why) = playing.play_named(&name, Duration::ZERO) {
                return say(&format!("info string no such position: {why}"));
            }
        }
        self.playing = Some(playing);
    }

    /// The position that was set, or the first one.
    fn playing(&mut self, say: &mut dyn FnMut(&str)) -> Option<&Match> {
        if self.playing.is_none() {
            self.set(&[], say);
        }
        self.playing.as_ref()
    }

    fn go(&mut self, limits: &[&str], environment: &dyn Environment, say: &mut dyn FnMut(&str)) {
        let bot = self.bot;
        let Some(playing) = self.playing(say) else {
            return;
        };
        let MatchStatus::Turn(seat) = *playing.status() else {
            return say("bestmove 0000");
        };
        let bot = search_limit(limits, seat).map_or(bot, |limit| bot.with_limit(limit));
        let hint = match playing.hint(bot, environment) {
            Ok(Some(hint)) => hint,
            Ok(None) => return say("bestmove 0000"),
            Err(why) => {
                say(&format!("info string {why}"));
                return say("bestmove 0000");
            }
        };
        let best = encoded(&hint.name);
        if let Some(value) = hint.value {
            let proven = if hint.proven { " certain" } else { "" };
            say(&format!("info nodes {} value {value:.3}{proven} pv {best}", hint.nodes));
        }
        say(&format!("bestmove {best}"));
    }

    fn query(&mut self, what: &str, say: &mut dyn FnMut(&str)) {
        let Some(playing) = self.playing(say) else {
            return;
        };
        let status = playing.status();
        let answer = match (what, status) {
            ("gameover", _) => matches!(status, MatchStatus::Over(..)).to_string(),
            ("p1turn", _) => (*status == MatchStatus::Turn(Seat(0))).to_string(),
            ("result", MatchStatus::Over(outcome, _)) => match outcome.verdict {
                Verdict::Won(seats) if seats.len() == 1 => {
                    let first = seats.iter().next().map_or(0, |s| s.0 + 1);
                    format!("p{first}win")
                }
                _ => "draw".to_owned(),
            },
            ("result", _) => "none".to_owned(),
            _ => return say(&format!("info string unknown query {what}")),
        };
        say(&format!("response {answer}"));
    }
}

/// The limit that stands behind `go`.
fn search_limit(limits: &[&str], seat: Seat) -> Option<SearchLimit> {
    let number = |name: &str| {
        let at = limits.iter().position(|word| *word == name)?;
        limits.get(at + 1)?.parse::<u64>().ok()
    };
    let time = |name: &str| number(name).map(Duration::from_millis);
    if let Some(nodes) = number("nodes") {
        return Some(SearchLimit::Nodes(nodes.max(1)));
    }
    if let Some(time) = time("movetime") {
        return Some(SearchLimit::Time(time.max(LEAST)));
    }
    if limits.contains(&"infinite") {
        return Some(SearchLimit::Time(ENDLESS));
    }
    let player = seat.0 + 1;
    let left = time(&format!("p{player}time"))?;
    let more = time(&format!("p{player}inc")).unwrap_or_default();
    let time = (left / TO_COME + more * 4 / 5).min(left / 3);
    Some(SearchLimit::Time(time.max(LEAST)))
}

/// A move's name as one word.
pub fn encoded(name: &str) -> String {
    name.replace('%', "%25").replace('_', "%5F").replace(' ', "_")
}

/// The name that a word stands for.
pub fn decoded(word: &str) -> String {
    word.replace('_', " ").replace("%5F", "_").replace("%25", "%")
}

/// What tells a program the position after some moves.
pub fn position(moves: &[String]) -> String {
    if moves.is_empty() {
        return "position startpos".to_owned();
    }
    let words: Vec<String> = moves.iter().map(|name| encoded(name)).collect();
    format!("position startpos moves {}", words.join(" "))
}

/// What tells a program to think.
pub fn go(limit: SearchLimit) -> String {
    match limit {
        SearchLimit::Nodes(nodes) => format!("go nodes {nodes}"),
        SearchLimit::Time(time) => format!("go movetime {}", time.as_millis()),
    }
}

/// The move that a line of a program gives, if it gives one.
pub fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().map(decoded))?
}

#[cfg(test)]
mod tests {
    use super::{best_move, decoded, encoded, go, position, search_limit};
    use senet_game::Seat;
    use senet_players::SearchLimit;
    use std::time::Duration;

    #[test]
    fn names_with_blanks_are_words() {
        for name in ["a1", "take 3", "a_b c%d", "%5F _"] {
            let word = encoded(name);
            assert!(!word.contains(' '));
            assert_eq!(decoded(&word), name);
            assert_eq!(best_move(&format!("bestmove {word} ponder x")), Some(name.to_owned()));
        }
        assert_eq!(best_move("info nodes 3"), None);
        assert_eq!(position(&["take 3".to_owned()]), "position startpos moves take_3");
        assert_eq!(go(SearchLimit::Nodes(5)), "go nodes 5");
    }

    #[test]
    fn a_clock_gives_each_move_its_part() {
        let all: Vec<&str> = "p1time 60000 p1inc 1000 p2time 900".split(' ').collect();
        let ms = |n| Some(SearchLimit::Time(Duration::from_millis(n)));
        assert_eq!(search_limit(&all, Seat(0)), ms(2_800));
        assert_eq!(search_limit(&all, Seat(1)), ms(30));
        assert_eq!(search_limit(&["movetime", "5"], Seat(0)), ms(10));
        assert_eq!(search_limit(&["nodes", "7"], Seat(0)), Some(SearchLimit::Nodes(7)));
        assert_eq!(search_limit(&[], Seat(0)), None);
    }
}
