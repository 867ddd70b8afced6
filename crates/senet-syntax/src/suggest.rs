//! "Did you mean": the nearest known name to one that is unknown.

/// The candidate with the fewest edits from `name`, if that is few enough to be a slip of the
/// fingers: a third of the name's length, and at least one. The first wins among equals. A single
/// letter is near to nothing but itself in upper or lower case.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length <= 1 {
        let mut candidates = candidates.into_iter();
        return candidates.find(|c| c.to_lowercase() == name.to_lowercase() && *c != name);
    }
    let limit = (length / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == name {
            continue;
        }
        let distance = distance(name, candidate, limit);
        if distance <= limit && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, c)| c)
}

/// Edit distance with neighbouring letters swapped counted as one edit; gives up above `limit`.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    if a.eq_ignore_ascii_case(b) {
        return 1;
    }
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let names = ["player", "place", "stage", "trun"];
        assert_eq!(nearest("plyer", names), Some("player"));
        assert_eq!(nearest("turn", names), Some("trun"));
        assert_eq!(nearest("Stage", names), Some("stage"));
        assert_eq!(nearest("zebra", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("player", ["player"]), None, "a name is not near to itself");
    }

    #[test]
    fn the_nearest_wins_and_then_the_first() {
        assert_eq!(nearest("mark", ["mask", "marks", "mar"]), Some("mask"));
        assert_eq!(nearest("moving", ["mowimg", "movimg"]), Some("movimg"));
    }

    #[test]
    fn single_letters_are_near_in_the_other_case_only() {
        assert_eq!(nearest("x", ["y", "X"]), Some("X"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("Ä", ["ä"]), Some("ä"));
    }

    #[test]
    fn edits_are_counted_in_letters() {
        assert_eq!(distance("größe", "grösse", 3), 2);
        assert_eq!(distance("ab", "ba", 3), 1, "neighbours swapped are one edit");
        assert_eq!(distance("a", "abcdef", 2), 3, "more than the limit is not counted");
    }
}
