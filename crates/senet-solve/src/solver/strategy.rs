//! Strategies from values: a best move in every position that can come up, whatever the other plays.

use super::{Choice, RuledSolver, Solver, best_move, children};
use crate::limits::{NodeCounter, SolveError, SolveWatch};
use crate::nodes::counts;
use crate::strategy::{Strategy, StrategyMove, VerifyError};
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DrawRules, Position, Referee, Seat, Turn};

/// Bytes that a move takes in a strategy, roughly.
const MOVE: u64 = 64;

impl Solver {
    /// A strategy by which a seat gets at least the value of the game, from the start on.
    ///
    /// Where no draw rule makes a difference, a position is listed once. Where one does, what is best
    /// may depend on the counts: then positions are listed once for each count of quiet moves, or of all
    /// moves. The verifier decides which of these is enough.
    pub fn strategy(&mut self, seat: Seat, watch: SolveWatch<'_>) -> Result<Strategy, SolveError> {
        if self.game.has_hidden_information() {
            return Err(SolveError::Hidden);
        }
        let mut counter = NodeCounter::new(self.limits.positions, watch);
        self.find_strategy(seat, &mut counter)
    }

    fn find_strategy(
        &mut self,
        seat: Seat,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Strategy, SolveError> {
        let rules = self.game.draw_rules();
        let quiet = DrawRules { quiet: rules.quiet, ..DrawRules::default() };
        let mut strategy = self.list_strategy(seat, DrawRules::default(), counter)?;
        // Iterative refinement, checked independently: a strategy without counts is tried
        // first, and only if the verifier finds that it falls short do counts become part of
        // its positions.
        for told in [quiet, rules] {
            if rules.is_empty() {
                break;
            }
            match strategy.verify(&*self.game, &mut |_| counter.goes_on()) {
                Ok(verified) if verified.worst >= strategy.value => break,
                Err(VerifyError::Cancelled) => return Err(SolveError::Cancelled),
                _ => strategy = self.list_strategy(seat, told, counter)?,
            }
        }
        Ok(strategy)
    }

    /// Lists the positions of a strategy, told apart by what these rules count.
    fn list_strategy(
        &mut self,
        seat: Seat,
        told: DrawRules,
        counter: &mut NodeCounter<'_>,
    ) -> Result<Strategy, SolveError> {
        self.go_to_start();
        let (values, cursor) = (&mut self.values, &mut *self.cursor);
        let value = values.value(cursor, counter)?.value.for_seat(seat);
        let mut listed =
            Listed { told, numbers: FxHashMap::default(), waiting: Vec::new(), bytes: 0 };
        let mut positions = Vec::new();
        listed.number(cursor);
        // Breadth-first search over the positions that can arise if the seat follows the
        // strategy: one edge at its own positions, all edges at the others.
        while let Some((position, referee)) = listed.waiting.get(positions.len()).cloned() {
            cursor.load(&position);
            cursor.set_referee(referee);
            let choices = choices(values, cursor, seat, counter)?;
            let mut moves = Vec::new();
            for Choice { index, id, turn } in choices {
                let name = cursor.move_name(id);
                let goes_on = matches!(turn, Turn::Player(_));
                let to = goes_on.then(|| {
                    cursor.enter(index);
                    let number = listed.number(cursor);
                    cursor.pop();
                    number
                });
                moves.push(StrategyMove { name, to });
            }
            listed.bytes += MOVE * moves.len() as u64;
            positions.push(moves);
            if listed.bytes > self.limits.memory {
                return Err(SolveError::Memory);
            }
        }
        let (game, options) = (self.game.info().name.clone(), self.game.options().to_vec());
        Ok(Strategy { game, options, seat, value, positions })
    }
}

/// The moves that a strategy looks at: the best one of its seat, all of the other's.
fn choices(
    values: &mut RuledSolver,
    cursor: &mut dyn Cursor,
    seat: Seat,
    counter: &mut NodeCounter<'_>,
) -> Result<Vec<Choice>, SolveError> {
    match cursor.turn() {
        Turn::Player(mover) if mover == seat => {
            best_move(values, cursor, counter).map(|(best, _)| vec![best])
        }
        Turn::Player(_) => Ok(children(cursor)),
        _ => Ok(Vec::new()),
    }
}

/// The positions that were numbered so far.
struct Listed {
    told: DrawRules,
    numbers: FxHashMap<(Position, u64), usize>,
    waiting: Vec<(Position, Referee)>,
    bytes: u64,
}

impl Listed {
    /// The number of the position in which the cursor stands.
    fn number(&mut self, cursor: &dyn Cursor) -> usize {
        let (position, referee) = (cursor.save(), cursor.referee());
        let counts = counts(&referee.frozen(self.told));
        *self.numbers.entry((position, counts)).or_insert_with_key(|(position, _)| {
            self.bytes += cursor.state_bytes() as u64;
            self.waiting.push((position.clone(), referee.clone()));
            self.waiting.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::graph_game::GraphGame;
    use crate::limits::{NodeCounter, SolveLimits};
    use crate::solver::Solver;
    use crate::value::GameValue;
    use senet_game::{DrawRules, Rng, Seat};

    /// Where distances are too hard to find, a strategy may have to count moves.
    #[test]
    fn strategies_count_moves_where_they_must() {
        let mut rng = Rng::new(62);
        let mut longer = 0;
        for _ in 0..2_000 {
            // Always forward, by shorter and longer ways.
            let mut graph = GraphGame::long(&mut rng, 2, 12);
            for (at, point) in graph.points.iter_mut().enumerate() {
                let step = |(to, _): &mut (u8, bool)| {
                    *to = (at as u8 + 1 + rng.index(4) as u8).min(11);
                };
                point.next.iter_mut().for_each(step);
                point.owner = Seat(rng.index(2) as u8);
                if at > 7 && rng.index(2) == 0 {
                    point.end = Some(GameValue::ALL[rng.index(3) as usize]);
                }
            }
            let rules = DrawRules { limit: Some(3 + rng.index(4)), ..DrawRules::default() };
            let game = graph.with_rules(rules).erased();
            let limits = SolveLimits { positions: 1 << 20, memory: 1 << 24 };
            for seat in [Seat(0), Seat(1)] {
                let mut solver = Solver::new(game.clone(), limits);
                let mut watch = |_| true;
                let mut counter = NodeCounter::new(1 << 20, &mut watch).without_asides();
                let plain = solver.list_strategy(seat, DrawRules::default(), &mut counter);
                let strategy = solver.find_strategy(seat, &mut counter).expect("a small game");
                let verified = strategy.verify(&*game, &mut |_| true).expect("it fits");
                assert!(verified.worst >= strategy.value, "{strategy}");
                longer += u32::from(plain != Ok(strategy));
            }
        }
        assert!(longer > 5, "{longer}");
    }
}
