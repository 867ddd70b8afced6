//! What other engines ask this one: derived predicates without a position, and a state that
//! stands in a given position.

use crate::engine::Engine;
use crate::game::{TermGame, TermState};
use crate::join::Goal;
use crate::machine::Machine;
use crate::position::TermPosition;
use senet_game::{LimitReached, Turn};
use senet_program::{PredId, StageId};
use senet_words::{PositionAtom, Value};

impl Engine {
    /// The solutions of a derived predicate that reads no position: the arguments of each, one
    /// after another. Some arguments are known. `None` if it cannot be asked in this way.
    pub fn ask(
        &self,
        predicate: PredId,
        arguments: &[Option<Value>],
    ) -> Result<Option<Vec<Value>>, LimitReached> {
        let Some((query, key)) = self.best_query(predicate, arguments) else {
            return Ok(None);
        };
        let position = self.nowhere.get_or_init(|| TermPosition::new(self, StageId(0)));
        let mut tables = self.known.lock().expect("no thread panics while it holds the tables");
        let goal = Goal { query, key: &key };
        let answers = tables.answer(self, position, goal)?;
        let fits = |row: &&[Value]| {
            row.iter().zip(arguments).all(|(v, wanted)| wanted.is_none_or(|w| w == *v))
        };
        let rows = answers.chunks(arguments.len().max(1)).filter(fits);
        Ok(Some(rows.flatten().copied().collect()))
    }

    /// Of the queries that can be asked with some arguments known, the most definite one: its
    /// number, and the arguments that it wants.
    pub(crate) fn best_query(
        &self,
        predicate: PredId,
        arguments: &[Option<Value>],
    ) -> Option<(usize, Vec<Value>)> {
        let known = arguments.iter().take(64).enumerate();
        let known = known.fold(0u64, |mask, (i, a)| mask | u64::from(a.is_some()) << i);
        let planned = self.queries.iter().enumerate();
        let planned = planned.filter(|(_, a)| a.predicate == predicate && a.known & !known == 0);
        // Of the planned modes whose inputs are all known, the one with the most inputs
        // restricts the search most; ties go to the larger mask, so that the choice is
        // deterministic.
        let best = planned.max_by_key(|(_, a)| (a.known.count_ones(), a.known));
        let (query, asked) = best?;
        let chosen = arguments.iter().take(64).enumerate();
        let chosen = chosen.filter(|(i, _)| asked.known & 1 << i != 0);
        Some((query, chosen.filter_map(|(_, a)| *a).collect()))
    }
}

impl TermGame {
    /// The state of a position that is known to be settled, and whose turn it is in it.
    pub fn stand(&self, stage: StageId, atoms: &[PositionAtom], turn: &Turn) -> TermState {
        let engine = &**self.engine();
        let mut machine = Machine::empty(engine, stage);
        let mut place = |a: &PositionAtom| {
            if a.persistent {
                machine.place(engine, a.predicate, &a.values, true, 1)?;
            }
            if a.copies > 0 {
                machine.place(engine, a.predicate, &a.values, false, a.copies)?;
            }
            Ok::<(), LimitReached>(())
        };
        let placed = atoms.iter().try_for_each(&mut place);
        self.standing(machine, turn, placed.err())
    }
}
