//! Numbers of copies, short enough for a cell.

/// A number in at most four characters, and whether some of it got lost.
pub(crate) fn rounded(n: u64) -> (String, bool) {
    let steps = [(1, ""), (1_000, "k"), (1_000_000, "M"), (1_000_000_000, "G")];
    let far = [(1_000_000_000_000, "T"), (1_000_000_000_000_000, "P")];
    let small = steps.into_iter().chain(far).find(|(unit, _)| n / unit < 1000);
    let (unit, name) = small.unwrap_or((1_000_000_000_000_000_000, "E"));
    (format!("{}{name}", n / unit), !n.is_multiple_of(unit))
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn large_numbers_become_short_and_say_so() {
        let short = |n| rounded(n);
        assert_eq!(short(0), ("0".to_owned(), false));
        assert_eq!(short(999), ("999".to_owned(), false));
        assert_eq!(short(5_000), ("5k".to_owned(), false));
        assert_eq!(short(1_234_567), ("1M".to_owned(), true));
        assert_eq!(short(u64::MAX), ("18E".to_owned(), true));
    }
}
