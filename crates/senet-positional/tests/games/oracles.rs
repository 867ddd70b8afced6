//! Known numbers: positions, values, openings, playouts.

use crate::common::{by_ply, game, perft, playouts, positions, solve, winning_openings};
use senet_game::Game;
use senet_positional::games::{ConnectFour, Havannah, Hex, HexByPaths, Mnk, Y, Yavalath};

#[test]
fn tic_tac_toe() {
    let game: Mnk = game(&[]);
    assert_eq!(positions(&game), 5478);
    assert_eq!(perft(&game, &game.start(), 9), 127_872);
    assert_eq!(solve(&game), 0);
    let random = playouts(&game, 40_000);
    random.first_wins(737.0 / 1260.0);
    random.length(7.626, 0.0005);
}

#[test]
fn k_in_a_row() {
    let mnk = |width, height, k| game::<Mnk>(&[("width", width), ("height", height), ("k", k)]);
    assert_eq!(solve(&mnk(4, 3, 3)), 1);
    assert_eq!(solve(&mnk(2, 2, 2)), 1);
    assert_eq!(positions(&mnk(1, 1, 1)), 2);
}

#[test]
fn connect_four() {
    let small: ConnectFour = game(&[("width", 4), ("height", 4)]);
    assert_eq!(positions(&small), 161_029);
    assert_eq!(solve(&small), 0);
    let usual: ConnectFour = game(&[]);
    let start = usual.start();
    let counts = (1..=7).map(|depth| perft(&usual, &start, depth));
    assert_eq!(counts.collect::<Vec<_>>(), [7, 49, 343, 2401, 16807, 117_649, 823_536]);
    assert_eq!(by_ply(&usual, 6), [1, 7, 49, 238, 1120, 4263, 16422]);
    let random = playouts(&usual, 40_000);
    random.first_wins(0.5557);
    random.length(21.31, 0.005);
}

#[test]
fn hex() {
    let three: Hex = game(&[("size", 3)]);
    assert_eq!(positions(&three), 5514);
    assert_eq!(winning_openings(&three).len(), 5);
    let four: Hex = game(&[("size", 4)]);
    assert_eq!(winning_openings(&four), ["d1", "c2", "b3", "a4"], "the short diagonal");
    let random = playouts(&game::<Hex>(&[]), 20_000);
    random.first_wins(0.523);
    random.length(107.5, 0.05);
}

#[test]
fn hex_as_maker_and_breaker_is_hex() {
    let three: HexByPaths = game(&[("size", 3)]);
    assert_eq!(positions(&three), 5514);
    assert_eq!(winning_openings(&three), winning_openings(&game::<Hex>(&[("size", 3)])));
}

#[test]
fn y() {
    let three: Y = game(&[("size", 3)]);
    assert_eq!(positions(&three), 257);
    assert_eq!(solve(&three), 1);
    playouts(&game::<Y>(&[]), 20_000).length(58.7, 0.05);
}

#[test]
fn yavalath_and_havannah_play_as_long_as_elsewhere() {
    let yavalath = playouts(&game::<Yavalath>(&[]), 20_000);
    yavalath.first_wins(0.471);
    yavalath.length(19.6, 0.05);
    playouts(&game::<Havannah>(&[]), 10_000).length(120.4, 0.05);
}
