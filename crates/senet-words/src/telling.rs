//! What is told of a step: sentences for those who may hear of it.

use crate::value::{PositionAtom, Value};
use crate::view::{Move, sees};
use crate::words::GameWords;
use senet_game::{Observer, Seat, Telling, as_sentence};
use senet_program::presentation::{TextPart, text_parts};
use senet_program::{ConId, Hidden, Role, Rule, RuleId, Term, TypeId, VarId};

impl GameWords {
    /// Whether anything is told of any step.
    pub fn tells(&self) -> bool {
        let told = self.presentation();
        let by_label = |rule: &Rule| match rule.role {
            Role::Step(stage) => rule.label.is_some() && !self.program.stage(stage).interactive,
            Role::Link(..) => rule.label.is_some(),
        };
        !told.steps.is_empty()
            || !told.stages.is_empty()
            || !told.atoms.is_empty()
            || self.program.rules().iter().any(by_label)
    }

    /// What is told of a step: a rule with the values of all of its variables, what it made, and the
    /// position after it, whose atoms texts can count.
    pub fn telling(
        &self,
        rule: RuleId,
        values: &[Value],
        made: &[PositionAtom],
        after: &[PositionAtom],
    ) -> Vec<Telling> {
        let mut told = Vec::new();
        let told_of = &self.presentation().atoms;
        if !told_of.is_empty() {
            for atom in made {
                for text in told_of.get(&atom.predicate).into_iter().flatten() {
                    told.push(self.to_everybody(|observer| {
                        let secret = self.hides_from(atom, observer).is_some();
                        (!secret).then(|| self.atom_told(text, atom, after, observer))
                    }));
                }
            }
        }
        if let Role::Link(_, Some(stage)) = self.program.rule(rule).role {
            for text in self.presentation().stages.get(&stage).into_iter().flatten() {
                told.push(self.to_everybody(|observer| {
                    Some(self.told_text(text, |_| None, after, observer))
                }));
            }
        }
        told.retain(|telling| !telling.all.is_empty());
        // The text of the step comes first, and stays when it is empty: `#tell RULE ""` says that the step
        // is passed over in silence, where it would otherwise be told by its label.
        told.splice(..0, self.step_told(rule, values, after));
        told
    }

    /// `#tell RULE`, or the label of a step that nobody chose.
    fn step_told(&self, id: RuleId, values: &[Value], after: &[PositionAtom]) -> Option<Telling> {
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
                TextPart::Count(atoms) | TextPart::Choice(atoms, ..) => {
                    atoms.split_whitespace().skip(1).any(|name| secret(name, observer))
                }
            };
            let sees = !text_parts(&texts[0]).iter().any(hole);
            let text = texts.get(usize::from(!sees)).unwrap_or(&texts[0]);
            let value = |name: &str| {
                let at = variable(name).filter(|_| !secret(name, observer))?;
                Some((rule.variables[at].ty, values[at]))
            };
            Some(self.told_text(text, value, after, observer))
        }))
    }

    fn atom_told(
        &self,
        text: &str,
        atom: &PositionAtom,
        after: &[PositionAtom],
        observer: Observer,
    ) -> String {
        let declared = self.program.predicate(atom.predicate);
        let letter = |name: &str| {
            let at = name.bytes().next().and_then(|b| b.checked_sub(b'A'));
            at.map(usize::from).filter(|at| name.len() == 1 && *at < atom.values.len())
        };
        let value = |name: &str| {
            let at = letter(name)?;
            Some((declared.arguments[at], atom.values[at]))
        };
        self.told_text(text, value, after, observer)
    }

    /// A text for an observer, with values in its holes and the atoms of a position counted.
    fn told_text(
        &self,
        text: &str,
        value: impl Fn(&str) -> Option<(TypeId, Value)>,
        after: &[PositionAtom],
        observer: Observer,
    ) -> String {
        let count = |atoms: &str| self.count_of(atoms, &value, after, observer);
        as_sentence(&self.fill_text(text, &value, count))
    }

    /// How many atoms there are like `coin P`; nothing if the observer may not know. Of hidden atoms
    /// all players may know how many a player has, as panels show it.
    fn count_of(
        &self,
        atoms: &str,
        value: &impl Fn(&str) -> Option<(TypeId, Value)>,
        after: &[PositionAtom],
        observer: Observer,
    ) -> Option<u64> {
        let program = &*self.program;
        let mut words = atoms.split_whitespace();
        let name = words.next()?;
        let predicate = program.predicates().iter().position(|p| p.name == name)?;
        let declared = &program.predicates()[predicate];
        let players = program.game().players.as_ref().map(|p| p.ty);
        let mut wanted: Vec<Option<Value>> = Vec::new();
        let mut only_players = true;
        for (word, ty) in words.zip(&declared.arguments) {
            let constant = || {
                let of_name = |c: &&ConId| program.constructor(**c).name == word;
                let found = program.types()[ty.index()].constructors.iter().find(of_name)?;
                Some(self.interner.ground(&Term::Apply(*found, Vec::new())))
            };
            let known = match word {
                "_" => None,
                _ => Some(match value(word) {
                    Some((_, value)) => value,
                    None => word.parse().ok().or_else(constant)?,
                }),
            };
            only_players &= known.is_none() || Some(*ty) == players;
            wanted.push(known);
        }
        let is_hidden = |hidden: &Hidden| {
            let owner = hidden.owner.and_then(|i| self.seat_of_value(wanted[i]?));
            hidden.predicate.index() == predicate && !sees(observer, owner)
        };
        if !only_players && program.game().hidden.iter().any(is_hidden) {
            return None;
        }
        let fits = |atom: &&PositionAtom| {
            let mut arguments = wanted.iter().zip(&atom.values);
            atom.predicate.index() == predicate
                && arguments.all(|(wanted, value)| wanted.is_none_or(|w| w == *value))
        };
        Some(after.iter().filter(fits).map(|atom| atom.copies.max(1)).sum())
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
