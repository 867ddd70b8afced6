//! A token on a graph: whoever owns a point moves on from it; some points end the game. Small enough to
//! be solved in other ways, and with any draw rules.

use senet_game::{
    Abilities, Cursor, DrawRules, DynGame, Game, GameInfo, Log, MoveId, Observer, Outcome, Packing,
    Rng, Seat, Turn, View, erase,
};
use senet_solve::{GameValue, PositionValue};
use std::sync::Arc;

/// Nobody's seat.
pub(crate) const CHANCE: Seat = Seat(9);

#[derive(Debug, Clone)]
pub(crate) struct GraphGame {
    pub(crate) seats: usize,
    pub(crate) points: Vec<Point>,
    pub(crate) keys: Keys,
    pub(crate) rules: DrawRules,
}

#[derive(Debug, Clone)]
pub(crate) struct Point {
    pub(crate) owner: Seat,
    /// Where moves lead, and whether they are irreversible.
    pub(crate) next: Vec<(u8, bool)>,
    pub(crate) end: Option<GameValue>,
}

/// How points are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    Whole,
    Canonical,
    /// The second half of the points are mirror images of the first.
    Mirrored,
    Packed(u32),
    /// Packed, but for the last point.
    PackedButOne,
}

/// A move by its place, and whether it is irreversible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Step(u8, bool);

impl GraphGame {
    /// A game at random. With `down`, play only ever leads to later points, and cannot come back.
    pub(crate) fn random(rng: &mut Rng, seats: usize, down: bool) -> GraphGame {
        let count = 2 + rng.index(9);
        GraphGame::with_points(rng, seats, down, count)
    }

    pub(crate) fn with_points(rng: &mut Rng, seats: usize, down: bool, count: u64) -> GraphGame {
        let point = |i: u64, rng: &mut Rng| {
            let least = if down { i + 1 } else { 0 };
            let moves = if least < count { 1 + rng.index(3) } else { 0 };
            let mut step = || ((least + rng.index(count - least)) as u8, rng.index(4) == 0);
            let next = (0..moves).map(|_| step()).collect();
            let ends = moves == 0 || (i > 0 && rng.index(4) == 0);
            let end = ends.then(|| GameValue::ALL[rng.index(3) as usize]);
            Point { owner: Seat(rng.index(seats as u64) as u8), next, end }
        };
        let points = (0..count).map(|i| point(i, rng)).collect();
        let keys = [Keys::Whole, Keys::Canonical, Keys::Packed(8), Keys::PackedButOne];
        let keys = keys[rng.index(4) as usize];
        GraphGame { seats, points, keys, rules: DrawRules::default() }
    }

    /// A game at random in which ends are far away: moves lead a step or two along the points, which
    /// seats own in turn, and back.
    pub(crate) fn long(rng: &mut Rng, seats: usize, count: u64) -> GraphGame {
        let mut graph = GraphGame::with_points(rng, seats, false, count);
        for (at, point) in graph.points.iter_mut().enumerate() {
            let last = at as u64 + 1 == count;
            point.end = last.then(|| GameValue::ALL[2 * rng.index(2) as usize]);
            point.owner = Seat((at % seats) as u8);
            for (i, (to, _)) in point.next.iter_mut().enumerate() {
                let forward = i == 0 || rng.index(2) == 0;
                let step = 1 + rng.index(2);
                let to_point = if forward {
                    (at as u64 + step).min(count - 1)
                } else {
                    (at as u64).saturating_sub(step)
                };
                *to = to_point as u8;
            }
        }
        graph
    }

    /// The same game on two boards that are each other's mirror image, with moves from one to the other.
    /// Canonical keys do not tell them apart.
    pub(crate) fn mirrored(mut self, rng: &mut Rng) -> GraphGame {
        let count = self.points.len() as u8;
        for point in &mut self.points {
            point.next.iter_mut().for_each(|(to, _)| *to += count * rng.index(2) as u8);
        }
        let mut images = self.points.clone();
        for image in &mut images {
            image.next.iter_mut().for_each(|(to, _)| *to = (*to + count) % (2 * count));
        }
        self.points.extend(images);
        self.keys = Keys::Mirrored;
        self
    }

    /// Points with owners and where they lead; a point that leads nowhere is an end.
    pub(crate) fn of(points: &[(u8, &[u8])], ends: &[(u8, GameValue)]) -> GraphGame {
        let point = |(i, (owner, next)): (usize, &(u8, &[u8]))| {
            let end = ends.iter().find(|(at, _)| usize::from(*at) == i).map(|(_, value)| *value);
            let next = next.iter().map(|to| (*to, false)).collect();
            Point { owner: Seat(*owner), next, end }
        };
        let points = points.iter().enumerate().map(point).collect();
        GraphGame { seats: 2, points, keys: Keys::Canonical, rules: DrawRules::default() }
    }

    /// Some points are given to chance.
    pub(crate) fn with_chance(mut self, rng: &mut Rng) -> GraphGame {
        for point in self.points.iter_mut().skip(1) {
            if rng.index(2) == 0 {
                point.owner = CHANCE;
            }
        }
        self
    }

    pub(crate) fn with_rules(mut self, rules: DrawRules) -> GraphGame {
        self.rules = rules;
        self
    }

    pub(crate) fn erased(&self) -> Arc<dyn DynGame> {
        let info = GameInfo { name: "graph".to_owned(), ..GameInfo::default() };
        erase(Arc::new(self.clone()), info)
    }

    /// A cursor at a point, as at the beginning of a play.
    pub(crate) fn cursor_at(&self, point: u8) -> Box<dyn Cursor> {
        self.erased().cursor_at(&senet_game::Position::new::<GraphGame>(point))
    }

    /// The value of every point without draw rules, by looking at longer and longer play.
    pub(crate) fn values(&self) -> Vec<PositionValue> {
        let open = |point: &Point| match point.end {
            Some(value) => (value, Some(0)),
            None => (GameValue::Draw, None),
        };
        let mut values: Vec<(GameValue, Option<u32>)> = self.points.iter().map(open).collect();
        for ply in 1..=40u32 {
            let before = values.clone();
            for (point, value) in self.points.iter().zip(&mut values) {
                if value.0 != GameValue::Draw || point.end.is_some() {
                    continue;
                }
                let (win, loss) = match point.owner {
                    Seat(0) => (GameValue::Win, GameValue::Loss),
                    _ => (GameValue::Loss, GameValue::Win),
                };
                let next = || point.next.iter().map(|(to, _)| before[usize::from(*to)].0);
                if next().any(|value| value == win) {
                    *value = (win, Some(ply));
                } else if next().all(|value| value == loss) {
                    *value = (loss, Some(ply));
                }
            }
        }
        let value = |(value, distance): (GameValue, Option<u32>)| PositionValue {
            value,
            distance: distance.filter(|_| value != GameValue::Draw),
        };
        values.into_iter().map(value).collect()
    }

    /// The expected value of every point without draw rules, by looking at longer and longer play.
    pub(crate) fn means(&self) -> Vec<f64> {
        let end = |point: &Point| point.end.map_or(0.0, |value| value.utility(Seat(0)));
        let mut values: Vec<f64> = self.points.iter().map(end).collect();
        for _ in 0..200_000 {
            let before = values.clone();
            for at in 0..self.points.len() {
                let Point { owner, next, end } = &self.points[at];
                if end.is_some() {
                    continue;
                }
                let after = next.iter().map(|(to, _)| values[usize::from(*to)]);
                values[at] = match *owner {
                    CHANCE => mean(after),
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
}

/// The mean with the weights 1, 2, 3, …, which the moves of chance have.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (i, value) in values.enumerate() {
        let weight = i as f64 + 1.0;
        sum += weight * value;
        weights += weight;
    }
    sum / weights
}

impl Game for GraphGame {
    type State = u8;
    type Move = Step;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, state: &u8) -> Turn {
        let point = &self.points[usize::from(*state)];
        match point.end {
            None if point.owner == CHANCE => Turn::Chance,
            None => Turn::Player(point.owner),
            Some(GameValue::Draw) => Turn::Over(Outcome::draw()),
            Some(GameValue::Win) => Turn::Over(Outcome::won(Seat(0))),
            Some(GameValue::Loss) => Turn::Over(Outcome::won(Seat(1))),
        }
    }

    fn moves(&self, state: &u8, out: &mut Vec<Step>) {
        let point = &self.points[usize::from(*state)];
        out.clear();
        if point.end.is_none() {
            let step = |(i, (_, irreversible)): (usize, &(u8, bool))| Step(i as u8, *irreversible);
            out.extend(point.next.iter().enumerate().map(step));
        }
    }

    fn apply(&self, state: &mut u8, mv: &Step, _: &mut impl Log) {
        *state = self.points[usize::from(*state)].next[usize::from(mv.0)].0;
    }

    fn weight(&self, _: &u8, mv: &Step) -> u128 {
        u128::from(mv.0) + 1
    }

    fn move_name(&self, _: &u8, mv: &Step) -> String {
        mv.0.to_string()
    }

    fn view(&self, _: &u8, _: Observer) -> View {
        View::default()
    }

    fn abilities(&self) -> Abilities<GraphGame> {
        let packing = |bits| Packing {
            bits,
            pack: |game: &GraphGame, state: &u8| {
                let last = usize::from(*state) + 1 == game.points.len();
                let fits = !last || game.keys != Keys::PackedButOne;
                fits.then_some(u128::from(*state) + 1)
            },
            unpack: |_: &GraphGame, key, state: &mut u8| *state = (key - 1) as u8,
        };
        Abilities {
            canonical_key: match self.keys {
                Keys::Canonical => Some(|_, state| Some(u128::from(*state))),
                Keys::Mirrored => Some(|game: &GraphGame, state| {
                    Some(u128::from(*state) % (game.points.len() as u128 / 2))
                }),
                _ => None,
            },
            packing: match self.keys {
                Keys::Packed(bits) => Some(packing(bits)),
                Keys::PackedButOne => Some(packing(8)),
                _ => None,
            },
            draw_rules: self.rules,
            is_irreversible: Some(|_, mv| mv.1),
            ..Abilities::default()
        }
    }
}

/// The value of the position in which a cursor stands, by playing everything under its referee. Only
/// for games in which every play ends.
pub(crate) fn brute_force(cursor: &mut dyn Cursor) -> PositionValue {
    let mover = match cursor.turn() {
        Turn::Over(outcome) => {
            return PositionValue { value: GameValue::of(&outcome), distance: Some(0) };
        }
        Turn::Player(mover) => mover,
        other => panic!("no value: {other:?}"),
    };
    let mut best: Option<PositionValue> = None;
    for mv in moves(cursor) {
        cursor.push();
        cursor.apply(mv);
        let after = brute_force(cursor);
        cursor.pop();
        let distance = after.distance.filter(|_| after.value != GameValue::Draw).map(|d| d + 1);
        let after = PositionValue { distance, ..after };
        if best.is_none_or(|best| wish(mover, after) > wish(mover, best)) {
            best = Some(after);
        }
    }
    best.expect("a player has a move")
}

/// How much a seat wants a value: to win soon, to lose late.
pub(crate) fn wish(seat: Seat, it: PositionValue) -> (i64, i64) {
    let good = it.value.utility(seat) as i64;
    (good, -good * i64::from(it.distance.unwrap_or(0)))
}

/// The expected value of the position in which a cursor stands, by playing everything under its referee.
pub(crate) fn brute_force_mean(cursor: &mut dyn Cursor) -> f64 {
    let turn = cursor.turn();
    if let Turn::Over(outcome) = &turn {
        return outcome.utility(Seat(0));
    }
    let mut after = Vec::new();
    for mv in moves(cursor) {
        cursor.push();
        cursor.apply(mv);
        after.push(brute_force_mean(cursor));
        cursor.pop();
    }
    match turn {
        Turn::Chance => mean(after.into_iter()),
        Turn::Player(Seat(0)) => after.into_iter().fold(-1.0, f64::max),
        _ => after.into_iter().fold(1.0, f64::min),
    }
}

/// The legal moves.
pub(crate) fn moves(cursor: &mut dyn Cursor) -> Vec<MoveId> {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    moves
}
