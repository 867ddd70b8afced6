//! Matches as shells use them, with a small game in which chance has a part.

use senet_game::board::{Board, Cell, Place, Shape, Spec, Spot};
use senet_game::{
    Abilities, DrawRules, DynGame, Event, Game, GameInfo, Log, Observer, Outcome, Piece, Scene,
    Seat, SeatSet, Turn, Verdict, View, erase, erase_with,
};
use senet_match::{
    Action, ActionError, ConfigError, Ending, EngineError, ExternalEngine, Match, MatchConfig,
    MatchStatus, MoveNotFound, Participant, ParticipantKind, Record, SeenPlay, find_move,
};
use senet_players::{Bot, Environment, SearchConfig, SearchLimit};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Sticks in a row, numbered from the left; two players take them from the right, one to three at a
/// time, and who takes the last one wins. In the lucky game a coin may put one back after a move.
struct Sticks {
    sticks: u32,
    lucky: bool,
    limit: Option<u64>,
    /// Taking three begins the count anew.
    quiet: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Row {
    left: u32,
    turn: u8,
    tossing: bool,
}

impl Sticks {
    fn winner(row: &Row) -> SeatSet {
        let mut seats = SeatSet::default();
        seats.insert(Seat(1 - row.turn));
        seats
    }
}

impl Game for Sticks {
    type State = Row;
    type Move = u32;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Row {
        Row { left: self.sticks, turn: 0, tossing: false }
    }

    fn turn(&self, row: &Row) -> Turn {
        match row.left {
            0 => Turn::Over(Outcome::of(Verdict::Won(Sticks::winner(row)))),
            _ if row.tossing => Turn::Chance,
            _ => Turn::Player(Seat(row.turn)),
        }
    }

    fn moves(&self, row: &Row, out: &mut Vec<u32>) {
        out.clear();
        match self.turn(row) {
            Turn::Player(_) => out.extend(1..=row.left.min(3)),
            Turn::Chance => out.extend([0, 1]),
            _ => {}
        }
    }

    fn apply(&self, row: &mut Row, mv: &u32, log: &mut impl Log) {
        if row.tossing {
            row.left += mv;
            row.tossing = false;
            return;
        }
        row.left -= mv;
        row.turn = 1 - row.turn;
        row.tossing = self.lucky && row.left > 0;
        if row.left == 0 {
            let deciding = vec![Cell(0).into()];
            log.event(Event { name: "last".to_owned(), deciding, ..Event::default() });
        }
    }

    fn move_name(&self, row: &Row, mv: &u32) -> String {
        match (row.tossing, mv) {
            (true, 0) => "tails".to_owned(),
            (true, _) => "heads".to_owned(),
            (false, n) => format!("take from {}", self.spot(row.left - n)),
        }
    }

    fn view(&self, row: &Row, _: Observer) -> View {
        let shape = Shape::Square { width: self.sticks + 3, height: 1 };
        let board = Arc::new(Board::new(Spec::from(shape)).expect("a small board"));
        let stick = |i| Piece {
            spot: Spot::Cell(Cell(i)),
            kind: "stick".to_owned(),
            glyph: "|".to_owned(),
            seat: None,
            copies: 1,
            opposite: None,
        };
        let pieces = (0..row.left).map(stick).collect();
        View { boards: vec![Scene { board, pieces }], ..View::default() }
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["left", "right"][usize::from(seat.0)].to_owned()
    }

    fn abilities(&self) -> Abilities<Sticks> {
        Abilities {
            draw_rules: DrawRules { limit: self.limit, quiet: self.quiet, repeat: None },
            is_irreversible: Some(|_, mv| *mv == 3),
            ..Abilities::default()
        }
    }
}

impl Sticks {
    fn spot(&self, column: u32) -> String {
        let letter = char::from(b'a' + column as u8);
        format!("{letter}1")
    }
}

fn info() -> GameInfo {
    GameInfo { name: "sticks".to_owned(), title: "Sticks".to_owned(), ..GameInfo::default() }
}

fn config() -> MatchConfig {
    MatchConfig::default()
}

fn erased(game: Sticks) -> Arc<dyn DynGame> {
    erase(Arc::new(game), info())
}

fn begin(game: Sticks, config: MatchConfig) -> Match {
    Match::new(erased(game), config).expect("a good configuration")
}

/// The bot that gives hints.
const HINTS: Bot = Bot::mcts(SearchConfig::new(SearchLimit::Nodes(300)));

fn plain(sticks: u32) -> Sticks {
    Sticks { sticks, lucky: false, limit: None, quiet: None }
}

fn play(table: &mut Match, typed: &str) -> Result<(), ActionError> {
    let now = table.snapshot(Observer::All);
    let at = find_move(typed, &now.choices, &now.view).expect("a move");
    table.act(&Action::Move(now.choices[at].name.clone()), Duration::ZERO)
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut table = begin(plain(5), config());
    assert_eq!(table.snapshot(Observer::Public).sentence(), "It is left's turn.");
    play(&mut table, "c1").unwrap();
    play(&mut table, "take from a1").unwrap();
    let end = table.snapshot(Observer::Public);
    assert_eq!(end.sentence(), "Right wins.");
    assert_eq!(end.deciding, [Place::from(Cell(0))]);
    assert!(end.choices.is_empty());
    let refused = table.act(&Action::Move("take from a1".to_owned()), Duration::ZERO);
    assert_eq!(refused, Err(ActionError::Over));
}

#[test]
fn only_the_one_whose_turn_it_is_may_choose() {
    let table = begin(plain(5), config());
    assert_eq!(table.snapshot(Observer::Seat(Seat(0))).choices.len(), 3);
    assert!(table.snapshot(Observer::Seat(Seat(1))).choices.is_empty());
    assert!(table.snapshot(Observer::Public).choices.is_empty());
}

#[test]
fn what_is_taken_back_stays_in_the_tree() {
    let mut table = begin(plain(9), config());
    let undo = |t: &mut Match| t.act(&Action::Undo, Duration::ZERO);
    let redo = |t: &mut Match| t.act(&Action::Redo, Duration::ZERO);
    assert_eq!(undo(&mut table), Err(ActionError::NothingToUndo));
    play(&mut table, "1").unwrap();
    play(&mut table, "1").unwrap();
    let first = table.snapshot(Observer::All);
    undo(&mut table).unwrap();
    undo(&mut table).unwrap();
    play(&mut table, "2").unwrap();
    undo(&mut table).unwrap();
    assert_eq!(table.snapshot(Observer::All).branches.len(), 2, "both first moves are remembered");
    redo(&mut table).unwrap();
    assert_eq!(table.snapshot(Observer::All).last.unwrap().play.text(), "take from h1");
    assert_eq!(redo(&mut table), Err(ActionError::NothingToRedo));
    table.act(&Action::Go(first.node), Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Observer::All), first);
    let nowhere = table.act(&Action::Go(99), Duration::ZERO);
    assert_eq!(nowhere, Err(ActionError::NoSuchNode(99)));
    assert_eq!(table.line(Observer::All).len(), 2);
}

#[test]
fn the_same_move_again_is_the_same_branch() {
    let mut table = begin(plain(9), config());
    play(&mut table, "1").unwrap();
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    play(&mut table, "1").unwrap();
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Observer::All).branches.len(), 1);
}

#[test]
fn undo_passes_over_bots_and_chance() {
    let bot = Participant::from(Bot::random());
    let config = MatchConfig { participants: vec![Participant::default(), bot], ..config() };
    let mut table = begin(Sticks { sticks: 30, lucky: true, limit: None, quiet: None }, config);
    play(&mut table, "1").unwrap();
    while table.advance(&()).unwrap() {}
    let now = table.snapshot(Observer::All);
    assert_eq!((now.status, now.moves), (MatchStatus::Turn(Seat(0)), 2));
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Observer::All).moves, 0);
    table.act(&Action::Redo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Observer::All).moves, 2);
}

#[test]
fn the_second_player_may_swap_once() {
    let named =
        |name: &str| Participant { name: Some(name.to_owned()), kind: ParticipantKind::Person };
    let participants = vec![named("Ann"), named("Bob")];
    let mut table = begin(plain(9), MatchConfig { swap: true, participants, ..config() });
    let swap = |t: &mut Match| t.act(&Action::Swap, Duration::ZERO);
    assert_eq!(swap(&mut table), Err(ActionError::NoSwap));
    play(&mut table, "1").unwrap();
    assert_eq!(table.snapshot(Observer::All).sentence(), "It is Bob (right)'s turn.");
    swap(&mut table).unwrap();
    let after = table.snapshot(Observer::All);
    assert_eq!(after.sentence(), "It is Ann (right)'s turn.");
    assert_eq!(after.last.unwrap().play, SeenPlay::Swap);
    assert_eq!(swap(&mut table), Err(ActionError::NoSwap));
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Observer::All).sentence(), "It is Bob (right)'s turn.");
    play(&mut table, "1").unwrap();
    assert!(!table.snapshot(Observer::All).can_swap);
}

#[test]
fn who_resigns_loses() {
    let mut table = begin(plain(9), config());
    table.act(&Action::Resign(Seat(1)), Duration::ZERO).unwrap();
    let end = table.snapshot(Observer::All);
    assert_eq!(end.sentence(), "Left wins: right resigned.");
    assert!(matches!(end.status, MatchStatus::Over(_, Ending::Resigned(Seat(1)))));
    assert_eq!(table.act(&Action::Resign(Seat(0)), Duration::ZERO), Err(ActionError::Over));
    let nobody = begin(plain(9), config()).act(&Action::Resign(Seat(7)), Duration::ZERO);
    assert_eq!(nobody, Err(ActionError::NoSuchSeat(Seat(7))));
}

#[test]
fn who_thinks_for_too_long_loses() {
    let clock = Some("10+1".parse().unwrap());
    let mut table = begin(plain(9), MatchConfig { clock, ..config() });
    let take = |t: &mut Match, seconds| {
        let name = t.snapshot(Observer::All).choices[0].name.clone();
        t.act(&Action::Move(name), Duration::from_secs(seconds)).unwrap();
    };
    take(&mut table, 4);
    take(&mut table, 1);
    let left = table.snapshot(Observer::All).left;
    assert_eq!(left, [Duration::from_secs(7), Duration::from_secs(10)]);
    let saved = table.record();
    take(&mut table, 8);
    assert_eq!(table.snapshot(Observer::All).sentence(), "Right wins: left ran out of time.");
    // The clocks are in the record.
    let read: Record = saved.to_string().parse().unwrap();
    let again = Match::replay(erased(plain(9)), &read).unwrap();
    assert_eq!(again.snapshot(Observer::All).left, left);
}

#[test]
fn long_play_is_a_draw_if_the_game_says_so() {
    let mut table =
        begin(Sticks { sticks: 9, lucky: false, limit: Some(2), quiet: None }, config());
    play(&mut table, "1").unwrap();
    play(&mut table, "1").unwrap();
    let end = table.snapshot(Observer::All);
    assert_eq!(end.sentence(), "A draw: the limit of 2 moves is reached.");
    assert!(end.choices.is_empty());
}

#[test]
fn quiet_moves_are_counted_since_something_was_stirred() {
    let game = Sticks { sticks: 9, lucky: false, limit: None, quiet: Some(2) };
    let mut table = begin(game, config());
    for take in ["1", "3", "1"] {
        play(&mut table, take).unwrap();
        assert!(!table.snapshot(Observer::All).choices.is_empty(), "it goes on");
    }
    play(&mut table, "1").unwrap();
    let said = table.snapshot(Observer::All).sentence();
    assert_eq!(said, "A draw: 2 moves in a row brought no progress.");
}

#[test]
fn a_record_is_read_as_it_was_written_and_replays() {
    let bot = |name: &str| Participant {
        name: Some(name.to_owned()),
        kind: ParticipantKind::Bot(Bot::random()),
    };
    let participants = vec![bot("Ann"), bot("Bob the bot")];
    let options = vec![("sticks".to_owned(), "30".to_owned())];
    let game = Arc::new(Sticks { sticks: 30, lucky: true, limit: None, quiet: None });
    let game = erase_with(game, info(), options);
    for seed in 0..20 {
        let config = MatchConfig { participants: participants.clone(), seed, ..config() };
        let mut table = Match::new(Arc::clone(&game), config).unwrap();
        while table.advance(&()).unwrap() {}
        let record = table.record();
        let read: Record = record.to_string().parse().unwrap();
        assert_eq!(read.to_string(), record.to_string());
        let again = Match::replay(Arc::clone(&game), &read).unwrap();
        assert!(again.position() == table.position());
        assert_eq!(again.record().to_string(), record.to_string());
    }
}

#[test]
fn a_record_can_be_read_by_a_person() {
    let mut table = begin(plain(4), MatchConfig { swap: true, seed: 7, ..config() });
    play(&mut table, "2").unwrap();
    table.act(&Action::Swap, Duration::ZERO).unwrap();
    play(&mut table, "2").unwrap();
    let expected = "senet record 1\ngame sticks\nseed 7\nswap yes\nseat 1 human\nseat 2 human\n\n\
                    1. take from c1\nswap\n2. take from a1\n= right wins.\n";
    assert_eq!(table.record().to_string(), expected);
}

#[test]
fn bad_records_say_what_is_wrong_and_where() {
    let head = "senet record 1\ngame sticks\n\n";
    let cases = [
        (String::new(), "the record is empty"),
        ("hello".to_owned(), "line 1: a record begins with `senet record 1`"),
        ("senet record 2".to_owned(), "line 1: this is version 2, and only 1 is known here"),
        ("senet record 1\n\n".to_owned(), "the record does not say which game it is: `game NAME`"),
        ("senet record 1\nwinner x".to_owned(), "line 2: `winner` is not part of a record"),
        (
            "senet record 1\nseat 2 human".to_owned(),
            "line 2: seats come in their order: this is seat 1",
        ),
        (
            "senet record 1\nclock 0".to_owned(),
            "line 2: `0` is not a clock: it needs at least a second, and at most 8640000 seconds",
        ),
        (
            "senet record 1\nseat 1 human \u{1b}[2J".to_owned(),
            "line 2: a control character is not part of a record",
        ),
        (format!("{head}2. take"), "line 4: this should be move 1"),
        (format!("{head}take"), "line 4: `take` is not a play"),
        (format!("{head}resign 0"), "line 4: `0` is not a seat"),
        (format!("{head}1. take\tsoon"), "line 4: `take\tsoon` does not end with a time"),
        (format!("{head}= x wins.\n1. take"), "line 5: nothing comes after the result"),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Record>().unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn records_of_other_games_do_not_replay() {
    let replay = |plays: &str| {
        let text = format!("senet record 1\ngame sticks\n\n{plays}");
        let record = text.parse().unwrap();
        Match::replay(erased(plain(3)), &record).err().map(|e| e.to_string())
    };
    assert_eq!(replay("1. take from a1\n= left wins.").as_deref(), None);
    let no = "play 1: `take from z1` is not a legal move here";
    assert_eq!(replay("1. take from z1").as_deref(), Some(no));
    let chance = "play 1: it is not the turn of chance";
    assert_eq!(replay("~ heads").as_deref(), Some(chance));
    let lie = "the record says `right wins.`, the rules say `left wins.`";
    assert_eq!(replay("1. take from a1\n= right wins.").as_deref(), Some(lie));
    let early = "the record says `left wins.`, but the game is not over";
    assert_eq!(replay("= left wins.").as_deref(), Some(early));
    assert_eq!(replay("resign 9").as_deref(), Some("play 1: there is no seat 9"));
}

#[test]
fn configurations_that_cannot_be_are_refused() {
    let participants = vec![Participant::default(); 3];
    let three = Match::new(erased(plain(3)), MatchConfig { participants, ..config() });
    assert_eq!(three.err(), Some(ConfigError::Participants { seats: 2, participants: 3 }));
}

#[test]
fn moves_are_found_as_people_type_them() {
    let table = begin(plain(5), config());
    let now = table.snapshot(Observer::All);
    let found = |typed: &str| find_move(typed, &now.choices, &now.view);
    for (typed, name) in [
        ("1", "take from e1"),
        ("take from d1", "take from d1"),
        ("D1", "take from d1"),
        ("3,1", "take from c1"),
        ("take from c", "take from c1"),
        ("t f c", "take from c1"),
    ] {
        let at = found(typed).unwrap_or_else(|e| panic!("{typed}: {e:?}"));
        assert_eq!(now.choices[at].name, name, "{typed}");
    }
    assert_eq!(found("take"), Err(MoveNotFound::Several(vec![0, 1, 2])));
    for nothing in ["", "4", "0", "a1", "9,9", "give", "99999999999999999999"] {
        assert_eq!(found(nothing), Err(MoveNotFound::Nothing), "{nothing}");
    }
}

#[test]
fn chance_is_the_same_whether_or_not_one_comes_back() {
    let game = || Sticks { sticks: 30, lucky: true, limit: None, quiet: None };
    let config_ = || MatchConfig { seed: 11, ..config() };
    let roll = |table: &mut Match| {
        play(table, "1").unwrap();
        assert!(table.advance(&()).unwrap());
        table.snapshot(Observer::All).last.map(|l| l.play.text().to_owned())
    };
    let mut straight = begin(game(), config_());
    let expected: Vec<_> = (0..6).map(|_| roll(&mut straight)).collect();
    let mut winding = begin(game(), config_());
    for (i, wanted) in expected.iter().enumerate() {
        winding.hint(HINTS, &()).unwrap();
        assert_eq!(roll(&mut winding), *wanted, "roll {i}");
        winding.act(&Action::Undo, Duration::ZERO).unwrap();
        assert_eq!(roll(&mut winding), *wanted, "roll {i}, again");
        let record: Record = winding.record().to_string().parse().unwrap();
        winding = Match::replay(erased(game()), &record).unwrap();
    }
}

#[test]
fn what_came_before_the_first_decision_is_not_taken_back() {
    let bot = Participant::from(Bot::random());
    let participants = vec![bot, Participant::default()];
    let mut table = begin(plain(9), MatchConfig { participants, ..config() });
    while table.advance(&()).unwrap() {}
    assert_eq!(table.act(&Action::Undo, Duration::ZERO), Err(ActionError::NothingToUndo));
}

#[test]
fn only_who_thinks_runs_out_of_time() {
    let mut table = begin(plain(9), config());
    let out = table.act(&Action::OutOfTime(Seat(0)), Duration::ZERO);
    assert_eq!(out, Err(ActionError::InTime));
}

#[test]
fn bots_swap_when_they_would_rather_be_the_other() {
    // Ann takes one of five: whoever has to move then has lost, and whoever took it has won.
    for (first, swaps) in [("1", true), ("2", false)] {
        let bot = Participant::from("mcts:500".parse::<Bot>().expect("a bot"));
        let participants = vec![Participant::default(), bot];
        let mut table = begin(plain(5), MatchConfig { swap: true, participants, ..config() });
        play(&mut table, first).unwrap();
        assert!(table.advance(&()).unwrap());
        let last = table.snapshot(Observer::All).last.expect("something was played");
        assert_eq!(last.play == SeenPlay::Swap, swaps, "after {first}: {last:?}");
    }
}

#[test]
fn hints_have_reasons() {
    let table = begin(plain(6), config());
    let hint = table.hint(HINTS, &()).unwrap().expect("it is a player's turn");
    assert_eq!((hint.seat, hint.name.as_str()), (Seat(0), "take from e1"));
    assert_eq!((hint.value, hint.proven), (Some(1.0), true));
    assert_eq!(hint.line.first(), Some(&hint.name));
}

/// Answers as told, in place of an external engine.
struct Told(&'static str);

impl ExternalEngine for Told {
    fn best_move(
        &mut self,
        moves: &[String],
        _: SearchLimit,
        _: &dyn Environment,
    ) -> Result<String, EngineError> {
        let at = moves.len() / 2;
        self.0.split(", ").nth(at).map(str::to_owned).ok_or(EngineError::NoAnswer)
    }
}

/// Starts engines that answer as told, and keeps what is reported.
#[derive(Default)]
struct Programs {
    reported: Mutex<Vec<String>>,
}

impl Environment for Programs {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn start_engine(&self, command: &str) -> Result<Box<dyn ExternalEngine>, EngineError> {
        match command {
            "clever" | "clever --fast" => Ok(Box::new(Told("take from e1, take from a1"))),
            "mad" => Ok(Box::new(Told("take from e1, take from z9"))),
            _ => Err(EngineError::CannotStart {
                command: command.to_owned(),
                reason: "there is no such program".to_owned(),
            }),
        }
    }

    fn report(&self, problem: &str) {
        self.reported.lock().expect("no test panics with it").push(problem.to_owned());
    }
}

#[test]
fn external_engines_play_and_their_illegal_answers_are_reported() {
    let engine = |command: &str| {
        let kind: ParticipantKind = format!("engine:{command}").parse().expect("a command");
        let participants = vec![Participant::from(kind), Participant::default()];
        let mut table = begin(plain(5), MatchConfig { participants, ..config() });
        let programs = Programs::default();
        assert!(table.advance(&programs).unwrap());
        if *table.status() == MatchStatus::Turn(Seat(1)) {
            play(&mut table, "d1").unwrap();
            table.advance(&programs).unwrap();
        }
        (table, programs.reported.into_inner().unwrap())
    };
    let end = |command: &str| {
        let (table, reported) = engine(command);
        (table.snapshot(Observer::All).sentence(), reported.concat())
    };
    assert_eq!(end("clever"), ("Left wins.".to_owned(), String::new()));
    let (mad, reported) = end("mad");
    assert_eq!(mad, "Right wins: left resigned.");
    assert!(reported.contains("take from z9"), "{reported}");
    let (nowhere, reported) = end("nowhere");
    assert_eq!(nowhere, "Right wins: left resigned.");
    assert!(reported.contains("no such program"), "{reported}");
    // A record of such a game starts no programs.
    let record: Record = engine("clever --fast").0.record().to_string().parse().expect("a record");
    let kind = &record.config.participants[0].kind;
    assert!(matches!(kind, ParticipantKind::Engine(e) if *e.command == *"clever --fast"));
    let again = Match::replay(erased(plain(5)), &record).expect("it replays");
    assert_eq!(again.config().participants[0].kind, ParticipantKind::Person);
}

#[test]
fn a_position_far_into_a_match_is_reached_again_from_a_checkpoint() {
    let mut table = begin(plain(40), config());
    let mut seen = vec![table.snapshot(Observer::All)];
    for i in 0..25 {
        play(&mut table, ["1", "2"][i % 2]).unwrap();
        seen.push(table.snapshot(Observer::All));
    }
    for (i, then) in seen.iter().enumerate().rev() {
        table.act(&Action::Go(then.node), Duration::ZERO).unwrap();
        let now = table.snapshot(Observer::All);
        assert_eq!(
            (&now.view, &now.status, &now.choices),
            (&then.view, &then.status, &then.choices)
        );
        assert_eq!(table.line(Observer::All).len(), i);
    }
}

#[test]
fn programs_ask_for_moves() {
    let mut ugi = senet_match::ugi::Ugi::new(erased(plain(6)), Bot::random(), 0);
    let mut ask = |line: &str| {
        let mut said = Vec::new();
        let more = ugi.hear(line, &(), &mut |line: &str| said.push(line.to_owned()));
        assert_eq!(more, line != "quit");
        said.join("; ")
    };
    assert!(ask("ugi").ends_with("ugiok"));
    assert_eq!(ask("isready"), "readyok");
    assert_eq!(ask("setoption name bot value mcts"), "");
    assert_eq!(ask("go nodes 300"), ask("go nodes 300"));
    assert!(ask("go nodes 300").ends_with("bestmove take_from_e1"));
    assert_eq!(ask("position startpos moves take_from_e1 take_from_b1"), "");
    assert_eq!(ask("query p1turn"), "response true");
    assert!(ask("go movetime 50").contains("certain"), "time stands still here");
    let all = "position startpos moves take_from_e1 take_from_b1 take_from_a1";
    assert_eq!(ask(all), "");
    assert_eq!(ask("query gameover"), "response true");
    assert_eq!(ask("query result"), "response p1win");
    assert_eq!(ask("go"), "bestmove 0000");
    assert!(ask("position startpos moves 7").contains("`7` is not a legal move here"));
    assert!(ask("dance").contains("not understood"));
    ask("quit");
}
