//! Which places may be claimed: rules that come with the crate, NoGo against a slow description, and
//! what happens to players who may claim nothing.

use crate::common::{after, moves, named, perft, play, winner};
use crate::slow::other;
use proptest::prelude::{any, proptest};
use senet_board::{Board, Cell, Edge, Shape, Spec, Spot};
use senet_game::{Game, Rng, Seat, Turn};
use senet_positional::{
    Beside, Candidate, ClaimRule, EndRule, Groups, InLine, Lines, NoClaim, Positional,
    PositionalRules, RulesError, Sets, Setup, Tempo, anywhere, both, draw_if, full, in_line,
    mover_wins_when, next_to_own, next_to_stone, not_first, only_where,
};

const FOUR: InLine = in_line(4);

/// Four in a row on 4 × 4, where stones lie next to stones.
#[derive(Clone)]
pub(crate) struct NextTo {
    pub(crate) own: bool,
}

impl PositionalRules for NextTo {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: 4, height: 4 }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn end(&self) -> impl EndRule<Lines<4>> {
        mover_wins_when(FOUR)
    }

    fn claims(&self) -> impl ClaimRule<Lines<4>> {
        if self.own { next_to_own() } else { next_to_stone() }
    }

    fn no_claim(&self) -> NoClaim {
        NoClaim::Pass
    }
}

/// Walls between the cells of a grid: no two that share an end belong to different players.
pub(crate) struct Walls;

impl PositionalRules for Walls {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        Spec { edges: true, ..Shape::Square { width: 3, height: 3 }.into() }
    }

    fn places(&self, board: &Board) -> Vec<Spot> {
        (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
        Sets::new(setup, [])
    }

    fn end(&self) -> impl EndRule<Sets> {
        draw_if(full())
    }

    fn claims(&self) -> impl ClaimRule<Sets> {
        only_where(|place: &Candidate<'_, Sets>| !place.touches(other(place.mover)))
    }

    fn no_claim(&self) -> NoClaim {
        NoClaim::MoverLoses
    }
}

/// Go in which nobody may capture, and who cannot move loses.
pub(crate) struct NoGo {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

fn captures_nothing(candidate: &Candidate<'_, Groups>) -> bool {
    let Some(here) = candidate.cell() else { return false };
    let mut after = candidate.graph();
    after.set(here, Some(candidate.mover));
    let breathes = |cell: Cell| {
        let owner = after.value(cell).copied().flatten();
        let mut group = after.clone();
        group.retain(|_, other| *other == owner);
        let reached = group.distances(&[cell]);
        let empty = |v: Cell| after.edges(v).any(|(next, _)| after.value(next) == Some(&None));
        group.vertices().any(|v| reached[v.index()].is_some() && empty(v))
    };
    let around = after.edges(here).map(|(next, _)| next);
    let mut stones = around.filter(|&next| after.value(next) != Some(&None));
    breathes(here) && stones.all(breathes)
}

impl PositionalRules for NoGo {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::Square { width: self.width, height: self.height }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
        Groups::by_sides(setup)
    }

    fn end(&self) -> impl EndRule<Groups> {
        draw_if(full())
    }

    fn claims(&self) -> impl ClaimRule<Groups> {
        only_where(captures_nothing)
    }

    fn no_claim(&self) -> NoClaim {
        NoClaim::MoverLoses
    }
}

fn names<G: Game>(game: &G, state: &G::State) -> String {
    let names: Vec<String> =
        moves(game, state).iter().map(|mv| game.move_name(state, mv)).collect();
    names.join(" ")
}

#[test]
fn stones_lie_next_to_stones() {
    let any = Positional::new(NextTo { own: false }).expect("rules that can be");
    assert_eq!(any.count_moves(&any.start()), 16, "the first stone lies anywhere");
    assert_eq!(names(&any, &play(&any, "a1")), "b1 a2");
    assert_eq!(names(&any, &play(&any, "a1 a2")), "b1 b2 a3");
    let own = Positional::new(NextTo { own: true }).expect("rules that can be");
    assert_eq!(own.count_moves(&play(&own, "a1")), 15, "whoever has no stone lays it anywhere");
    assert_eq!(names(&own, &play(&own, "a1 d4")), "b1 a2");
    assert_eq!(names(&own, &play(&own, "a1 d4 b1")), "d3 c4");
}

/// A row of four, in which stones lie next to stones of one's own: black in the corner is soon walled
/// in.
struct Row {
    no_claim: NoClaim,
    tempo: Tempo,
}

impl PositionalRules for Row {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: 4, height: 1 }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn end(&self) -> impl EndRule<Lines<4>> {
        mover_wins_when(FOUR)
    }

    fn claims(&self) -> impl ClaimRule<Lines<4>> {
        next_to_own()
    }

    fn no_claim(&self) -> NoClaim {
        self.no_claim
    }

    fn tempo(&self) -> Tempo {
        self.tempo
    }
}

#[test]
fn nothing_may_be_claimed() {
    let after_two = |no_claim| {
        let game = Positional::new(Row { no_claim, tempo: Tempo::default() });
        let game = game.expect("rules that can be");
        game.turn(&play(&game, "a1 b1"))
    };
    let won = |seat| Turn::Over(senet_game::Outcome::won(Seat(seat)));
    assert_eq!(after_two(NoClaim::Draw), Turn::Over(senet_game::Outcome::draw()));
    assert_eq!(after_two(NoClaim::MoverLoses), won(1));
    assert_eq!(after_two(NoClaim::MoverWins), won(0));
    assert_eq!(after_two(NoClaim::Pass), Turn::Player(Seat(1)), "white goes on");
    let rules = Row { no_claim: NoClaim::Pass, tempo: Tempo::default() };
    let game = Positional::new(rules).expect("rules that can be");
    let mut state = play(&game, "a1");
    let mut told = Vec::new();
    let mv = named(&game, &state, "b1").expect("it is open");
    game.apply(&mut state, &mv, &mut told);
    let told: Vec<&str> = told.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(told, ["claim b1", "pass"]);
    assert_eq!(winner(&game, &play(&game, "a1 b1 c1 d1")), Some(None), "the board is full");
}

/// A turn of which some claims are made ends when nothing more may be claimed.
#[test]
fn turns_end_early() {
    let tempo = Tempo { opening: 1, first: 3, others: 1 };
    let rules = Row { no_claim: NoClaim::MoverLoses, tempo };
    let game = Positional::new(rules).expect("rules that can be");
    let state = play(&game, "b1 d1 a1");
    assert_eq!(
        (game.turn(&state), state.left()),
        (Turn::Player(Seat(0)), 2),
        "c1 is left to black"
    );
    let rules = Row { no_claim: NoClaim::Pass, tempo };
    let game = Positional::new(rules).expect("rules that can be");
    let state = play(&game, "b1 c1 a1");
    assert_eq!(game.turn(&state), Turn::Player(Seat(1)), "black had two claims left, and no place");
}

#[test]
fn a_game_can_be_over_before_it_begins() {
    struct Nowhere;
    impl PositionalRules for Nowhere {
        type Tracker = Sets;
        fn board(&self) -> Spec {
            Shape::Line { cells: 3 }.into()
        }
        fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
            Sets::new(setup, [])
        }
        fn end(&self) -> impl EndRule<Sets> {
            draw_if(full())
        }
        fn claims(&self) -> impl ClaimRule<Sets> {
            only_where(|_: &Candidate<'_, Sets>| false)
        }
        fn no_claim(&self) -> NoClaim {
            NoClaim::MoverLoses
        }
    }
    let game = Positional::new(Nowhere).expect("rules that can be");
    assert_eq!(winner(&game, &game.start()), Some(Some(Seat(1))));
    assert_eq!(game.count_moves(&game.start()), 0);
    let twice = Positional::new(Nowhere).expect("rules that can be");
    assert_eq!(Beside::new(game, twice).map(|_| ()), Err(RulesError::RestrictedClaims));
}

/// Where the game must not begin.
struct Opening<const N: usize>([&'static str; N]);

impl<const N: usize> PositionalRules for Opening<N> {
    type Tracker = Groups;

    fn board(&self) -> Spec {
        Shape::HexHex { side: 2 }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
        Groups::by_sides(setup)
    }

    fn end(&self) -> impl EndRule<Groups> {
        draw_if(full())
    }

    fn claims(&self) -> impl ClaimRule<Groups> {
        both(anywhere(), not_first(self.0))
    }
}

#[test]
fn forbidden_first_moves() {
    let game = Positional::new(Opening(["b2", "a1"])).expect("rules that can be");
    assert_eq!(names(&game, &game.start()), "b1 a2 c2 b3 c3");
    assert_eq!(game.count_moves(&game.start()), 5);
    assert_eq!(names(&game, &play(&game, "b1")), "a1 a2 b2 c2 b3 c3");
    let error = Positional::new(Opening(["b2", "z9"])).map(|_| ());
    assert_eq!(error, Err(RulesError::UnknownPlace("z9".to_owned())));
}

/// NoGo without the crate: two arrays and a flood.
fn nogo(width: usize, height: usize, board: &mut Vec<u8>, mover: u8, depth: u32) -> u64 {
    fn breathes(width: usize, height: usize, board: &[u8], at: usize) -> bool {
        let mut seen = vec![false; board.len()];
        let mut stack = vec![at];
        while let Some(at) = stack.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            for next in around(width, height, at) {
                if board[next] == 0 {
                    return true;
                }
                if board[next] == board[at] {
                    stack.push(next);
                }
            }
        }
        false
    }
    fn around(width: usize, height: usize, at: usize) -> Vec<usize> {
        let (x, y) = (at % width, at / width);
        let mut around = Vec::new();
        if x > 0 {
            around.push(at - 1);
        }
        if x + 1 < width {
            around.push(at + 1);
        }
        if y > 0 {
            around.push(at - width);
        }
        if y + 1 < height {
            around.push(at + width);
        }
        around
    }
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for at in 0..board.len() {
        if board[at] == 0 {
            board[at] = mover;
            let stones = around(width, height, at).into_iter().filter(|&next| board[next] != 0);
            if stones.chain([at]).all(|stone| breathes(width, height, board, stone)) {
                count += nogo(width, height, board, 3 - mover, depth - 1);
            }
            board[at] = 0;
        }
    }
    count
}

#[test]
fn nogo_has_as_many_plays_as_a_slow_program_finds() {
    for (width, height, depth) in [(2, 2, 4), (3, 2, 6), (3, 3, 5), (4, 3, 4)] {
        let game = Positional::new(NoGo { width, height }).expect("rules that can be");
        let (width, height) = (width as usize, height as usize);
        for depth in 1..=depth {
            let slow = nogo(width, height, &mut vec![0; width * height], 1, depth);
            assert_eq!(perft(&game, &game.start(), depth), slow, "{width} × {height}, {depth}");
        }
    }
}

/// Who cannot move has lost: there are no draws, and the last to move has won.
fn ends_with_the_last_move(game: &Positional<NoGo>, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut last = None;
    while let Turn::Player(mover) = game.turn(&state) {
        let list = moves(game, &state);
        let mv = game.random_move(&state, &mut rng, &mut Vec::new());
        assert!(list.contains(&mv) && game.count_moves(&state) == list.len());
        last = Some(mover);
        state = after(game, &state, &mv);
    }
    assert_eq!(winner(game, &state), Some(last));
}

proptest! {
    #[test]
    fn nogo_ends_with_the_last_move(seed in any::<u64>(), width in 2u32..5, height in 2u32..4) {
        let game = Positional::new(NoGo { width, height }).expect("rules that can be");
        ends_with_the_last_move(&game, seed);
    }
}

/// Where few places may be claimed, each is drawn as often as the others.
#[test]
fn random_claims_are_fair() {
    let game = Positional::new(NextTo { own: true }).expect("rules that can be");
    let state = play(&game, "a1 d4");
    let mut rng = Rng::new(5);
    let mut counts = [0u32; 2];
    for _ in 0..4000 {
        let mv = game.random_move(&state, &mut rng, &mut Vec::new());
        counts[usize::from(game.move_name(&state, &mv) == "b1")] += 1;
    }
    assert!(counts.iter().all(|count| (1850..2150).contains(count)), "{counts:?}");
}

#[test]
fn claimed_edges_are_seen_by_the_rule() {
    let game = Positional::new(Walls).expect("rules that can be");
    let state = play(&game, "a1-b1");
    let list = names(&game, &state);
    assert!(!list.contains("b1-c1") && !list.contains("a1-a2") && list.contains("b2-b3"), "{list}");
}
