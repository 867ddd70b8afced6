//! What conditions see: claimed edges, whoever moves, and any number of players.

use crate::common::{deciding, moves};
use proptest::prelude::{any, proptest};
use senet_board::{Board, Cell, Edge, Shape, Spec, Spot};
use senet_game::{Game, Listed, Rng, Seat, Turn};
use senet_positional::games::{Mnk, MnkRules, Sim, SimRules};
use senet_positional::{
    Combine, Condition, EndRule, InLine, Lines, Look, PlaceId, PlayerInfo, Positional,
    PositionalRules, RulesError, Sets, Setup, draw_if, full, in_line, mover_loses_when,
    mover_wins_when, player_loses_when, player_wins_when, seen, symmetric,
};

/// Sim with the graph alone: a triangle of the mover's edges, which the answer names.
struct SimByGraph {
    points: u32,
    with_look: bool,
}

/// The same, without a graph: from the edges that the mover has claimed.
#[derive(Clone, Copy)]
struct Triangle;

impl Triangle {
    fn find(look: &Look<'_, Sets>) -> Option<[Edge; 3]> {
        let board = look.board;
        look.my_edges().find_map(|edge| {
            let (a, b) = board.edges()[edge.index()];
            board.cells().find_map(|c| {
                let (left, right) = (board.edge(a, c)?, board.edge(b, c)?);
                let mine = |edge: Edge| look.mine(look.places.at(edge)?).then_some(edge);
                Some([edge, mine(left)?, mine(right)?])
            })
        })
    }
}

impl Condition<Sets> for Triangle {
    fn holds(&self, look: &Look<'_, Sets>) -> bool {
        Triangle::find(look).is_some()
    }

    fn places(&self, look: &Look<'_, Sets>) -> Vec<PlaceId> {
        let edges = Triangle::find(look).into_iter().flatten();
        edges.filter_map(|edge| look.places.at(edge)).collect()
    }
}

impl PositionalRules for SimByGraph {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        Spec { edges: true, ..Shape::Complete { cells: self.points }.into() }
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
        Sets::new(setup, [])
    }

    fn end(&self) -> impl EndRule<Sets> {
        let points = self.points;
        let edge = move |a: Cell, b: Cell| {
            // As the board numbers them: by the lesser end, then by the greater one.
            let (a, b) = (a.0.min(b.0), a.0.max(b.0));
            Edge(a * points - a * (a + 1) / 2 + b - a - 1)
        };
        let triangle = seen(move |graph, mover| {
            let mine = graph.edges_of(mover);
            let both = |a, c| mine.edge(a, c).is_some();
            let two = mine.vertices().flat_map(|a| mine.edges(a).map(move |(b, _)| (a, b)));
            let mut three = two.flat_map(|(a, b)| mine.vertices().map(move |c| (a, b, c)));
            let (a, b, c) = three.find(|&(a, b, c)| both(a, c) && both(b, c))?;
            Some(vec![edge(a, b), edge(b, c), edge(a, c)])
        });
        let slow = if self.with_look { None } else { Some(mover_loses_when(triangle)) };
        draw_if(full()).unless(Either { slow, quick: mover_loses_when(Triangle) })
    }
}

/// One of two rules.
struct Either<A, B> {
    slow: Option<A>,
    quick: B,
}

impl<A, B> Combine for Either<A, B> {}

impl<A: EndRule<Sets>, B: EndRule<Sets>> EndRule<Sets> for Either<A, B> {
    fn judge(&self, look: &Look<'_, Sets>) -> Option<senet_positional::Ruling> {
        match &self.slow {
            Some(slow) => slow.judge(look),
            None => self.quick.judge(look),
        }
    }

    fn places(&self, look: &Look<'_, Sets>) -> Vec<PlaceId> {
        match &self.slow {
            Some(slow) => slow.places(look),
            None => self.quick.places(look),
        }
    }
}

/// Plays two games that should be the same.
fn go_together<A: PositionalRules, B: PositionalRules>(
    one: &Positional<A>,
    other: &Positional<B>,
    seed: u64,
) {
    let mut rng = Rng::new(seed);
    let (mut a, mut b) = (one.start(), other.start());
    while let Turn::Player(_) = one.turn(&a) {
        assert_eq!(moves(one, &a), moves(other, &b));
        let mv = one.random_move(&a, &mut rng, &mut Vec::new());
        let (mut told, mut told_too) = (Vec::new(), Vec::new());
        one.apply(&mut a, &mv, &mut told);
        other.apply(&mut b, &mv, &mut told_too);
        assert_eq!(one.turn(&a), other.turn(&b));
        assert_eq!(told[0].deciding.is_empty(), told_too[0].deciding.is_empty());
    }
}

const THREE: InLine = in_line(3);
const FOUR: InLine = in_line(4);

/// Three in a row lose unless four win, in the words of the player to move or of the first player.
struct Rows {
    players: usize,
}

impl PositionalRules for Rows {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: 5, height: 5 }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn end(&self) -> impl EndRule<Lines<4>> {
        draw_if(full()).unless(mover_loses_when(THREE).unless(mover_wins_when(FOUR)))
    }

    fn players(&self) -> Vec<PlayerInfo> {
        PlayerInfo::several(self.players)
    }
}

struct RowsOfTheFirst {
    players: usize,
}

impl PositionalRules for RowsOfTheFirst {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: 5, height: 5 }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn end(&self) -> impl EndRule<Lines<4>> {
        let (three, four) = (player_loses_when(Seat(0), THREE), player_wins_when(Seat(0), FOUR));
        draw_if(full()).unless(symmetric(three.unless(four)))
    }

    fn players(&self) -> Vec<PlayerInfo> {
        PlayerInfo::several(self.players)
    }
}

proptest! {
    #[test]
    fn whoever_moves_is_everybody(seed in any::<u64>(), players in 1usize..7) {
        let one = Positional::new(Rows { players }).expect("rules that can be");
        let other = Positional::new(RowsOfTheFirst { players }).expect("rules that can be");
        go_together(&one, &other, seed);
    }

    #[test]
    fn claimed_edges_are_seen(seed in any::<u64>(), points in 4u32..8, with_look in any::<bool>()) {
        let by_graph = Positional::new(SimByGraph { points, with_look }).expect("rules that can be");
        let by_sets = SimRules::new(points).and_then(Sim::new).expect("rules that can be");
        go_together(&by_sets, &by_graph, seed);
    }
}

#[test]
fn edges_that_a_graph_names_have_decided() {
    for with_look in [false, true] {
        let game = Positional::new(SimByGraph { points: 6, with_look }).expect("rules that can be");
        let triangle = "p1-p2 p1-p4 p2-p3 p1-p5 p1-p3";
        assert_eq!(deciding(&game, triangle), "p1-p2 p1-p3 p2-p3");
    }
}

#[test]
fn as_many_players_as_are_wanted() {
    for players in 1..=12 {
        let game = Positional::new(Rows { players }).expect("rules that can be");
        let mut state = game.start();
        let mut seats = Vec::new();
        while let (Turn::Player(seat), true) = (game.turn(&state), seats.len() < players) {
            seats.push(seat);
            let mv = moves(&game, &state).swap_remove(seats.len() * 2 % 5);
            game.apply(&mut state, &mv, &mut ());
        }
        assert_eq!(seats, (0..players as u8).map(Seat).collect::<Vec<_>>());
        let mut names: Vec<String> = seats.iter().map(|&seat| game.seat_name(seat)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), players, "everybody has a name");
    }
    let three = MnkRules::new(4, 4, 3).and_then(|rules| rules.for_players(3));
    let game = three.and_then(Mnk::new).expect("rules that can be");
    assert_eq!(deciding(&game, "a1 a4 d4 b1 b4 d3 c1"), "a1 b1 c1");
}

#[test]
fn the_catalogue_asks_how_many_play() {
    let chosen = Mnk::info().choose(&[], Some(3)).expect("three can play");
    assert_eq!(Mnk::from_options(&chosen).expect("options that fit together").seats(), 3);
    assert!(Mnk::info().choose(&[], Some(7)).is_err());
}
