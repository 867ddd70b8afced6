//! Games as conversations: what is typed, and what is said to it.

use senet_game::Seat;
use senet_games::{OpenError, OpenOptions, Source, open};
use senet_match::{Clock, Environment, Match, MatchConfig, Participant, ParticipantKind, Record};
use senet_tui::{PlayEnd, PromptAnswer, Shell, play};
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
    interrupted: bool,
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

    fn ask(&mut self, prompt: &str) -> PromptAnswer {
        self.time.0 += self.pace;
        let Some(line) = self.lines.pop_front() else { return PromptAnswer::End };
        self.say(&format!("{prompt}{line}"));
        if line == "^C" { PromptAnswer::Interrupted } else { PromptAnswer::Line(line) }
    }

    fn interrupted(&mut self) -> bool {
        std::mem::take(&mut self.interrupted)
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
fn told(game: &str, config: MatchConfig, lines: &str) -> (String, PlayEnd) {
    let lines = lines.lines().map(str::to_owned).collect();
    let mut script = Script { lines, ..Script::default() };
    let (_, left) = play(begin(game, config), &mut script);
    (script.said, left)
}

fn plain(lines: &str) -> (String, PlayEnd) {
    told("tic-tac-toe", MatchConfig { seed: 1, ..MatchConfig::default() }, lines)
}

#[test]
fn a_game_is_won_and_said_to_be() {
    let (said, left) = plain("b2\na1\na2\n1\nc2");
    assert_eq!(left, PlayEnd::Over);
    assert!(said.starts_with("Tic-tac-toe\n"), "{said}");
    assert!(said.contains("It is o's turn.\n"), "{said}");
    assert!(said.ends_with("x wins.\n"), "{said}");
}

#[test]
fn an_interrupt_asks_and_offers_to_save() {
    let (said, left) = plain("b2\n^C\nwhat\n\na1\n^C\nsave\nsave kept\n");
    assert_eq!(left, PlayEnd::Early);
    assert!(said.contains("Press Enter to go on, or type `save FILE` or `quit`."), "{said}");
    assert!(said.contains("o> a1"), "the play goes on after Enter: {said}");
    assert!(said.contains("Save where?"), "{said}");
    assert!(said.ends_with("save kept\nSaved as kept.\n"), "{said}");
    let (said, left) = plain("^C\nquit\n");
    assert_eq!((left, said.contains("Saved")), (PlayEnd::Early, false));
}

#[test]
fn leaving_asks_at_a_terminal_if_moves_would_be_lost() {
    let leaves = |lines: &str| {
        let lines = lines.lines().map(str::to_owned).collect();
        let mut script = Script { lines, screen: true, ..Script::default() };
        play(begin("tic-tac-toe", MatchConfig { seed: 1, ..MatchConfig::default() }), &mut script);
        (script.said, script.lines.len())
    };
    let (said, unread) = leaves("q\nb2");
    assert_eq!((said.contains("Leave?"), unread), (false, 1), "nothing was played: {said}");
    let (said, unread) = leaves("b2\nq\n\na1\nq\nquit\nb1");
    assert_eq!((said.matches("Leave?").count(), unread), (2, 1), "{said}");
    assert!(said.contains("o> a1"), "the play goes on after Enter: {said}");
    let (said, unread) = leaves("b2\nsave kept\nq\na1");
    assert_eq!((said.contains("Leave?"), unread), (false, 1), "it is kept already: {said}");
}

#[test]
fn an_edge_is_typed_by_its_ends() {
    for typed in ["a1b1", "b1a1", "a1-b1", "a1 b1", "draw a1 b1"] {
        let (said, _) = told("dots-and-boxes", MatchConfig::default(), typed);
        assert!(said.contains("It is blue's turn."), "{typed}: {said}");
    }
}

#[test]
fn an_interrupt_while_a_bot_thinks_asks_too() {
    let bot = ParticipantKind::Bot("level:1".parse().expect("a bot"));
    let participants = vec![bot.into(), Participant::from(ParticipantKind::Person)];
    let config = MatchConfig { seed: 1, participants, ..MatchConfig::default() };
    let mut script = Script { interrupted: true, ..Script::default() };
    script.lines = ["no", "1", "quit"].map(str::to_owned).into();
    let (_, left) = play(begin("tic-tac-toe", config), &mut script);
    assert_eq!(left, PlayEnd::Early);
    assert!(
        script.said.contains(
            "goes on> no
"
        ),
        "{}",
        script.said
    );
}

#[test]
fn what_is_not_understood_is_explained() {
    let (said, left) = plain("z9\n0\nplace\nundo\nredo\nswap\nload\nload nowhere\nsave\n");
    assert_eq!(left, PlayEnd::Early);
    for sentence in [
        "I do not understand `z9`: type a move, or its number from 1 to 9. `?` helps.",
        "I do not understand `0`",
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
    let hint = said.lines().find(|l| l.starts_with("You could play: ")).expect("a hint");
    let text = hint.split(": ").nth(1).expect("the words of a move").trim_end_matches('.');
    assert!(said.contains(&format!(" {text}")), "{said}");
    assert!(said.contains("It seems to be worth "), "{said}");
    assert!(!said.contains("100 %"), "few tries do not make certain: {said}");
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
    assert_eq!(left, PlayEnd::Over, "{said}");
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
    assert_eq!(left, PlayEnd::Over);
    assert!(script.said.contains("Clocks: x 0:02, o 0:05"), "{}", script.said);
    assert!(script.said.ends_with("o wins: x ran out of time.\n"), "{}", script.said);
    // A command that comes too late does not help.
    let table = begin("tic-tac-toe", MatchConfig { clock: Some(clock), ..MatchConfig::default() });
    let lines = ["rules", "hint", "b2"].map(str::to_owned).into();
    let mut script = Script { lines, pace: Duration::from_secs(3), ..Script::default() };
    assert_eq!(play(table, &mut script).1, PlayEnd::Over);
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
    assert_eq!(left, PlayEnd::Over, "{said}");
    assert!(said.contains("I do not understand `see`"), "there is nothing to see yet: {said}");
}

/// A game from a text, played with these lines.
fn told_of(text: &str, lines: &str) -> String {
    let source = Source::Text { name: "own", text, loader: None };
    let game = open(source, &OpenOptions::default()).expect("the text has no errors");
    let table = Match::new(game, MatchConfig { seed: 1, ..MatchConfig::default() });
    let lines = lines.lines().map(str::to_owned).collect();
    let mut script = Script { lines, ..Script::default() };
    play(table.expect("a good configuration"), &mut script);
    script.said
}

#[test]
fn chess_is_typed_as_players_write_it() {
    let moves = "e2e4\ne7-e5\nNf3\nNc6\nBb5\na6\nBxc6\ndxc6\nO-O\nbg4\nh3\nBxf3\nqxf3\nq";
    let (said, _) = told("chess", MatchConfig::default(), moves);
    assert!(!said.contains("I do not understand"), "{said}");
    assert!(!said.contains("not a legal move"), "{said}");
    assert!(said.contains("White castles."), "{said}");
    assert!(said.contains("  1  ♖  ♘  ♗ [·] ·  ♖  ♔  ·\n"), "{said}");
    let (said, _) = told("chess", MatchConfig::default(), "e4\nd5\nexd5\nQxd5\nNc3\nQa5\nq");
    assert!(!said.contains("I do not understand"), "{said}");
    assert!(said.contains("♛  ·"), "{said}");
}

#[test]
fn a_game_of_chess_is_written_down_and_played_again() {
    let chess =
        || open(Source::Catalogue("chess"), &OpenOptions::default()).expect("it is shipped");
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. O-O *";
    let playing = Match::replay_transcript(chess(), text).expect("legal moves");
    let written = playing.transcript().expect("chess has a notation");
    let moves = written.split("\n\n").nth(1).expect("the moves").replace('\n', " ");
    assert_eq!(moves.trim(), text.split("\n\n").nth(1).expect("the moves"));
    assert!(written.contains("[Result \"*\"]"), "{written}");
    let wrong =
        Match::replay_transcript(chess(), "1. e4 e5 2. Ke3").err().expect("an illegal move");
    assert_eq!(wrong.to_string(), "`Ke3`, word 3 of the moves, is not a legal move");
    let moves = "f3\ne5\ng4\nQh4\nsave x.pgn\n";
    let (said, left) = told("chess", MatchConfig::default(), moves);
    assert_eq!(left, PlayEnd::Over, "{said}");
    assert!(said.contains("Checkmate.\n"), "{said}");
}

#[test]
fn draughts_is_written_down_with_captures_in_a_row() {
    let draughts = open(Source::Catalogue("draughts"), &OpenOptions::default());
    let text = "1. 11-15 22-18 2. 15x22 25x18";
    let playing = Match::replay_transcript(draughts.expect("it is shipped"), text);
    let written = playing.expect("legal moves").transcript().expect("a notation");
    assert!(
        written.contains("[GameType \"21\"]") && written.ends_with(&format!("{text} *\n")),
        "{written}"
    );
}

#[test]
fn othello_begins_as_in_books_and_shows_how_many_discs_there_are() {
    let (said, _) = told("othello", MatchConfig::default(), "d3\nc3\nq");
    assert!(said.contains("1 place on d3  2 place on c4  3 place on f5  4 place on e6"), "{said}");
    for told in ["black has 4, white has 1.", "black has 3, white has 3."] {
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn draughts_has_numbers_for_its_squares() {
    let (said, _) = told("draughts", MatchConfig::default(), "11-15\n22-18\n\n25x18\nq");
    assert!(said.contains("It is the only move: Enter makes it."), "{said}");
    assert!(!said.contains("I do not understand"), "{said}");
    assert!(!said.contains("landed"), "{said}");
}

#[test]
fn a_number_of_a_pit_is_the_pit_and_not_the_menu_entry() {
    let (said, _) = told("kalah", MatchConfig::default(), "3\n1\nq");
    assert!(!said.contains("4×4"), "{said}");
    assert!(said.contains("South> 1"), "the third pit earns another move: {said}");
}

#[test]
fn a_letter_is_a_column_and_a_taken_cell_says_so() {
    let (said, _) = told("connect-four", MatchConfig::default(), "d\nd\nq");
    assert!(!said.contains("I do not understand"), "{said}");
    let (said, _) = plain("c3\nc3\nq");
    assert!(said.contains("c3 is taken."), "{said}");
}

const DEAL: &str = r#"
#title "Deal".
player : type.  ann : player.  bob : player.  #players player.
card : type.  ace : card.  ten : card.
deck card : pred.  owed player : pred.  hand player card : pred.  turn player : pred.
rich player : pred.  poor player : pred.
#hidden deck _.  #hidden hand P _.  #win rich.
stage deal = { draw : owed P * deck C -o hand P C. }
stage ask = { show : turn P -o poor P. }
#interactive ask.
stage judge = { judge : poor _ * $hand P ace -o rich P. }
qui * stage deal -o stage ask.
qui * stage ask -o stage judge.
#intro "Two cards lie on the table." "One of them is the ace.".
#tell draw "{P} draws the {C}." "{P} draws a card.".
#tell judge "{P} shows the ace.".
#tell rich "{A} is rich.".
#label show "show".
#panel hand P C "{P}'s hand".
#goal _ "get the ace".
#trace _ deal { turn ann, owed ann, owed bob, deck ace, deck ten }.
"#;

#[test]
fn a_game_tells_its_story_to_those_who_may_hear_it() {
    let said = told_of(DEAL, "\n");
    for sentence in [
        "Deal\nTwo cards lie on the table.\nOne of them is the ace.\nGoal: get the ace.\n",
        "Bob draws a card.",
        "  bob's hand: 1 hidden\n",
        " shows the ace.\n",
        " is rich.\n",
    ] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
    assert!(!said.contains("turn ann"), "tokens of the turn are not shown: {said}");
}

#[test]
fn what_is_told_counts_atoms_and_asks_for_them() {
    let counting = DEAL
        .replace("\"{P} draws a card.\"", "\"{P} draws a card: {count hand P _} in hand.\"")
        .replace(
            "#tell judge \"{P} shows the ace.\".",
            "#tell judge \"{deck _ ? Cards are left. | No card is left.}\".",
        )
        .replace(
            "\"{A} is rich.\"",
            "\"{A} is rich.\" \"{hand bob ace ? bob did it. | ann did it.}\"",
        );
    let said = told_of(&counting, "\n");
    for sentence in ["Bob draws a card: 1 in hand.", "No card is left.", " is rich.\n"] {
        assert!(said.contains(sentence), "{sentence}: {said}");
    }
    // Whether bob has the ace is not for ann to know, not even by its absence.
    assert!(!said.contains("did it"), "{said}");
    for (wrong, why) in [
        ("{count hond P _}", "there is no predicate `hond` to be counted"),
        ("{count hand P}", "`hand` has 2 arguments, not 1"),
        ("{hand P queen ? a | b}", "`queen` is not a value for this argument of `hand`"),
    ] {
        let text = DEAL.replace("{P} draws a card.", wrong);
        let source = Source::Text { name: "own", text: &text, loader: None };
        let Err(OpenError::Text(found)) = open(source, &OpenOptions::default()) else {
            panic!("{wrong} is wrong");
        };
        assert!(found.iter().any(|d| d.message.contains(why)), "{why}: {found:?}");
    }
}

#[test]
fn what_is_not_to_be_seen_is_not_drawn() {
    let text = r#"
        board cell = square 2 1.
        player : type.  ann : player.  bob : player.  #players player.
        kind : type.  rook : kind.  ghost : kind.
        piece player kind cell : pred.  turn player : pred.  fee kind nat : pred.  coin : pred.
        dust : pred.
        stage play = { pay : turn P * coin * next P Q -o turn Q. }
        #interactive play.
        #glyph piece bob rook _ "R".  #glyph ghost "".
        #hide dust.  #describe fee "{A}s cost {B}.".  #panel coin "coins".
        #trace _ play {
          turn ann, piece bob rook a1, piece ann ghost b1, fee rook 3, coin^3, dust^2
        }.
    "#;
    let said = told_of(text, "q");
    let view = "\n  1  R  ·\n     a  b\n  coins: 3\n  Rooks cost 3.\n";
    assert!(said.contains(view), "{said}");
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
    assert_eq!(left, PlayEnd::Over);
    assert!(script.said.contains("x: place on "), "{}", script.said);
}
