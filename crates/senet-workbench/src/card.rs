//! Games as cards of the list, and the colours of their seats.

use crate::protocol::{GameCard, OptionCard};
use senet_game::{GameInfo, OptionSpec, Values};

/// A game as the list shows it.
pub(crate) fn card(info: &GameInfo, own: bool) -> GameCard {
    GameCard {
        name: info.name.clone(),
        title: info.title.clone(),
        rules: info.rules.clone(),
        least: info.players.0 as u32,
        most: info.players.1 as u32,
        tags: info.tags.clone(),
        origin: info.origin.clone(),
        options: info.options.iter().map(option).collect(),
        engines: Vec::new(),
        own,
        text: senet_games::text(&info.name).is_some(),
    }
}

fn option(option: &OptionSpec) -> OptionCard {
    let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let (words, range) = match &option.values {
        Values::Number { least, most, .. } => (Vec::new(), Some((small(*least), small(*most)))),
        Values::Word(words) => (words.clone(), None),
        Values::Text { .. } => (Vec::new(), None),
    };
    OptionCard {
        name: option.name.clone(),
        about: option.about.clone(),
        default: option.default(),
        words,
        range,
    }
}

/// The colours that are given to seats whose names say nothing, in order: vermilion and blue, then the
/// others of Okabe and Ito.
const GIVEN: [&str; 8] = ["red", "blue", "green", "purple", "orange", "sky", "yellow", "grey"];

/// The colour of each seat: a player called blue is blue.
pub(crate) fn hues(seats: &[String]) -> Vec<String> {
    const NAMED: [&str; 10] =
        ["red", "blue", "green", "purple", "orange", "sky", "yellow", "grey", "black", "white"];
    let mut hues: Vec<Option<&str>> = Vec::new();
    for seat in seats {
        let named = NAMED.into_iter().find(|word| seat.eq_ignore_ascii_case(word));
        hues.push(named.filter(|hue| !hues.contains(&Some(*hue))));
    }
    let left: Vec<&str> = GIVEN.into_iter().filter(|hue| !hues.contains(&Some(*hue))).collect();
    let mut left = left.into_iter();
    let give = |hue: Option<&str>| hue.or_else(|| left.next()).unwrap_or("grey").to_owned();
    hues.into_iter().map(give).collect()
}

#[cfg(test)]
mod tests {
    use super::hues;

    #[test]
    fn a_player_called_blue_is_blue() {
        let of = |names: &[&str]| hues(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["x", "o"]), ["red", "blue"]);
        assert_eq!(of(&["blue", "ann"]), ["blue", "red"]);
        assert_eq!(of(&["black", "white"]), ["black", "white"]);
        assert_eq!(of(&["ann", "bob", "red"]), ["blue", "green", "red"]);
    }
}
