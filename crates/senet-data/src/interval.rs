//! Confidence intervals.

/// Wilson's score interval of a part of so many (E. B. Wilson, 1927): the true part is in 95 of 100 such
/// intervals. It stays within 0 and 1, and is honest where the part is 0, 1, or one of few.
///
/// ```
/// let (low, high) = senet_data::interval::wilson(0.5, 100);
/// assert!((low - 0.404).abs() < 0.001 && (high - 0.596).abs() < 0.001);
/// assert_eq!(senet_data::interval::wilson(0.5, 0), (0.0, 1.0));
/// ```
pub fn wilson(part: f64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (of as f64, 1.96);
    let middle = (part + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let away = z / (1.0 + z * z / n) * (part * (1.0 - part) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - away).max(0.0), (middle + away).min(1.0))
}

/// How much stronger one is, in Elo, who gets this part of the points; parts next to 0 and 1 are cut off
/// at about 1,200.
pub fn elo(part: f64) -> f64 {
    let part = part.clamp(0.001, 0.999);
    400.0 * (part / (1.0 - part)).log10()
}
