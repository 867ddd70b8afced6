//! The solver, on games whose values are known and on random ones that are solved another way.

use rustc_hash::FxHashMap;
use senet_game::{Eye, Game, Listed, Log, Outcome, Rng, Seat, Turn, View};
use senet_players::Bot;
use senet_players::solve::{
    Allowance, Judgement, Method, Number, Solution, Solver, Stuck, Worth, odds,
};
use senet_positional::games::{ConnectFour, Gale, Havannah, Hex, Mnk, Progression, Y};

const PLENTY: Allowance = Allowance { positions: 100_000_000, memory: 1 << 30 };

fn game<G: Listed>(options: &[(&str, u64)]) -> G {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    G::with(&G::about().choose(&options, None).expect("good options")).expect("good options")
}

fn solve<G: Game>(game: &G) -> Solution<G::Move> {
    let solution = Solver::new(PLENTY).solve(game, &mut |_| true);
    assert_eq!(solution.stuck, None);
    assert_eq!(solution.least, solution.most);
    solution
}

fn worth<G: Listed>(options: &[(&str, u64)]) -> Worth {
    solve(&game::<G>(options)).least
}

fn mnk(width: u64, height: u64, k: u64) -> Worth {
    worth::<Mnk>(&[("width", width), ("height", height), ("k", k)])
}

fn four(width: u64, height: u64) -> Worth {
    worth::<ConnectFour>(&[("width", width), ("height", height)])
}

/// The opening moves after which the first seat wins.
fn winning_openings<G: Game>(game: &G) -> Vec<String> {
    let solution = solve(game);
    let wins = solution.moves.iter().filter(|(_, judgement)| judgement.worth == Worth::Win);
    wins.map(|(mv, _)| game.name(&game.start(), mv)).collect()
}

#[test]
fn k_in_a_row() {
    assert_eq!(mnk(3, 3, 3), Worth::Draw);
    assert_eq!(mnk(4, 3, 3), Worth::Win);
    assert_eq!(mnk(4, 4, 3), Worth::Win);
    assert_eq!(mnk(4, 4, 4), Worth::Draw);
    assert_eq!(mnk(5, 4, 4), Worth::Draw);
}

#[test]
#[ignore = "a minute: cargo test --release -p senet-players --test solve -- --ignored"]
fn four_in_a_row_on_five_by_five() {
    assert_eq!(mnk(5, 5, 4), Worth::Draw);
}

#[test]
fn connect_four() {
    assert_eq!(four(4, 4), Worth::Draw);
    assert_eq!(four(5, 4), Worth::Draw);
}

#[test]
#[ignore = "a minute: cargo test --release -p senet-players --test solve -- --ignored"]
fn connect_four_on_wider_boards() {
    assert_eq!(four(6, 4), Worth::Loss);
    assert_eq!(four(6, 5), Worth::Draw);
}

#[test]
fn hex_has_few_winning_openings() {
    assert_eq!(winning_openings(&game::<Hex>(&[("size", 3)])).len(), 5);
    let four: Hex = game(&[("size", 4)]);
    assert_eq!(winning_openings(&four), ["d1", "c2", "b3", "a4"], "the short diagonal");
}

#[test]
fn the_first_player_wins_y_and_bridg_it() {
    assert_eq!(worth::<Y>(&[("size", 3)]), Worth::Win);
    assert_eq!(worth::<Y>(&[("size", 4)]), Worth::Win);
    for size in 1..=3 {
        assert_eq!(worth::<Gale>(&[("size", size)]), Worth::Win, "size {size}");
    }
}

#[test]
fn arithmetic_progressions() {
    for n in 3..=12 {
        let expected = if n <= 4 { Worth::Draw } else { Worth::Win };
        assert_eq!(worth::<Progression>(&[("n", n)]), expected, "n = {n}");
    }
}

#[test]
fn the_line_leads_to_what_was_promised() {
    for (width, height, k) in [(3, 3, 3), (4, 4, 3), (4, 3, 3)] {
        let mnk: Mnk = game(&[("width", width), ("height", height), ("k", k)]);
        let solution = solve(&mnk);
        let mut state = mnk.start();
        for mv in &solution.line {
            mnk.apply(&mut state, mv, &mut ());
        }
        let Turn::Over(outcome) = mnk.turn(&state) else { panic!("the line goes to the end") };
        assert_eq!(Worth::of(&outcome), solution.least);
        let moves = solution.distance.map(|d| d as usize);
        assert!(moves.is_none_or(|moves| moves == solution.line.len()));
    }
}

#[test]
fn a_budget_that_ends_leaves_bounds() {
    let four: ConnectFour = game(&[("width", 6), ("height", 4)]);
    let little = Allowance { positions: 10_000, memory: 1 << 20 };
    let solution = Solver::new(little).solve(&four, &mut |_| true);
    assert_eq!(solution.stuck, Some(Stuck::Positions));
    assert!(solution.least <= Worth::Loss && solution.most >= Worth::Loss);
    assert_eq!(solution.positions, 10_000);
    let solution = Solver::new(PLENTY).solve(&four, &mut |positions| positions < 5_000);
    assert_eq!(solution.stuck, Some(Stuck::Told));
}

/// Nobody's seat.
const CHANCE: Seat = Seat(9);

/// A token on a graph at random: whoever owns a point moves on from it; some points end the game.
#[derive(Debug)]
struct Walk {
    seats: usize,
    points: Vec<Point>,
    coded: bool,
}

#[derive(Debug)]
struct Point {
    owner: Seat,
    next: Vec<u8>,
    end: Option<Worth>,
}

impl Walk {
    /// With `down`, play only ever leads to later points, and cannot come back.
    fn random(rng: &mut Rng, seats: usize, down: bool) -> Walk {
        let count = 2 + rng.index(9);
        let point = |i: u64, rng: &mut Rng| {
            let least = if down { i + 1 } else { 0 };
            let moves = if least < count { 1 + rng.index(3) } else { 0 };
            let next = (0..moves).map(|_| (least + rng.index(count - least)) as u8).collect();
            let ends = moves == 0 || (i > 0 && rng.index(4) == 0);
            let end = ends.then(|| Worth::ALL[rng.index(3) as usize]);
            Point { owner: Seat(rng.index(seats as u64) as u8), next, end }
        };
        let points = (0..count).map(|i| point(i, rng)).collect();
        Walk { seats, points, coded: rng.index(2) == 0 }
    }

    /// Some points are given to chance.
    fn with_chance(mut self, rng: &mut Rng) -> Walk {
        for point in self.points.iter_mut().skip(1) {
            if rng.index(2) == 0 {
                point.owner = CHANCE;
            }
        }
        self
    }

    /// What every point is worth on average, by looking at longer and longer play.
    fn means_by_hand(&self) -> Vec<f64> {
        let end = |point: &Point| point.end.map_or(0.0, |worth| worth.utility(Seat(0)));
        let mut values: Vec<f64> = self.points.iter().map(end).collect();
        for _ in 0..200_000 {
            let before = values.clone();
            for point in 0..self.points.len() {
                let Point { owner, next, end } = &self.points[point];
                if end.is_some() {
                    continue;
                }
                let after = next.iter().map(|to| values[usize::from(*to)]);
                values[point] = match *owner {
                    CHANCE => {
                        let weights = || (1..=next.len()).map(|weight| weight as f64);
                        after.zip(weights()).map(|(v, w)| v * w).sum::<f64>()
                            / weights().sum::<f64>()
                    }
                    Seat(0) => after.fold(-1.0, f64::max),
                    _ => after.fold(1.0, f64::min),
                };
            }
            let moved = before.iter().zip(&values).map(|(a, b)| (a - b).abs());
            if moved.fold(0.0, f64::max) < 1e-14 {
                break;
            }
        }
        values
    }

    /// What every point is worth, by looking at longer and longer play.
    fn by_hand(&self) -> Vec<Judgement> {
        let open = |point: &Point| match point.end {
            Some(worth) => (worth, Some(0)),
            None => (Worth::Draw, None),
        };
        let mut values: Vec<(Worth, Option<u32>)> = self.points.iter().map(open).collect();
        for ply in 1..=40u32 {
            let before = values.clone();
            for (point, value) in self.points.iter().zip(&mut values) {
                let decided = value.0 != Worth::Draw || point.end.is_some();
                if decided {
                    continue;
                }
                let (win, loss) = match point.owner {
                    Seat(0) => (Worth::Win, Worth::Loss),
                    _ => (Worth::Loss, Worth::Win),
                };
                let next = || point.next.iter().map(|to| before[usize::from(*to)].0);
                if next().any(|worth| worth == win) {
                    *value = (win, Some(ply));
                } else if next().all(|worth| worth == loss) {
                    *value = (loss, Some(ply));
                }
            }
        }
        let judgement = |(worth, distance): (Worth, Option<u32>)| {
            let decided = worth != Worth::Draw;
            Judgement { worth, distance: distance.filter(|_| decided) }
        };
        values.into_iter().map(judgement).collect()
    }
}

impl Game for Walk {
    type State = u8;
    type Move = u8;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, state: &u8) -> Turn {
        let point = &self.points[usize::from(*state)];
        let other = Seat(1);
        match point.end {
            None if point.owner == CHANCE => Turn::Chance,
            None => Turn::Player(point.owner),
            Some(Worth::Draw) => Turn::Over(Outcome::draw()),
            Some(Worth::Win) => Turn::Over(Outcome::won(Seat(0))),
            Some(Worth::Loss) => Turn::Over(Outcome::won(other)),
        }
    }

    fn moves(&self, state: &u8, out: &mut Vec<u8>) {
        let point = &self.points[usize::from(*state)];
        out.clear();
        if point.end.is_none() {
            out.extend(0..point.next.len() as u8);
        }
    }

    fn apply(&self, state: &mut u8, mv: &u8, _: &mut impl Log) {
        *state = self.points[usize::from(*state)].next[usize::from(*mv)];
    }

    fn weight(&self, _: &u8, mv: &u8) -> u128 {
        u128::from(*mv) + 1
    }

    fn name(&self, _: &u8, mv: &u8) -> String {
        mv.to_string()
    }

    fn view(&self, _: &u8, _: Eye) -> View {
        View::default()
    }

    fn code(&self, state: &u8) -> Option<u128> {
        self.coded.then_some(u128::from(*state))
    }
}

#[test]
fn random_games_are_worth_what_they_are_by_hand() {
    let mut rng = Rng::new(9);
    let mut methods = [0, 0];
    for round in 0..3_000 {
        let down = round % 2 == 0;
        let walk = Walk::random(&mut rng, 2, down);
        let solution = solve(&walk);
        methods[usize::from(solution.method == Method::Backward)] += 1;
        let expected = walk.by_hand();
        let found = Judgement { worth: solution.least, distance: solution.distance };
        assert_eq!(found, expected[0], "{walk:?}");
        let mut solver = Solver::new(PLENTY);
        for (at, expected) in expected.iter().enumerate() {
            let judged = solver.judge(&walk, &(at as u8), &mut |_| true).expect("a small game");
            assert_eq!(judged.worth, expected.worth, "point {at} of {walk:?}");
            if judged.distance != Some(0) {
                assert_eq!(judged.distance, expected.distance, "point {at} of {walk:?}");
            }
        }
        for (mv, judgement) in &solution.moves {
            let to = usize::from(walk.points[0].next[usize::from(*mv)]);
            assert_eq!(judgement.worth, expected[to].worth);
        }
    }
    assert!(methods.iter().all(|n| *n > 200), "both ways are tried: {methods:?}");
}

#[test]
fn one_seat_reaches_its_goal_as_soon_as_can_be() {
    let mut rng = Rng::new(10);
    for _ in 0..1_000 {
        let walk = Walk::random(&mut rng, 1, false);
        let solution = Solver::new(PLENTY).solve(&walk, &mut |_| true);
        let expected = walk.by_hand()[0];
        // Whoever cannot win alone would rather not lose.
        if expected.worth == Worth::Win {
            assert_eq!((solution.least, solution.distance), (expected.worth, expected.distance));
            assert_eq!(solution.line.len() as u32, expected.distance.expect("it is won"));
        } else {
            assert!(solution.least < Worth::Win, "{walk:?}");
        }
    }
}

/// What every position is worth, by nothing but the rules.
fn by_the_rules<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut FxHashMap<G::State, Worth>,
) -> Worth {
    let mover = match game.turn(state) {
        Turn::Over(outcome) => return Worth::of(&outcome),
        Turn::Player(seat) => seat,
        other => panic!("no value: {other:?}"),
    };
    if let Some(worth) = known.get(state) {
        return *worth;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = moves.iter().map(|mv| {
        let mut after = state.clone();
        game.apply(&mut after, mv, &mut ());
        by_the_rules(game, &after, known)
    });
    let worth = if mover == Seat(0) { after.max() } else { after.min() };
    let worth = worth.expect("a position with a turn has a move");
    known.insert(state.clone(), worth);
    worth
}

/// Positions with the same code are worth the same, and who may not win does not. Returns how many
/// codes there are of positions in which somebody moves.
fn codes_tell_the_truth<G: Game>(game: &G) -> usize {
    let mut known = FxHashMap::default();
    by_the_rules(game, &game.start(), &mut known);
    let mut codes: FxHashMap<u128, Worth> = FxHashMap::default();
    let mut states: Vec<(G::State, Worth)> = known.into_iter().collect();
    states.sort_by_key(|(state, _)| game.code(state));
    for (state, worth) in &states {
        let code = game.code(state).expect("a small board");
        assert_eq!(codes.entry(code).or_insert(*worth), worth);
        assert!(*worth != Worth::Win || game.may_win(state, Seat(0)));
        assert!(*worth != Worth::Loss || game.may_win(state, Seat(1)));
    }
    codes.len()
}

#[test]
fn mirror_images_share_a_code_and_nothing_else_does() {
    // 765 positions up to symmetry, 138 of which are ends.
    assert_eq!(codes_tell_the_truth(&game::<Mnk>(&[])), 765 - 138);
    codes_tell_the_truth(&game::<Mnk>(&[("width", 4), ("height", 3)]));
    codes_tell_the_truth(&game::<Mnk>(&[("height", 2), ("k", 2), ("p", 2)]));
    codes_tell_the_truth(&game::<ConnectFour>(&[("width", 4), ("height", 4)]));
    codes_tell_the_truth(&game::<Hex>(&[("size", 3)]));
    codes_tell_the_truth(&game::<Y>(&[("size", 3)]));
    codes_tell_the_truth(&game::<Gale>(&[("size", 2)]));
    codes_tell_the_truth(&game::<Havannah>(&[("size", 2)]));
}

#[test]
fn chance_is_averaged() {
    let mut rng = Rng::new(11);
    let mut exact = 0;
    for round in 0..1_500 {
        // Where play goes round, nobody has a choice; else it goes down, and everybody has.
        let down = round % 2 == 0;
        let mut walk = Walk::random(&mut rng, 2, down).with_chance(&mut rng);
        if !down {
            walk.points.iter_mut().for_each(|point| point.owner = CHANCE);
        }
        let found = odds(&walk, PLENTY, &mut |_| true).expect("a small game");
        let expected = walk.means_by_hand()[0];
        assert!((found.mean.near() - expected).abs() < 1e-6, "{found:?} and {expected}: {walk:?}");
        exact += u32::from(matches!(found.mean, Number::Exact(_)));
    }
    assert_eq!(exact, 1_500);
}

#[test]
fn perfect_takes_the_best_chances() {
    let mut rng = Rng::new(12);
    let mut asked = 0;
    for _ in 0..500 {
        let walk = Walk::random(&mut rng, 2, true).with_chance(&mut rng);
        let means = walk.means_by_hand();
        let mut perfect = "perfect".parse::<Bot>().expect("a bot").player::<Walk>();
        perfect.ready(&walk, &walk.start()).expect("a small game");
        for (at, mean) in means.iter().enumerate() {
            let Turn::Player(seat) = walk.turn(&(at as u8)) else { continue };
            let opinion = perfect.choose(&walk, &(at as u8), &mut rng, &());
            let to = usize::from(walk.points[at].next[usize::from(opinion.best)]);
            assert!((means[to] - mean).abs() < 1e-9, "point {at} of {walk:?}");
            let value = if seat == Seat(0) { *mean } else { -mean };
            assert!(opinion.proven && opinion.value.is_some_and(|v| (v - value).abs() < 1e-9));
            asked += 1;
        }
    }
    assert!(asked > 1_000, "{asked}");
}

#[test]
fn choices_where_play_goes_round_are_held_between_bounds() {
    let mut rng = Rng::new(12);
    for _ in 0..500 {
        let walk = Walk::random(&mut rng, 2, false).with_chance(&mut rng);
        let found = odds(&walk, PLENTY, &mut |_| true).expect("a small game");
        let expected = walk.means_by_hand()[0];
        match found.mean {
            Number::Exact(exact) => assert!((exact.near() - expected).abs() < 1e-6, "{walk:?}"),
            Number::Between(low, high) => {
                assert!((low - 1e-9..=high + 1e-9).contains(&expected), "{found:?}: {walk:?}");
            }
        }
    }
}

/// Craps: two dice; 7 and 11 win at once, 2, 3 and 12 lose; any other sum has to come again before
/// a 7 does.
#[derive(Debug)]
struct Craps;

impl Game for Craps {
    /// The point, or 0 before the first throw; 1 if it is won, and 13 if it is lost.
    type State = u8;
    type Move = u8;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, state: &u8) -> Turn {
        match state {
            1 => Turn::Over(Outcome::won(Seat(0))),
            13 => Turn::Over(Outcome::won(Seat(1))),
            _ => Turn::Chance,
        }
    }

    fn moves(&self, state: &u8, out: &mut Vec<u8>) {
        out.clear();
        if ![1, 13].contains(state) {
            out.extend(2..=12);
        }
    }

    fn apply(&self, state: &mut u8, sum: &u8, _: &mut impl Log) {
        *state = match (*state, *sum) {
            (0, 7 | 11) => 1,
            (0, 2 | 3 | 12) => 13,
            (0, point) => point,
            (point, sum) if point == sum => 1,
            (_, 7) => 13,
            (point, _) => point,
        };
    }

    fn name(&self, _: &u8, sum: &u8) -> String {
        sum.to_string()
    }

    fn view(&self, _: &u8, _: Eye) -> View {
        View::default()
    }

    fn weight(&self, _: &u8, sum: &u8) -> u128 {
        u128::from(6 - sum.abs_diff(7))
    }
}

#[test]
fn the_shooter_wins_craps_a_little_too_rarely() {
    let found = odds(&Craps, PLENTY, &mut |_| true).expect("a small game");
    let Some([Number::Exact(wins), _, Number::Exact(loses)]) = found.chances else {
        panic!("chances are exact: {found:?}")
    };
    assert_eq!((wins.to_string(), loses.to_string()), ("244/495".into(), "251/495".into()));
    let Some(Number::Exact(length)) = found.length else { panic!("it ends: {found:?}") };
    assert_eq!(length.to_string(), "557/165", "throws on average");
}
