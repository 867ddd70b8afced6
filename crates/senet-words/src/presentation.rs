//! What a program says about how it looks: what is hidden, panels, sentences, goals.

use crate::value::{PositionAtom, Value};
use crate::words::GameWords;
use senet_game::{Seat, SeatGoal, View, ViewPanel, as_sentence};
use senet_program::presentation::{AtomPattern, Presentation, TextPart, case_of, text_parts};
use senet_program::{ConId, PredKind, Premise, Program, Role, TypeId};

/// Panels while they are filled: the title, the owner, what is in it, and what kind of content that is.
#[derive(Default)]
pub(crate) struct Panels(Vec<(ViewPanel, Option<u64>)>);

impl GameWords {
    pub(crate) fn presentation(&self) -> &Presentation {
        &self.program.game().presentation
    }

    /// What the seats play for, and which sides are theirs.
    pub fn goals(&self) -> Vec<SeatGoal> {
        let seat = |who: &Option<ConId>| who.map(|c| self.seat_of_value(u64::from(c.0)));
        let mut goals: Vec<SeatGoal> = Vec::new();
        for (who, text) in &self.presentation().goals {
            // A player who does not sit has no goal.
            let seat = match seat(who) {
                Some(None) => continue,
                other => other.flatten(),
            };
            goals.push(SeatGoal { seat, text: text.clone(), sides: Vec::new(), dual: false });
        }
        for (who, sides) in &self.presentation().sides {
            let seat = seat(who).flatten();
            match goals.iter_mut().find(|goal| goal.seat == seat) {
                Some(goal) => goal.sides.extend(sides),
                None => goals.push(SeatGoal {
                    seat,
                    text: String::new(),
                    sides: sides.clone(),
                    dual: false,
                }),
            }
        }
        goals
    }

    /// What is told at the start.
    pub fn intro(&self) -> Vec<String> {
        self.presentation().intro.clone()
    }

    /// Whether an atom only steers the game, or is not to be shown.
    pub(crate) fn is_kept_back(&self, atom: &PositionAtom) -> bool {
        let told = self.presentation();
        if told.hide.iter().any(|pattern| self.fits(pattern, atom)) {
            return true;
        }
        let wanted = |all: &[(AtomPattern, String)]| all.iter().any(|(p, _)| self.fits(p, atom));
        self.bookkeeping[atom.predicate.index()] && !wanted(&told.panels) && !wanted(&told.describe)
    }

    /// How an atom reads, if the program says so.
    pub fn sentence(&self, atom: &PositionAtom) -> Option<String> {
        let all = self.presentation().describe.iter();
        let (pattern, text) = all.clone().find(|(pattern, _)| self.fits(pattern, atom))?;
        let sentence = as_sentence(&self.fill_atom(pattern, text, atom));
        Some(match (atom.copies, sentence.strip_suffix('.')) {
            (0 | 1, _) => sentence,
            (n, Some(inside)) => format!("{inside} (×{n})."),
            (n, None) => format!("{sentence} (×{n})"),
        })
    }

    /// Puts an atom into its panel, if it has one. Of an atom that the observer cannot see, only the
    /// number is told.
    pub(crate) fn put_in_panel(
        &self,
        atom: &PositionAtom,
        hidden: Option<Option<Seat>>,
        panels: &mut Panels,
    ) -> bool {
        let mut all = self.presentation().panels.iter();
        let Some((pattern, text)) = all.find(|(pattern, _)| self.fits(pattern, atom)) else {
            return false;
        };
        let declared = self.program.predicate(atom.predicate);
        let in_title = |at: usize| {
            let name = pattern.names[at].as_deref();
            name.is_some_and(|name| text_parts(text).iter().any(|part| part.names(name)))
        };
        let player = |at: usize| {
            let ty = self.program.game().players.as_ref().map(|p| p.ty);
            (Some(declared.arguments[at]) == ty).then(|| self.seat_of_value(atom.values[at]))?
        };
        let arguments = 0..atom.values.len();
        let tells = |at: usize| in_title(at) && player(at) != hidden.flatten();
        if hidden.is_some() && arguments.clone().any(tells) {
            return false; // its title would tell
        }
        let title = self.fill_atom(pattern, text, atom);
        let owner = arguments.clone().filter(|at| in_title(*at)).find_map(player);
        let rest: Vec<usize> =
            arguments.filter(|at| !in_title(*at) && pattern.fixed[*at].is_none()).collect();
        let copies = atom.copies.max(1);
        let number = match rest.as_slice() {
            [] => Some(copies),
            // Points are added up; other numbers, such as ranks of cards, are what they are.
            [one] if self.program.game().score.contains(&atom.predicate) => {
                Some(atom.values[*one].saturating_mul(copies))
            }
            _ => None,
        };
        let same = |(panel, _): &&mut (ViewPanel, Option<u64>)| {
            panel.title == title && panel.owner == owner
        };
        let at = match panels.0.iter_mut().find(same) {
            Some(found) => found,
            None => {
                let panel = ViewPanel { title, owner, items: Vec::new(), hidden: 0 };
                panels.0.push((panel, None));
                panels.0.last_mut().expect("one was just pushed")
            }
        };
        match (hidden, number) {
            (Some(_), _) => at.0.hidden = at.0.hidden.saturating_add(copies),
            (None, Some(n)) => at.1 = Some(at.1.unwrap_or(0).saturating_add(n)),
            (None, None) => {
                let value = |at: &usize| self.value(declared.arguments[*at], atom.values[*at]);
                let words: Vec<String> = rest.iter().map(value).collect();
                at.0.items.push((words.join(" "), copies));
            }
        }
        true
    }

    /// Whether an atom is one of those that a directive is about.
    pub(crate) fn fits(&self, pattern: &AtomPattern, atom: &PositionAtom) -> bool {
        let mut arguments = pattern.fixed.iter().zip(&atom.values);
        pattern.predicate == atom.predicate
            && arguments.all(|(fixed, value)| {
                fixed.as_ref().is_none_or(|term| self.interner.ground(term) == *value)
            })
    }

    fn fill_atom(&self, pattern: &AtomPattern, text: &str, atom: &PositionAtom) -> String {
        let declared = self.program.predicate(atom.predicate);
        let value = |name: &str| {
            let at = pattern.names.iter().position(|n| n.as_deref() == Some(name))?;
            Some((declared.arguments[at], atom.values[at]))
        };
        self.fill_text(text, value, |_| None)
    }

    /// A text with values in its holes and numbers of atoms; a hole without a value is a question mark.
    pub(crate) fn fill_text(
        &self,
        text: &str,
        value: impl Fn(&str) -> Option<(TypeId, Value)>,
        count: impl Fn(&str) -> Option<u64>,
    ) -> String {
        let part = |part: TextPart<'_>| match part {
            TextPart::Plain(text) => text.to_owned(),
            TextPart::Hole(name) => {
                value(name).map_or("?".to_owned(), |(ty, value)| self.value(ty, value))
            }
            TextPart::Cases(name, cases) => value(name).map_or(String::new(), |(ty, value)| {
                case_of(cases, &self.written(ty, value, false)).unwrap_or("").to_owned()
            }),
            TextPart::Count(atoms) => count(atoms).map_or("?".to_owned(), |n| n.to_string()),
            TextPart::Choice(atoms, yes, no) => match count(atoms) {
                Some(0) => no.to_owned(),
                Some(_) => yes.to_owned(),
                None => String::new(),
            },
        };
        text_parts(text).into_iter().map(part).collect()
    }
}

impl Panels {
    /// The panels, in the order in which they came up; numbers are told once.
    pub(crate) fn finish(self, view: &mut View) {
        view.panels = self
            .0
            .into_iter()
            .map(|(mut panel, number)| {
                panel.items.extend(number.map(|n| (n.to_string(), 1)));
                panel
            })
            .collect();
    }
}

/// For each predicate, whether its atoms only steer the game: they say whose turn it is, are passed on
/// from rule to rule in its place, or say how the game ended.
///
/// A token is what a chooser gives up to move, if it has no arguments but the player. A rule that takes
/// one token and makes one atom of such a form passes it on, and so that atom is a token too.
pub(crate) fn bookkeeping(program: &Program) -> Vec<bool> {
    let game = program.game();
    let mut token = vec![false; program.predicates().len()];
    let players = game.players.as_ref().map(|p| p.ty);
    let candidate = |p: senet_program::PredId| {
        let declared = program.predicate(p);
        declared.kind == PredKind::Linear
            && declared.glyph.is_none()
            && declared.arguments.iter().all(|ty| Some(*ty) == players)
            && !game.score.contains(&p)
            && !game.hidden.iter().any(|h| h.predicate == p)
    };
    let taken = |rule: &senet_program::Rule| -> Vec<_> {
        let takes = rule.premises.iter().filter_map(|premise| match premise {
            Premise::Take(atom) if candidate(atom.predicate) => Some(atom.predicate),
            _ => None,
        });
        takes.collect()
    };
    for rule in program.rules() {
        let Role::Step(stage) = rule.role else { continue };
        for premise in &rule.premises {
            if let Premise::Take(atom) = premise
                && program.stage(stage).interactive
                && candidate(atom.predicate)
                && atom.arguments.len() == 1
                && rule.chooser.as_ref() == atom.arguments.first()
            {
                token[atom.predicate.index()] = true;
            }
        }
    }
    // Of a stage for one, what each of its rules gives up.
    for stage in program.stages().iter().filter(|s| s.interactive && players.is_none()) {
        let mut all = stage.rules.iter().map(|rule| taken(program.rule(*rule)));
        let mut common = all.next().unwrap_or_default();
        all.for_each(|taken| common.retain(|p| taken.contains(p)));
        common.iter().for_each(|p| token[p.index()] = true);
    }
    loop {
        let before = token.clone();
        for rule in program.rules().iter().filter(|rule| rule.comprehensions.is_empty()) {
            let made =
                rule.conclusions.iter().filter(|c| !c.persistent && candidate(c.atom.predicate));
            let made: Vec<_> = made.map(|c| c.atom.predicate).collect();
            if let ([from], [to]) = (taken(rule).as_slice(), made.as_slice())
                && (token[from.index()] || token[to.index()])
            {
                token[from.index()] = true;
                token[to.index()] = true;
            }
        }
        if token == before {
            break;
        }
    }
    for outcome in game.win.iter().chain(&game.lose).chain(&game.draw) {
        token[outcome.index()] |= candidate(*outcome);
    }
    token
}
