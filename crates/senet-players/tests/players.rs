//! Bots on games whose answers are known.

#[path = "players/draw_rules.rs"]
mod draw_rules;
#[path = "players/hidden.rs"]
mod hidden;
#[path = "players/limits.rs"]
mod limits;
#[path = "players/perfect.rs"]
mod perfect;

use senet_game::{
    Cursor, DynGame, Game, GameInfo, Listed, MoveId, MoveIndex, Rng, Seat, Turn, erase,
};
use senet_players::{Bot, Environment, Knowledge, Player, PlayerError, SearchResult};
use senet_positional::games::{ConnectFour, Hex, Mnk};
use std::sync::Arc;

/// A game with its types, with some options.
fn plain<G: Listed>(options: &[(&str, &str)]) -> G {
    let options: Vec<(String, String)> =
        options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let chosen = G::info().choose(&options, None).expect("good options");
    G::from_options(&chosen).expect("good options")
}

/// A game from the catalogue, with some options.
fn listed<G: Listed>(options: &[(&str, &str)]) -> Arc<dyn DynGame> {
    erase(Arc::new(plain::<G>(options)), G::info())
}

/// A game that a test has made up.
fn made_up<G: Game>(game: G) -> Arc<dyn DynGame> {
    erase(Arc::new(game), GameInfo::default())
}

fn bot(name: &str) -> Bot {
    name.parse().expect("a bot")
}

fn moves(cursor: &mut dyn Cursor) -> Vec<MoveId> {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    moves
}

/// A cursor after some moves, by name.
fn after(game: &Arc<dyn DynGame>, moves: &str) -> Box<dyn Cursor> {
    let mut cursor = game.cursor();
    for name in moves.split_whitespace() {
        let mv = cursor.parse_move(name).unwrap_or_else(|| panic!("{name} is not a move"));
        cursor.apply(mv);
    }
    cursor
}

/// What a player chooses; the cursor must stay where it was.
fn choose(
    game: &Arc<dyn DynGame>,
    at: &mut dyn Cursor,
    player: &mut dyn Player,
    rng: &mut Rng,
    environment: &dyn Environment,
) -> Result<SearchResult, PlayerError> {
    let (before, referee, depth) = (at.save(), at.referee().clone(), at.depth());
    let result = player.choose(game, Knowledge::Open(at), rng, environment);
    assert!(at.is_at(&before) && *at.referee() == referee && at.depth() == depth, "it came back");
    result
}

/// What a bot chooses at first sight: the name of the move, and all else.
fn ask(game: &Arc<dyn DynGame>, at: &mut dyn Cursor, who: &str) -> (String, SearchResult) {
    let mut player = bot(who).player();
    let result = choose(game, at, &mut *player, &mut Rng::new(1), &()).expect("a move");
    let mv = moves(at)[result.best.0 as usize];
    (at.move_name(mv), result)
}

/// The utility of a match between two bots for the first.
fn duel(game: &Arc<dyn DynGame>, bots: [&str; 2], seed: u64) -> f64 {
    let mut players = bots.map(|b| bot(b).player());
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    loop {
        match cursor.turn() {
            Turn::Player(seat) => {
                let player = &mut *players[usize::from(seat.0)];
                let best = choose(game, &mut *cursor, player, &mut rng, &()).expect("a move").best;
                let mv = moves(&mut *cursor)[best.0 as usize];
                cursor.apply(mv);
            }
            Turn::Over(outcome) => return outcome.utility(Seat(0)),
            _ => panic!("a game of two without chance"),
        }
    }
}

const SEARCHERS: [&str; 2] = ["mcts:400", "alphabeta:4000"];

#[test]
fn a_win_in_one_is_taken() {
    let game = listed::<Mnk>(&[]);
    let mut at = after(&game, "a1 a2 b1 b2");
    for who in ["greedy", "mcts:200", "alphabeta:2000"] {
        let (name, result) = ask(&game, &mut *at, who);
        assert_eq!((name.as_str(), result.value), ("c1", Some(1.0)), "{who}");
        assert!(result.proven, "{who}");
    }
}

#[test]
fn a_loss_in_one_is_prevented() {
    let game = listed::<Mnk>(&[]);
    let mut at = after(&game, "a1 b2 a2");
    for who in SEARCHERS {
        assert_eq!(ask(&game, &mut *at, who).0, "a3", "{who}");
    }
}

/// Every bot of the table with a small limit, so that a new one is tested without being named here.
fn every_bot() -> impl Iterator<Item = String> {
    Bot::NAMES.iter().map(|name| match *name {
        "alphabeta" | "mcts" => format!("{name}:300"),
        "level" => "level:3".to_owned(),
        name => name.to_owned(),
    })
}

#[test]
fn tic_tac_toe_is_never_lost() {
    let game = listed::<Mnk>(&[]);
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
    let game = listed::<Mnk>(&[("width", "4"), ("height", "4"), ("k", "3")]);
    let (_, result) = ask(&game, &mut *game.cursor(), "mcts:20000");
    assert_eq!((result.value, result.proven), (Some(1.0), true));
    assert!(result.nodes < 20_000, "it stops when it knows");
}

#[test]
fn searching_beats_chance_on_larger_boards() {
    let four = listed::<ConnectFour>(&[]);
    let hex = listed::<Hex>(&[("size", "5")]);
    for seed in 0..4 {
        assert_eq!(duel(&four, ["mcts:300", "random"], seed), 1.0);
        assert_eq!(duel(&four, ["random", "alphabeta:3000"], seed), -1.0);
        assert_eq!(duel(&hex, ["random", "mcts:300"], seed), -1.0);
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let game = listed::<ConnectFour>(&[]);
    // Connect four is too large for `perfect`, which is deterministic without a seed.
    for who in every_bot().filter(|who| !who.starts_with("perfect")) {
        let ask = || ask(&game, &mut *game.cursor(), &who);
        assert_eq!(ask(), ask(), "{who}");
    }
}

/// All results of a bot that plays against itself.
fn self_play(game: &Arc<dyn DynGame>, who: &str, seed: u64) -> Vec<SearchResult> {
    let mut player = bot(who).player();
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    let mut results = Vec::new();
    while let Turn::Player(_) = cursor.turn() {
        let result = choose(game, &mut *cursor, &mut *player, &mut rng, &()).expect("a move");
        let mv = moves(&mut *cursor)[result.best.0 as usize];
        cursor.apply(mv);
        results.push(result);
    }
    results
}

#[test]
fn the_same_seed_gives_the_same_play_with_trees_that_are_kept() {
    let four = listed::<ConnectFour>(&[]);
    // Moves of Hex are met again and again: all-moves-as-first statistics are used.
    let hex = listed::<Hex>(&[("size", "4")]);
    for (game, who) in [(&four, "mcts:150"), (&four, "mcts:60:x3"), (&hex, "mcts:150:x2")] {
        assert_eq!(self_play(game, who, 5), self_play(game, who, 5), "{who}");
    }
}

#[test]
fn leaves_that_are_collected_find_the_same_and_count_the_same() {
    let four = || limits::in_lanes(plain::<ConnectFour>(&[]));
    let game = four();
    let (_, result) = ask(&game, &mut *game.cursor(), "mcts:1003");
    assert_eq!(result.nodes, 1_003, "the last ones wait for no others");
    assert_eq!(self_play(&game, "mcts:150", 5), self_play(&four(), "mcts:150", 5));
    assert_eq!(self_play(&game, "mcts:150:x2", 6), self_play(&four(), "mcts:150:x2", 6));
    // It differs from a search that makes its playouts one by one, and finds the same proofs.
    let one_by_one = listed::<ConnectFour>(&[]);
    let alone = ask(&one_by_one, &mut *one_by_one.cursor(), "mcts:1003").1;
    assert_ne!(result.value, alone.value);
    for (so_far, best) in [("a b a b a b", "a"), ("d c d c d", "d")] {
        let (name, _) = ask(&game, &mut *after(&game, so_far), "mcts:3000");
        assert_eq!(name, best, "after {so_far}");
    }
    assert_eq!(duel(&game, ["mcts:300", "random"], 1), 1.0);
}

#[test]
fn kept_trees_are_about_the_position_that_came_up() {
    // One player for all: it keeps a tree of what it searched last, wherever that was.
    let game = listed::<Mnk>(&[]);
    let mut player = bot("mcts:2000").player();
    let mut name = |moves_so_far: &str| {
        let mut at = after(&game, moves_so_far);
        let rng = &mut Rng::new(1);
        let best = choose(&game, &mut *at, &mut *player, rng, &()).expect("a move").best;
        let mv = moves(&mut *at)[best.0 as usize];
        at.move_name(mv)
    };
    name("");
    assert_eq!(name("a1 a2 b1 b2"), "c1");
    assert_eq!(name("a1 b2 a2"), "a3");
    assert_eq!(name("a1 b2 a2 a3 c1"), "b1");
    // Another game, with other types.
    let four = listed::<ConnectFour>(&[]);
    let mut at = after(&four, "a b a b a b");
    let rng = &mut Rng::new(1);
    let result = choose(&four, &mut *at, &mut *player, rng, &()).expect("a move");
    assert_eq!((result.best, result.proven), (MoveIndex(0), true));
}

#[test]
fn several_threads_choose_the_same_move_every_time() {
    let game = listed::<ConnectFour>(&[]);
    let mut at = after(&game, "d d d c");
    let mut twice = || ask(&game, &mut *at, "mcts:200:x3");
    let (first, again) = (twice(), twice());
    assert_eq!(first, again);
    assert_eq!(first.1.nodes, 600);
    // One of them knows a win: all of them do.
    let mut at = after(&game, "a b a b a b");
    let (name, result) = ask(&game, &mut *at, "mcts:200:x3");
    assert_eq!((name.as_str(), result.proven), ("a", true));
}

/// Plays a line; panics if it is not legal.
fn play(at: &mut dyn Cursor, line: &[MoveIndex]) {
    at.push();
    for index in line {
        let mv = moves(at)[index.0 as usize];
        at.apply(mv);
    }
    at.pop();
}

#[test]
fn several_threads_that_look_ahead_see_what_one_sees() {
    let game = listed::<Mnk>(&[]);
    for so_far in ["", "b2", "a1 b2 a2", "a1 a2 b1 b2", "b2 a2 a1 c3"] {
        let mut at = after(&game, so_far);
        let (_, alone) = ask(&game, &mut *at, "alphabeta:200000");
        for who in ["alphabeta:200000:x2", "alphabeta:200000:x3", "alphabeta:200000:x16"] {
            let (name, result) = ask(&game, &mut *at, who);
            assert_eq!(result.value, alone.value, "{who} after `{so_far}`: {name}");
            assert_eq!(result.proven, alone.proven, "{who} after `{so_far}`: {name}");
            play(&mut *at, &result.line);
        }
    }
    // Without an end in sight, all nodes are used, and every time in the same way.
    let game = listed::<ConnectFour>(&[]);
    let mut at = after(&game, "d d d c");
    let mut think = |who| ask(&game, &mut *at, who).1;
    let (first, again) = (think("alphabeta:3000:x3"), think("alphabeta:3000:x3"));
    assert_eq!(first, again);
    assert!((3_000..=9_000).contains(&first.nodes), "{}", first.nodes);
    assert!(think("alphabeta:1:x3").nodes <= 3, "the least limit gives a move");
}

#[test]
fn a_draw_is_proven_though_lines_were_cut_off() {
    let game = listed::<Mnk>(&[]);
    let (_, result) = ask(&game, &mut *game.cursor(), "alphabeta:200000");
    assert_eq!((result.value, result.proven), (Some(0.0), true));
    assert!(result.nodes < 60_000, "it stops when it knows: {}", result.nodes);
}

#[test]
fn whose_turn_it_is_not_is_not_asked() {
    let game = listed::<Mnk>(&[]);
    let mut over = after(&game, "a1 a2 b1 b2 c1");
    for name in every_bot() {
        let mut player = bot(&name).player();
        let result = choose(&game, &mut *over, &mut *player, &mut Rng::new(1), &());
        assert_eq!(result, Err(PlayerError::NotAPlayersTurn), "{name}");
    }
}

/// Whether the mover can win within so many plies.
fn wins_within(at: &mut dyn Cursor, plies: u32) -> bool {
    let Turn::Player(mover) = at.turn() else { return false };
    moves(at).into_iter().any(|mv| wins_by(at, mv, mover, plies))
}

fn wins_by(at: &mut dyn Cursor, mv: MoveId, mover: Seat, plies: u32) -> bool {
    at.push();
    at.apply(mv);
    let wins = match at.turn() {
        Turn::Over(end) => end.utility(mover) > 0.0,
        Turn::Player(seat) if plies >= 3 && seat != mover => moves(at).into_iter().all(|answer| {
            at.push();
            at.apply(answer);
            let wins = match at.turn() {
                Turn::Over(end) => end.utility(mover) > 0.0,
                _ => wins_within(at, plies - 2),
            };
            at.pop();
            wins
        }),
        _ => false,
    };
    at.pop();
    wins
}

/// Positions of random play in which a win is forced within five plies, but not with the next one;
/// the search has to find each of them, and play a move that wins.
fn finds_forced_wins(game: &Arc<dyn DynGame>, wanted: usize) {
    let mut found = 0;
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut at = game.cursor();
        while let Turn::Player(mover) = at.turn() {
            let few = at.count_moves() <= 20;
            if few && !wins_within(&mut *at, 1) && wins_within(&mut *at, 5) {
                // One search in some 250 has bad luck with the first playouts of the winning move.
                let search = |i| {
                    let (player, rng) = (&mut *bot("mcts:60000").player(), &mut Rng::new(i));
                    let result = choose(game, &mut *at, player, rng, &()).expect("a move");
                    (result.proven && result.value == Some(1.0)).then_some(result)
                };
                let result = (1..=2).find_map(search).unwrap_or_else(|| panic!("seed {seed}"));
                let best = moves(&mut *at)[result.best.0 as usize];
                assert!(wins_by(&mut *at, best, mover, 9), "seed {seed}: it does not win");
                play(&mut *at, &result.line);
                found += 1;
                if found == wanted {
                    return;
                }
                break;
            }
            let mv = at.random_move(&mut rng);
            at.apply(mv);
        }
    }
}

#[test]
fn forced_wins_are_found() {
    finds_forced_wins(&listed::<ConnectFour>(&[]), 20);
    finds_forced_wins(&listed::<Mnk>(&[("width", "5"), ("height", "4"), ("k", "4")]), 10);
    finds_forced_wins(&listed::<Hex>(&[("size", "4")]), 10);
    finds_forced_wins(&listed::<Mnk>(&[]), 10);
}
