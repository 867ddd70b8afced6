//! Games made of others: two side by side, Waiter and Client; and rules that a newcomer writes.

use crate::common::{game, moves, named, play, positions, solve, winner};
use senet_board::{Shape, Spec};
use senet_game::{Game, Seat, Turn};
use senet_positional::games::{ConnectFour, Mnk, Progression};
use senet_positional::{
    Beside, Combine, EndRule, Groups, Lines, PlaceId, PlayerInfo, Positional, PositionalRules,
    RulesError, Sets, Setup, WaiterClient, draw_if, full, in_line, maker_maker, player_loses_when,
    player_wins_when, seen, symmetric,
};

/// Whoever holds one of these sets of numbers wins.
struct Numbers {
    n: u32,
    sets: Vec<Vec<PlaceId>>,
}

impl PositionalRules for Numbers {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        Spec { prefix: Some(String::new()), ..Shape::Line { cells: self.n }.into() }
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
        Sets::new(setup, self.sets.clone())
    }

    fn end(&self) -> impl EndRule<Sets> {
        draw_if(full()).unless(maker_maker())
    }
}

fn numbers(n: u32, sets: &[&[PlaceId]]) -> Positional<Numbers> {
    let sets = sets.iter().map(|set| set.to_vec()).collect();
    Positional::new(Numbers { n, sets }).expect("a fine board")
}

#[test]
fn side_by_side_is_the_union() {
    let progression = || game::<Progression>(&[("n", 4), ("k", 3)]);
    let both = Beside::new(progression(), progression()).expect("both for two");
    let one = numbers(8, &[&[0, 1, 2], &[1, 2, 3], &[4, 5, 6], &[5, 6, 7]]);
    assert_eq!(positions(&both), positions(&one));
    assert_eq!(solve(&both), solve(&one));
    let names: Vec<String> =
        moves(&both, &both.start()).iter().map(|mv| both.move_name(&both.start(), mv)).collect();
    assert_eq!(names[3..5], ["left 4", "right 1"]);
}

#[test]
fn either_game_decides_and_says_where() {
    let both = Beside::new(game::<Mnk>(&[]), game::<ConnectFour>(&[])).expect("both for two");
    let mut state = both.start();
    let mut events = Vec::new();
    for name in ["right a", "left a1", "right a", "left b2", "right a", "left a2", "right a"] {
        let mv = named(&both, &state, name).expect("a move");
        both.apply(&mut state, &mv, &mut events);
    }
    assert_eq!(winner(&both, &state), Some(Some(Seat(0))));
    let deciding = &events[6].deciding;
    assert!(deciding.len() == 4 && deciding.iter().all(|place| place.board == 1));
    assert!(moves(&both, &state).is_empty());
}

#[test]
fn waiter_and_client() {
    let game = |n, sets: &[&[PlaceId]]| {
        WaiterClient::new(numbers(n, sets), 1).expect("places for a round")
    };
    assert_eq!(solve(&game(2, &[&[0]])), -1, "Client takes the other one");
    assert_eq!(solve(&game(2, &[&[0], &[1]])), 1, "whatever Client takes is a set");
    let pairs: [&[PlaceId]; 6] = [&[0, 1], &[0, 2], &[0, 3], &[1, 2], &[1, 3], &[2, 3]];
    assert_eq!(solve(&game(4, &pairs)), 1, "any two are a set");
    assert_eq!(solve(&game(3, &[&[0], &[1], &[2]])), 1);
    assert_eq!(solve(&game(3, &[&[2]])), -1, "the last one goes to Waiter");
    let odd = game(3, &[&[0, 2], &[1, 2]]);
    let state = play_names(&odd, &["1", "2", "1"]);
    assert_eq!(winner(&odd, &state), Some(Some(Seat(1))), "3 is left, and goes to Waiter");
    let too_much = RulesError::OutOfRange { what: "bias", value: 2, least: 1, most: 1 };
    assert_eq!(WaiterClient::new(numbers(2, &[&[0]]), 2).map(|_| ()), Err(too_much));
}

fn play_names<G: Game>(game: &G, names: &[&str]) -> G::State {
    play(game, &names.join(" "))
}

/// Tic-tac-toe for three; whoever gets three in a row loses, and the others win together.
struct ThreePlayers;

const PLAYERS: [PlayerInfo; 3] =
    [PlayerInfo::new("x", "x"), PlayerInfo::new("o", "o"), PlayerInfo::new("z", "z")];

impl PositionalRules for ThreePlayers {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: 4, height: 4 }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn end(&self) -> impl EndRule<Lines<4>> {
        draw_if(full()).unless(symmetric(player_loses_when(Seat(0), in_line(3))))
    }

    fn players(&self) -> Vec<PlayerInfo> {
        PLAYERS.to_vec()
    }
}

#[test]
fn three_can_play() {
    let game = Positional::new(ThreePlayers).expect("a fine board");
    let turns = |moves| match game.turn(&play(&game, moves)) {
        Turn::Player(seat) => seat,
        other => panic!("{other:?}"),
    };
    assert_eq!([turns("a1"), turns("a1 a4"), turns("a1 a4 c2")], [Seat(1), Seat(2), Seat(0)]);
    let lost = play(&game, "a1 a4 c2 b1 b4 c3 d1 a2 c4");
    let Turn::Over(outcome) = game.turn(&lost) else { panic!("z has three in a column") };
    assert_eq!([0, 1, 2].map(|seat| outcome.utility(Seat(seat))), [1.0, 1.0, -1.0]);
}

/// Four stones of one colour in a square, said with the graph alone.
struct SquareOfFour;

impl PositionalRules for SquareOfFour {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::Square { width: 3, height: 3 }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
        Groups::by_sides(setup)
    }

    fn end(&self) -> impl EndRule<Groups> {
        let square = seen(|graph, seat| {
            let mine = graph.clone().filter(|owner| *owner == Some(seat));
            // In a square each stone has two neighbours; three stones in a row have one at each end.
            mine.components().into_iter().find(|stones| {
                let neighbours = |&stone: &_| mine.edges(stone).count() >= 2;
                stones.iter().filter(|stone| neighbours(stone)).count() >= 4
            })
        });
        draw_if(full()).unless(symmetric(player_wins_when(Seat(0), square)))
    }
}

#[test]
fn any_condition_on_the_graph() {
    let game = Positional::new(SquareOfFour).expect("a fine board");
    let state = play(&game, "a1 c1 a2 c2 b1 a3 b2");
    assert_eq!(winner(&game, &state), Some(Some(Seat(0))));
    assert_eq!(crate::common::deciding(&game, "a1 c1 a2 c2 b1 a3 b2"), "a1 b1 a2 b2");
}
