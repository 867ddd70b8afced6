//! Searches run under the draw rules of the cursor that they are given.

use super::{ask, bot, choose, made_up, moves};
use senet_game::{
    Abilities, Cursor, DrawRules, DynGame, Game, Log, Observer, Outcome, Referee, Rng, Seat, Turn,
    View,
};
use std::sync::Arc;

/// Two seats walk along a line, a step to either side at a time, the first by 1 and the second by 2;
/// either wins who brings the token to the end of the line.
#[derive(Clone)]
struct Line {
    length: i64,
    rules: DrawRules,
}

impl Game for Line {
    type State = (i64, u8);
    type Move = bool;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> (i64, u8) {
        (0, 0)
    }

    fn turn(&self, (at, mover): &(i64, u8)) -> Turn {
        match *at {
            at if at >= self.length => Turn::Over(Outcome::won(Seat(1 - mover))),
            _ => Turn::Player(Seat(*mover)),
        }
    }

    fn moves(&self, _: &(i64, u8), out: &mut Vec<bool>) {
        *out = vec![false, true];
    }

    fn apply(&self, (at, mover): &mut (i64, u8), forward: &bool, _: &mut impl Log) {
        let step = 1 + i64::from(*mover);
        *at = (*at + if *forward { step } else { -step }).max(0);
        *mover = 1 - *mover;
    }

    fn move_name(&self, _: &(i64, u8), forward: &bool) -> String {
        if *forward { "forward".to_owned() } else { "back".to_owned() }
    }

    fn view(&self, (at, _): &(i64, u8), _: Observer) -> View {
        View::facts([("at", at.to_string())])
    }

    fn abilities(&self) -> Abilities<Line> {
        Abilities { draw_rules: self.rules, ..Abilities::default() }
    }
}

fn line(length: i64, rules: DrawRules) -> Arc<dyn DynGame> {
    made_up(Line { length, rules })
}

const SEARCHERS: [&str; 4] = ["alphabeta:20000", "alphabeta:20000:x2", "mcts:2000", "mcts:500:x2"];

#[test]
fn a_limit_that_comes_before_the_win_is_a_draw_and_no_proof() {
    // The second seat wins by going forward, in six moves if the first one goes forward too, but no play
    // is longer than four.
    let game = line(6, DrawRules { limit: Some(4), ..DrawRules::default() });
    for who in SEARCHERS {
        let (_, result) = ask(&game, &mut *game.cursor(), who);
        assert_eq!((result.value, result.proven), (Some(0.0), false), "{who}: {result:?}");
        assert!(result.nodes < 1_000, "{who} stops when all has ended: {}", result.nodes);
    }
    // Without the rule, a win is there to be proven: after one step forward the rest is forced.
    let free = line(2, DrawRules::default());
    for who in SEARCHERS {
        let mut at = super::after(&free, "forward");
        let (name, result) = ask(&free, &mut *at, who);
        assert_eq!((name.as_str(), result.value), ("forward", Some(1.0)), "{who}");
        assert!(result.proven, "{who}");
    }
}

#[test]
fn ends_by_the_rules_are_proven_beside_draw_rules() {
    let game = line(2, DrawRules { limit: Some(50), repeat: Some(3), quiet: None });
    for who in SEARCHERS.iter().chain(&["greedy"]) {
        let mut at = super::after(&game, "forward");
        let (name, result) = ask(&game, &mut *at, who);
        assert_eq!(
            (name.as_str(), result.value, result.proven),
            ("forward", Some(1.0), true),
            "{who}"
        );
    }
}

#[test]
fn an_end_by_a_draw_rule_is_no_proof_for_greedy() {
    let game = line(9, DrawRules { limit: Some(1), ..DrawRules::default() });
    let (_, result) = ask(&game, &mut *game.cursor(), "greedy");
    assert_eq!((result.value, result.proven), (Some(0.0), false));
}

#[test]
fn the_referee_of_the_cursor_decides_and_not_the_rules_of_the_game() {
    let rules = DrawRules { limit: Some(3), ..DrawRules::default() };
    let game = line(2, rules);
    for who in SEARCHERS {
        // Two moves were made before: the next one is the last, and it does not win.
        let mut at = super::after(&game, "forward back");
        let (_, result) = ask(&game, &mut *at, who);
        assert_eq!((result.value, result.proven), (Some(0.0), false), "{who}: {result:?}");
        // The same position, in a play without draw rules: the second seat wins with its next move.
        at.set_referee(Referee::none());
        let (_, result) = ask(&game, &mut *at, who);
        assert_eq!((result.value, result.proven), (Some(-1.0), true), "{who}: {result:?}");
    }
}

/// A game on a random graph, on which play can come back: two seats move a token by turns, and some
/// nodes end the game.
pub(super) struct Graph {
    /// Where the moves of each node lead; those without any are won by the first or the second seat.
    next: Vec<Vec<usize>>,
    rules: DrawRules,
}

impl Graph {
    pub(super) fn random(rng: &mut Rng) -> Graph {
        let nodes = 8 + rng.index(9) as usize;
        let next = |i: usize| match i {
            0 | 1 => Vec::new(),
            _ => (0..1 + rng.index(2)).map(|_| rng.index(nodes as u64) as usize).collect(),
        };
        let next = (0..nodes).map(next).collect();
        let rules = DrawRules {
            repeat: Some(2 + rng.index(3)).filter(|n| *n < 4),
            limit: Some(3 + rng.index(12)),
            quiet: None,
        };
        Graph { next, rules }
    }
}

impl Game for Graph {
    type State = (usize, u8);
    type Move = usize;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> (usize, u8) {
        (2, 0)
    }

    fn turn(&self, (at, mover): &(usize, u8)) -> Turn {
        match *at {
            winner @ (0 | 1) => Turn::Over(Outcome::won(Seat(winner as u8))),
            _ => Turn::Player(Seat(*mover)),
        }
    }

    fn moves(&self, (at, _): &(usize, u8), out: &mut Vec<usize>) {
        out.clear();
        out.extend(0..self.next[*at].len());
    }

    fn apply(&self, (at, mover): &mut (usize, u8), mv: &usize, _: &mut impl Log) {
        *at = self.next[*at][*mv];
        *mover = 1 - *mover;
    }

    fn move_name(&self, _: &(usize, u8), mv: &usize) -> String {
        mv.to_string()
    }

    fn view(&self, (at, _): &(usize, u8), _: Observer) -> View {
        View::facts([("at", at.to_string())])
    }

    fn abilities(&self) -> Abilities<Graph> {
        Abilities { draw_rules: self.rules, ..Abilities::default() }
    }
}

/// The value of a position for a seat under the draw rules, without tables.
pub(super) fn minimax(at: &mut dyn Cursor, seat: Seat) -> f64 {
    let mover = match at.turn() {
        Turn::Over(outcome) => return outcome.utility(seat),
        Turn::Player(mover) => mover,
        _ => panic!("no chance, no limits"),
    };
    let mut best: f64 = if mover == seat { -1.0 } else { 1.0 };
    for mv in moves(at) {
        at.push();
        at.apply(mv);
        let value = minimax(at, seat);
        at.pop();
        best = if mover == seat { best.max(value) } else { best.min(value) };
    }
    best
}

#[test]
fn what_is_called_proven_is_true_under_the_draw_rules() {
    let (mut proven, mut rng) = (0, Rng::new(3));
    for case in 0..3000 {
        let game = made_up(Graph::random(&mut rng));
        let mut at = game.cursor();
        while let Turn::Player(seat) = at.turn() {
            let truth = minimax(&mut *at, seat);
            for who in ["alphabeta:20000", "mcts:2000"] {
                let player = &mut *bot(who).player();
                let result = choose(&game, &mut *at, player, &mut rng, &()).expect("a move");
                if result.proven {
                    assert_eq!(result.value, Some(truth), "{who}, case {case}: {result:?}");
                    proven += 1;
                }
            }
            let mv = at.random_move(&mut rng);
            at.apply(mv);
        }
    }
    assert!(proven > 300, "{proven}");
}
