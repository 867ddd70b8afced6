//! Directives about single rules: `#weight`, and the moves that `#limit … since` counts from.

use crate::check::game::GamePass;
use crate::codes;
use crate::ids::RuleId;
use crate::program::{Quiet, Role};
use senet_syntax::ast::{Count, Name};
use senet_syntax::{Code, Diagnostic};

impl<'a> GamePass<'_, 'a> {
    /// `#weight roll 2.`
    pub(super) fn weight(&mut self, name: &'a Name, count: &'a Count) {
        let Some(weight) = self.resolver.count(count) else {
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
            .label(self.rules.rules[*chosen].span, "in an interactive stage")
        } else {
            for i in named {
                self.rules.rules[i].weight = weight;
            }
            return;
        };
        self.resolver.diagnostics.push(found);
    }

    /// `#limit 100 draw since push take.`
    pub(super) fn quiet(&mut self, moves: u64, names: &[Name]) {
        let mut since = Vec::new();
        for name in names {
            let named = self.rules_named(&name.text);
            if named.is_empty() {
                let found = self.no_rule(&codes::BAD_PLAY_RULE, name);
                self.resolver.diagnostics.push(found);
            } else if let Some(other) = named.iter().find(|i| !self.chosen(**i)) {
                let found = Diagnostic::new(
                    &codes::BAD_PLAY_RULE,
                    name.span,
                    format!("`{}` is not a move of a player", name.text),
                    "moves are counted since a player's move",
                );
                let place = self.rules.rules[*other].span;
                self.resolver.diagnostics.push(found.label(place, "no player chooses this rule"));
            }
            since.extend(named.into_iter().map(RuleId::new));
        }
        self.out.game.quiet = Some(Quiet { moves, since });
    }

    /// The rules of a name, or of a family of that name.
    fn rules_named(&self, name: &str) -> Vec<usize> {
        let is = |i: &usize| {
            let written = self.rules.written[*i].0.as_deref();
            written == Some(name) || self.rules.rules[*i].name.as_deref() == Some(name)
        };
        (0..self.rules.rules.len()).filter(is).collect()
    }

    fn no_rule(&self, code: &'static Code, name: &Name) -> Diagnostic {
        let rules = self.rules.written.iter().filter_map(|(name, _)| name.as_deref());
        let near = self.resolver.near(&name.text, rules).map(str::to_owned);
        let message = format!("there is no rule `{}`", name.text);
        Diagnostic::new(code, name.span, message, "unknown rule").did_you_mean(near.as_deref())
    }

    /// Whether a rule is chosen by a player.
    fn chosen(&self, rule: usize) -> bool {
        match self.rules.rules[rule].role {
            Role::Step(stage) => self.resolver.declared.stages[stage.index()].interactive,
            Role::Link(..) => false,
        }
    }
}
