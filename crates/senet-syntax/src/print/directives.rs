//! Directives, argument by argument as their slots say.

use crate::ast::{Argument, Directive, Name};
use crate::directive::Slot;
use crate::print::Printer;

impl Printer {
    pub(super) fn directive(&mut self, directive: &Directive) {
        self.text("#");
        self.text(directive.name());
        for (slot, argument) in directive.arguments() {
            self.argument(slot, argument);
        }
        self.text(".\n");
    }

    /// An argument, with the blank before it.
    fn argument(&mut self, slot: Slot, argument: &Argument) {
        match argument {
            Argument::Limit(None) => self.text(" _"),
            Argument::Number(n) if slot == Slot::Default => self.text(&format!(" = {n}")),
            Argument::Limit(Some(n)) | Argument::Number(n) => self.text(&format!(" {n}")),
            Argument::Range((low, high)) => self.text(&format!(" {low}..{high}")),
            Argument::Name(name) => self.word(&name.text),
            Argument::Names(names) if slot == Slot::Names => {
                names.iter().for_each(|name| self.word(&name.text));
            }
            Argument::Names(names) => self.since(names),
            Argument::Term(term) => {
                self.text(" ");
                self.term(term, true);
            }
            Argument::Atom(atom) => {
                self.text(" ");
                self.atom(atom);
            }
            Argument::Atoms(props) => {
                self.text(" ");
                match slot {
                    Slot::Context => self.braces(props),
                    // The unit in parentheses would be read as a unit, which says the same.
                    Slot::Atoms => self.parenthesised(props),
                    _ => self.props(props),
                }
            }
            Argument::Sum((atoms, total)) => {
                for (i, atom) in atoms.iter().enumerate() {
                    self.text(if i > 0 { " + " } else { " " });
                    self.atom(atom);
                }
                self.text(" = ");
                self.count(total);
            }
            Argument::Count(count) => {
                self.text(" ");
                self.count(count);
            }
            Argument::Text(text) => self.quoted(text),
            Argument::Texts(texts) => texts.iter().for_each(|text| self.quoted(text)),
        }
    }

    fn since(&mut self, rules: &[Name]) {
        self.word("since");
        rules.iter().for_each(|rule| self.word(&rule.text));
    }

    fn word(&mut self, word: &str) {
        self.text(" ");
        self.text(word);
    }
}
