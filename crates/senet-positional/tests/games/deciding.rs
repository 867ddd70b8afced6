//! A game that ends says which places decided it.

use crate::common::{deciding, game, play, winner};
use senet_game::Seat;
use senet_positional::games::{
    Connect6, ConnectFour, Cross, Gomoku, Havannah, Hex, HexByPaths, Mnk, Y, Yavalath,
};

#[test]
fn lines() {
    let ttt: Mnk = game(&[]);
    assert_eq!(deciding(&ttt, "a1 a2 b2 a3 c3"), "a1 b2 c3");
    let four: ConnectFour = game(&[]);
    assert_eq!(deciding(&four, "a b a b a b a"), "a1 a2 a3 a4");
    let five: Gomoku = game(&[]);
    let six = "a1 a15 b1 b15 c1 c15 e1 e15 f1 f15 d1";
    assert_eq!(deciding(&five, six), "a1 b1 c1 d1 e1 f1", "in free play six win too");
}

#[test]
fn exactly_five() {
    let chosen = [("five".to_owned(), "exact".to_owned())];
    let about = <Gomoku as senet_game::Listed>::info();
    let chosen = about.choose(&chosen, None).unwrap();
    let exact = <Gomoku as senet_game::Listed>::from_options(&chosen).unwrap();
    let six = "a1 a15 b1 b15 c1 c15 e1 e15 f1 f14 d1";
    assert_eq!(winner(&exact, &play(&exact, six)), None, "six are not five");
    let five = format!("{six} d15");
    assert_eq!(winner(&exact, &play(&exact, &five)), Some(Some(Seat(1))));
}

#[test]
fn connect6_takes_turns_of_two() {
    let game: Connect6 = game(&[]);
    let line = "a1 s1 s2 b1 c1 s4 s5 d1 e1 s7 s8 f1";
    assert_eq!(deciding(&game, line), "a1 b1 c1 d1 e1 f1");
}

#[test]
fn connections_name_the_smallest_part() {
    let hex: Hex = game(&[("size", 3)]);
    assert_eq!(deciding(&hex, "b1 a1 c1 a2 b2 a3 b3"), "b1 b2 b3", "not the cell beside the path");
    assert_eq!(winner(&hex, &play(&hex, "a1 a2 b1 b2 a3 c2")), Some(Some(Seat(1))));
    let y: Y = game(&[("size", 3)]);
    assert_eq!(deciding(&y, "a1 b2 b1 a3 c1"), "a1 b1 c1", "corners belong to two sides");
}

#[test]
fn breakers_name_a_blocking_set() {
    let hex: HexByPaths = game(&[("size", 3)]);
    assert_eq!(deciding(&hex, "a1 a2 b1 b2 a3 c2"), "a2 b2 c2");
    assert_eq!(deciding(&hex, "b1 a1 c1 a2 b2 a3 b3"), "b1 b2 b3");
}

#[test]
fn cross() {
    let cross: Cross = game(&[("size", 3)]);
    let opposite = "b1 a1 b2 a2 c3 a3 d4 e3 d5";
    assert_eq!(winner(&cross, &play(&cross, opposite)), Some(Some(Seat(1))), "two opposite lose");
    assert_eq!(deciding(&cross, opposite), "b1 b2 c3 d4 d5");
    // The corner e5 is on north too, which is opposite to south; but south, northeast and northwest
    // meet in the same move.
    let three = "b1 a2 b2 d2 b3 e3 b4 d3 d4 c1 e5 a1 c3";
    assert_eq!(winner(&cross, &play(&cross, three)), Some(Some(Seat(0))), "three win");
    assert_eq!(deciding(&cross, three), "b1 b2 b3 c3 b4 d4 e5");
}

#[test]
fn havannah() {
    let game: Havannah = game(&[("size", 4)]);
    let wins = |moves: &str| winner(&game, &play(&game, moves)) == Some(Some(Seat(0)));
    let far = ["a1", "g7", "a4", "d7", "g4", "d1"];
    let with = |mine: &str| {
        let mine: Vec<&str> = mine.split_whitespace().collect();
        let pairs = mine.iter().enumerate().map(|(i, cell)| match i {
            _ if i + 1 == mine.len() => (*cell).to_owned(),
            _ => format!("{cell} {}", far[i]),
        });
        pairs.collect::<Vec<_>>().join(" ")
    };
    let ring = with("c3 d3 e4 e5 d5 c4");
    assert_eq!(deciding(&game, &ring), "c3 d3 c4 e4 d5 e5");
    let filled = with("d4 c3 d3 e4 e5 d5 c4");
    assert_eq!(deciding(&game, &filled), "c3 d3 c4 e4 d5 e5", "around a stone of one's own");
    assert!(!wins(&with("c3 d3 e4 e5 d5")), "not yet a ring");
    assert_eq!(deciding(&game, "a1 c4 b1 d4 c1 e4 d1"), "a1 b1 c1 d1", "a bridge of two corners");
    let fork = "b1 a1 b2 a2 a3 d1 b3 e2 b4 f3 b5";
    assert!(wins(fork), "south, southwest and northwest");
    assert!(!wins("b1 c4 b2 d4 b3 e4 b4 f5"), "two sides are no fork");
}

#[test]
fn yavalath() {
    let game: Yavalath = game(&[]);
    let three = "a1 e1 b1 e9 c1";
    assert_eq!(winner(&game, &play(&game, three)), Some(Some(Seat(1))));
    assert_eq!(deciding(&game, three), "a1 b1 c1");
    let four = "a1 e2 b1 e9 d1 i9 c1";
    assert_eq!(winner(&game, &play(&game, four)), Some(Some(Seat(0))));
    assert_eq!(deciding(&game, four), "a1 b1 c1 d1");
}
