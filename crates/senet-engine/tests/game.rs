//! Programs as games: whose turn, what is a move, who sees what, who wins.

use senet_engine::{TermGame, TermState};
use senet_game::{Event, Game, Limits, Observer, Seat, Turn, Verdict};
use senet_program::{Options, check};
use std::sync::Arc;

fn game(text: &str) -> TermGame {
    let checked = check(text, &Options::default());
    let said: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
    let program = checked.program.unwrap_or_else(|| panic!("{said:?}"));
    TermGame::new(Arc::new(program), Limits::default(), 0)
}

fn names(game: &TermGame, state: &TermState) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().map(|m| game.move_name(state, m)).collect()
}

fn play(game: &TermGame, state: &mut TermState, name: &str) -> Vec<Event> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let found = moves.iter().find(|m| game.move_name(state, m) == name);
    let mut events: Vec<Event> = Vec::new();
    game.apply(state, found.unwrap_or_else(|| panic!("no move {name}")), &mut events);
    events
}

fn verdict(game: &TermGame, state: &TermState) -> Option<Vec<u8>> {
    match game.turn(state) {
        Turn::Over(outcome) => Some(match outcome.verdict {
            Verdict::Won(seats) => seats.iter().map(|s| s.0).collect(),
            Verdict::Draw | Verdict::NoResult => Vec::new(),
        }),
        _ => None,
    }
}

const PICKS: &str = "
    player : type. ann : player. bob : player. #players player.
    hand : type. rock : hand. paper : hand.
    to player : pred. pick player hand : pred. #hidden pick P _.
    won player : pred. #win won. even : pred. #draw even.
    stage choose = { pick : to P * (like H) -o pick P H. }
    like hand : bwd. like rock. like paper.
    #interactive choose.
    stage show = {
      beats : pick P paper * pick _ rock -o won P.
      same : pick ann H * pick bob H -o even.
    }
    qui * stage choose -o stage show.
    #trace _ choose { to ann, to bob }.";

#[test]
fn the_lowest_seat_with_a_move_chooses_first_and_in_secret() {
    let game = game(PICKS);
    let mut state = game.start();
    assert_eq!(game.turn(&state), Turn::Player(Seat(0)));
    assert_eq!(names(&game, &state), ["pick ann rock", "pick ann paper"]);
    play(&game, &mut state, "pick ann paper");
    assert_eq!(game.turn(&state), Turn::Player(Seat(1)));
    let sees = |observer| game.view(&state, observer).atoms.iter().any(|a| a.predicate == "pick");
    assert!(sees(Observer::Seat(Seat(0))) && sees(Observer::All));
    assert!(!sees(Observer::Seat(Seat(1))) && !sees(Observer::Public));
    let hidden = game.view(&state, Observer::Seat(Seat(1))).hidden;
    assert_eq!((hidden[0].owner, hidden[0].copies), (Some(Seat(0)), 1));
    let events = play(&game, &mut state, "pick bob rock");
    assert_eq!(verdict(&game, &state), Some(vec![0]));
    // The move, the link and the comparison, as they happened.
    let told: Vec<&str> = events.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(told, ["(pick bob rock)", "to-show", "(beats ann bob)"]);
    assert_eq!(events[2].added, ["won ann"]);
}

#[test]
fn transitions_that_do_the_same_are_one_move() {
    let game = game(
        "t : type. a : t. b : t. p t : pred. q t : pred. r t : pred.
         stage s = { go : p X * $q _ -o r X. } #interactive s. #trace _ s { p a, q a, q b }.",
    );
    assert_eq!(names(&game, &game.start()), ["go a"]);
}

#[test]
fn chance_has_one_outcome_for_each_next_position() {
    let game = game(
        "t : type. a : t. b : t. c : t. p t : pred. q t : pred. go : pred.
         stage s = { draw : go * p X -o q X. } #trace _ s { go, p a, p a, p a, p b }.",
    );
    let state = game.start();
    assert_eq!(game.turn(&state), Turn::Chance);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let weights: Vec<u128> = moves.iter().map(|m| game.weight(&state, m)).collect();
    assert_eq!(
        (names(&game, &state), weights),
        (vec!["draw a".into(), "draw b".into()], vec![3, 1])
    );
}

#[test]
fn losing_scores_and_shared_wins() {
    let three = "p : type. x : p. y : p. z : p. #players p. nat : type. zero : nat. s nat : nat.
        lost p : pred. has p nat : pred. go p : pred.
        stage s = { end : go P -o OUT. } #interactive s. #trace _ s { go x, has x 3, has y 5, has z 5 }.";
    let out = |directives: &str, out: &str| {
        let game = game(&format!("{} {directives}", three.replace("OUT", out)));
        let mut state = game.start();
        play(&game, &mut state, "end x");
        verdict(&game, &state)
    };
    assert_eq!(out("#lose lost.", "lost P"), Some(vec![1, 2]));
    assert_eq!(out("#score has.", "()"), Some(vec![1, 2]));
    assert_eq!(out("#win lost. #score has.", "lost P"), Some(vec![0]));
}

#[test]
fn forbidden_moves_are_not_offered() {
    let game = game(
        "t : type. a : t. b : t. at t : pred. bad t : bwd. bad b.
         stage s = { move : at X * to X Y -o at Y. } to t t : bwd. to a a. to a b.
         #interactive s. #limit 5 draw. #forbid s (at X * bad X). #trace _ s { at a }.",
    );
    assert_eq!(names(&game, &game.start()), ["move a a"]);
}

#[test]
fn what_a_sensor_could_say_is_a_choice() {
    let game = game(
        "verb : type. look : verb. go dir : verb. dir : type. n : dir. s : dir.
         said verb : sense. wait : pred. did verb : pred.
         stage hear = { hear : wait * said V -o did V. } #trace _ hear { wait }.",
    );
    let mut state = game.start();
    assert_eq!(game.turn(&state), Turn::Player(Seat(0)));
    assert_eq!(names(&game, &state), ["hear look", "hear (go n)", "hear (go s)"]);
    play(&game, &mut state, "hear (go s)");
    assert_eq!(game.turn(&state), Turn::Over(senet_game::Outcome::of(Verdict::NoResult)));
}

#[test]
fn a_derived_connection_marks_the_cells_of_its_chain() {
    let game = game(
        "board cell = hex 3. player : type. red : player. blue : player. #players player.
        turn player : pred. moved player : pred. free cell : pred. stone player cell : pred.
        win player : pred. #win win.
        reached player cell : bwd. % facts beside rules
        reached blue b3.
        reached blue c3.
        reached P A <- side north A <- stone P A.
        reached P B <- reached P A <- adjacent A B <- stone P B.
        stage play = { place : turn P * free C -o stone P C * moved P. } #interactive play.
        stage judge = { chain : moved P * side south A * reached P A -o win P. }
        qui * stage play * $moved _ -o stage judge.
        qui * stage judge * moved P * next P Q -o stage play * turn Q.
        #trace _ play { turn red, { free C | C : cell } }.",
    );
    let mut state = game.start();
    // Red has a stone at c3 that is no part of the chain a3, a2, a1 of northern and southern side.
    for name in ["red a3", "blue b2", "red c3", "blue c2", "red a2", "blue b3"] {
        let events = play(&game, &mut state, &format!("place {name}"));
        assert!(events.iter().all(|e| e.deciding.is_empty()));
    }
    let events = play(&game, &mut state, "place red a1");
    assert_eq!(verdict(&game, &state), Some(vec![0]));
    let board = &game.engine().program().boards()[0].board;
    let places = events.iter().flat_map(|e| &e.deciding);
    let mut cells: Vec<String> = places.map(|p| board.spot_name(p.spot).to_string()).collect();
    cells.sort();
    assert_eq!(cells, ["a1", "a2", "a3"]);
}
