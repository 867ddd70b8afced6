//! What can happen, looked at in place: nothing is copied until something is chosen.

use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::machine::{Machine, Transition};
use senet_game::Rng;
use senet_program::RuleId;
use senet_words::Value;

/// A rule or link that can fire.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<'m> {
    pub(crate) rule: RuleId,
    pub(crate) values: &'m [Value],
    /// The rows of its atoms.
    pub(crate) rows: &'m [u32],
    /// In how many ways it can pick its copies.
    pub(crate) weight: u128,
}

/// A candidate that was chosen.
pub(crate) struct Chosen {
    pub(crate) rule: RuleId,
    pub(crate) values: Buffer<Value>,
    pub(crate) rows: Buffer<u32>,
}

impl Candidate<'_> {
    #[inline]
    pub(crate) fn choose(self) -> Chosen {
        let (values, rows) = (Buffer::of(self.values), Buffer::of(self.rows));
        Chosen { rule: self.rule, values, rows }
    }

    pub(crate) fn transition(self) -> Transition {
        Transition { rule: self.rule, values: self.values.into(), weight: self.weight }
    }
}

impl Machine {
    /// Everything that the rules of the stage can do, in no particular order; whether it is quiet
    /// must have been asked.
    pub(crate) fn in_stage<'m>(
        &'m self,
        engine: &'m Engine,
    ) -> impl Iterator<Item = Candidate<'m>> {
        let firsts = self.firsts(engine);
        self.matches(engine).filter(move |c| {
            firsts.as_ref().is_none_or(|firsts| firsts.allow(engine, c.rule, c.values))
        })
    }

    /// Every match that can fire, whatever the order of the stage.
    pub(super) fn matches<'m>(&'m self, engine: &'m Engine) -> impl Iterator<Item = Candidate<'m>> {
        let kept = self.agenda.enabled().iter().filter(|m| !self.is_idle(engine, **m));
        let kept = kept.map(|m| self.kept(engine, *m));
        kept.chain((0..self.listed.len()).map(|i| self.listed.get(engine, i)))
    }

    pub(super) fn kept<'m>(&'m self, engine: &'m Engine, m: u32) -> Candidate<'m> {
        Candidate {
            rule: self.agenda.rule(m),
            values: self.agenda.values(engine, m),
            rows: self.agenda.rows(engine, m),
            weight: self.agenda.weight(m),
        }
    }

    /// Every link that applies; they must have been listed.
    pub(crate) fn over_links<'m>(
        &'m self,
        engine: &'m Engine,
    ) -> impl Iterator<Item = Candidate<'m>> {
        (0..self.links.len()).map(|i| self.links.get(engine, i))
    }

    /// A candidate at random, each as likely as any other, if candidates are moves: every variable
    /// makes a difference, and no order rules some of them out. `wanted` rejects some.
    pub(crate) fn pick_plain<'m>(
        &'m self,
        engine: &'m Engine,
        rng: &mut Rng,
        wanted: &dyn Fn(RuleId, &[Value]) -> bool,
    ) -> Option<Candidate<'m>> {
        let stage = &engine.stages[self.position.stage.index()];
        let enabled = self.agenda.enabled();
        let all = enabled.len() + self.listed.len();
        if !stage.plain || all == 0 {
            return None;
        }
        // Rejection sampling: uniform over the wanted candidates without listing them. After 64
        // misses the caller lists them, which is uniform as well.
        for _ in 0..64 {
            let at = rng.index(all as u64) as usize;
            let candidate = match enabled.get(at) {
                Some(m) => self.kept(engine, *m),
                None => self.listed.get(engine, at - enabled.len()),
            };
            if wanted(candidate.rule, candidate.values) {
                return Some(candidate);
            }
        }
        None
    }
}
