//! Plays: positions at rest, the moves between them, and both as text.

use crate::reference::{Reference, ReferenceLimit, ReferencePosition, ReferenceTurn};
use senet_program::show::Show;
use senet_program::{Atom, PredId, Program, Role, RuleId, StageId, Term, TypeId};
use std::collections::BTreeMap;

/// A position at rest: a player or chance decides, or play is over.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferencePlace {
    /// The position.
    pub position: ReferencePosition,
    /// Whether play is over.
    pub over: bool,
}

impl Reference<'_> {
    /// Where a play begins.
    pub fn first(&self, start: usize, steps: u64) -> Result<ReferencePlace, ReferenceLimit> {
        Ok(self.rest(self.start(start)?, steps)?.0)
    }

    /// Where the moves of a position at rest lead, each with its text, in canonical order.
    pub fn successors(
        &self,
        place: &ReferencePlace,
        steps: u64,
    ) -> Result<Vec<(String, ReferencePlace)>, ReferenceLimit> {
        if place.over {
            return Ok(Vec::new());
        }
        let mut out = Vec::new();
        for (name, position, ends) in self.rest(place.position.clone(), steps)?.1 {
            let next = match ends {
                true => ReferencePlace { position, over: true },
                false => self.rest(position, steps)?.0,
            };
            out.push((name, next));
        }
        Ok(out)
    }

    /// Whether a position is one that play rests in.
    pub fn is_at_rest(&self, place: &ReferencePlace, steps: u64) -> Result<bool, ReferenceLimit> {
        // Where a link has ended play, the position could go on.
        let rest = self.rest(place.position.clone(), steps)?.0;
        Ok(place.over || rest == *place)
    }

    /// Where a position comes to rest, and what each move makes of it at once: its text, the position,
    /// and whether it ends play.
    #[expect(clippy::type_complexity, reason = "used twice, right here")]
    fn rest(
        &self,
        position: ReferencePosition,
        steps: u64,
    ) -> Result<(ReferencePlace, Vec<(String, ReferencePosition, bool)>), ReferenceLimit> {
        let (position, turn, moves) = self.settle(position, steps);
        let over = match turn {
            ReferenceTurn::Stopped(limit) => return Err(limit),
            turn => matches!(turn, ReferenceTurn::Over(..)),
        };
        let mut out = Vec::new();
        for (transition, _) in &moves {
            let ends = matches!(self.program.rule(transition.rule).role, Role::Link(_, None));
            let name = self.move_text(transition.rule, &self.effective(transition));
            out.push((name, self.fire(&position, transition)?, ends));
        }
        Ok((ReferencePlace { position, over }, out))
    }

    /// A move: its rule, `-` if that has no name, and the values that make a difference.
    fn move_text(&self, rule: RuleId, values: &[Term]) -> String {
        let declared = self.program.rule(rule);
        let mut out = declared.name.clone().unwrap_or_else(|| "-".to_owned());
        for (v, value) in declared.effective.iter().zip(values) {
            out.push(' ');
            let ty = declared.variables[v.index()].ty;
            Show::new(self.program).term(value, ty, &declared.variables, true, &mut out);
        }
        out
    }

    /// A position from text: `play: turn x, free a1 ^2, !open`, or `end of play: …`.
    pub fn parse_place(&self, text: &str) -> Option<ReferencePlace> {
        let (stage, rest) = text.split_once(':')?;
        let ended = stage.strip_prefix("end of ");
        let (over, stage) = (ended.is_some(), ended.unwrap_or(stage));
        let stage = StageId::new(self.program.stages().iter().position(|s| s.name == stage)?);
        let (mut linear, mut persistent) = (BTreeMap::new(), Vec::new());
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (part, copies) = match part.split_once(" ^") {
                Some((part, n)) => (part, n.parse().ok().filter(|n| *n > 1)?),
                None => (part, 1),
            };
            match part.strip_prefix('!') {
                Some(part) if copies == 1 => persistent.push(self.parse_atom(part)?),
                Some(_) => return None,
                None if linear.insert(self.parse_atom(part)?, copies).is_some() => {
                    return None;
                }
                None => {}
            }
        }
        persistent.sort();
        let distinct = persistent.windows(2).all(|pair| pair[0] != pair[1]);
        let position = ReferencePosition { stage, linear, persistent };
        distinct.then_some(ReferencePlace { position, over })
    }

    /// A ground atom from text.
    pub fn parse_atom(&self, text: &str) -> Option<Atom> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let name = words.next()?;
        let at = self.program.predicates().iter().position(|p| p.name == name)?;
        let arguments = self.program.predicates()[at].arguments.iter();
        let arguments = arguments.map(|ty| term(self.program, *ty, &mut words));
        let arguments = arguments.collect::<Option<_>>()?;
        words.next().is_none().then_some(Atom { predicate: PredId::new(at), arguments })
    }
}

fn term(program: &Program, ty: TypeId, words: &mut std::str::SplitWhitespace<'_>) -> Option<Term> {
    let word = words.next()?;
    let declared = program.ty(ty);
    if declared.shape.is_number() {
        let (low, high) = declared.shape.bounds();
        return word.parse().ok().filter(|n| (low..=high).contains(n)).map(Term::Number);
    }
    let (word, open) = if word == "(" { (words.next()?, true) } else { (word, false) };
    let found = declared.constructors.iter().find(|c| program.constructor(**c).name == word)?;
    let types = program.constructor(*found).arguments.iter();
    let arguments = types.map(|ty| term(program, *ty, words)).collect::<Option<_>>()?;
    (!open || words.next() == Some(")")).then_some(Term::Apply(*found, arguments))
}
