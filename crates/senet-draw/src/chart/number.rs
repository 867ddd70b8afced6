//! Numbers as people write them.

/// A number beside an axis whose numbers are `step` apart and at most `largest`: all of them get the
/// same unit and as many decimals.
pub(super) fn tick(value: f64, step: f64, largest: f64) -> String {
    if largest >= 1e16 || step < 1e-6 {
        return scientific(value);
    }
    let (unit, name) = match largest {
        n if n >= 1e13 => (1e12, "T"),
        n if n >= 1e10 => (1e9, "G"),
        n if n >= 1e7 => (1e6, "M"),
        n if n >= 1e4 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let decimals = (-(step / unit * 1.000_001).log10().floor()).clamp(0.0, 9.0) as usize;
    let value = if value.abs() < step * 1e-6 { 0.0 } else { value / unit };
    let name = if value == 0.0 { "" } else { name };
    let text = format!("{value:.decimals$}{name}");
    if value == 0.0 && decimals > 0 && unit > 1.0 { "0".to_owned() } else { text }
}

/// A number on its own: whole numbers in full, others with about four digits.
pub(super) fn exact(value: f64) -> String {
    let size = value.abs();
    if value.fract() == 0.0 && size < 1e15 {
        return format!("{value:.0}");
    }
    if !(1e-3..1e15).contains(&size) {
        return scientific(value);
    }
    let decimals = (3.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

fn scientific(value: f64) -> String {
    let text = format!("{value:.2e}");
    let Some((digits, power)) = text.split_once('e') else {
        return text;
    };
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    if power == "0" { digits.to_owned() } else { format!("{digits}e{power}") }
}

#[cfg(test)]
mod tests {
    use super::{exact, tick};

    #[test]
    fn ticks_share_their_unit_and_decimals() {
        assert_eq!(tick(1.0, 0.5, 2.0), "1.0");
        assert_eq!(tick(20.0, 10.0, 50.0), "20");
        assert_eq!(tick(1500.0, 500.0, 12_000.0), "1.5k");
        assert_eq!(tick(0.0, 500.0, 12_000.0), "0");
        assert_eq!(tick(-3e6, 1e6, 2e7), "-3M");
        assert_eq!(tick(1e300, 1e300, 1e300), "1e300");
        assert_eq!(tick(2e-9, 1e-9, 1e-8), "2e-9");
    }

    #[test]
    fn single_numbers_are_short() {
        assert_eq!(exact(123_456.0), "123456");
        assert_eq!(exact(0.5), "0.5");
        assert_eq!(exact(0.333_333), "0.3333");
        assert_eq!(exact(1234.567), "1235");
        assert_eq!(exact(-2.25), "-2.25");
        assert_eq!(exact(1.5e-7), "1.5e-7");
        assert_eq!(exact(1e20), "1e20");
    }
}
