//! `#option`: names that stand for numbers. And other directives with a number: `#weight`,
//! `#limit … since` and `#senet`.

use crate::RuleId;
use crate::check::Checker;
use crate::codes;
use crate::program::{GameOption, Quiet, Role};
use senet_syntax::ast::{Count, Directive, Name};
use senet_syntax::{Code, Diagnostic, Span};

/// The edition of the language that this is.
const EDITION: u64 = 1;

impl<'a> Checker<'a> {
    /// `#option size 3..19 = 9.`
    pub(super) fn option(&mut self, directive: &'a Directive) {
        let name: &Name = directive.get(0);
        let (&(low, high), &default) = (directive.get(1), directive.get(2));
        if self.numbers.values.contains_key(&*name.text) {
            let first = self.meaning.game.options.iter().position(|o| o.name == *name.text);
            let first = first.map_or(directive.span, |i| self.numbers.places[i]);
            return self.again(&format!("#option {}", name.text), directive.span, first);
        }
        if low > high || !(low..=high).contains(&default) {
            let message = format!("`{}` cannot be {default} and from {low} to {high}", name.text);
            let label = "the default lies between the two ends";
            return self.error(&codes::BAD_OPTION, directive.span, message, label);
        }
        let asked = self.asked.values.iter().find(|(asked, _)| *asked == *name.text);
        let value = asked.map_or(default, |(_, value)| *value);
        if !(low..=high).contains(&value) {
            self.error(
                &codes::BAD_OPTION,
                directive.span,
                format!("{value} was asked for as `{}`", name.text),
                format!("it can be from {low} to {high}"),
            );
        }
        self.numbers.values.insert(&name.text, value.clamp(low, high));
        self.numbers.places.push(directive.span);
        let name = name.text.as_ref().to_owned();
        self.meaning.game.options.push(GameOption { name, low, high, default, value });
    }

    /// `#weight roll 2.`
    pub(super) fn weight(&mut self, name: &'a Name, count: &'a Count) {
        let Some(weight) = self.count(count) else {
            return;
        };
        let named = self.rules_named(&name.text);
        let chosen = named.iter().find(|i| self.chosen(**i));
        let found = if weight == 0 {
            Diagnostic::new(
                &codes::BAD_WEIGHT,
                count.span(),
                "a weight of 0 would make the rule impossible",
                "at least 1",
            )
            .help("to take a rule out, take it out")
        } else if named.is_empty() {
            self.no_rule(&codes::BAD_WEIGHT, name)
        } else if let Some(chosen) = chosen {
            Diagnostic::new(
                &codes::BAD_WEIGHT,
                name.span,
                format!("`{}` is chosen by a player, not by chance", name.text),
                "a weight means nothing here",
            )
            .label(self.meaning.rules[*chosen].span, "in an interactive stage")
        } else {
            for i in named {
                self.meaning.rules[i].weight = weight;
            }
            return;
        };
        self.diagnostics.push(found);
    }

    /// `#limit 100 draw since push take.`
    pub(super) fn quiet(&mut self, moves: u64, names: &[Name]) {
        let mut since = Vec::new();
        for name in names {
            let named = self.rules_named(&name.text);
            if named.is_empty() {
                let found = self.no_rule(&codes::BAD_PLAY_RULE, name);
                self.diagnostics.push(found);
            } else if let Some(other) = named.iter().find(|i| !self.chosen(**i)) {
                let found = Diagnostic::new(
                    &codes::BAD_PLAY_RULE,
                    name.span,
                    format!("`{}` is no move of a player", name.text),
                    "moves are counted since a player's move",
                );
                let place = self.meaning.rules[*other].span;
                self.diagnostics.push(found.label(place, "nobody chooses this rule"));
            }
            since.extend(named.into_iter().map(RuleId::new));
        }
        self.meaning.game.quiet = Some(Quiet { moves, since });
    }

    /// The rules of a name, or of a family of that name.
    fn rules_named(&self, name: &str) -> Vec<usize> {
        let is = |i: &usize| {
            let written = self.notes.families[*i].0.as_deref();
            written == Some(name) || self.meaning.rules[*i].name.as_deref() == Some(name)
        };
        (0..self.meaning.rules.len()).filter(is).collect()
    }

    fn no_rule(&self, code: &'static Code, name: &Name) -> Diagnostic {
        let rules = self.notes.families.iter().filter_map(|(name, _)| name.as_deref());
        let near = self.near(&name.text, rules).map(str::to_owned);
        let message = format!("there is no rule `{}`", name.text);
        Diagnostic::new(code, name.span, message, "unknown rule").did_you_mean(near.as_deref())
    }

    /// Whether a rule is chosen by somebody.
    fn chosen(&self, rule: usize) -> bool {
        match self.meaning.rules[rule].role {
            Role::Step(stage) => self.declared.stages[stage.index()].interactive,
            Role::Link(..) => false,
        }
    }

    /// `#senet 1.`
    pub(super) fn edition(&mut self, edition: u64, span: Span) {
        if edition != EDITION {
            let found = Diagnostic::new(
                &codes::BAD_OPTION,
                span,
                format!("there is no edition {edition} of the language"),
                format!("this Senet reads edition {EDITION}"),
            );
            self.diagnostics.push(found);
        }
    }
}
