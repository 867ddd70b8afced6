//! What is told of a step: sentences for those who may hear of it.

use crate::value::{PositionAtom, Value};
use crate::view::Move;
use crate::words::{GameWords, fill};
use senet_game::{Observer, Seat, Telling};
use senet_program::presentation::{TextPart, text_parts};
use senet_program::{Role, RuleId, VarId};

impl GameWords {
    /// What is told of a step: a rule with the values of all of its variables, and what it made.
    pub fn telling(&self, rule: RuleId, values: &[Value], made: &[PositionAtom]) -> Vec<Telling> {
        let mut told = Vec::new();
        told.extend(self.step_told(rule, values));
        let told_of = &self.presentation().atoms;
        if !told_of.is_empty() {
            for atom in made {
                let Some(text) = told_of.get(&atom.predicate) else { continue };
                told.push(self.to_everybody(|observer| {
                    let secret = self.hides_from(atom, observer).is_some();
                    (!secret).then(|| self.atom_told(text, atom))
                }));
            }
        }
        if let Role::Link(_, Some(stage)) = self.program.rule(rule).role
            && let Some(text) = self.presentation().stages.get(&stage)
        {
            told.push(self.to_everybody(|_| Some(text.clone())));
        }
        told.retain(|telling| !telling.all.is_empty());
        told
    }

    /// `#tell RULE`, or the label of a step that nobody chose.
    fn step_told(&self, id: RuleId, values: &[Value]) -> Option<Telling> {
        let rule = self.program.rule(id);
        let texts = match self.presentation().steps.get(&id) {
            Some(texts) => texts.clone(),
            None => {
                let chosen = match rule.role {
                    Role::Step(stage) => self.program.stage(stage).interactive,
                    Role::Link(..) => false,
                };
                if chosen {
                    return None;
                }
                vec![rule.label.clone()?]
            }
        };
        let effective: Vec<Value> = rule.effective.iter().map(|v| values[v.index()]).collect();
        let mv = Move { rule, values: &effective };
        let variable = |name: &str| rule.variables.iter().position(|v| v.name == name);
        let secret = |name: &str, observer: Observer| {
            variable(name).is_some_and(|v| self.secret(mv, VarId::new(v), observer))
        };
        Some(self.to_everybody(|observer| {
            let hole = |part: &TextPart<'_>| match part {
                TextPart::Hole(name) | TextPart::Cases(name, _) => secret(name, observer),
                TextPart::Plain(_) => false,
            };
            let sees = !text_parts(&texts[0]).iter().any(hole);
            let text = texts.get(usize::from(!sees)).unwrap_or(&texts[0]);
            Some(self.fill_text(text, |name| {
                let at = variable(name).filter(|_| !secret(name, observer))?;
                Some((rule.variables[at].ty, values[at]))
            }))
        }))
    }

    fn atom_told(&self, text: &str, atom: &PositionAtom) -> String {
        let declared = self.program.predicate(atom.predicate);
        let letter = |name: &str| {
            let at = name.bytes().next().and_then(|b| b.checked_sub(b'A'));
            at.map(usize::from).filter(|at| name.len() == 1 && *at < atom.values.len())
        };
        fill(text, |name| {
            let at = letter(name)?;
            Some(self.value(declared.arguments[at], atom.values[at]))
        })
    }

    fn to_everybody(&self, text: impl Fn(Observer) -> Option<String>) -> Telling {
        let seats = self.program.game().players.as_ref().map_or(1, |p| p.seats.len());
        let to = |observer| text(observer).unwrap_or_default();
        Telling {
            all: to(Observer::All),
            public: to(Observer::Public),
            seats: (0..seats).map(|i| to(Observer::Seat(Seat(i as u8)))).collect(),
        }
    }
}
