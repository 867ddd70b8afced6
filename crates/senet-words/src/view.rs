//! What people see of a position and of a move.

use crate::presentation::Panels;
use crate::value::{PositionAtom, Value};
use crate::words::{GameWords, fill, mentions, plain};
use senet_game::{Hash128, Observer, Seat, Turn, View, ViewAtom, ViewHidden, ViewMove};
use senet_program::{Atom, Hidden, PredId, Premise, Rule, RuleId, StageId, Term, VarId};
use std::hash::Hash;

/// A rule, and the values of its effective variables.
#[derive(Clone, Copy)]
pub(crate) struct Move<'m> {
    pub(crate) rule: &'m Rule,
    pub(crate) values: &'m [Value],
}

impl GameWords {
    /// What an observer sees of a position, from its atoms in canonical order.
    pub fn view(&self, stage: StageId, atoms: &[PositionAtom], observer: Observer) -> View {
        let stage = self.program.stage(stage).name.clone();
        let (boards, titles) = self.scenes();
        let mut view = View { stage, boards, titles, ..View::default() };
        let mut panels = Panels::default();
        for atom in atoms {
            let declared = self.program.predicate(atom.predicate);
            let hidden = self.hidden(atom, observer);
            if self.is_kept_back(atom) || self.put_in_panel(atom, hidden, &mut panels) {
                if hidden.is_none() {
                    view.undrawn.push(self.view_atom(atom));
                }
                continue;
            }
            if let Some(owner) = hidden {
                let same = |h: &&mut ViewHidden| h.predicate == declared.name && h.owner == owner;
                match view.hidden.iter_mut().find(same) {
                    Some(hidden) => {
                        hidden.copies = hidden.copies.saturating_add(atom.copies.max(1));
                    }
                    None => view.hidden.push(ViewHidden {
                        predicate: declared.name.clone(),
                        owner,
                        copies: atom.copies.max(1),
                    }),
                }
                continue;
            }
            if self.put(atom, &mut view.boards) {
                continue;
            }
            if let Some(sentence) = self.sentence(atom) {
                view.sentences.push(sentence);
                view.undrawn.push(self.view_atom(atom));
                continue;
            }
            view.atoms.push(self.view_atom(atom));
        }
        panels.finish(&mut view);
        view
    }

    fn view_atom(&self, atom: &PositionAtom) -> ViewAtom {
        let declared = self.program.predicate(atom.predicate);
        let arguments = atom.values.iter().zip(&declared.arguments);
        ViewAtom {
            predicate: declared.name.clone(),
            arguments: arguments.map(|(v, ty)| self.written(*ty, *v, false)).collect(),
            copies: atom.copies,
            persistent: atom.persistent,
        }
    }

    /// A move in words: its label, or its rule with the arguments. What stands only in atoms that
    /// an observer may not see is a question mark to them.
    pub fn describe_move(
        &self,
        turn: &Turn,
        id: RuleId,
        values: &[Value],
        observer: Observer,
    ) -> ViewMove {
        let name = &self.names[id.index()];
        let rule = self.program.rule(id);
        let mv = Move { rule, values };
        let own = matches!((turn, observer), (Turn::Player(s), Observer::Seat(e)) if *s == e);
        let shown = |variable: VarId, at: usize| {
            if !own && self.secret(mv, variable, observer) {
                return "?".to_owned();
            }
            self.value(rule.variables[variable.index()].ty, values[at])
        };
        let effective = || rule.effective.iter().enumerate();
        let text = match &rule.label {
            Some(label) => fill(label, |name| {
                let at = effective().find(|(_, v)| rule.variables[v.index()].name == name);
                at.map(|(at, v)| shown(*v, at))
            }),
            // Whose move it is is said elsewhere.
            None => {
                let chooser = |v: VarId| rule.chooser.as_ref() == Some(&Term::Variable(v));
                let told = effective().filter(|(_, v)| !chooser(**v));
                told.fold(plain(name), |out, (at, v)| format!("{out} {}", shown(*v, at)))
            }
        };
        let seen = effective().filter(|(_, v)| own || !self.secret(mv, **v, observer));
        let seen: Vec<(usize, VarId)> = seen.map(|(at, v)| (at, *v)).collect();
        let variables: Vec<VarId> = seen.iter().map(|(_, v)| *v).collect();
        let places = self.drawn_places(mv, &variables);
        let seen: Vec<_> =
            seen.iter().map(|(at, v)| (rule.variables[v.index()].ty, values[*at])).collect();
        let directions = self.program.directions();
        let mut ways = seen.iter().filter(|(ty, _)| Some(*ty) == directions);
        let direction = match (ways.next(), ways.next()) {
            (Some((ty, value)), None) => Some(self.written(*ty, *value, false)),
            _ => None,
        };
        let open = own || !rule.effective.iter().any(|v| self.secret(mv, *v, observer));
        let written = if open { self.forms(id, values) } else { Vec::new() };
        ViewMove { text, places, direction, written }
    }

    /// A key shared by the positions that look the same to an observer: the stage and the atoms that
    /// it sees, and of the others how many each owner has of which predicate.
    pub fn observation_key(
        &self,
        stage: StageId,
        atoms: &[PositionAtom],
        observer: Observer,
    ) -> u128 {
        let mut hidden: Vec<(PredId, Option<Seat>, u64)> = Vec::new();
        let mut hash = Hash128::default();
        stage.hash(&mut hash);
        for atom in atoms {
            let PositionAtom { predicate, values, copies, persistent } = atom;
            match self.hidden(atom, observer) {
                None => (predicate, values, copies, persistent).hash(&mut hash),
                Some(owner) => {
                    let same = hidden.iter_mut().find(|h| (h.0, h.1) == (*predicate, owner));
                    match same {
                        Some((_, _, sum)) => *sum = sum.saturating_add((*copies).max(1)),
                        None => hidden.push((*predicate, owner, (*copies).max(1))),
                    }
                }
            }
        }
        // In the order of the first of each, which says where hidden atoms stand among each other.
        hidden.sort_unstable();
        hidden.hash(&mut hash);
        hash.finish128()
    }

    /// A key shared by the moves that look the same to an observer: the words of the rule and the
    /// values that it sees in them.
    pub fn observed_move(
        &self,
        turn: &Turn,
        rule: RuleId,
        values: &[Value],
        observer: Observer,
    ) -> u128 {
        let name = &self.names[rule.index()];
        let rule = self.program.rule(rule);
        let mv = Move { rule, values };
        let own = matches!((turn, observer), (Turn::Player(s), Observer::Seat(e)) if *s == e);
        let mut hash = Hash128::default();
        match &rule.label {
            Some(label) => label.hash(&mut hash),
            None => name.hash(&mut hash),
        }
        for (variable, value) in rule.effective.iter().zip(values) {
            let declared = &rule.variables[variable.index()];
            let told = rule.label.as_ref().is_none_or(|label| mentions(label, &declared.name));
            let shown = told
                || self.place(declared.ty, *value).is_some()
                || Some(declared.ty) == self.program.directions();
            let seen = own || !self.secret(mv, *variable, observer);
            (shown, (shown && seen).then_some((declared.ty, *value))).hash(&mut hash);
        }
        hash.finish128()
    }

    /// Whether a variable stands in atoms of the position, and only in such as an observer cannot see.
    pub(crate) fn secret(&self, mv: Move<'_>, variable: VarId, observer: Observer) -> bool {
        let rule = mv.rule;
        let left = rule.premises.iter().filter(|p| p.in_position());
        let left = left.filter_map(Premise::atom);
        let right = rule.conclusions.iter().map(|c| &c.atom);
        let (mut inside, mut outside) = (false, false);
        for atom in left.chain(right) {
            let mut here = false;
            atom.each_variable(&mut |v| here |= v == variable);
            if here && self.conceals(mv, atom, observer) {
                inside = true;
            } else if here {
                outside = true;
            }
        }
        inside && !outside
    }

    /// Whether an atom of a rule, with the values of a move, is hidden from an observer. An owner who
    /// cannot be told from the move is somebody else.
    fn conceals(&self, mv: Move<'_>, atom: &Atom, observer: Observer) -> bool {
        let value = |term: &Term| -> Option<Value> {
            match term {
                Term::Variable(v) => {
                    let at = mv.rule.effective.iter().position(|e| e == v)?;
                    Some(mv.values[at])
                }
                term => {
                    let mut open = false;
                    term.each_variable(&mut |_| open = true);
                    (!open).then(|| self.interner.ground(term))
                }
            }
        };
        let patterns = self.program.game().hidden.iter();
        patterns.filter(|h| h.predicate == atom.predicate).any(|pattern| {
            let differs = pattern.fixed.iter().zip(&atom.arguments).any(|(fixed, argument)| {
                let known = value(argument);
                fixed.as_ref().is_some_and(|f| known.is_some_and(|k| self.interner.ground(f) != k))
            });
            if differs {
                return false;
            }
            let owner = pattern.owner.and_then(|i| value(&atom.arguments[i]));
            let owner = owner.and_then(|v| self.seat_of_value(v));
            !sees(observer, owner)
        })
    }

    /// Whether a seat may see less than there is.
    pub fn hides(&self) -> bool {
        !self.program.game().hidden.is_empty()
    }

    /// Whether an atom is hidden from an observer; and then, whose it is.
    fn hidden(&self, atom: &PositionAtom, observer: Observer) -> Option<Option<Seat>> {
        self.hides_from(atom, observer).map(|pattern| self.owner(pattern, atom))
    }

    /// The pattern by which an atom is hidden from an observer.
    pub fn hides_from(&self, atom: &PositionAtom, observer: Observer) -> Option<&Hidden> {
        let mut patterns = self.program.game().hidden.iter();
        patterns.find(|pattern| {
            let here = pattern.predicate == atom.predicate;
            let fits = |(fixed, value): (&Option<Term>, &Value)| {
                fixed.as_ref().is_none_or(|t| self.interner.ground(t) == *value)
            };
            here && pattern.fixed.iter().zip(&atom.values).all(fits)
                && !sees(observer, self.owner(pattern, atom))
        })
    }

    fn owner(&self, pattern: &Hidden, atom: &PositionAtom) -> Option<Seat> {
        pattern.owner.and_then(|i| self.seat_of_value(atom.values[i]))
    }
}

/// Whether an observer sees what belongs to a seat alone.
pub(crate) fn sees(observer: Observer, owner: Option<Seat>) -> bool {
    match observer {
        Observer::All => true,
        Observer::Public => false,
        Observer::Seat(seat) => owner == Some(seat),
    }
}
