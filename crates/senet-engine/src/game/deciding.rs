//! Which cells decided the game.

use super::{TermGame, proof};
use crate::machine::Transition;
use crate::position::TermPosition;
use senet_board::Place;
use senet_program::TypeId;
use senet_words::Value;

impl TermGame {
    /// The cells of a firing that will make an outcome, and of the atoms that its derived premises
    /// use; none of any other.
    pub(super) fn deciding(&self, position: &TermPosition, transition: &Transition) -> Vec<Place> {
        let (engine, program) = (&*self.engine, &self.engine.program);
        let rule = program.rule(transition.rule);
        if !engine.decides(rule) {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut note = |ty: TypeId, value: Value| {
            let place = self.engine.words.place(ty, value);
            out.extend(place.filter(|place| !out.contains(place)));
        };
        for (value, variable) in transition.values.iter().zip(&rule.variables) {
            note(variable.ty, *value);
        }
        let derived: Vec<_> = proof::derived(engine, &rule.premises, &transition.values).collect();
        for (predicate, values) in proof::rests_on(engine, position, &derived) {
            for (value, ty) in values.iter().zip(&program.predicate(predicate).arguments) {
                note(*ty, *value);
            }
        }
        out
    }
}
