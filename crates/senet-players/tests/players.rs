//! Bots on games whose answers are known.

use senet_game::{Game, Listed, Rng, Seat, Turn, named};
use senet_players::{Bot, Opinion};
use senet_positional::games::{ConnectFour, Hex, Mnk};

fn usual<G: Listed>(options: &[(&str, &str)]) -> G {
    let options: Vec<(String, String)> =
        options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let chosen = G::about().choose(&options, None).expect("good options");
    G::with(&chosen).expect("good options")
}

fn bot(name: &str) -> Bot {
    name.parse().expect("a bot")
}

/// The position after some moves, by name.
fn after<G: Game>(game: &G, moves: &str) -> G::State {
    let mut state = game.start();
    for name in moves.split_whitespace() {
        let mv = named(game, &state, name).unwrap_or_else(|| panic!("{name} is no move"));
        game.apply(&mut state, &mv, &mut ());
    }
    state
}

fn ask<G: Game + 'static>(game: &G, state: &G::State, who: &str) -> (String, Opinion<G::Move>) {
    let opinion = bot(who).player().choose(game, state, &mut Rng::new(1), &());
    (game.name(state, &opinion.best), opinion)
}

/// What a match between two bots is worth to the first.
fn duel<G: Game + 'static>(game: &G, bots: [&str; 2], seed: u64) -> f64 {
    let mut players = bots.map(|b| bot(b).player::<G>());
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    loop {
        match game.turn(&state) {
            Turn::Player(seat) => {
                let player = &mut players[usize::from(seat.0)];
                let mv = player.choose(game, &state, &mut rng, &()).best;
                game.apply(&mut state, &mv, &mut ());
            }
            Turn::Over(outcome) => return outcome.utility(Seat(0)),
            _ => panic!("a game of two without chance"),
        }
    }
}

const SEARCHERS: [&str; 2] = ["mcts:400", "alphabeta:4000"];

#[test]
fn a_win_in_one_is_taken() {
    let game: Mnk = usual(&[]);
    let state = after(&game, "a1 a2 b1 b2");
    for who in ["greedy", "mcts:200", "alphabeta:2000"] {
        let (name, opinion) = ask(&game, &state, who);
        assert_eq!((name.as_str(), opinion.value), ("c1", Some(1.0)), "{who}");
        assert!(opinion.proven, "{who}");
    }
}

#[test]
fn a_loss_in_one_is_prevented() {
    let game: Mnk = usual(&[]);
    let state = after(&game, "a1 b2 a2");
    for who in SEARCHERS {
        assert_eq!(ask(&game, &state, who).0, "a3", "{who}");
    }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    let game: Mnk = usual(&[]);
    for who in SEARCHERS {
        for seed in 0..15 {
            assert!(duel(&game, [who, "random"], seed) >= 0.0, "{who}, first, seed {seed}");
            assert!(duel(&game, ["random", who], seed) <= 0.0, "{who}, second, seed {seed}");
        }
    }
}

#[test]
fn what_is_decided_is_known_to_be() {
    // Three in a row on four by four: the first player wins, and a few thousand playouts show it.
    let game: Mnk = usual(&[("width", "4"), ("height", "4"), ("k", "3")]);
    let (_, opinion) = ask(&game, &game.start(), "mcts:20000");
    assert_eq!((opinion.value, opinion.proven), (Some(1.0), true));
    assert!(opinion.nodes < 20_000, "it stops when it knows");
}

#[test]
fn thinking_beats_chance_on_larger_boards() {
    let four: ConnectFour = usual(&[]);
    let hex: Hex = usual(&[("size", "5")]);
    for seed in 0..4 {
        assert_eq!(duel(&four, ["mcts:300", "random"], seed), 1.0);
        assert_eq!(duel(&four, ["random", "alphabeta:3000"], seed), -1.0);
        assert_eq!(duel(&hex, ["random", "mcts:300"], seed), -1.0);
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let game: ConnectFour = usual(&[]);
    for who in ["greedy", "mcts:300", "alphabeta:1000", "level:3"] {
        let (first, again) = (ask(&game, &game.start(), who), ask(&game, &game.start(), who));
        assert_eq!(first.1, again.1, "{who}");
    }
}

#[test]
fn several_who_think_agree_on_the_same_move_every_time() {
    let game: ConnectFour = usual(&[]);
    let state = after(&game, "d d d c");
    let (first, again) = (ask(&game, &state, "mcts:200:x3"), ask(&game, &state, "mcts:200:x3"));
    assert_eq!(first.1, again.1);
    assert_eq!(first.1.nodes, 600);
    // One of them knows a win: all of them do.
    let state = after(&game, "a b a b a b");
    let (name, opinion) = ask(&game, &state, "mcts:200:x3");
    assert_eq!((name.as_str(), opinion.proven), ("a", true));
}

#[test]
fn several_who_look_ahead_see_what_one_sees() {
    let game: Mnk = usual(&[]);
    for moves in ["", "b2", "a1 b2 a2", "a1 a2 b1 b2", "b2 a2 a1 c3"] {
        let state = after(&game, moves);
        let (_, alone) = ask(&game, &state, "alphabeta:200000");
        for who in ["alphabeta:200000:x2", "alphabeta:200000:x3", "alphabeta:200000:x16"] {
            let (name, opinion) = ask(&game, &state, who);
            assert_eq!(opinion.value, alone.value, "{who} after `{moves}`: {name}");
            assert_eq!(opinion.proven, alone.proven, "{who} after `{moves}`: {name}");
            let mut line = state.clone();
            for mv in &opinion.line {
                let mut moves = Vec::new();
                game.moves(&line, &mut moves);
                assert!(moves.contains(mv), "{who}: the line can be played");
                game.apply(&mut line, mv, &mut ());
            }
        }
    }
    // Without an end in sight, all of the effort is used, and every time in the same way.
    let game: ConnectFour = usual(&[]);
    let state = after(&game, "d d d c");
    let think = || ask(&game, &state, "alphabeta:3000:x3").1;
    let (first, again) = (think(), think());
    assert_eq!(first, again);
    assert!((3_000..=9_000).contains(&first.nodes), "{}", first.nodes);
    assert!(ask(&game, &state, "alphabeta:1:x3").1.nodes <= 3, "the least effort gives a move");
}

#[test]
fn a_draw_is_proven_though_lines_were_cut_off() {
    let game: Mnk = usual(&[]);
    let (_, opinion) = ask(&game, &game.start(), "alphabeta:200000");
    assert_eq!((opinion.value, opinion.proven), (Some(0.0), true));
    assert!(opinion.nodes < 60_000, "it stops when it knows: {}", opinion.nodes);
}

/// Whether whoever is to move can win within so many moves of both.
fn wins_within<G: Game>(game: &G, state: &G::State, plies: u32) -> bool {
    let Turn::Player(mover) = game.turn(state) else { return false };
    moves(game, state).iter().any(|mv| wins_by(game, state, mv, mover, plies))
}

fn wins_by<G: Game>(game: &G, state: &G::State, mv: &G::Move, mover: Seat, plies: u32) -> bool {
    let mut after = state.clone();
    game.apply(&mut after, mv, &mut ());
    match game.turn(&after) {
        Turn::Over(end) => end.utility(mover) > 0.0,
        Turn::Player(seat) if plies >= 3 && seat != mover => {
            moves(game, &after).iter().all(|answer| {
                let mut next = after.clone();
                game.apply(&mut next, answer, &mut ());
                match game.turn(&next) {
                    Turn::Over(end) => end.utility(mover) > 0.0,
                    _ => wins_within(game, &next, plies - 2),
                }
            })
        }
        _ => false,
    }
}

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// Positions of random play in which a win is forced within five moves, but not with the next one;
/// the search has to find each of them, and play a move that wins.
fn finds_forced_wins<G: Game + 'static>(game: &G, wanted: usize) {
    let mut found = 0;
    for seed in 0.. {
        let (mut rng, mut spare) = (Rng::new(seed), Vec::new());
        let mut state = game.start();
        while let Turn::Player(mover) = game.turn(&state) {
            let few = moves(game, &state).len() <= 20;
            if few && !wins_within(game, &state, 1) && wins_within(game, &state, 5) {
                let (name, opinion) = ask(game, &state, "mcts:60000");
                assert!(opinion.proven && opinion.value == Some(1.0), "seed {seed}: {name}");
                let best = &opinion.best;
                assert!(wins_by(game, &state, best, mover, 9), "seed {seed}: {name} does not win");
                found += 1;
                if found == wanted {
                    return;
                }
                break;
            }
            let mv = game.pick(&state, &mut rng, &mut spare);
            game.apply(&mut state, &mv, &mut ());
        }
    }
}

#[test]
fn forced_wins_are_found() {
    finds_forced_wins(&usual::<ConnectFour>(&[]), 20);
    finds_forced_wins(&usual::<Mnk>(&[("width", "5"), ("height", "4"), ("k", "4")]), 10);
    finds_forced_wins(&usual::<Hex>(&[("size", "4")]), 10);
    finds_forced_wins(&usual::<Mnk>(&[]), 10);
}
