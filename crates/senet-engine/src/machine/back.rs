//! Going back: what a machine remembers of its changes, and how it undoes them. (A trail, as in a
//! Prolog machine.) It holds values and not rows, because the number of a row ends with its atom.

use crate::engine::Engine;
use crate::machine::Machine;
use senet_program::{PredId, StageId};
use senet_words::Value;

/// How to go back.
#[derive(Debug, Clone)]
pub(super) enum Undo {
    Stage(StageId),
    Copies(PredId, Box<[Value]>, i128),
    Persistent(PredId, Box<[Value]>),
}

impl Machine {
    /// Begins to remember changes, and marks this point.
    pub(crate) fn mark(&mut self) -> (usize, u64) {
        let undo = self.undo.get_or_insert_with(Vec::new);
        (undo.len(), self.steps)
    }

    /// Goes back to a mark.
    pub(crate) fn rewind(&mut self, engine: &Engine, (mark, steps): (usize, u64)) {
        let Some(mut undo) = self.undo.take() else {
            return;
        };
        let changes = undo.split_off(mark);
        // The first change of stage since the mark tells the stage to go back to. The agenda
        // of another stage is of no use, so it is matched anew there, once, after all
        // changes are undone.
        let stage = changes.iter().find_map(|c| match c {
            Undo::Stage(stage) => Some(*stage),
            _ => None,
        });
        // Going back needs no more room than there was.
        let fine = "what was there before fits";
        // Newest first, as every trail is undone. Each change is its own inverse up to sign, so
        // going back costs what going forward did.
        for change in changes.into_iter().rev() {
            match change {
                Undo::Stage(_) => {}
                Undo::Copies(predicate, values, by) => {
                    let row = self.position.relations[predicate.index()].insert(&values);
                    self.change(engine, predicate, row, -by).expect(fine);
                }
                Undo::Persistent(predicate, values) => {
                    let relation = &mut self.position.relations[predicate.index()];
                    let row = relation.insert(&values);
                    relation.set_persistent(row, false);
                    let gone = relation.count(row) == 0;
                    self.position.shift_persistent(engine, predicate, row, false);
                    if gone {
                        self.agenda.row_removed(engine, predicate, row);
                        self.position.relations[predicate.index()].remove(row);
                        self.position.atoms -= 1;
                    } else {
                        self.agenda.persistent_removed(engine, predicate, row);
                        self.agenda.row_changed(engine, &self.position, predicate, row);
                    }
                }
            }
        }
        match stage {
            Some(stage) => self.enter(engine, stage),
            None => self.agenda.reweigh_saturating(engine, &self.position),
        }
        self.steps = steps;
        self.undo = Some(undo);
    }
}
