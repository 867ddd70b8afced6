//! What a game says about itself, and the options that it takes.

use crate::game::Game;
use std::collections::BTreeMap;

/// A game's entry in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameInfo {
    /// The name to ask for, such as `connect-four`.
    pub name: String,
    /// The title, such as `Connect four`.
    pub title: String,
    /// The rules, in a paragraph.
    pub rules: String,
    /// How few and how many may play.
    pub players: (usize, usize),
    /// What can be chosen.
    pub options: Vec<OptionSpec>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Where the game comes from.
    pub origin: String,
    /// Which implementation it is, such as `rules`, if it is not the one that its name opens: the names of
    /// moves may differ, so that records say it.
    pub implementation: Option<String>,
}

/// Something that can be chosen when a game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, such as `size`.
    pub name: String,
    /// What it changes, in a few words.
    pub about: String,
    /// What may be chosen.
    pub values: Values,
}

/// The values of an option; the default is what a player gets who says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// A whole number.
    Number {
        /// The least value that is accepted.
        least: u64,
        /// The largest value that is accepted.
        most: u64,
        /// The usual one.
        default: u64,
    },
    /// One of a list of words; the first is the default.
    Word(Vec<String>),
    /// Any text.
    Text {
        /// The usual one.
        default: String,
    },
}

/// The options of one game, each with a value that it may have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OptionValues {
    values: BTreeMap<String, String>,
    /// How many play.
    pub seats: usize,
}

/// A game that can stand in a catalogue.
pub trait Listed: Game + Sized + 'static {
    /// Its metadata, for catalogues and menus.
    fn info() -> GameInfo;

    /// The game with these options; values that are fine by themselves may still not fit together.
    fn from_options(chosen: &OptionValues) -> Result<Self, OptionError>;
}

/// Why options cannot be as they were asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// Too few or too many players.
    #[error("{asked} cannot play: the game is for {}", range(*.least, *.most))]
    Players {
        /// How many want to play.
        asked: usize,
        /// How many must play at least.
        least: usize,
        /// How many may play.
        most: usize,
    },
    /// The game has no such option.
    #[error("`{game}` has no option `{name}`")]
    Unknown {
        /// The game, by name.
        game: String,
        /// What was asked for.
        name: String,
        /// The options that it has.
        known: Vec<String>,
    },
    /// The option has no such value.
    #[error("`{name}` cannot be `{value}`")]
    Value {
        /// The option.
        name: String,
        /// What was asked for.
        value: String,
        /// What may be chosen, in words.
        range: String,
    },
    /// Values that are fine by themselves do not fit together, or make no board.
    #[error("{message}")]
    Conflict {
        /// What is wrong.
        message: String,
        /// What to try.
        help: String,
    },
}

impl OptionError {
    /// Values that do not fit together: what is wrong, and what to try.
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> OptionError {
        OptionError::Conflict { message: message.into(), help: help.into() }
    }

    /// What to try instead.
    pub fn help(&self) -> String {
        match self {
            OptionError::Players { least, most, .. } => {
                format!("choose {} players", range(*least, *most))
            }
            OptionError::Unknown { known, .. } if known.is_empty() => {
                "it has no options".to_owned()
            }
            OptionError::Unknown { known, .. } => format!("its options are {}", known.join(", ")),
            OptionError::Value { name, range, .. } => format!("{name} is {range}"),
            OptionError::Conflict { help, .. } => help.clone(),
        }
    }
}

fn range(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

impl OptionSpec {
    /// An option that is a number from `least` to `most`, both included.
    pub fn number(name: &str, about: &str, least: u64, most: u64, default: u64) -> OptionSpec {
        let values = Values::Number { least, most, default };
        OptionSpec { name: name.to_owned(), about: about.to_owned(), values }
    }

    /// One of a list of words, the first of them by default.
    pub fn word(name: &str, about: &str, words: &[&str]) -> OptionSpec {
        let values = Values::Word(words.iter().map(|w| (*w).to_owned()).collect());
        OptionSpec { name: name.to_owned(), about: about.to_owned(), values }
    }

    /// What a player gets who says nothing.
    pub fn default(&self) -> String {
        match &self.values {
            Values::Number { default, .. } => default.to_string(),
            Values::Word(words) => words.first().cloned().unwrap_or_default(),
            Values::Text { default } => default.clone(),
        }
    }

    /// What may be chosen, in a few words.
    pub fn range(&self) -> String {
        match &self.values {
            Values::Number { least, most, .. } => format!("{least} to {most}"),
            Values::Word(words) => words.join(", "),
            Values::Text { .. } => "any text".to_owned(),
        }
    }

    fn allows(&self, value: &str) -> bool {
        match &self.values {
            Values::Number { least, most, .. } => {
                value.parse().is_ok_and(|n: u64| (*least..=*most).contains(&n))
            }
            Values::Word(words) => words.iter().any(|w| w == value),
            Values::Text { .. } => true,
        }
    }
}

impl GameInfo {
    /// The options of a game that is about to begin: those that were asked for, and the usual
    /// values for the rest. Nothing asked for is dropped in silence.
    pub fn choose(
        &self,
        asked: &[(String, String)],
        seats: Option<usize>,
    ) -> Result<OptionValues, OptionError> {
        let (least, most) = self.players;
        let seats = seats.unwrap_or(least);
        if !(least..=most).contains(&seats) {
            return Err(OptionError::Players { asked: seats, least, most });
        }
        let usual = self.options.iter().map(|o| (o.name.clone(), o.default()));
        let mut chosen = OptionValues { values: usual.collect(), seats };
        for (name, value) in asked {
            let option = self.options.iter().find(|o| o.name == *name);
            let option = option.ok_or_else(|| self.unknown(name))?;
            if value.chars().any(char::is_control) || !option.allows(value) {
                let (name, value) = (name.clone(), value.clone());
                return Err(OptionError::Value { name, value, range: option.range() });
            }
            chosen.values.insert(name.clone(), value.clone());
        }
        Ok(chosen)
    }

    fn unknown(&self, name: &str) -> OptionError {
        let known = self.options.iter().map(|o| o.name.clone()).collect();
        OptionError::Unknown { game: self.name.clone(), name: name.to_owned(), known }
    }
}

impl OptionValues {
    /// The value of an option that is a number.
    ///
    /// # Panics
    ///
    /// If the game declares no such option: that is a mistake in the game, not of a player.
    pub fn number(&self, name: &str) -> u64 {
        self.word(name).parse().expect("the value was compared with the option's range")
    }

    /// The value of an option.
    ///
    /// # Panics
    ///
    /// If the game declares no such option: that is a mistake in the game, not of a player.
    pub fn word(&self, name: &str) -> &str {
        self.values.get(name).expect("games ask only for options that they declare")
    }

    /// All values, by name.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::{GameInfo, OptionSpec};

    fn info() -> GameInfo {
        GameInfo {
            name: "hex".to_owned(),
            title: "Hex".to_owned(),
            players: (2, 2),
            options: vec![
                OptionSpec::number("size", "cells along a side", 2, 19, 11),
                OptionSpec::word("swap", "whether the second player may swap", &["no", "yes"]),
            ],
            ..GameInfo::default()
        }
    }

    fn asked(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn what_is_not_asked_for_is_as_usual() {
        let chosen = info().choose(&asked(&[("swap", "yes")]), None).unwrap();
        assert_eq!((chosen.number("size"), chosen.word("swap"), chosen.seats), (11, "yes", 2));
    }

    #[test]
    fn what_cannot_be_is_said() {
        let bad = |pairs: &[(&str, &str)], seats| info().choose(&asked(pairs), seats).unwrap_err();
        assert_eq!(bad(&[("size", "20")], None).help(), "size is 2 to 19");
        assert_eq!(bad(&[("swap", "maybe")], None).help(), "swap is no, yes");
        assert_eq!(bad(&[("siez", "9")], None).help(), "its options are size, swap");
        assert_eq!(bad(&[], Some(3)).to_string(), "3 cannot play: the game is for 2");
    }
}
