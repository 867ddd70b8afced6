//! What chance decides by, and what is added up: worked out by hand for small programs.

use senet_engine::Engine;
use senet_game::{Game, LimitKind, Limits, Rng, Turn};
use senet_net::NetGame;
use senet_program::{Options, check};
use std::sync::Arc;

fn game(text: &str) -> NetGame {
    let checked = check(text, &Options::default());
    let program = checked.program.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let engine = Engine::new(Arc::new(program), Limits::default());
    NetGame::new(Arc::new(engine), 0).expect("it is finite")
}

/// The moves at the start with their weights.
fn weights(game: &NetGame) -> Vec<(String, u128)> {
    let (state, mut moves) = (game.start(), Vec::new());
    game.moves(&state, &mut moves);
    moves.iter().map(|m| (game.move_name(&state, m), game.weight(&state, m))).collect()
}

/// Five coins, of which two are taken in turn, or one of two stones.
const COINS: &str = "go : pred.  coin : pred.  stone : pred.  heads : pred.  tails : pred.
    stage s = { two : go * coin * coin -o heads.  one : go * stone -o tails. }
    #weight two 3.
    #trace _ s { go, coin ^5, stone ^2 }.";

#[test]
fn a_weight_counts_the_ways_to_pick_copies() {
    let game = game(COINS);
    assert_eq!(game.turn(&game.start()), Turn::Chance);
    // 3 · 5 · 4, as one coin follows the other.
    assert_eq!(weights(&game), [("two".to_owned(), 60), ("one".to_owned(), 2)]);
}

#[test]
fn moves_are_drawn_by_their_weights() {
    let game = game(COINS);
    let (state, mut moves, mut rng) = (game.start(), Vec::new(), Rng::new(1));
    game.moves(&state, &mut moves);
    let draws =
        (0..31_000).filter(|_| game.random_move(&state, &mut rng, &mut Vec::new()) == moves[1]);
    // 1,000 are expected, 2 of 62; a standard deviation is 31.
    let rare = draws.count();
    assert!((810..1190).contains(&rare), "{rare} of 31,000");
}

#[test]
fn ways_that_look_the_same_are_added_up_and_factors_multiplied() {
    let program = |rule: &str| {
        format!(
            "t : type.  a : t.  b : t.  c : t.  go : pred.  mark t : pred.  side t : pred.
             yes : pred.  no : pred.
             stage s = {{ many : {rule} -o yes.  few : go -o no. }}
             #trace _ s {{ go, mark a ^2, mark b ^3, side a ^2, side c ^7 }}."
        )
    };
    for (rule, ways) in [
        ("go * mark X", 2 + 3),
        ("go * mark X * side Y", (2 + 3) * (2 + 7)),
        ("go * mark X * side X", 2 * 2),
        ("go * mark X * mark X", 2 + 3 * 2),
        ("go * mark a * mark a * mark b * mark b * mark b", 2 * (3 * 2)),
    ] {
        let game = game(&program(rule));
        assert_eq!(weights(&game).iter().map(|w| w.1).sum::<u128>(), ways + 1, "{rule}");
    }
}

#[test]
fn a_card_that_is_only_read_makes_one_move_with_all_its_ways() {
    let game = game(
        "t : type.  a : t.  b : t.  go : pred.  mark t : pred.  yes : pred.  no : pred.
         stage s = { many : go * $mark _ -o yes.  few : go -o no. }
         #trace _ s { go, mark a ^2, mark b ^3 }.",
    );
    assert_eq!(weights(&game), [("many".to_owned(), 2 + 3), ("few".to_owned(), 1)]);
}

#[test]
fn a_weight_that_does_not_fit_stops_play() {
    let game = game(
        "go : pred.  p : pred.  yes : pred.  no : pred.
         stage s = { many : go * p^6 -o yes.  few : go -o no. }
         #trace _ s { go, p ^8000000 }.",
    );
    assert_eq!(game.turn(&game.start()), Turn::Stopped(LimitKind::Numbers));
}

#[test]
fn moves_of_players_weigh_the_same() {
    let game = game(
        "player : type.  ann : player.  bob : player.  #players player.  turn player : pred.
         coin : pred.  stone : pred.
         stage s = { two : turn P * next P Q * coin * coin -o turn Q.
                     one : turn P * next P Q * stone -o turn Q. }
         #interactive s.  #trace _ s { turn ann, coin ^5, stone ^2 }.",
    );
    assert_eq!(weights(&game).iter().map(|w| w.1).collect::<Vec<_>>(), [1, 1]);
}

/// Which of the rules of a program can fire, by name: a guard with an aggregate lets through one value.
fn fires(guard: &str, start: &str) -> bool {
    let game = game(&format!(
        "small : 0..9.  debt small : pred.  ask : pred.  pay : pred.  yes : pred.  late : pred.
         stage s = {{ test : ask * {guard} -o yes.  more : pay -o debt 3 * late. }}
         #interactive s.  #trace _ s {{ ask, {start} }}."
    ));
    weights(&game).iter().any(|(name, _)| name.starts_with("test"))
}

#[test]
fn sums_count_copies_and_the_largest_and_smallest_do_not() {
    let start = "debt 2 ^3, debt 5, pay";
    for (aggregate, value) in [("sum", 11), ("max", 5), ("min", 2)] {
        for guess in [value - 1, value, value + 1] {
            let guard = format!("S = {aggregate} N (debt N) * S == {guess}");
            assert_eq!(fires(&guard, start), guess == value, "{guard}");
        }
    }
    // Of nothing, there is a sum and no largest.
    assert!(fires("S = sum N (debt N) * S == 0", "pay"));
    assert!(!fires("S = max N (debt N) * S < 9", "pay"));
    assert!(!fires("S = min N (debt N) * S < 9", "pay"));
    // Each pair counts once for every way to pick its two copies, one after the other.
    assert!(fires("S = sum N (debt N * debt N) * S == 12", "debt 2 ^3, debt 5, pay"));
}

#[test]
fn a_sum_that_does_not_fit_stops_play() {
    let stopped = |copies: u64| {
        let game = game(&format!(
            "small : 0..9.  debt small : pred.  ask : pred.  pay : pred.
             stage s = {{ test : ask * S = sum N (debt N * debt N * debt N) * S > 3 -o .
                          more : pay -o debt 2. }}
             #interactive s.  #trace _ s {{ ask ^3000000, pay ^3000000, debt 2 ^{copies} }}."
        ));
        game.turn(&game.start()) == Turn::Stopped(LimitKind::Numbers)
    };
    // The largest n for which 2 · n (n - 1) (n - 2) fits into 64 bits.
    let most = 2_097_153;
    assert!(!stopped(most));
    assert!(stopped(most + 1));
}
