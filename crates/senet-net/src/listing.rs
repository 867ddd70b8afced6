//! A net as text: what `senet debug net` prints, and what `docs/net.md` explains.

mod controls;
mod example;

use crate::game::NetGame;
use crate::runtime::condition::{Condition, CounterOwner, Literal, NetAtom};
use crate::runtime::ids::{ConditionId, DenseId, IdVec, PlaceId};
use crate::runtime::net::Net;
use crate::runtime::pack::FieldContent;
use rustc_hash::FxHashMap;
use senet_program::PredId;
use std::fmt::Write as _;

/// Text in the making.
struct Listing<'g> {
    game: &'g NetGame,
    net: &'g Net,
    /// The edges of the net, turned around.
    inputs: IdVec<ConditionId, Vec<Input>>,
    /// Conditions that want several copies: the place, and how many.
    thresholds: FxHashMap<ConditionId, (PlaceId, u32)>,
    out: String,
}

/// An input of a sum; the weight of a negative literal is negative.
#[derive(Clone, Copy)]
struct Input {
    source: ConditionId,
    weight: i16,
}

impl NetGame {
    /// The whole net as text: places, conditions, counters, control states, and moves as sums.
    pub fn listing(&self) -> String {
        let mut listing = Listing::new(self);
        listing.line(format_args!("{}", self.describe()));
        listing.places();
        listing.variables();
        listing.conditions();
        listing.counters();
        listing.controls();
        listing.examples();
        listing.out
    }
}

impl<'g> Listing<'g> {
    fn new(game: &'g NetGame) -> Listing<'g> {
        let net = &game.net;
        let mut inputs: IdVec<ConditionId, Vec<Input>> =
            vec![Vec::new(); net.conditions.len()].into();
        for source in net.conditions.ids() {
            for edge in net.edges.of(source) {
                inputs[edge.target].push(Input { source, weight: edge.weight });
            }
        }
        let thresholds = net.places.enumerated().flat_map(|(place, declared)| {
            declared.thresholds.iter().map(move |t| (t.condition, (place, t.copies)))
        });
        Listing { game, net, inputs, thresholds: thresholds.collect(), out: String::new() }
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{text}").expect("strings can be written to");
    }

    fn title(&mut self, title: &str) {
        self.line(format_args!("\n{title}"));
    }

    fn atom(&self, atom: &NetAtom) -> String {
        self.game.engine().show_atom(PredId(atom.predicate), &atom.values)
    }

    fn place(&self, place: PlaceId) -> String {
        let declared = &self.net.places[place];
        let name = self.atom(&declared.atom);
        if declared.persistent { format!("!{name}") } else { name }
    }

    /// A condition by its atom if it is about a place, else by its number.
    fn condition(&self, condition: ConditionId) -> String {
        if condition.index() < self.net.places.len() {
            return self.place(PlaceId(condition.0));
        }
        match self.thresholds.get(&condition) {
            Some((place, copies)) => format!("{}^{copies}", self.place(*place)),
            None => format!("#{}", condition.0),
        }
    }

    fn literal(&self, literal: Literal) -> String {
        match literal {
            Literal::TRUE => "true".to_owned(),
            Literal::FALSE => "false".to_owned(),
            literal if literal.is_negative() => {
                format!("not {}", self.condition(literal.condition()))
            }
            literal => self.condition(literal.condition()),
        }
    }

    fn literals(&self, literals: &[Literal], between: &str) -> String {
        let all: Vec<String> = literals.iter().map(|l| self.literal(*l)).collect();
        all.join(between)
    }

    /// The places, by the fields of packed positions.
    fn places(&mut self) {
        self.title("places, by the fields of packed positions");
        for field in &self.net.packed.fields {
            let content = match &field.content {
                FieldContent::OneOf(places) => {
                    let each = places.iter().enumerate();
                    let each: Vec<String> = each
                        .map(|(value, place)| {
                            format!("{value} {} [{}]", self.place(*place), place.0)
                        })
                        .collect();
                    each.join(", ")
                }
                FieldContent::Copies(place) => format!("{} [{}]", self.place(*place), place.0),
            };
            let bits = bit_range(field.shift, field.width);
            self.line(format_args!("  {bits:>8}  {content}"));
        }
        let control = self.net.packed.control;
        let bits = bit_range(control.shift, control.width);
        self.line(format_args!("  {bits:>8}  control state"));
        let ended = bit_range(self.net.packed.ended, 1);
        self.line(format_args!("  {ended:>8}  ended"));
        if !self.net.packed.fits() {
            self.line(format_args!("  more than 128 bits: positions have hashed keys instead"));
        }
    }

    fn variables(&mut self) {
        self.title("control variables");
        for (variable, atoms) in self.net.control_atoms.enumerated() {
            let optional = self.net.control_outcomes[variable].len() > atoms.len();
            let atoms: Vec<String> = atoms.iter().map(|a| self.atom(a)).collect();
            let nothing = if optional { ", or nothing" } else { "" };
            self.line(format_args!("  {:>4}  {}{nothing}", variable.0, atoms.join(", ")));
        }
    }

    /// The conditions that are no places, and the sums of those that are kept up to date.
    fn conditions(&mut self) {
        self.title("conditions");
        for (id, condition) in self.net.conditions.enumerated() {
            let says = match condition {
                Condition::Place | Condition::AtLeast => continue,
                Condition::Any(literals) if literals.is_empty() => "never".to_owned(),
                Condition::All(literals) => self.literals(literals, " and "),
                Condition::Any(literals) => self.literals(literals, " or "),
            };
            let kept =
                if self.net.lazy[id] { "evaluated on demand".to_owned() } else { self.sum(id) };
            self.line(format_args!("  {:>4}  {says}", format!("#{}", id.0)));
            self.line(format_args!("        {kept}"));
        }
    }

    /// The weighted sum of a condition, read back from the edges and its counter.
    fn sum(&self, condition: ConditionId) -> String {
        let mut terms: Vec<String> = Vec::new();
        let mut negative = 0;
        for Input { source, weight } in &self.inputs[condition] {
            let size = weight.unsigned_abs();
            let factor = if size == 1 { String::new() } else { format!("{size}·") };
            let name = self.condition(*source);
            if *weight < 0 {
                negative += i32::from(size);
                terms.push(format!("{factor}(not {name})"));
            } else {
                terms.push(format!("{factor}{name}"));
            }
        }
        let slot = self.net.counters.slot(condition);
        let word = self.net.counters.blank[slot.word() as usize];
        let begin = (word >> slot.shift()) as i32 & 0xff;
        // The counter begins at 128, less what is needed, plus the negative literals, which hold of
        // nothing.
        let needed = 128 + negative - begin;
        let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        format!("{sum} >= {needed}, counter {} begins at {begin}", slot.0)
    }

    /// The words of counters, with the conditions of their bytes from the lowest one.
    fn counters(&mut self) {
        self.title("counters, eight to a word");
        for (word, owners) in self.net.counters.owner.chunks(8).enumerate() {
            let owner = |owner: &CounterOwner| match *owner {
                CounterOwner::NONE => "-".to_owned(),
                owner => self.condition(owner.condition()),
            };
            let owners: Vec<String> = owners.iter().map(owner).collect();
            self.line(format_args!("  {word:>4}  {}", owners.join(" ")));
        }
    }
}

fn bit_range(shift: u32, width: u32) -> String {
    match width {
        0 => "-".to_owned(),
        1 => shift.to_string(),
        _ => format!("{shift}-{}", shift + width - 1),
    }
}
