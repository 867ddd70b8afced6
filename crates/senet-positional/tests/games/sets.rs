//! Games over winning sets.

use crate::common::{after, deciding, game, moves, play, positions, solve, winner};
use crate::slow::goes_back;
use proptest::prelude::{any, proptest};
use senet_game::{Game, Listed, Seat, Turn};
use senet_positional::games::{Hex, HexByPaths, Mnk, Progression, Sim};

fn progression(n: u64, k: u64, more: &[(&str, &str)]) -> Progression {
    let mut asked = vec![("n".to_owned(), n.to_string()), ("k".to_owned(), k.to_string())];
    asked.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let chosen = Progression::info().choose(&asked, None).expect("options that exist");
    Progression::from_options(&chosen).expect("options that fit together")
}

/// How many positions are drawn ends.
fn draws<G: Game>(game: &G, state: &G::State) -> usize {
    match game.turn(state) {
        Turn::Over(_) => usize::from(winner(game, state) == Some(None)),
        _ => moves(game, state).iter().map(|mv| draws(game, &after(game, state, mv))).sum(),
    }
}

#[test]
fn three_at_equal_distances() {
    for n in 3..=9 {
        assert_eq!(solve(&progression(n, 3, &[])), i8::from(n >= 5), "n = {n}");
    }
    let eight = progression(8, 3, &[]);
    assert!(draws(&eight, &eight.start()) > 0);
    let nine = progression(9, 3, &[]);
    assert_eq!(draws(&nine, &nine.start()), 0, "van der Waerden's number for 3 is 9");
    assert_eq!(deciding(&nine, "2 1 5 3 8"), "2 5 8");
}

#[test]
fn makers_breakers_avoiders_and_enforcers() {
    let breaker = progression(4, 3, &[("kind", "maker-breaker")]);
    assert_eq!(solve(&breaker), -1, "what is a draw between makers, the breaker wins");
    let maker = progression(5, 3, &[("kind", "maker-breaker")]);
    assert_eq!(solve(&maker), 1);
    assert_eq!(deciding(&maker, "1 2 5 3"), "3", "3 is in all four sets, so 2 is not needed");
    let avoider = progression(3, 2, &[("kind", "avoider-enforcer")]);
    assert_eq!(
        winner(&avoider, &play(&avoider, "1 2 3")),
        Some(Some(Seat(1))),
        "1 and 3 are a set"
    );
    let easy = progression(4, 3, &[("kind", "avoider-enforcer")]);
    assert_eq!(winner(&easy, &play(&easy, "1 2")), Some(Some(Seat(0))), "2 is in both sets");
}

#[test]
fn bias() {
    let two_to_one = progression(3, 2, &[("p", "2"), ("kind", "maker-breaker")]);
    assert_eq!(winner(&two_to_one, &play(&two_to_one, "1 3")), Some(Some(Seat(0))));
    let one_to_two = progression(5, 3, &[("q", "2"), ("kind", "maker-breaker")]);
    assert_eq!(solve(&one_to_two), -1, "two claims a turn are enough for the breaker");
    let ttt = game::<Mnk>(&[("q", 2)]);
    assert_eq!(solve(&ttt), -1);
    assert!(matches!(ttt.turn(&play(&ttt, "a1 b1")), Turn::Player(Seat(1))), "one more to go");
}

#[test]
fn sim() {
    let six: Sim = game(&[]);
    assert_eq!(six.places().len(), 15);
    let triangle = "p1-p2 p1-p4 p2-p3 p1-p5 p1-p3";
    assert_eq!(winner(&six, &play(&six, triangle)), Some(Some(Seat(1))));
    assert_eq!(deciding(&six, triangle), "p1-p2 p1-p3 p2-p3");
    for seed in 0..200 {
        let mut rng = senet_game::Rng::new(seed);
        let mut state = six.start();
        while let Turn::Player(_) = six.turn(&state) {
            let mv = six.random_move(&state, &mut rng, &mut Vec::new());
            six.apply(&mut state, &mv, &mut ());
        }
        assert_ne!(winner(&six, &state), Some(None), "Ramsey: six points have no draw");
    }
    let five: Sim = game(&[("points", 5)]);
    let pentagon = "p1-p2 p1-p3 p2-p3 p2-p4 p3-p4 p3-p5 p4-p5 p1-p4 p1-p5 p2-p5";
    assert_eq!(winner(&five, &play(&five, pentagon)), Some(None));
}

#[test]
fn paths_are_all_and_none_too_many() {
    let paths = |size| game::<HexByPaths>(&[("size", size)]).tracker().len();
    assert_eq!((paths(1), paths(2)), (1, 3));
    let by_groups = positions(&game::<Hex>(&[("size", 2)]));
    assert_eq!(positions(&game::<HexByPaths>(&[("size", 2)])), by_groups);
}

proptest! {
    #[test]
    fn sets_go_back(seed in any::<u64>()) {
        goes_back(&progression(12, 3, &[("kind", "maker-breaker"), ("q", "2")]), seed);
        goes_back(&game::<Sim>(&[]), seed);
    }
}
