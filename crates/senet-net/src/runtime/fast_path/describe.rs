//! From control states to their fast paths.

use super::{
    BitTest, FastControl, FastJump, FastMatch, FastRow, FastSteps, FastTables, Otherwise, PickFrom,
    Span,
};
use crate::runtime::bits::Row;
use crate::runtime::change::ChangeTable;
use crate::runtime::condition::Literal;
use crate::runtime::control::{Control, Entry, FactorChoices, Successor};
use crate::runtime::ids::{ChangeId, ConditionId, DenseId, FactorIndex, PackedId, RuleIndex};
use crate::runtime::net::Net;
use crate::runtime::variant::{Choice, ComprehensionMatch, PlaceCopies};
use senet_game::Seat;

/// More matches of comprehensions than fit a word of bits have no fast path.
const MATCHES: usize = 64;

/// The condition or the conditions that an entry lets a player choose from.
struct ChoiceRow {
    first: ConditionId,
    len: u32,
    stride: u64,
    /// The factor that is open; none if there is nothing to choose but the entry itself.
    factor: Option<FactorIndex>,
}

impl FastTables {
    /// Describes every control state of a net. What a choice and its entry change is fused into one
    /// change, which is added to the net's table.
    pub(crate) fn new(net: &mut Net) -> FastTables {
        let mut tables = FastTables { starts: vec![0], ..FastTables::default() };
        let mut changes = std::mem::replace(&mut net.changes, ChangeTable::new());
        for control in &net.controls {
            let (rows, jumps) = (tables.rows.len(), tables.jumps.len());
            let fast = match tables.steps(net, &mut changes, control) {
                Some(steps) => FastControl::Fast(steps),
                None => {
                    tables.rows.truncate(rows);
                    tables.jumps.truncate(jumps);
                    FastControl::General
                }
            };
            tables.controls.push(fast);
        }
        net.changes = changes;
        tables
    }

    /// The fast path of a control state; `None` if it has an unusual form.
    fn steps(
        &mut self,
        net: &Net,
        changes: &mut ChangeTable,
        control: &Control,
    ) -> Option<FastSteps> {
        let mut steps = FastSteps {
            seat: Seat(0),
            rows: Span::default(),
            pick: PickFrom::Nothing,
            rules: Span::default(),
            links: Span::default(),
            otherwise: Otherwise::Over,
        };
        if let Some(to) = control.forward {
            let start = self.jumps.len();
            let (when, change) = (Literal::TRUE, ChangeId::NOTHING);
            self.jumps.push(FastJump { when, alone: true, change, to });
            steps.links = Span::new(start, start + 1);
            return Some(steps);
        }
        // An outcome atom is there: the general path finds out whether the game is over.
        if control.decided {
            return None;
        }
        if control.interactive {
            steps.seat = only_seat(net, control)?;
            // Each rule has to be a row, or none is: a move is looked up among rows only.
            let start = self.rows.len();
            for entry in &control.rules {
                let row = self.row(net, changes, entry)?;
                self.rows.push(row);
            }
            steps.rows = Span::new(start, self.rows.len());
            steps.pick = match control.rules.len() {
                0 => PickFrom::Nothing,
                1 => PickFrom::OnlyRow,
                _ if control.ordered => PickFrom::FirstOpenRow,
                _ => PickFrom::AllRows,
            };
        } else {
            steps.rules = self.jumps(net, &control.rules, control.ordered)?;
        }
        // Links are tried after the rules, and most stages that are left are left by conditions
        // alone.
        let jumps = self.jumps.len();
        match self.jumps(net, &control.links, control.ordered) {
            Some(links) => steps.links = links,
            None => {
                self.jumps.truncate(jumps);
                steps.otherwise = Otherwise::Leave;
            }
        }
        Some(steps)
    }

    /// The row of an entry, if all its choices are conditions in a row and lead to the same control
    /// state.
    fn row(&mut self, net: &Net, changes: &mut ChangeTable, entry: &Entry) -> Option<FastRow> {
        let Successor::Always(to) = entry.next else {
            return None;
        };
        // A control state that only forwards is skipped.
        let to = net.controls[to].forward.unwrap_or(to);
        let ChoiceRow { first, len, stride, factor } = choice_row(entry)?;
        let variant = &net.variants[entry.variant];
        let choices = self.choices.len() as u32;
        let factors = variant.factors.enumerated().zip(&entry.fixed);
        let fixed = factors.filter(|((f, _), _)| factor != Some(*f));
        let fixed: Vec<&Choice> = fixed.map(|((_, f), c)| &f.choices[*c]).collect();
        let open: Vec<Option<&Choice>> = match factor {
            None => vec![None],
            Some(factor) => variant.factors[factor].choices.iter().map(Some).collect(),
        };
        // One change for the whole move: the entry's and the choice's, fused.
        for choice in open {
            let made = || fixed.iter().copied().chain(choice);
            let own = made().flat_map(|c| c.comprehensions.iter().flatten());
            let matches: Vec<&ComprehensionMatch> =
                variant.comprehensions.iter().flatten().chain(own).collect();
            let taken = made().flat_map(|c| &c.takes).copied().collect();
            let choice = choice.map_or(Some(ChangeId::NOTHING), |c| c.change.fused);
            let fused = choice
                .zip(entry.change.fused)
                .filter(|_| self.add_matches(net, &matches, taken))
                .map(|(choice, common)| changes.both(common, choice));
            let change = fused.map_or(PackedId::NONE, |f| PackedId::some(changes.push(&f)));
            self.choices.push(change);
            self.starts.push(self.matches.len() as u32);
        }
        // Places are taken one by one, so that a row of them is dense for most of a game.
        let places = first.index() + len as usize <= net.places.len();
        let row = if places { Row::dense } else { Row::new }(first.index(), len as usize);
        let lazy = (factor.is_none() && net.lazy[first]).then_some(entry.first);
        let (variant, base) = (entry.variant, entry.base);
        Some(FastRow { row, lazy, variant, base, stride, choices, to })
    }

    /// Adds the matches of comprehensions; false if they depend on each other, so that they have to
    /// be made one after the other.
    fn add_matches(
        &mut self,
        net: &Net,
        matches: &[&ComprehensionMatch],
        mut taken: Vec<PlaceCopies>,
    ) -> bool {
        let (low, tests, literals) = (self.matches.len(), self.tests.len(), self.literals.len());
        let forget = |tables: &mut FastTables| {
            tables.matches.truncate(low);
            tables.tests.truncate(tests);
            tables.literals.truncate(literals);
            false
        };
        if matches.len() > MATCHES {
            return false;
        }
        for one in matches {
            // Independent of each other and of the rule: then the order in which matches are
            // applied, and the copies that earlier ones took, make no difference.
            let free = |takes: &PlaceCopies| {
                takes.copies == 1
                    && net.places[takes.place].copies.is_none()
                    && taken.iter().all(|t| t.place != takes.place)
            };
            let alone = !one.takes.is_empty() && one.takes.iter().all(free);
            let (true, Some(change)) = (alone, one.change.fused) else {
                return forget(self);
            };
            taken.extend(&one.takes);
            let (first_test, first_literal) = (self.tests.len(), self.literals.len());
            for literal in &one.when {
                if literal.is_constant() || net.lazy[literal.condition()] {
                    self.literals.push(*literal);
                    continue;
                }
                let (word, bit) = literal.condition().bit();
                let word = word as u32;
                let want = if literal.is_negative() { 0 } else { bit };
                // Literals whose bits share a word are one comparison.
                match self.tests[first_test..].iter_mut().find(|t| t.word == word) {
                    Some(test) => {
                        test.bits |= bit;
                        test.want |= want;
                    }
                    None => self.tests.push(BitTest { word, bits: bit, want }),
                }
            }
            self.matches.push(FastMatch {
                tests: Span::new(first_test, self.tests.len()),
                literals: Span::new(first_literal, self.literals.len()),
                change,
            });
        }
        true
    }

    /// Entries of which each is decided by one literal and leads to one control state.
    fn jumps(&mut self, net: &Net, entries: &[Entry], ordered: bool) -> Option<Span> {
        let start = self.jumps.len();
        for (i, entry) in entries.iter().enumerate() {
            let (Successor::Always(to), Some(change)) = (&entry.next, entry.change.fused) else {
                return None;
            };
            let kept = entry.first.is_constant() || !net.lazy[entry.first.condition()];
            if !entry.simple || !entry.jumps || !kept {
                return None;
            }
            // Contrary literals, and later rules of an ordered stage, cannot happen at the same
            // time.
            let contrary = |e: &Entry| e.first == entry.first.not() || e.first == Literal::FALSE;
            let rule = |e: &Entry| net.variants[e.variant].rule;
            let hidden = |e: &Entry| ordered && rule(e) != rule(entry);
            let alone = entries[i + 1..].iter().all(|e| contrary(e) || hidden(e));
            let to = net.controls[*to].forward.unwrap_or(*to);
            self.jumps.push(FastJump { when: entry.first, alone, change, to });
        }
        Some(Span::new(start, self.jumps.len()))
    }
}

/// The seat that chooses, if it is the same for all rules and nothing else restricts the moves. In an
/// ordered stage each rule must have one entry, in the order of the rules.
fn only_seat(net: &Net, control: &Control) -> Option<Seat> {
    let forbidden = !net.forbidden[control.stage].is_empty();
    let variants = || control.rules.iter().map(|e| &net.variants[e.variant]);
    let seat = variants().next().map_or(Seat(0), |v| v.seat);
    let mut rules: Vec<RuleIndex> = variants().map(|v| v.rule).collect();
    let rising = rules.is_sorted();
    rules.dedup();
    let in_order = !control.ordered || rising && rules.len() == control.rules.len();
    (!forbidden && variants().all(|v| v.seat == seat) && in_order).then_some(seat)
}

fn choice_row(entry: &Entry) -> Option<ChoiceRow> {
    let plain = entry.on_demand.is_empty() && entry.others.is_empty();
    let fits = |literal: Literal| !literal.is_constant() && !literal.is_negative();
    match entry.open.as_slice() {
        [open] if plain && entry.first == Literal::TRUE => match open.choices {
            FactorChoices::Row(first, len) => {
                Some(ChoiceRow { first, len, stride: open.stride, factor: Some(open.factor) })
            }
            _ => None,
        },
        [] if plain && fits(entry.first) => {
            Some(ChoiceRow { first: entry.first.condition(), len: 1, stride: 1, factor: None })
        }
        _ => None,
    }
}
