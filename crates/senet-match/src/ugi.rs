//! The Universal Game Interface: a few lines of text, by which programs play against each other.
//!
//! [`Ugi`] is our side when somebody else asks: lines in, lines out. The other way round, a program
//! that is asked by us, is in the shells, which can start programs; [`position`], [`go`] and
//! [`best_move`] are what is said to it and what it says. `docs/ugi.md` describes the protocol.

use crate::snapshot::Now;
use crate::table::Table;
use senet_game::{Eye, Seat, Verdict};
use senet_players::{Bot, Effort, World};
use std::time::Duration;

/// The position after some moves, as a match; an error is a sentence.
pub type Begin = Box<dyn FnMut(&[String]) -> Result<Box<dyn Table>, String>>;

/// A program that is asked for moves.
pub struct Ugi {
    game: String,
    bot: Bot,
    begin: Begin,
    table: Option<Box<dyn Table>>,
}

/// Somebody who may think until they are stopped.
const ENDLESS: Duration = Duration::from_secs(24 * 60 * 60);
/// Nobody is given less time than this.
const LEAST: Duration = Duration::from_millis(10);
/// So many more moves are thought to come, where a clock is all there is.
const TO_COME: u32 = 30;

impl Ugi {
    /// A program that plays a game as a bot does.
    pub fn new(game: &str, bot: Bot, begin: Begin) -> Ugi {
        Ugi { game: game.to_owned(), bot, begin, table: None }
    }

    /// Answers a line; `false` if it was the last one.
    pub fn hear(&mut self, line: &str, world: &dyn World, say: &mut dyn FnMut(&str)) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] | ["stop"] => {}
            ["quit"] => return false,
            ["ugi"] => {
                say("id name Senet");
                say("id author the Senet project");
                say(&format!("id game {}", self.game));
                say(&format!("option name bot type string default {}", self.bot));
                say("ugiok");
            }
            ["isready"] => say("readyok"),
            ["uginewgame"] => self.table = None,
            ["setoption", "name", "bot", "value", name] => match name.parse() {
                Ok(bot) => self.bot = bot,
                Err(why) => say(&format!("info string {why}")),
            },
            ["position", "startpos"] => self.set(&[], say),
            ["position", "startpos", "moves", moves @ ..] => self.set(moves, say),
            ["go", limits @ ..] => self.go(limits, world, say),
            ["query", what] => self.query(what, say),
            _ => say(&format!("info string not understood: {line}")),
        }
        true
    }

    fn set(&mut self, moves: &[&str], say: &mut dyn FnMut(&str)) {
        let moves: Vec<String> = moves.iter().map(|m| decoded(m)).collect();
        match (self.begin)(&moves) {
            Ok(table) => self.table = Some(table),
            Err(why) => say(&format!("info string no such position: {why}")),
        }
    }

    /// The position that was set, or the first one.
    fn table(&mut self, say: &mut dyn FnMut(&str)) -> Option<&dyn Table> {
        if self.table.is_none() {
            self.set(&[], say);
        }
        self.table.as_deref()
    }

    fn go(&mut self, limits: &[&str], world: &dyn World, say: &mut dyn FnMut(&str)) {
        let bot = self.bot;
        let Some(table) = self.table(say) else {
            return;
        };
        let seat = match table.snapshot(Eye::Public).now {
            Now::Turn(seat) => seat,
            _ => return say("bestmove 0000"),
        };
        let bot = effort(limits, seat).map_or(bot, |effort| bot.with(effort));
        let Some(advice) = table.advise(bot, world) else {
            return say("bestmove 0000");
        };
        if let Some(value) = advice.value {
            let certain = if advice.proven { " certain" } else { "" };
            let best = encoded(&advice.name);
            say(&format!("info nodes {} value {value:.3}{certain} pv {best}", advice.tried));
        }
        say(&format!("bestmove {}", encoded(&advice.name)));
    }

    fn query(&mut self, what: &str, say: &mut dyn FnMut(&str)) {
        let Some(table) = self.table(say) else {
            return;
        };
        let now = table.snapshot(Eye::Public).now;
        let answer = match (what, &now) {
            ("gameover", _) => matches!(now, Now::Over(..)).to_string(),
            ("p1turn", _) => (now == Now::Turn(Seat(0))).to_string(),
            ("result", Now::Over(outcome, _)) => match outcome.verdict {
                Verdict::Won(seats) if seats.len() == 1 => {
                    let first = seats.iter().next().map_or(0, |s| s.0 + 1);
                    format!("p{first}win")
                }
                _ => "draw".to_owned(),
            },
            ("result", _) => "none".to_owned(),
            _ => return say(&format!("info string nobody knows {what}")),
        };
        say(&format!("response {answer}"));
    }
}

/// How much may be thought, by what stands behind `go`.
fn effort(limits: &[&str], seat: Seat) -> Option<Effort> {
    let number = |name: &str| {
        let at = limits.iter().position(|word| *word == name)?;
        limits.get(at + 1)?.parse::<u64>().ok()
    };
    let time = |name: &str| number(name).map(Duration::from_millis);
    if let Some(nodes) = number("nodes") {
        return Some(Effort::Nodes(nodes.max(1)));
    }
    if let Some(time) = time("movetime") {
        return Some(Effort::Time(time.max(LEAST)));
    }
    if limits.contains(&"infinite") {
        return Some(Effort::Time(ENDLESS));
    }
    let player = seat.0 + 1;
    let left = time(&format!("p{player}time"))?;
    let more = time(&format!("p{player}inc")).unwrap_or_default();
    let time = (left / TO_COME + more * 4 / 5).min(left / 3);
    Some(Effort::Time(time.max(LEAST)))
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
pub fn go(effort: Effort) -> String {
    match effort {
        Effort::Nodes(nodes) => format!("go nodes {nodes}"),
        Effort::Time(time) => format!("go movetime {}", time.as_millis()),
    }
}

/// The move that a line of a program gives, if it gives one.
pub fn best_move(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().map(decoded))?
}

#[cfg(test)]
mod tests {
    use super::{best_move, decoded, effort, encoded, go, position};
    use senet_game::Seat;
    use senet_players::Effort;
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
        assert_eq!(go(Effort::Nodes(5)), "go nodes 5");
    }

    #[test]
    fn a_clock_gives_each_move_its_part() {
        let all: Vec<&str> = "p1time 60000 p1inc 1000 p2time 900".split(' ').collect();
        let ms = |n| Some(Effort::Time(Duration::from_millis(n)));
        assert_eq!(effort(&all, Seat(0)), ms(2_800));
        assert_eq!(effort(&all, Seat(1)), ms(30));
        assert_eq!(effort(&["movetime", "5"], Seat(0)), ms(10));
        assert_eq!(effort(&["nodes", "7"], Seat(0)), Some(Effort::Nodes(7)));
        assert_eq!(effort(&[], Seat(0)), None);
    }
}
