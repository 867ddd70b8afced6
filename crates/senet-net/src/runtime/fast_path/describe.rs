//! From control states to their fast paths.

use super::{
    BitTest, FastBits, FastControl, FastFactor, FastJump, FastMatch, FastNext, FastRow, FastSteps,
    FastTables, Otherwise, PickFrom, Span,
};
use crate::runtime::bits::Row;
use crate::runtime::change::ChangeTable;
use crate::runtime::condition::Literal;
use crate::runtime::control::{Control, Entry, FactorChoices, ListedChoice, OpenFactor, Successor};
use crate::runtime::ids::{
    ChangeId, ChoiceIndex, ConditionId, ControlId, DenseId, FactorIndex, PackedId, RuleIndex,
};
use crate::runtime::net::Net;
use crate::runtime::variant::{Choice, ComprehensionMatch, PlaceCopies, Variant};
use senet_game::Seat;

/// More matches of comprehensions than fit a word of bits have no fast path.
const MATCHES: usize = 64;

/// The conditions that an entry lets a player choose from.
enum ChoiceBits<'e> {
    /// Conditions that stand side by side.
    Row(ConditionId, u32),
    List(&'e [ListedChoice]),
}

/// A factor that a player chooses from.
struct ChoiceFactor<'e> {
    bits: ChoiceBits<'e>,
    stride: u64,
    /// Which factor; none if there is nothing to choose but the entry itself.
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

    /// The row of an entry, if its choices are conditions that are kept up to date.
    fn row(&mut self, net: &Net, changes: &mut ChangeTable, entry: &Entry) -> Option<FastRow> {
        let variant = &net.variants[entry.variant];
        let mut factors = choice_factors(net, entry)?;
        let second = if factors.len() > 1 { factors.pop() } else { None };
        let first = factors.pop()?;
        let open = |f: FactorIndex| {
            first.factor == Some(f) || second.as_ref().is_some_and(|s| s.factor == Some(f))
        };
        let all = variant.factors.enumerated().zip(&entry.fixed);
        let fixed = all.filter(|((f, _), _)| !open(*f));
        let fixed: Vec<&Choice> = fixed.map(|((_, f), c)| &f.choices[*c]).collect();
        // A second choice is made beside the first one, so nothing may depend on both.
        if second.is_some() && variant.has_comprehensions {
            return None;
        }
        let next = self.next(net, entry, &second);
        let row = FastRow {
            lazy: (first.factor.is_none() && net.lazy[entry.first.condition()])
                .then_some(entry.first),
            variant: entry.variant,
            base: entry.base,
            first: self.factor(
                net,
                &first,
                |tables, choice| {
                    // One change for the whole move: the entry's and the choice's, fused.
                    let made = || fixed.iter().copied().chain(choice);
                    let own = made().flat_map(|c| c.comprehensions.iter().flatten());
                    let matches: Vec<&ComprehensionMatch> =
                        variant.comprehensions.iter().flatten().chain(own).collect();
                    let taken = made().flat_map(|c| &c.takes).copied().collect();
                    let choice = choice.map_or(Some(ChangeId::NOTHING), |c| c.change.fused);
                    let fused = choice
                        .zip(entry.change.fused)
                        .filter(|_| tables.add_matches(net, &matches, taken))
                        .map(|(choice, common)| changes.both(common, choice));
                    fused.map_or(PackedId::NONE, |f| PackedId::some(changes.push(&f)))
                },
                variant,
            ),
            second: second.map(|second| {
                self.factor(
                    net,
                    &second,
                    |_, choice| {
                        let fused = choice.and_then(|c| c.change.fused);
                        fused.map_or(PackedId::NONE, PackedId::some)
                    },
                    variant,
                )
            }),
            next,
        };
        Some(row)
    }

    /// The control states after the choices of an entry. One that only forwards is skipped.
    fn next(&mut self, net: &Net, entry: &Entry, second: &Option<ChoiceFactor<'_>>) -> FastNext {
        let end = |to: &ControlId| net.controls[*to].forward.unwrap_or(*to);
        match &entry.next {
            Successor::Always(to) => FastNext::Always(end(to)),
            Successor::ByChoice(open, to) => {
                let at = self.next.len() as u32;
                self.next.extend(to.iter().map(end));
                let by = entry.open[*open as usize].factor;
                let by_second = second.as_ref().is_some_and(|second| second.factor == Some(by));
                if by_second { FastNext::BySecond(at) } else { FastNext::ByFirst(at) }
            }
        }
    }

    /// The bits of a factor, and what each of its choices changes.
    fn factor(
        &mut self,
        net: &Net,
        of: &ChoiceFactor<'_>,
        mut change: impl FnMut(&mut FastTables, Option<&Choice>) -> PackedId<ChangeId>,
        variant: &Variant,
    ) -> FastFactor {
        let choices = self.choices.len() as u32;
        // What cannot be chosen in this control state needs no change.
        let listed = |c: ChoiceIndex| match of.bits {
            ChoiceBits::Row(..) => true,
            ChoiceBits::List(list) => list.iter().any(|listed| listed.choice == c),
        };
        let all: Vec<Option<&Choice>> = match of.factor {
            None => vec![None],
            Some(factor) => variant.factors[factor].choices.iter().map(Some).collect(),
        };
        for (i, choice) in all.into_iter().enumerate() {
            let wanted = listed(ChoiceIndex::new(i));
            let change = if wanted { change(self, choice) } else { PackedId::NONE };
            self.choices.push(change);
            self.starts.push(self.matches.len() as u32);
        }
        let bits = match of.bits {
            ChoiceBits::Row(first, len) => {
                // Places are taken one by one, so that a row of them is dense for most of a game.
                let places = first.index() + len as usize <= net.places.len();
                let row = if places { Row::dense } else { Row::new };
                FastBits::Row(row(first.index(), len as usize))
            }
            ChoiceBits::List(list) => self.scatter(list),
        };
        FastFactor { bits, stride: of.stride, choices }
    }

    /// Choices whose conditions stand anywhere.
    fn scatter(&mut self, list: &[ListedChoice]) -> FastBits {
        let places = || list.iter().map(|c| c.when.condition().index());
        let first = places().min().unwrap_or(0) / 64;
        let words = places().max().unwrap_or(0) / 64 + 1 - first;
        let (masks, listed) = (self.masks.len(), self.listed.len());
        self.masks.resize(masks + words, 0);
        for one in list {
            let (word, bit) = one.when.condition().bit();
            self.masks[masks + word - first] |= bit;
        }
        self.listed.extend(list);
        let (masks, list) = (Span::new(masks, masks + words), Span::new(listed, self.listed.len()));
        FastBits::Scattered { first: first as u32, masks, list }
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

/// What an entry lets a player choose from: one factor or two, in the order of the variant.
fn choice_factors<'e>(net: &Net, entry: &'e Entry) -> Option<Vec<ChoiceFactor<'e>>> {
    let plain = entry.on_demand.is_empty() && entry.others.is_empty();
    let fits = |literal: Literal| !literal.is_constant() && !literal.is_negative();
    if plain && entry.open.is_empty() && fits(entry.first) {
        let bits = ChoiceBits::Row(entry.first.condition(), 1);
        return Some(vec![ChoiceFactor { bits, stride: 1, factor: None }]);
    }
    if !plain || entry.first != Literal::TRUE || !(1..=2).contains(&entry.open.len()) {
        return None;
    }
    let factor = |open: &'e OpenFactor| {
        let bits = match &open.choices {
            FactorChoices::Row(first, len) => ChoiceBits::Row(*first, *len),
            FactorChoices::List(list) => {
                // Each condition stands for one choice.
                let mut conditions: Vec<ConditionId> =
                    list.iter().map(|c| c.when.condition()).collect();
                conditions.sort_unstable();
                let kept = |c: &ListedChoice| fits(c.when) && !net.lazy[c.when.condition()];
                let single = conditions.windows(2).all(|pair| pair[0] != pair[1]);
                if !single || !list.iter().all(kept) {
                    return None;
                }
                ChoiceBits::List(list)
            }
            FactorChoices::OnDemand(_) => return None,
        };
        Some(ChoiceFactor { bits, stride: open.stride, factor: Some(open.factor) })
    };
    entry.open.iter().map(factor).collect()
}
