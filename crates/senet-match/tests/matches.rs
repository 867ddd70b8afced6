//! Matches as shells use them: through `dyn Table`, with a small game in which chance has a part.

use senet_game::board::{Board, Cell, Place, Shape, Spec, Spot};
use senet_game::{
    Event, Eye, Game, Log, Outcome, Piece, RulesOfPlay, Scene, Seat, SeatSet, Turn, Verdict, View,
};
use senet_match::{
    Action, BadSetting, Ending, Match, NotFound, Now, Record, Refusal, SeenPlay, Setting, Sitter,
    Table, Who, find,
};
use senet_players::{Bot, World};
use std::sync::Arc;
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

    fn name(&self, row: &Row, mv: &u32) -> String {
        match (row.tossing, mv) {
            (true, 0) => "tails".to_owned(),
            (true, _) => "heads".to_owned(),
            (false, n) => format!("take from {}", self.spot(row.left - n)),
        }
    }

    fn view(&self, row: &Row, _: Eye) -> View {
        let shape = Shape::Square { width: self.sticks + 3, height: 1 };
        let board = Arc::new(Board::new(Spec::from(shape)).expect("a small board"));
        let stick = |i| Piece {
            spot: Spot::Cell(Cell(i)),
            kind: "stick".to_owned(),
            glyph: "|".to_owned(),
            seat: None,
            copies: 1,
        };
        let pieces = (0..row.left).map(stick).collect();
        View { boards: vec![Scene { board, pieces }], ..View::default() }
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["left", "right"][usize::from(seat.0)].to_owned()
    }

    fn rules_of_play(&self) -> RulesOfPlay {
        RulesOfPlay { limit: self.limit, quiet: self.quiet, repeat: None }
    }

    fn stirs(&self, mv: &u32) -> bool {
        *mv == 3
    }
}

impl Sticks {
    fn spot(&self, column: u32) -> String {
        let letter = char::from(b'a' + column as u8);
        format!("{letter}1")
    }
}

fn setting() -> Setting {
    Setting { game: "sticks".to_owned(), title: "Sticks".to_owned(), ..Setting::default() }
}

fn begin(game: Sticks, setting: Setting) -> Box<dyn Table> {
    Box::new(Match::new(Arc::new(game), setting).expect("a good setting"))
}

fn plain(sticks: u32) -> Sticks {
    Sticks { sticks, lucky: false, limit: None, quiet: None }
}

fn play(table: &mut dyn Table, typed: &str) -> Result<(), Refusal> {
    let now = table.snapshot(Eye::All);
    let at = find(typed, &now.choices, &now.view).expect("a move");
    table.act(&Action::Move(now.choices[at].name.clone()), Duration::ZERO)
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut table = begin(plain(5), setting());
    assert_eq!(table.snapshot(Eye::Public).sentence(), "It is left's turn.");
    play(&mut *table, "c1").unwrap();
    play(&mut *table, "take from a1").unwrap();
    let end = table.snapshot(Eye::Public);
    assert_eq!(end.sentence(), "right wins.");
    assert_eq!(end.deciding, [Place::from(Cell(0))]);
    assert!(end.choices.is_empty());
    let refused = table.act(&Action::Move("take from a1".to_owned()), Duration::ZERO);
    assert_eq!(refused, Err(Refusal::Over));
}

#[test]
fn only_the_one_whose_turn_it_is_may_choose() {
    let table = begin(plain(5), setting());
    assert_eq!(table.snapshot(Eye::Seat(Seat(0))).choices.len(), 3);
    assert!(table.snapshot(Eye::Seat(Seat(1))).choices.is_empty());
    assert!(table.snapshot(Eye::Public).choices.is_empty());
}

#[test]
fn what_is_taken_back_stays_in_the_tree() {
    let mut table = begin(plain(9), setting());
    let undo = |t: &mut Box<dyn Table>| t.act(&Action::Undo, Duration::ZERO);
    let redo = |t: &mut Box<dyn Table>| t.act(&Action::Redo, Duration::ZERO);
    assert_eq!(undo(&mut table), Err(Refusal::NothingToUndo));
    play(&mut *table, "1").unwrap();
    play(&mut *table, "1").unwrap();
    let first = table.snapshot(Eye::All);
    undo(&mut table).unwrap();
    undo(&mut table).unwrap();
    play(&mut *table, "2").unwrap();
    undo(&mut table).unwrap();
    assert_eq!(table.snapshot(Eye::All).branches.len(), 2, "both first moves are remembered");
    redo(&mut table).unwrap();
    assert_eq!(table.snapshot(Eye::All).last.unwrap().play.text(), "take from h1");
    assert_eq!(redo(&mut table), Err(Refusal::NothingToRedo));
    table.act(&Action::Go(first.node), Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Eye::All), first);
    let nowhere = table.act(&Action::Go(99), Duration::ZERO);
    assert_eq!(nowhere, Err(Refusal::NoSuchNode(99)));
    assert_eq!(table.line(Eye::All).len(), 2);
}

#[test]
fn the_same_move_again_is_the_same_branch() {
    let mut table = begin(plain(9), setting());
    play(&mut *table, "1").unwrap();
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    play(&mut *table, "1").unwrap();
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Eye::All).branches.len(), 1);
}

#[test]
fn undo_passes_over_bots_and_chance() {
    let bot = Sitter { name: None, who: Who::Bot(Bot::random()) };
    let setting = Setting { sitters: vec![Sitter::default(), bot], ..setting() };
    let mut table = begin(Sticks { sticks: 30, lucky: true, limit: None, quiet: None }, setting);
    play(&mut *table, "1").unwrap();
    while table.go_on(&()) {}
    let now = table.snapshot(Eye::All);
    assert_eq!((now.now, now.moves), (Now::Turn(Seat(0)), 2));
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Eye::All).moves, 0);
    table.act(&Action::Redo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Eye::All).moves, 2);
}

#[test]
fn the_second_player_may_swap_once() {
    let named = |name: &str| Sitter { name: Some(name.to_owned()), who: Who::Person };
    let sitters = vec![named("Ann"), named("Bob")];
    let mut table = begin(plain(9), Setting { swap: true, sitters, ..setting() });
    let swap = |t: &mut Box<dyn Table>| t.act(&Action::Swap, Duration::ZERO);
    assert_eq!(swap(&mut table), Err(Refusal::NoSwap));
    play(&mut *table, "1").unwrap();
    assert_eq!(table.snapshot(Eye::All).sentence(), "It is Bob (right)'s turn.");
    swap(&mut table).unwrap();
    let after = table.snapshot(Eye::All);
    assert_eq!(after.sentence(), "It is Ann (right)'s turn.");
    assert_eq!(after.last.unwrap().play, SeenPlay::Swap);
    assert_eq!(swap(&mut table), Err(Refusal::NoSwap));
    table.act(&Action::Undo, Duration::ZERO).unwrap();
    assert_eq!(table.snapshot(Eye::All).sentence(), "It is Bob (right)'s turn.");
    play(&mut *table, "1").unwrap();
    assert!(!table.snapshot(Eye::All).can_swap);
}

#[test]
fn who_resigns_loses() {
    let mut table = begin(plain(9), setting());
    table.act(&Action::Resign(Seat(1)), Duration::ZERO).unwrap();
    let end = table.snapshot(Eye::All);
    assert_eq!(end.sentence(), "left wins: right resigned.");
    assert!(matches!(end.now, Now::Over(_, Ending::Resigned(Seat(1)))));
    assert_eq!(table.act(&Action::Resign(Seat(0)), Duration::ZERO), Err(Refusal::Over));
    let nobody = begin(plain(9), setting()).act(&Action::Resign(Seat(7)), Duration::ZERO);
    assert_eq!(nobody, Err(Refusal::NoSuchSeat(Seat(7))));
}

#[test]
fn who_thinks_for_too_long_loses() {
    let clock = Some("10+1".parse().unwrap());
    let mut table = begin(plain(9), Setting { clock, ..setting() });
    let take = |t: &mut Box<dyn Table>, seconds| {
        let name = t.snapshot(Eye::All).choices[0].name.clone();
        t.act(&Action::Move(name), Duration::from_secs(seconds)).unwrap();
    };
    take(&mut table, 4);
    take(&mut table, 1);
    let left = table.snapshot(Eye::All).left;
    assert_eq!(left, [Duration::from_secs(7), Duration::from_secs(10)]);
    let saved = table.record();
    take(&mut table, 8);
    assert_eq!(table.snapshot(Eye::All).sentence(), "right wins: left ran out of time.");
    // The clocks are in the record.
    let read: Record = saved.to_string().parse().unwrap();
    let again = Match::replay(Arc::new(plain(9)), &read).unwrap();
    assert_eq!(again.snapshot(Eye::All).left, left);
}

#[test]
fn long_play_is_a_draw_if_the_game_says_so() {
    let mut table =
        begin(Sticks { sticks: 9, lucky: false, limit: Some(2), quiet: None }, setting());
    play(&mut *table, "1").unwrap();
    play(&mut *table, "1").unwrap();
    let end = table.snapshot(Eye::All);
    assert_eq!(end.sentence(), "A draw: it has gone on for too long.");
    assert!(end.choices.is_empty());
}

#[test]
fn quiet_moves_are_counted_since_something_was_stirred() {
    let game = Sticks { sticks: 9, lucky: false, limit: None, quiet: Some(2) };
    let mut table = begin(game, setting());
    for take in ["1", "3", "1"] {
        play(&mut *table, take).unwrap();
        assert!(!table.snapshot(Eye::All).choices.is_empty(), "it goes on");
    }
    play(&mut *table, "1").unwrap();
    assert_eq!(table.snapshot(Eye::All).sentence(), "A draw: it has gone on for too long.");
}

#[test]
fn a_record_is_read_as_it_was_written_and_replays() {
    let bot = |name: &str| Sitter { name: Some(name.to_owned()), who: Who::Bot(Bot::random()) };
    let sitters = vec![bot("Ann"), bot("Bob the bot")];
    let options = vec![("sticks".to_owned(), "30".to_owned())];
    let game = Arc::new(Sticks { sticks: 30, lucky: true, limit: None, quiet: None });
    for seed in 0..20 {
        let setting =
            Setting { sitters: sitters.clone(), options: options.clone(), seed, ..setting() };
        let mut table = Match::new(game.clone(), setting).unwrap();
        while table.go_on(&()) {}
        let record = table.record();
        let read: Record = record.to_string().parse().unwrap();
        assert_eq!(read.to_string(), record.to_string());
        let again = Match::replay(game.clone(), &read).unwrap();
        assert!(again.state() == table.state());
        assert_eq!(again.record().to_string(), record.to_string());
    }
}

#[test]
fn a_record_can_be_read_by_a_person() {
    let mut table = begin(plain(4), Setting { swap: true, seed: 7, ..setting() });
    play(&mut *table, "2").unwrap();
    table.act(&Action::Swap, Duration::ZERO).unwrap();
    play(&mut *table, "2").unwrap();
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
        ("senet record 1\nwinner x".to_owned(), "line 2: `winner` is nothing that a record says"),
        (
            "senet record 1\nseat 2 human".to_owned(),
            "line 2: seats come in their order: this is seat 1",
        ),
        (
            "senet record 1\nclock 0".to_owned(),
            "line 2: `0` is no clock: write seconds and seconds per move, such as 300+5",
        ),
        (format!("{head}2. take"), "line 4: this should be move 1"),
        (format!("{head}take"), "line 4: `take` is no play"),
        (format!("{head}resign 0"), "line 4: `0` is no seat"),
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
        Match::replay(Arc::new(plain(3)), &record).err().map(|e| e.to_string())
    };
    assert_eq!(replay("1. take from a1\n= left wins.").as_deref(), None);
    let no = "play 1: `take from z1` is no move here";
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
fn settings_that_cannot_be_are_refused() {
    let sitters = vec![Sitter::default(); 3];
    let three = Match::new(Arc::new(plain(3)), Setting { sitters, ..setting() });
    assert_eq!(three.err(), Some(BadSetting::Sitters { seats: 2, sitters: 3 }));
}

#[test]
fn moves_are_found_as_people_type_them() {
    let table = begin(plain(5), setting());
    let now = table.snapshot(Eye::All);
    let found = |typed: &str| find(typed, &now.choices, &now.view);
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
    assert_eq!(found("take"), Err(NotFound::Several(vec![0, 1, 2])));
    for nothing in ["", "4", "0", "a1", "9,9", "give", "99999999999999999999"] {
        assert_eq!(found(nothing), Err(NotFound::Nothing), "{nothing}");
    }
}

#[test]
fn chance_is_the_same_whether_or_not_one_comes_back() {
    let game = || Sticks { sticks: 30, lucky: true, limit: None, quiet: None };
    let setting = || Setting { seed: 11, ..setting() };
    let roll = |table: &mut dyn Table| {
        play(table, "1").unwrap();
        assert!(table.go_on(&()));
        table.snapshot(Eye::All).last.map(|l| l.play.text().to_owned())
    };
    let mut straight = begin(game(), setting());
    let expected: Vec<_> = (0..6).map(|_| roll(&mut *straight)).collect();
    let mut winding = begin(game(), setting());
    for (i, wanted) in expected.iter().enumerate() {
        winding.advise(senet_match::ADVISOR, &());
        assert_eq!(roll(&mut *winding), *wanted, "roll {i}");
        winding.act(&Action::Undo, Duration::ZERO).unwrap();
        assert_eq!(roll(&mut *winding), *wanted, "roll {i}, again");
        let record: Record = winding.record().to_string().parse().unwrap();
        winding = Box::new(Match::replay(Arc::new(game()), &record).unwrap());
    }
}

#[test]
fn what_came_before_the_first_decision_is_not_taken_back() {
    let bot = Sitter { name: None, who: Who::Bot(Bot::random()) };
    let sitters = vec![bot, Sitter::default()];
    let mut table = begin(plain(9), Setting { sitters, ..setting() });
    while table.go_on(&()) {}
    assert_eq!(table.act(&Action::Undo, Duration::ZERO), Err(Refusal::NothingToUndo));
}

#[test]
fn only_who_thinks_runs_out_of_time() {
    let mut table = begin(plain(9), setting());
    let out = table.act(&Action::OutOfTime(Seat(0)), Duration::ZERO);
    assert_eq!(out, Err(Refusal::InTime));
}

#[test]
fn bots_swap_when_they_would_rather_be_the_other() {
    // Ann takes one of five: whoever has to move then has lost, and whoever took it has won.
    for (first, swaps) in [("1", true), ("2", false)] {
        let bot = Sitter { name: None, who: Who::Bot("mcts:500".parse().expect("a bot")) };
        let sitters = vec![Sitter::default(), bot];
        let mut table = begin(plain(5), Setting { swap: true, sitters, ..setting() });
        play(&mut *table, first).unwrap();
        assert!(table.go_on(&()));
        let last = table.snapshot(Eye::All).last.expect("something was played");
        assert_eq!(last.play == SeenPlay::Swap, swaps, "after {first}: {last:?}");
    }
}

#[test]
fn advice_has_reasons() {
    let table = begin(plain(6), setting());
    let advice = table.advise(senet_match::ADVISOR, &()).expect("it is somebody's turn");
    assert_eq!((advice.seat, advice.name.as_str()), (Seat(0), "take from e1"));
    assert_eq!((advice.value, advice.proven), (Some(1.0), true));
    assert_eq!(advice.line.first(), Some(&advice.name));
}

/// Somebody who answers as told, in place of another program.
struct Told(&'static str);

impl senet_match::Engine for Told {
    fn best(
        &mut self,
        moves: &[String],
        _: senet_match::Effort,
        _: &dyn World,
    ) -> Result<String, String> {
        let at = moves.len() / 2;
        self.0.split(", ").nth(at).map(str::to_owned).ok_or("it is silent".to_owned())
    }
}

struct Programs;

impl World for Programs {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn engine(&self, command: &str) -> Result<Box<dyn senet_match::Engine>, String> {
        match command {
            "clever" | "clever --fast" => Ok(Box::new(Told("take from e1, take from a1"))),
            "mad" => Ok(Box::new(Told("take from e1, take from z9"))),
            _ => Err("it cannot be started".to_owned()),
        }
    }
}

#[test]
fn other_programs_sit_at_the_table() {
    let engine = |command: &str| {
        let who: Who = format!("engine:{command}").parse().expect("a command");
        let sitters = vec![Sitter { name: None, who }, Sitter::default()];
        let mut table = begin(plain(5), Setting { sitters, ..setting() });
        assert!(table.go_on(&Programs));
        if table.snapshot(Eye::All).now == Now::Turn(Seat(1)) {
            play(&mut *table, "d1").unwrap();
            table.go_on(&Programs);
        }
        table
    };
    let end = |command: &str| engine(command).snapshot(Eye::All).sentence();
    assert_eq!(end("clever"), "left wins.");
    assert_eq!(end("mad"), "right wins: left resigned.");
    assert_eq!(end("nowhere"), "right wins: left resigned.");
    // A record of such a game starts no programs.
    let record: Record = engine("clever --fast").record().to_string().parse().expect("a record");
    assert!(
        matches!(&record.setting.sitters[0].who, Who::Engine(e) if *e.command == *"clever --fast")
    );
    let again = Match::replay(Arc::new(plain(5)), &record).expect("it replays");
    assert_eq!(again.setting().sitters[0].who, Who::Person);
}

#[test]
fn programs_ask_for_moves() {
    let begin = |moves: &[String]| {
        let begun = Match::after(Arc::new(plain(6)), setting(), moves)?;
        Ok(Box::new(begun) as Box<dyn Table>)
    };
    let mut ugi = senet_match::ugi::Ugi::new("sticks", Bot::random(), Box::new(begin));
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
    assert!(ask("go movetime 50").contains("certain"), "a world in which no time passes");
    let all = "position startpos moves take_from_e1 take_from_b1 take_from_a1";
    assert_eq!(ask(all), "");
    assert_eq!(ask("query gameover"), "response true");
    assert_eq!(ask("query result"), "response p1win");
    assert_eq!(ask("go"), "bestmove 0000");
    assert!(ask("position startpos moves 7").contains("`7` is no move here"));
    assert!(ask("dance").contains("not understood"));
    ask("quit");
}
