//! The quick end tests against slow descriptions of the same rules, and copies into used positions.

use crate::common::{game, moves, winner};
use proptest::prelude::{any, proptest};
use senet_board::{Cell, Spot};
use senet_game::{Game, Listed, Observer, Rng, Seat, Turn};
use senet_positional::games::{
    Connect6, ConnectFour, Cross, Gomoku, Havannah, Hex, HexByPaths, Mnk, Y, Yavalath,
};
use senet_positional::{ColoredGraph, ListedRules, Positional, PositionalRules, PositionalState};

/// The cells of a seat, as a graph.
fn of<R: PositionalRules>(
    game: &Positional<R>,
    state: &PositionalState<R::Tracker>,
    seat: Seat,
) -> ColoredGraph<(), Option<senet_board::Dir>> {
    let mut graph = ColoredGraph::of_board(game.board(), ());
    graph.retain(|cell, ()| state.stones().owner(cell.0 as u16) == Some(seat));
    graph
}

fn sides<R: PositionalRules>(game: &Positional<R>) -> Vec<Vec<Cell>> {
    game.board().sides().iter().map(|side| side.cells.clone()).collect()
}

/// Whether the seat's group touches at least so many of the sides.
fn joins<R: PositionalRules>(
    game: &Positional<R>,
    state: &PositionalState<R::Tracker>,
    seat: Seat,
    least: usize,
    sides: &[Vec<Cell>],
) -> bool {
    of(game, state, seat).any_connections(|n| n >= least, sides).is_some()
}

/// Whether the seat has stones around a cell: a filled hexagon, or cells that no way leads out of.
fn has_ring(
    game: &Havannah,
    state: &PositionalState<senet_positional::Groups>,
    seat: Seat,
) -> bool {
    let board = game.board();
    let mine = |cell: &Cell| state.stones().owner(cell.0 as u16) == Some(seat);
    let surrounded = |cell: Cell| {
        let around = board.neighbours(cell);
        around.len() == 6 && around.iter().all(mine)
    };
    let mut rest = ColoredGraph::of_board(board, ());
    rest.retain(|cell, ()| !mine(&cell));
    let rim: Vec<Cell> = board.cells().filter(|&c| board.neighbours(c).len() < 6).collect();
    let reached = rest.distances(&rim);
    board.cells().any(surrounded) || rest.vertices().any(|cell| reached[cell.index()].is_none())
}

fn havannah_won(
    game: &Havannah,
    state: &PositionalState<senet_positional::Groups>,
    seat: Seat,
) -> bool {
    let corners = game.board().corners();
    let mut sides = sides(game);
    sides.iter_mut().for_each(|side| side.retain(|cell| !corners.contains(cell)));
    let corners: Vec<Vec<Cell>> = corners.iter().map(|&cell| vec![cell]).collect();
    has_ring(game, state, seat)
        || joins(game, state, seat, 3, &sides)
        || joins(game, state, seat, 2, &corners)
}

/// Whether a seat has a line of this length.
fn lines<R: PositionalRules>(
    game: &Positional<R>,
    state: &PositionalState<R::Tracker>,
    seat: Seat,
    length: usize,
) -> bool {
    let mine = |cell: &Cell| state.stones().owner(cell.0 as u16) == Some(seat);
    game.board().lines(length).iter().any(|line| line.iter().all(mine))
}

/// Plays at random, and asks after each move whether the game ends as the slow rules say.
pub(crate) fn agree<R: ListedRules>(
    game: &Positional<R>,
    seed: u64,
    slow: impl Fn(&PositionalState<R::Tracker>, Seat) -> Option<Seat>,
) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    while let Turn::Player(mover) = game.turn(&state) {
        let mv = game.random_move(&state, &mut rng, &mut Vec::new());
        game.apply(&mut state, &mv, &mut ());
        let full = game.places().len()
            == state.stones().of(Seat(0)).count() + state.stones().of(Seat(1)).count();
        let expected = match slow(&state, mover) {
            Some(winner) => Some(Some(winner)),
            None => full.then_some(None),
        };
        assert_eq!(winner(game, &state), expected);
    }
}

pub(crate) fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

/// Goes forward and back at random, as cursors do; a position that is copied into a used one is
/// there again, open places included.
pub(crate) fn goes_back<R: ListedRules>(game: &Positional<R>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut kept = Vec::new();
    for _ in 0..60 {
        let over = !matches!(game.turn(&state), Turn::Player(_));
        match rng.index(4) {
            0 => kept.push(state.clone()),
            1 if !kept.is_empty() => {
                let before = kept.pop().expect("it is not empty");
                state.clone_from(&before);
                assert!(state == before && game.turn(&state) == game.turn(&before));
                assert_eq!(moves(game, &state), moves(game, &before));
                // The trackers are back too: the same moves end the same way.
                let (mut a, mut b) = (state.clone(), before);
                let mut copy = rng.clone();
                while let Turn::Player(_) = game.turn(&b) {
                    let mv = game.random_move(&b, &mut copy, &mut Vec::new());
                    game.apply(&mut a, &mv, &mut ());
                    game.apply(&mut b, &mv, &mut ());
                    assert!(game.turn(&a) == game.turn(&b));
                }
            }
            _ if !over => {
                let mv = game.random_move(&state, &mut rng, &mut Vec::new());
                game.apply(&mut state, &mv, &mut ());
            }
            _ => {}
        }
    }
}

/// What every game must do: moves have names of their own, and are drawn where they are.
fn keeps_the_contract<G: Listed>(game: &G, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut stones = 0;
    while let Turn::Player(_) = game.turn(&state) {
        let moves = moves(game, &state);
        assert!(moves.is_sorted() || game.view(&state, Observer::All).boards.len() == 1);
        let names: Vec<String> = moves.iter().map(|mv| game.move_name(&state, mv)).collect();
        let mut unique = names.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), names.len());
        let mv = game.random_move(&state, &mut rng, &mut Vec::new());
        assert!(moves.contains(&mv));
        let describe = game.abilities().describe_move.expect("claims say where they are");
        let seen = describe(game, &state, &mv, Observer::Public);
        assert!(matches!(seen.places[0].spot, Spot::Cell(_)));
        game.apply(&mut state, &mv, &mut ());
        stones += 1;
        assert_eq!(game.view(&state, Observer::All).boards[0].pieces.len(), stones);
    }
    assert!(moves(game, &state).is_empty(), "nobody moves after the end");
}

proptest! {
    #[test]
    fn hex_and_y(seed in any::<u64>(), size in 1u64..7) {
        let hex: Hex = game(&[("size", size)]);
        agree(&hex, seed, |state, mover| {
            let all = sides(&hex);
            let mine = match mover {
                Seat(0) => [all[0].clone(), all[2].clone()],
                _ => [all[1].clone(), all[3].clone()],
            };
            joins(&hex, state, mover, 2, &mine).then_some(mover)
        });
        let y: Y = game(&[("size", size)]);
        agree(&y, seed, |state, mover| {
            joins(&y, state, mover, 3, &sides(&y)).then_some(mover)
        });
    }

    #[test]
    fn havannah_and_cross(seed in any::<u64>(), size in 2u64..6) {
        let havannah: Havannah = game(&[("size", size)]);
        agree(&havannah, seed, |state, mover| {
            havannah_won(&havannah, state, mover).then_some(mover)
        });
        let cross: Cross = game(&[("size", size)]);
        agree(&cross, seed, |state, mover| {
            let s = sides(&cross);
            let some = |numbers: &[usize]| -> Vec<Vec<Cell>> {
                numbers.iter().map(|&i| s[i].clone()).collect()
            };
            let all = |numbers: &[usize]| {
                joins(&cross, state, mover, numbers.len(), &some(numbers))
            };
            if all(&[0, 2, 4]) || all(&[1, 3, 5]) {
                Some(mover)
            } else if all(&[0, 3]) || all(&[1, 4]) || all(&[2, 5]) {
                Some(other(mover))
            } else {
                None
            }
        });
    }

    #[test]
    fn rows(seed in any::<u64>(), width in 1u64..8, height in 1u64..8, k in 1u64..5) {
        if k <= width.max(height) {
            let mnk: Mnk = game(&[("width", width), ("height", height), ("k", k)]);
            agree(&mnk, seed, |state, mover| {
                lines(&mnk, state, mover, k as usize).then_some(mover)
            });
        }
        let yavalath: Yavalath = game(&[("size", 3)]);
        agree(&yavalath, seed, |state, mover| {
            let four = lines(&yavalath, state, mover, 4);
            let three = lines(&yavalath, state, mover, 3);
            if four { Some(mover) } else { three.then_some(other(mover)) }
        });
    }

    #[test]
    fn positions_go_back(seed in any::<u64>(), which in 0..8u32) {
        match which {
            0 => goes_back(&game::<Havannah>(&[("size", 3)]), seed),
            1 => goes_back(&game::<Hex>(&[("size", 4)]), seed),
            2 => goes_back(&game::<ConnectFour>(&[]), seed),
            3 => goes_back(&game::<Connect6>(&[("size", 6)]), seed),
            4 => goes_back(&game::<HexByPaths>(&[("size", 4)]), seed),
            5 => goes_back(&game::<Yavalath>(&[("size", 3)]), seed),
            6 => goes_back(&game::<Cross>(&[("size", 3)]), seed),
            _ => goes_back(&game::<Y>(&[("size", 5)]), seed),
        }
    }

    #[test]
    fn the_contract(seed in any::<u64>()) {
        keeps_the_contract(&game::<Havannah>(&[("size", 3)]), seed);
        keeps_the_contract(&game::<Hex>(&[("size", 4)]), seed);
        keeps_the_contract(&game::<ConnectFour>(&[]), seed);
        keeps_the_contract(&game::<Connect6>(&[("size", 6)]), seed);
        keeps_the_contract(&game::<HexByPaths>(&[("size", 3)]), seed);
        keeps_the_contract(&game::<Gomoku>(&[("size", 7)]), seed);
        keeps_the_contract(&game::<Mnk>(&[]), seed);
    }
}
