//! Packed positions stand for a position and for no other, and come back whole.

use crate::claiming::{NextTo, NoGo, Walls};
use crate::common::{after, moves};
use proptest::prelude::{ProptestConfig, any, proptest};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_board::{Shape, Spec};
use senet_game::{Game, Rng, Seat, Turn};
use senet_positional::games::{
    Connect6, Connect6Rules, ConnectFour, ConnectFourRules, Cross, CrossRules, Gale, GaleRules,
    Gomoku, GomokuRules, Havannah, HavannahRules, Hex, HexByPaths, HexByPathsRules, HexRules, Mnk,
    MnkRules, Progression, ProgressionRules, Shannon, ShannonRules, Sim, SimRules, Y, YRules,
    Yavalath, YavalathRules,
};
use senet_positional::{
    EndRule, InLine, Lines, PlayerInfo, Positional, PositionalRules, PositionalState, RulesError,
    SetGame, Setup, Tempo, in_line, mover_wins_when,
};

type State<R> = PositionalState<<R as PositionalRules>::Tracker>;

/// Everything that somebody could see of a position is the same.
fn same<R: PositionalRules>(game: &Positional<R>, one: &State<R>, other: &State<R>) {
    assert!(one == other, "{one:?} is not {other:?}");
    assert_eq!(game.turn(one), game.turn(other));
    assert_eq!((one.ruling(), one.left()), (other.ruling(), other.left()));
    let list = moves(game, one);
    assert_eq!(list, moves(game, other));
    assert_eq!(game.count_moves(one), list.len());
    assert_eq!(game.count_moves(other), list.len());
    for mv in &list {
        assert_eq!(game.move_name(one, mv), game.move_name(other, mv));
    }
    assert_eq!(game.pack(one), game.pack(other));
}

/// Plays at random; each position comes back from its number into a state that was something else,
/// and goes on as the other one does, down to the places that decide.
fn comes_back<R: PositionalRules>(game: Result<Positional<R>, RulesError>, seed: u64) {
    let game = game.expect("rules that can be");
    let bits = game.packed_bits().expect("a game that fits");
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut other = game.start();
    loop {
        let packed = game.pack(&state).expect("it fits");
        assert!(bits == 128 || packed >> bits == 0, "{packed:x} has more than {bits} bits");
        game.unpack(packed, &mut other);
        same(&game, &state, &other);
        let (mut one, mut two) = (state.clone(), other.clone());
        let mut ahead = rng.clone();
        while let Turn::Player(_) = game.turn(&one) {
            let mv = game.random_move(&one, &mut ahead, &mut Vec::new());
            let (mut told, mut told_too) = (Vec::new(), Vec::new());
            game.apply(&mut one, &mv, &mut told);
            game.apply(&mut two, &mv, &mut told_too);
            assert_eq!(game.turn(&one), game.turn(&two));
            assert_eq!(told, told_too);
        }
        let Turn::Player(_) = game.turn(&state) else { break };
        let mv = game.random_move(&state, &mut rng, &mut Vec::new());
        game.apply(&mut state, &mv, &mut ());
    }
}

/// Two positions have the same number exactly if they are the same.
fn all_different<R: PositionalRules>(game: Result<Positional<R>, RulesError>) {
    let game = game.expect("rules that can be");
    let mut numbers: FxHashMap<State<R>, u128> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![game.start()];
    while let Some(state) = stack.pop() {
        let packed = game.pack(&state).expect("it fits");
        if let Some(before) = numbers.get(&state) {
            assert_eq!(*before, packed);
            continue;
        }
        assert!(seen.insert(packed), "{packed:x} stands for two positions");
        stack.extend(moves(&game, &state).iter().map(|mv| after(&game, &state, mv)));
        numbers.insert(state, packed);
    }
}

/// Three players drop stones into columns.
struct ThreeFall;

const THREE: InLine = in_line(3);

impl PositionalRules for ThreeFall {
    type Tracker = Lines<4>;

    const FALLS: bool = true;

    fn board(&self) -> Spec {
        let without = vec!["b1".to_owned()];
        Spec { without, ..Shape::Square { width: 4, height: 4 }.into() }
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn end(&self) -> impl EndRule<Lines<4>> {
        mover_wins_when(THREE)
    }

    fn players(&self) -> Vec<PlayerInfo> {
        PlayerInfo::several(3)
    }
}

fn progression(n: u32, k: u32, kind: SetGame) -> Result<Progression, RulesError> {
    ProgressionRules::new(n, k, kind).and_then(Progression::new)
}

proptest! {
    // Each case is dozens of plays.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn groups(seed in any::<u64>()) {
        for size in 1..=8 {
            comes_back(HexRules::new(size).and_then(Hex::new), seed);
            comes_back(YRules::new(size).and_then(Y::new), seed);
        }
        for size in 2..=5 {
            comes_back(CrossRules::new(size).and_then(Cross::new), seed);
            comes_back(HavannahRules::new(size).and_then(Havannah::new), seed);
        }
    }

    #[test]
    fn lines(seed in any::<u64>()) {
        for (width, height) in [(4, 5), (7, 6), (4, 1), (1, 9), (10, 5), (3, 20), (2, 30), (1, 64)] {
            comes_back(ConnectFourRules::new(width, height).and_then(ConnectFour::new), seed);
        }
        for (width, height, k) in [(3, 3, 3), (1, 1, 1), (8, 9, 4), (64, 1, 3), (7, 7, 5)] {
            comes_back(MnkRules::new(width, height, k).and_then(Mnk::new), seed);
        }
        for players in 3..=6 {
            let rules = MnkRules::new(5, 6, 4).and_then(|rules| rules.for_players(players));
            comes_back(rules.and_then(Mnk::new), seed);
        }
        for size in 5..=8 {
            comes_back(GomokuRules::new(size).and_then(Gomoku::new), seed);
            comes_back(GomokuRules::exact(size).and_then(Gomoku::new), seed);
            comes_back(Connect6Rules::new(size.max(6)).and_then(Connect6::new), seed);
        }
        for size in 2..=5 {
            comes_back(YavalathRules::new(size).and_then(Yavalath::new), seed);
        }
        comes_back(Positional::new(ThreeFall), seed);
    }

    #[test]
    fn sets_and_edges(seed in any::<u64>()) {
        for size in 1..=5 {
            comes_back(GaleRules::new(size).and_then(Gale::new), seed);
            comes_back(HexByPathsRules::new(size).and_then(HexByPaths::new), seed);
            comes_back(ShannonRules::grid(size, 6).and_then(Shannon::new), seed);
        }
        for points in [3, 6, 12] {
            comes_back(SimRules::new(points).and_then(Sim::new), seed);
        }
        for kind in [SetGame::MakerMaker, SetGame::MakerBreaker, SetGame::AvoiderEnforcer] {
            comes_back(progression(9, 3, kind), seed);
            comes_back(progression(75, 5, kind), seed);
        }
    }

    #[test]
    fn other_tempi_and_restricted_claims(seed in any::<u64>()) {
        for tempo in [Tempo::biased(2, 1), Tempo::biased(1, 3), Tempo { opening: 1, first: 2, others: 2 }] {
            let rules = MnkRules::new(5, 5, 4).expect("rules that can be");
            comes_back(Positional::biased(rules.clone(), tempo), seed);
            comes_back(Positional::biased(rules.for_players(3).expect("three"), tempo), seed);
            comes_back(Positional::biased(NextTo { own: true }, tempo), seed);
            comes_back(Positional::biased(Walls, tempo), seed);
        }
        comes_back(Positional::new(NoGo { width: 3, height: 4 }), seed);
        comes_back(Positional::new(NextTo { own: false }), seed);
    }

    /// What nobody packed gives some position, and no panic.
    #[test]
    fn nonsense_is_no_panic(low in any::<u64>(), high in any::<u64>()) {
        fn try_it<R: PositionalRules>(game: Result<Positional<R>, RulesError>, packed: u128) {
            let game = game.expect("rules that can be");
            let mut state = game.start();
            game.unpack(packed, &mut state);
            let _ = (game.turn(&state), moves(&game, &state), game.pack(&state));
        }
        for packed in [u128::from(low) << 64 | u128::from(high), low.into(), u128::MAX, 0] {
            try_it(HexRules::new(5).and_then(Hex::new), packed);
            try_it(ConnectFourRules::new(4, 5).and_then(ConnectFour::new), packed);
            try_it(MnkRules::new(4, 4, 3).and_then(|r| r.for_players(5)).and_then(Mnk::new), packed);
            try_it(Positional::new(NextTo { own: true }), packed);
            try_it(ShannonRules::grid(3, 3).and_then(Shannon::new), packed);
        }
    }
}

#[test]
fn numbers_are_as_different_as_positions() {
    all_different(MnkRules::new(3, 3, 3).and_then(Mnk::new));
    all_different(ConnectFourRules::new(3, 4).and_then(ConnectFour::new));
    all_different(HexRules::new(3).and_then(Hex::new));
    all_different(YavalathRules::new(2).and_then(Yavalath::new));
    all_different(SimRules::new(4).and_then(Sim::new));
    all_different(Positional::new(NoGo { width: 3, height: 2 }));
    all_different(MnkRules::new(3, 2, 3).and_then(|r| r.for_players(3)).and_then(Mnk::new));
}

#[test]
fn how_many_bits() {
    fn bits<R: PositionalRules>(game: Result<Positional<R>, RulesError>) -> Option<u32> {
        game.expect("rules that can be").packed_bits()
    }
    let four =
        |width, height| bits(ConnectFourRules::new(width, height).and_then(ConnectFour::new));
    let hex = |size| bits(HexRules::new(size).and_then(Hex::new));
    assert_eq!((four(4, 5), four(7, 6)), (Some(24 + 3), Some(49 + 3)));
    assert_eq!(four(11, 11), None, "121 places");
    assert_eq!((hex(3), hex(8), hex(9)), (Some(16 + 3), Some(104 + 3), None));
    let state = HexRules::new(11).and_then(Hex::new).map(|game| game.pack(&game.start()));
    assert_eq!(state, Ok(None));
}

/// Exploration over nothing but numbers finds as many positions as others have counted.
#[test]
fn connect_four_by_numbers() {
    let game = ConnectFourRules::new(4, 4).and_then(ConnectFour::new).expect("a board");
    let mut seen = FxHashSet::default();
    let mut layer = vec![game.pack(&game.start()).expect("it fits")];
    let (mut state, mut child) = (game.start(), game.start());
    while !layer.is_empty() {
        let mut next = Vec::new();
        for packed in layer {
            game.unpack(packed, &mut state);
            for mv in moves(&game, &state) {
                child.clone_from(&state);
                game.apply(&mut child, &mv, &mut ());
                let packed = game.pack(&child).expect("it fits");
                if seen.insert(packed) {
                    next.push(packed);
                }
            }
        }
        layer = next;
    }
    assert_eq!(seen.len() + 1, 161_029, "the start included");
    assert_eq!(game.seat_name(Seat(0)), "red");
}
