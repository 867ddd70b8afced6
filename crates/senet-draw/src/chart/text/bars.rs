//! Bars that lie on their side.

use super::{Pen, legend};
use crate::canvas::{Canvas, Paint};
use crate::chart::number::exact;
use crate::chart::{Series, extent, usable};
use crate::label::one_line;
use crate::view::TextStyle;
use unicode_width::UnicodeWidthStr;

/// More bars than this end in a number.
const MOST_ROWS: usize = 60;
/// Longer labels are cut.
const LONGEST_LABEL: usize = 24;

/// What bars of the first, second, … series are made of.
const FILLS: [&str; 4] = ["█", "▓", "▒", "░"];
const ASCII_FILLS: [&str; 4] = ["#", "=", "-", "."];
/// Parts of a block, in eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A row for each label and series.
pub(super) fn draw(labels: &[String], series: &[Series], pen: &Pen<'_>) -> Canvas {
    let (style, width) = (pen.style, pen.width);
    let mut canvas = Canvas::default();
    let values = series.iter().flat_map(|s| s.values.iter().copied().take(labels.len()));
    let (low, high) = extent(values.clone()).unwrap_or((0.0, 0.0));
    let names: Vec<String> =
        labels.iter().map(|label| cut(&style.plain(&one_line(label)))).collect();
    let name_width = names.iter().map(|n| n.width()).max().unwrap_or(0);
    let number = |value: f64| usable(value).map_or(String::new(), exact);
    let number_width = values.map(|v| number(v).len()).max().unwrap_or(0);
    let room = width.saturating_sub(name_width + number_width + 3).max(4);
    let axis = Axis::new(low, high, room, number_width);
    let rows = labels.len() * series.len().max(1);
    for (at, name) in names.iter().enumerate().take(MOST_ROWS / series.len().max(1)) {
        let top = canvas.height();
        canvas.put(name_width - name.width(), top, name, Paint::default());
        for (k, series) in series.iter().enumerate() {
            let value = series.values.get(at).copied().and_then(usable);
            axis.put(&mut canvas, name_width + 1, (top + k, value), (k, pen));
        }
    }
    if rows > MOST_ROWS {
        let more = format!("and {} more", labels.len() - MOST_ROWS / series.len().max(1));
        canvas.put(0, canvas.height(), &more, Paint::FAINT);
    }
    if series.len() > 1 {
        let fill = |k: usize| if style.colour { fills(style)[0] } else { fills(style)[k % 4] };
        let names = series.iter().enumerate().map(|(k, s)| (s.name.as_str(), fill(k)));
        legend(&mut canvas, names, pen);
    }
    canvas
}

fn fills(style: &TextStyle) -> [&'static str; 4] {
    if style.unicode { FILLS } else { ASCII_FILLS }
}

fn cut(name: &str) -> String {
    if name.chars().nth(LONGEST_LABEL).is_none() {
        return name.to_owned();
    }
    let end = if name.is_ascii() { '~' } else { '…' };
    name.chars().take(LONGEST_LABEL - 1).chain([end]).collect()
}

/// How many columns there are left and right of zero, and how long one is.
struct Axis {
    zero: usize,
    per_column: f64,
    numbers: usize,
}

impl Axis {
    fn new(low: f64, high: f64, room: usize, numbers: usize) -> Axis {
        let (below, above) = (-low.min(0.0), high.max(0.0));
        let shared = if below > 0.0 { room.saturating_sub(numbers + 1).max(4) } else { room };
        let per_column = ((below + above) / shared as f64).max(f64::MIN_POSITIVE);
        // Numbers of bars to the left stand left of them.
        let left = if below > 0.0 { (below / per_column).ceil() as usize + numbers + 1 } else { 0 };
        Axis { zero: left, per_column, numbers }
    }

    /// A bar from zero, with its number behind it.
    fn put(
        &self,
        canvas: &mut Canvas,
        left: usize,
        (row, value): (usize, Option<f64>),
        (series, pen): (usize, &Pen<'_>),
    ) {
        let style = pen.style;
        let zero = left + self.zero;
        let line = if style.unicode { "│" } else { "|" };
        canvas.put(zero, row, line, Paint::FAINT);
        let Some(value) = value else {
            return;
        };
        let fill = fills(style)[if style.colour { 0 } else { series % 4 }];
        let eighths = (value.abs() / self.per_column * 8.0).round() as usize;
        // Only full blocks have halves that can be drawn.
        let fine = style.unicode && (style.colour || series % 4 == 0);
        let number = exact(value);
        if value < 0.0 {
            let columns = eighths.div_ceil(8).min(self.zero.saturating_sub(self.numbers + 1));
            canvas.put(zero - columns, row, &fill.repeat(columns), pen.paint(series));
            canvas.put(zero - columns - 1 - number.len(), row, &number, Paint::FAINT);
            return;
        }
        let (full, part) = if fine { (eighths / 8, eighths % 8) } else { ((eighths + 4) / 8, 0) };
        let bar = format!("{}{}", fill.repeat(full), EIGHTHS[part]);
        let end = canvas.put(zero + 1, row, &bar, pen.paint(series));
        canvas.put(end + 1, row, &number, Paint::FAINT);
    }
}
