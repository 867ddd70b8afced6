//! Which colour belongs to whom: a player called red is red.

use senet_game::Seat;

/// How many colours there are to give to those whose names say nothing.
pub(crate) const COLOURS: usize = 8;

/// Words for colours, with their numbers: first those of Okabe and Ito, which people with any kind
/// of colour vision tell apart, in the order in which they are given (with a redder red, so that it
/// is one); then black and white.
const WORDS: [(&str, usize); 18] = [
    ("blue", 0),
    ("orange", 1),
    ("green", 2),
    ("purple", 3),
    ("pink", 3),
    ("magenta", 3),
    ("violet", 3),
    ("yellow", 4),
    ("gold", 4),
    ("cyan", 5),
    ("turquoise", 5),
    ("sky", 5),
    ("red", 6),
    ("grey", 7),
    ("gray", 7),
    ("silver", 7),
    ("black", 8),
    ("white", 9),
];

/// The colours of some seats or series, as numbers below 10.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hues(Vec<usize>);

impl Hues {
    /// Those whose names are colours get these; the others get what is left, in order.
    pub(crate) fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Hues {
        let mut hues: Vec<Option<usize>> = Vec::new();
        for name in names {
            let named = WORDS.iter().find(|(word, _)| name.trim().eq_ignore_ascii_case(word));
            let hue = named.map(|(_, hue)| Some(*hue)).filter(|hue| !hues.contains(hue));
            hues.push(hue.flatten());
        }
        let mut left = (0..COLOURS).filter(|hue| !hues.contains(&Some(*hue))).collect::<Vec<_>>();
        left.reverse();
        let give = |(i, hue): (usize, &Option<usize>)| {
            hue.unwrap_or_else(|| left.pop().unwrap_or(i % COLOURS))
        };
        Hues(hues.iter().enumerate().map(give).collect())
    }

    /// The colour of one of them, counted from 0.
    pub(crate) fn of(&self, at: usize) -> usize {
        self.0.get(at).copied().unwrap_or(at % COLOURS)
    }

    /// The colour of a seat.
    pub(crate) fn of_seat(&self, seat: Seat) -> usize {
        self.of(usize::from(seat.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Hues;

    fn hues(names: &[&str]) -> Vec<usize> {
        Hues::new(names.iter().copied()).0
    }

    #[test]
    fn names_of_colours_are_kept() {
        assert_eq!(hues(&["red", "Blue"]), [6, 0]);
        assert_eq!(hues(&["black", "white"]), [8, 9]);
    }

    #[test]
    fn others_get_what_is_left() {
        assert_eq!(hues(&["alice", "bob"]), [0, 1]);
        assert_eq!(hues(&["alice", "blue", "bob"]), [1, 0, 2]);
        assert_eq!(hues(&["blue", "blue"]), [0, 1]);
        assert_eq!(hues(&["x"; 10])[7..], [7, 0, 1]);
        assert_eq!(Hues::new(["x"]).of(3), 3);
    }
}
