//! Ordered stages: a rule applies only if no earlier one does; where a player chooses, for the same
//! chooser.

use crate::engine::Engine;
use crate::machine::Machine;
use senet_program::{RuleId, StageId};
use senet_words::Value;

/// For each chooser, the first rule that applies. Without choosers there is one entry.
pub(super) struct Firsts(Vec<(Value, RuleId)>);

impl Firsts {
    /// Whether a transition may happen.
    pub(super) fn allow(&self, engine: &Engine, rule: RuleId, values: &[Value]) -> bool {
        let who = chooser(engine, rule, values);
        self.0.contains(&(who, rule))
    }
}

impl Machine {
    /// The first rules of an ordered stage; `None` in a stage that has no order.
    pub(super) fn firsts(&self, engine: &Engine) -> Option<Firsts> {
        if !engine.program.stage(self.position.stage).ordered {
            return None;
        }
        let mut firsts: Vec<(Value, RuleId)> = Vec::new();
        // One pass keeps, for each chooser, the least rule number; choosers are few, so a
        // list is enough.
        for candidate in self.matches(engine) {
            let who = chooser(engine, candidate.rule, candidate.values);
            match firsts.iter_mut().find(|(other, _)| *other == who) {
                Some((_, first)) => *first = (*first).min(candidate.rule),
                None => firsts.push((who, candidate.rule)),
            }
        }
        Some(Firsts(firsts))
    }

    /// Whether links out of a stage are tried in order.
    pub(super) fn orders_links(engine: &Engine, stage: StageId) -> bool {
        engine.program.stage(stage).ordered
    }
}

fn chooser(engine: &Engine, rule: RuleId, values: &[Value]) -> Value {
    let declared = engine.program.rule(rule);
    let chooser = declared.chooser.as_ref();
    chooser.map_or(Value::MAX, |who| engine.ground(who, values))
}
