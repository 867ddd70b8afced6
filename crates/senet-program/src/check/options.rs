//! The pass of numbers: names that stand for numbers, by `#option`. Everything else may use them, even the
//! sizes of boards, so it comes before the declarations.

use crate::check::Options;
use crate::check::directives::{Build, Directives, said_again};
use crate::codes;
use crate::program::GameOption;
use rustc_hash::FxHashMap;
use senet_syntax::ast::{Directive, Name};
use senet_syntax::{Diagnostic, Reports, Span};

/// The numbers that names stand for: `#option k 1..5 = 3.`
#[derive(Default)]
pub(super) struct NumberNames<'a> {
    pub(super) values: FxHashMap<&'a str, u64>,
    pub(super) options: Vec<GameOption>,
    /// Where each of the options stands.
    places: Vec<Span>,
}

/// Builds the options of a file, with the values that the caller chose for them.
pub(super) fn numbers<'a>(
    directives: &mut Directives<'a>,
    options: &Options,
    reports: &mut Reports,
) -> NumberNames<'a> {
    let mine = directives.of_pass(reports, |build| match build {
        Build::Numbers(build) => Some(build),
        _ => None,
    });
    let mut pass = NumberPass { options, reports, numbers: NumberNames::default() };
    for (directive, build) in mine {
        build(&mut pass, directive);
    }
    pass.numbers
}

/// The pass, while it runs.
pub(super) struct NumberPass<'p, 'a> {
    options: &'p Options,
    reports: &'p mut Reports,
    numbers: NumberNames<'a>,
}

impl<'a> NumberPass<'_, 'a> {
    /// `#option size 3..19 = 9.`
    pub(super) fn option(&mut self, directive: &'a Directive) {
        let name: &Name = directive.get(0);
        let (&(low, high), &default) = (directive.get(1), directive.get(2));
        if self.numbers.values.contains_key(&*name.text) {
            let first = self.numbers.options.iter().position(|o| o.name == *name.text);
            let first = first.map_or(directive.span, |i| self.numbers.places[i]);
            return self.reports.push(said_again(
                &format!("#option {}", name.text),
                directive.span,
                first,
            ));
        }
        if low > high || !(low..=high).contains(&default) {
            let message = format!("`{}` cannot be {default} and from {low} to {high}", name.text);
            let label = "the default lies between the two ends";
            let found = Diagnostic::new(&codes::BAD_OPTION, directive.span, message, label);
            return self.reports.push(found);
        }
        let asked = self.options.values.iter().find(|(asked, _)| *asked == *name.text);
        let value = asked.map_or(default, |(_, value)| *value);
        if !(low..=high).contains(&value) {
            self.reports.push(Diagnostic::new(
                &codes::BAD_OPTION,
                directive.span,
                format!("{value} was asked for as `{}`", name.text),
                format!("it can be from {low} to {high}"),
            ));
        }
        self.numbers.values.insert(&name.text, value.clamp(low, high));
        self.numbers.places.push(directive.span);
        let name = name.text.as_ref().to_owned();
        self.numbers.options.push(GameOption { name, low, high, default, value });
    }
}
