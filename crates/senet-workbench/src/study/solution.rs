//! How many positions a game has, and what perfect play leads to.

use super::{Steps, StudyDesk, count, first_moves, small};
use crate::card::hues;
use crate::protocol::{ExploredView, SolvedMoveView, SolvedView, StudyFound};
use senet_game::{DynGame, Seat, Turn};
use senet_solve::{
    Assumption, ExploreLimits, ExploreStop, Explored, GameValue, PositionValue, Solution,
    SolveError, SolveLimits, SolveMethod, Solver, expected_values, explore,
};
use std::sync::Arc;

/// What a study may keep, in positions and bytes.
const MOST_POSITIONS: u32 = 50_000_000;
const MOST_MEMORY: u64 = 512 << 20;

/// Lists all positions.
pub(crate) fn explored(game: Arc<dyn DynGame>, positions: u32) -> impl FnOnce(&StudyDesk) + Send {
    move |desk| {
        let limits = ExploreLimits {
            positions: positions.clamp(1, MOST_POSITIONS).into(),
            depth: None,
            memory: MOST_MEMORY,
        };
        let mut steps = Steps::new();
        let all = explore(&*game, limits, &mut |found| {
            if steps.is_due(found.positions) {
                desk.progress(None, count(found.positions, "position"));
                // What is known so far stays if the study ends here, and must not pass for all there is.
                let stopped = Some("the count was stopped".to_owned());
                let so_far = ExploredView { stopped, ..exploration(&*game, found) };
                desk.found(StudyFound::Explored(so_far));
            }
            !desk.is_cancelled()
        });
        desk.progress(Some(1.0), count(all.positions, "position"));
        desk.found(StudyFound::Explored(exploration(&*game, &all)));
    }
}

fn exploration(game: &dyn DynGame, all: &Explored) -> ExploredView {
    let names: Vec<String> = game.all_seats().map(|seat| game.seat_name(seat)).collect();
    let won = names.iter().zip(hues(&names)).zip(&all.ends.won);
    let mut ends: Vec<(String, String, u32)> =
        won.map(|((name, hue), n)| (format!("{name} has won"), hue, small(*n))).collect();
    let others =
        [("shared", all.ends.shared), ("draw", all.ends.drawn), ("no result", all.ends.open)];
    let others = others.into_iter().filter(|(_, n)| *n > 0);
    ends.extend(others.map(|(name, n)| (name.to_owned(), "none".to_owned(), small(n))));
    ExploredView {
        positions: small(all.positions),
        chances: small(all.chance_nodes),
        moves: small(all.edges),
        by_move: all.by_ply.iter().map(|n| small(*n)).collect(),
        ends,
        stopped: all.stopped.map(|why| match why {
            ExploreStop::Positions => "the limit of positions was reached".to_owned(),
            ExploreStop::Memory => "the memory for positions ran out".to_owned(),
            ExploreStop::Cancelled => "it was stopped".to_owned(),
            ExploreStop::Stopped(kind) => format!("{} between two moves", kind.reached()),
            _ => "it was not finished".to_owned(),
        }),
    }
}

/// Solves the game.
pub(crate) fn solved(game: Arc<dyn DynGame>, positions: u32) -> impl FnOnce(&StudyDesk) + Send {
    move |desk| {
        let limits = SolveLimits {
            positions: positions.clamp(1, MOST_POSITIONS).into(),
            memory: MOST_MEMORY,
        };
        let mut steps = Steps::new();
        let mut watch = |seen: u64| {
            if steps.is_due(seen) {
                desk.progress(None, count(seen, "position"));
            }
            !desk.is_cancelled()
        };
        let mut solver = Solver::new(Arc::clone(&game), limits);
        let solution = solver.solve(&mut watch);
        if solution.error == Some(SolveError::Chance) {
            match expected_values(&*game, limits, &mut watch) {
                Ok(solution) => {
                    desk.progress(Some(1.0), count(solution.positions, "position"));
                    desk.found(StudyFound::Solved(average(&*game, &solution)));
                }
                Err(why) => desk.fail(&why.to_string()),
            }
            return;
        }
        desk.progress(Some(1.0), count(solution.positions, "position"));
        if let (None, Some(why)) = (solution.value(), solution.error) {
            let hint = match why {
                SolveError::Positions | SolveError::Memory | SolveError::TooDeep => {
                    ": a smaller board or a later position may be solved"
                }
                _ => "",
            };
            desk.fail(&format!("{why}{hint}"));
        }
        desk.found(StudyFound::Solved(perfect(&*game, &solution)));
    }
}

fn mover(game: &dyn DynGame) -> Option<Seat> {
    match game.cursor().turn() {
        Turn::Player(seat) => Some(seat),
        _ => None,
    }
}

/// A value for the one who moves.
fn words(game: &dyn DynGame, it: PositionValue, to: Seat) -> String {
    let moves = it.distance.map(|n| format!(" in {}", count(n.into(), "move"))).unwrap_or_default();
    match (it.value.for_seat(to), game.seats()) {
        (GameValue::Draw, 1) => "does not reach the goal".to_owned(),
        (GameValue::Win, 1) => format!("reaches the goal{moves}"),
        (GameValue::Loss, 1) => format!("loses{moves}"),
        (GameValue::Draw, _) => "draws".to_owned(),
        (GameValue::Win, _) => format!("wins{moves}"),
        (GameValue::Loss, _) => format!("loses{moves}"),
    }
}

fn perfect(game: &dyn DynGame, solution: &Solution) -> SolvedView {
    let first = first_moves(game);
    let to = mover(game).unwrap_or(Seat(0));
    let mut moves: Vec<(f64, SolvedMoveView)> = Vec::new();
    for (mv, after) in &solution.moves {
        let known = first.get(&mv.name).cloned();
        let (text, places) = known.unwrap_or_else(|| (mv.name.clone(), Vec::new()));
        let distance = after.distance.filter(|_| after.value != GameValue::Draw).map(|d| d + 1);
        let value = after.value.utility(to);
        let words = words(game, PositionValue { value: after.value, distance }, to);
        // Sooner won and later lost come first.
        let rank = value * (1000.0 - f64::from(distance.unwrap_or(0).min(999)));
        moves.push((rank, SolvedMoveView { text, places, value, words }));
    }
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    let how = match solution.method {
        SolveMethod::Search => "looking ahead",
        SolveMethod::Retrograde => "going backwards from the ends",
    };
    SolvedView {
        sentence: sentence(game, solution),
        how: format!("{how}, {}", count(solution.positions, "position")),
        assumption: solution.assumption.map(assumption),
        moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        line: solution.line.iter().map(|mv| mv.name.clone()).collect(),
        mover: mover(game).map(|seat| seat.0),
    }
}

fn sentence(game: &dyn DynGame, solution: &Solution) -> String {
    let name = |seat: u8| game.seat_name(Seat(seat));
    match (solution.lower, solution.upper) {
        (GameValue::Draw, GameValue::Draw) if game.seats() == 1 => {
            "The goal cannot be reached.".to_owned()
        }
        (GameValue::Draw, GameValue::Draw) => "With perfect play it is a draw.".to_owned(),
        (least, most) if least == most => {
            let value = PositionValue { value: least, distance: solution.distance };
            let winner = least.winner().filter(|_| game.seats() > 1).unwrap_or(Seat(0));
            match game.seats() {
                1 => format!("Perfect play {}.", words(game, value, winner)),
                _ => {
                    format!("With perfect play, {} {}.", name(winner.0), words(game, value, winner))
                }
            }
        }
        (GameValue::Draw, _) => format!("{} wins, or it is a draw.", name(0)),
        (_, GameValue::Draw) if game.seats() > 1 => format!("{} wins, or it is a draw.", name(1)),
        _ => String::new(),
    }
}

/// A game with chance.
fn average(game: &dyn DynGame, solution: &senet_solve::ExpectedSolution) -> SolvedView {
    let first = first_moves(game);
    let to = mover(game);
    let sign = if to == Some(Seat(1)) { -1.0 } else { 1.0 };
    let mut moves: Vec<SolvedMoveView> = Vec::new();
    for (mv, value) in &solution.moves {
        let known = first.get(&mv.name).cloned();
        let (text, places) = known.unwrap_or_else(|| (mv.name.clone(), Vec::new()));
        let value = sign * value.to_f64();
        moves.push(SolvedMoveView {
            text,
            places,
            value,
            words: format!("{value:+.4} on average"),
        });
    }
    moves.sort_by(|a, b| b.value.total_cmp(&a.value));
    let value = solution.value.to_f64();
    let name = game.seat_name(Seat(0));
    SolvedView {
        sentence: format!(
            "With perfect play, the game is worth {value:+.4} to {name} on average; 1 is a win, -1 a loss."
        ),
        how: format!("all of {}", count(solution.positions, "position")),
        assumption: solution.assumption.map(assumption),
        moves,
        line: Vec::new(),
        mover: to.map(|seat| seat.0),
    }
}

fn assumption(it: Assumption) -> String {
    match it {
        Assumption::EndlessPlay => "play that goes round for ever is a draw",
        Assumption::Repetition => "repetitions are not counted",
        Assumption::LongPlay => "the limit of moves is left out; it changes hardly anything",
        _ => "something that this page has no words for",
    }
    .to_owned()
}
