//! A chart as text: bars of blocks, lines of dots.

mod bars;
mod lines;

use super::{Chart, Data};
use crate::canvas::{COLOURS, Canvas, Paint};
use crate::hue::Hues;
use crate::label::one_line;
use crate::view::TextStyle;
use unicode_width::UnicodeWidthStr;

/// How far everything stands from the left.
const INDENT: usize = 2;
/// Wider charts do not say more.
const WIDEST: usize = 100;

/// A chart as lines of text. Bars lie on their side, with their numbers behind them; lines are drawn
/// in small dots if there is one or if there are colours, else with a letter for each.
///
/// ```
/// use senet_draw::{Chart, Data, Series, TextStyle, chart_text};
///
/// let wins = Series { name: String::new(), values: vec![6.0, 3.0] };
/// let labels = vec!["alice".to_owned(), "bob".to_owned()];
/// let chart = Chart {
///     title: "Games won".into(),
///     across: String::new(),
///     up: String::new(),
///     data: Data::Bars { labels, series: vec![wins] },
/// };
/// let style = TextStyle { width: 29, ..TextStyle::default() };
/// let text = chart_text(&chart, &style);
/// assert_eq!(text, "  Games won\n  alice │██████████████████ 6\n    bob │█████████ 3\n");
/// ```
pub fn chart_text(chart: &Chart, style: &TextStyle) -> String {
    let width = style.width.min(WIDEST).saturating_sub(INDENT).max(16);
    let pen = Pen { style, hues: Hues::new(chart.names()), width };
    let mut canvas = Canvas::default();
    let mut head = |text: &str| {
        let text = style.plain(&one_line(text));
        if !text.is_empty() {
            canvas.put(0, canvas.height(), &text, Paint { bold: true, ..Paint::default() });
        }
    };
    head(&chart.title);
    match &chart.data {
        Data::Bars { labels, series } => {
            head(&chart.across);
            let bars = bars::draw(labels, series, &pen);
            canvas.paste(0, canvas.height(), &bars);
        }
        Data::Lines { lines } => {
            head(&chart.up);
            let across = style.plain(&one_line(&chart.across));
            let plot = lines::draw(lines, &across, &pen);
            canvas.paste(0, canvas.height(), &plot);
        }
    }
    let lines = canvas.lines(style.colour);
    lines.iter().map(|line| format!("{:INDENT$}{line}\n", "")).collect()
}

/// How and where a chart is drawn.
struct Pen<'a> {
    style: &'a TextStyle,
    /// The colours of the series.
    hues: Hues,
    width: usize,
}

impl Pen<'_> {
    /// The look of a series.
    fn paint(&self, series: usize) -> Paint {
        Paint { colour: COLOURS[self.hues.of(series)], ..Paint::default() }
    }
}

/// The names of the series with what they are drawn with.
fn legend<'a>(canvas: &mut Canvas, names: impl Iterator<Item = (&'a str, &'a str)>, pen: &Pen<'_>) {
    let (mut row, mut column) = (canvas.height(), 0);
    for (i, (name, sign)) in names.enumerate() {
        let name = pen.style.plain(&one_line(name));
        let wide = name.width() + 4;
        if column > 0 && column + wide > pen.width {
            (row, column) = (row + 1, 0);
        }
        let at = canvas.put(column, row, sign, pen.paint(i));
        column = canvas.put(at + 1, row, &name, Paint::default()) + 2;
    }
}
