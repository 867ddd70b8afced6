//! Games as conversations: what is typed, and what is said to it.

use senet_game::Seat;
use senet_games::{OpenOptions, Source, open};
use senet_match::{Clock, Environment, Match, MatchConfig, Participant, ParticipantKind, Record};
use senet_tui::{Left, Shell, play};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Somebody who types what a test says.
#[derive(Default)]
struct Script {
    lines: VecDeque<String>,
    said: String,
    files: HashMap<String, String>,
    /// How long each answer takes.
    pace: Duration,
    time: Still,
    screen: bool,
    evaluates: bool,
}

/// Time passes when somebody answers.
#[derive(Default)]
struct Still(Duration);

impl Environment for Still {
    fn now(&self) -> Duration {
        self.0
    }
}

impl Shell for Script {
    fn say(&mut self, text: &str) {
        self.said.push_str(text);
        self.said.push('\n');
    }

    fn ask(&mut self, prompt: &str) -> Option<String> {
        self.time.0 += self.pace;
        let line = self.lines.pop_front()?;
        self.say(&format!("{prompt}{line}"));
        Some(line)
    }

    fn environment(&self) -> &dyn Environment {
        &self.time
    }

    fn width(&self) -> usize {
        80
    }

    fn colour(&self) -> bool {
        false
    }

    fn screen(&self) -> bool {
        self.screen
    }

    fn evaluates(&self) -> bool {
        self.evaluates
    }

    fn save(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.files.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        self.files.get(name).cloned().ok_or_else(|| format!("there is no `{name}`"))
    }

    fn replay(&mut self, record: &Record) -> Result<Match, String> {
        let options = OpenOptions { options: record.options.clone(), ..OpenOptions::default() };
        let game = open(Source::Catalogue(&record.game), &options).map_err(|e| e.to_string())?;
        Match::replay(game, record).map_err(|e| e.to_string())
    }
}

fn begin(game: &str, config: MatchConfig) -> Match {
    let game = open(Source::Catalogue(game), &OpenOptions::default());
    Match::new(game.expect("it is in the catalogue"), config).expect("a good configuration")
}

/// Plays a game with these lines; what was said, and how it was left.
fn told(game: &str, config: MatchConfig, lines: &str) -> (String, Left) {
    let lines = lines.lines().map(str::to_owned).collect();
    let mut script = Script { lines, ..Script::default() };
    let (_, left) = play(begin(game, config), &mut script);
    (script.said, left)
}

fn plain(lines: &str) -> (String, Left) {
    told("tic-tac-toe", MatchConfig { seed: 1, ..MatchConfig::default() }, lines)
}

#[test]
fn a_game_is_won_and_said_to_be() {
    let (said, left) = plain("b2\na1\na2\n1\nc2");
    assert_eq!(left, Left::Over);
    assert!(said.starts_with("Tic-tac-toe\n"), "{said}");
    assert!(said.contains("It is o's turn.\n"), "{said}");
    assert!(said.ends_with("x wins.\n"), "{said}");
}

#[test]
fn what_is_not_understood_is_explained() {
    let (said, left) = plain("z9\n0\nplace\nundo\nredo\nswap\nload\nload nowhere\nsave\n");
    assert_eq!(left, Left::Early);
    for sentence in [
        "`z9` is no move: a number from 1 to 9, a place, the words of a move, or `help`.",
        "`0` is no move",
        "`place` could be",
        "That is not possible: there is nothing to take back.",
        "That is not possible: there is nothing to play again.",
        "That is not possible: only the second player can swap",
        "Load what? Type a name",
        "It could not be loaded: there is no `nowhere`.",
        "Save where? Type a name",
    ] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let (said, _) = plain("b2\nundo\nredo\nundo\na1\nboard\nmoves\nhelp\nquit");
    assert_eq!(said.matches("It is o's turn.").count(), 3, "{said}");
    assert!(said.contains("take back your last move"), "{said}");
}

#[test]
fn a_hint_is_a_move() {
    let (said, _) = plain("hint\nquit");
    let hint = said.lines().find(|l| l.starts_with("You could play ")).expect("a hint");
    let text = hint.split(": ").nth(1).expect("the words of a move");
    assert!(said.contains(&format!(" {text}")), "{said}");
    assert!(said.contains("It looks like "), "{said}");
    let (said, _) = plain("a1\na2\nb1\nb2\nhint\nquit");
    assert!(said.contains("It wins, whatever the others do."), "{said}");
}

#[test]
fn who_is_ahead_is_said_if_that_is_wanted() {
    let lines = "a1\na2\nb1\nb2\nquit".lines().map(str::to_owned).collect();
    let mut script = Script { lines, evaluates: true, ..Script::default() };
    play(begin("tic-tac-toe", MatchConfig::default()), &mut script);
    let told = script.said.lines().filter(|line| line.starts_with("Evaluation: ")).count();
    assert_eq!(told, 5, "{}", script.said);
    assert!(script.said.contains("Evaluation: x can win for certain."), "{}", script.said);
}

#[test]
fn a_game_is_saved_and_comes_back() {
    let (said, left) = plain("b2\na1\nsave mine\na2\nload mine\na3\nc1\nb3\nb1\nc3\nc2\na2\nquit");
    assert!(said.contains("Saved as mine."), "{said}");
    assert!(said.contains("Tic-tac-toe, as it was saved."), "{said}");
    assert_eq!(left, Left::Over, "{said}");
}

#[test]
fn who_resigns_or_thinks_too_long_loses() {
    let (said, _) = plain("resign");
    assert!(said.ends_with("o wins: x resigned.\n"), "{said}");
    let clock: Clock = "5+0".parse().expect("a clock");
    let table = begin("tic-tac-toe", MatchConfig { clock: Some(clock), ..MatchConfig::default() });
    let lines = ["b2", "a1", "a2"].map(str::to_owned).into();
    let mut script = Script { lines, pace: Duration::from_secs(3), ..Script::default() };
    let (_, left) = play(table, &mut script);
    assert_eq!(left, Left::Over);
    assert!(script.said.contains("Clocks: x 0:02, o 0:05"), "{}", script.said);
    assert!(script.said.ends_with("o wins: x ran out of time.\n"), "{}", script.said);
}

#[test]
fn the_second_player_swaps() {
    let named =
        |name: &str| Participant { name: Some(name.to_owned()), kind: ParticipantKind::Person };
    let participants = vec![named("Ann"), named("Bob")];
    let config = MatchConfig { swap: true, participants, ..MatchConfig::default() };
    let (said, _) = told("tic-tac-toe", config, "b2\nswap\nquit");
    assert!(said.contains("or `swap` seats"), "{said}");
    assert!(said.contains("It is Ann (o)'s turn."), "{said}");
}

#[test]
fn secrets_are_not_left_on_the_screen() {
    let table = begin("battleships", MatchConfig { seed: 3, ..MatchConfig::default() });
    let lines = ["", "1", "", "1"].map(str::to_owned).into();
    let mut script = Script { lines, screen: true, ..Script::default() };
    let _ = play(table, &mut script);
    let handed = script.said.matches("Hand the screen to").count();
    assert!(handed >= 1, "{}", script.said);
}

#[test]
fn a_game_may_have_words_of_its_own() {
    let config = MatchConfig { seed: 1, ..MatchConfig::default() };
    let (said, left) = told("kuhn-poker", config, "see\nraise\nsee");
    assert_eq!(left, Left::Over, "{said}");
    assert!(said.contains("`see` is no move"), "there is nothing to see yet: {said}");
}

#[test]
fn bots_play_alone_and_say_what_they_do() {
    let bot = Participant::from(senet_match::Bot::random());
    let mut table = begin("tic-tac-toe", MatchConfig { seed: 2, ..MatchConfig::default() });
    for seat in 0..2 {
        table.sit(Seat(seat), bot.clone(), &()).expect("there are two seats");
    }
    let mut script = Script::default();
    let (_, left) = play(table, &mut script);
    assert_eq!(left, Left::Over);
    assert!(script.said.contains("x: place on "), "{}", script.said);
}
