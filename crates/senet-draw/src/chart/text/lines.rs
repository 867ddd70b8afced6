//! Lines from point to point.

use super::{Pen, legend};
use crate::canvas::{Canvas, Paint};
use crate::chart::number::tick;
use crate::chart::ticks::Ticks;
use crate::chart::{Line, extent, usable_point};
use crate::view::TextStyle;
use unicode_width::UnicodeWidthStr;

/// Rows of the plot.
const HEIGHT: usize = 12;

/// Letters for the lines, where neither colours nor small dots can tell them apart.
const SIGNS: [&str; 8] = ["*", "o", "+", "x", "#", "@", "%", "&"];

/// The lines with round numbers at both axes, the name of the lower axis, and their own names.
pub(super) fn draw(lines: &[Line], name: &str, pen: &Pen<'_>) -> Canvas {
    let (style, width) = (pen.style, pen.width);
    let mut canvas = Canvas::default();
    let points = || lines.iter().flat_map(|line| line.points.iter().filter_map(usable_point));
    let across = extent(points().map(|p| p.0));
    let Some(((left, right), (low, high))) = across.zip(extent(points().map(|p| p.1))) else {
        return canvas;
    };
    let up = Ticks::new(low, high, 5.0);
    let up_name = |value: f64| tick(value, up.step, up.low().abs().max(up.high().abs()));
    let margin = up.values().iter().map(|v| up_name(*v).len()).max().unwrap_or(0) + 1;
    let room = width.saturating_sub(margin + 1).max(8);
    let across = Ticks::new(left, right, (room as f64 / 12.0).max(2.0));
    let fine = style.unicode && (style.colour || lines.len() == 1);
    let mut plot = Plot::new(room, fine);
    for (k, line) in lines.iter().enumerate() {
        let place = |p: (f64, f64)| (across.share(p.0), 1.0 - up.share(p.1));
        // A missing point is a gap.
        for part in line.points.split(|p| usable_point(p).is_none()) {
            let part: Vec<(f64, f64)> = part.iter().filter_map(usable_point).collect();
            plot.line(&part.into_iter().map(place).collect::<Vec<_>>(), k);
        }
    }
    for row in 0..HEIGHT {
        canvas.put(margin, row, if style.unicode { "│" } else { "|" }, Paint::FAINT);
    }
    for value in up.values() {
        let row = ((1.0 - up.share(value)) * (HEIGHT - 1) as f64).round() as usize;
        let name = up_name(value);
        canvas.put(margin - 1 - name.len(), row, &name, Paint::FAINT);
        canvas.put(margin, row, if style.unicode { "┤" } else { "+" }, Paint::FAINT);
    }
    plot.put(&mut canvas, margin + 1, lines.len(), pen);
    bottom(&mut canvas, &across, (margin, room), style);
    if !name.is_empty() {
        let column = (margin + 1 + room).saturating_sub(name.width());
        canvas.put(column, canvas.height(), name, Paint::default());
    }
    if lines.len() > 1 {
        let sign = |k: usize| match fine {
            true => "─",
            false => SIGNS[k % SIGNS.len()],
        };
        let names = lines.iter().enumerate().map(|(k, line)| (line.name.as_str(), sign(k)));
        legend(&mut canvas, names, pen);
    }
    canvas
}

/// The lower axis with its numbers; those that would touch are left out.
fn bottom(canvas: &mut Canvas, across: &Ticks, (margin, room): (usize, usize), style: &TextStyle) {
    let (corner, dash, mark) = if style.unicode { ("└", "─", "┬") } else { ("+", "-", "+") };
    canvas.put(margin, HEIGHT, corner, Paint::FAINT);
    canvas.put(margin + 1, HEIGHT, &dash.repeat(room), Paint::FAINT);
    let largest = across.low().abs().max(across.high().abs());
    for value in across.values() {
        let name = tick(value, across.step, largest);
        let column = margin + 1 + (across.share(value) * (room - 1) as f64).round() as usize;
        canvas.put(column, HEIGHT, mark, Paint::FAINT);
        let last = margin + 1 + room;
        let start = (column.saturating_sub(name.len() / 2)).min(last.saturating_sub(name.len()));
        if canvas.is_blank(start.saturating_sub(1)..start + name.len() + 1, HEIGHT + 1) {
            canvas.put(start, HEIGHT + 1, &name, Paint::FAINT);
        }
    }
}

/// The dots of all lines: which line has drawn them.
struct Plot {
    columns: usize,
    rows: usize,
    fine: bool,
    dots: Vec<Option<usize>>,
}

impl Plot {
    /// A plot of so many characters across; each has two columns and four rows of fine dots.
    fn new(width: usize, fine: bool) -> Plot {
        let (columns, rows) = if fine { (2 * width, 4 * HEIGHT) } else { (width, HEIGHT) };
        Plot { columns, rows, fine, dots: vec![None; columns * rows] }
    }

    /// A line through places that are given as shares of the width and height.
    fn line(&mut self, places: &[(f64, f64)], series: usize) {
        let spot = |(x, y): (f64, f64)| {
            let column = (x * (self.columns - 1) as f64).round();
            (column, (y * (self.rows - 1) as f64).round())
        };
        let spots: Vec<(f64, f64)> = places.iter().map(|p| spot(*p)).collect();
        for (i, &(x, y)) in spots.iter().enumerate() {
            let (to_x, to_y) = spots.get(i + 1).copied().unwrap_or((x, y));
            let steps = (to_x - x).abs().max((to_y - y).abs()).max(1.0);
            for k in 0..=steps as usize {
                let part = k as f64 / steps;
                let column = (x + (to_x - x) * part).round() as usize;
                let row = (y + (to_y - y) * part).round() as usize;
                self.dots[row * self.columns + column] = Some(series);
            }
        }
    }

    fn put(&self, canvas: &mut Canvas, left: usize, lines: usize, pen: &Pen<'_>) {
        if !self.fine {
            for (i, series) in self.dots.iter().enumerate() {
                if let Some(k) = series {
                    let (column, row) = (left + i % self.columns, i / self.columns);
                    let sign = SIGNS[if lines > 1 { k % SIGNS.len() } else { 0 }];
                    canvas.put(column, row, sign, pen.paint(*k));
                }
            }
            return;
        }
        for row in 0..HEIGHT {
            for column in 0..self.columns / 2 {
                if let Some((c, series)) = self.braille(column, row) {
                    canvas.put(left + column, row, &c.to_string(), pen.paint(series));
                }
            }
        }
    }

    /// The character with the eight dots of a place, in the colour of the last line there.
    fn braille(&self, column: usize, row: usize) -> Option<(char, usize)> {
        const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let (mut bits, mut series) = (0, None);
        for (dy, pair) in BITS.iter().enumerate() {
            for (dx, bit) in pair.iter().enumerate() {
                let dot = self.dots[(4 * row + dy) * self.columns + 2 * column + dx];
                if dot.is_some() {
                    bits |= bit;
                    series = series.max(dot);
                }
            }
        }
        Some((char::from_u32(0x2800 + bits)?, series?))
    }
}
