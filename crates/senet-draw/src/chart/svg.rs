//! A chart as a picture: SVG that stands alone, in a file or inside a page.

mod bars;
mod lines;

use super::number::tick;
use super::ticks::Ticks;
use super::{Chart, Data, style};
use crate::hue::Hues;
use crate::label::{one_line, width};
use crate::svg::{Out, escape};

/// The size of the picture in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// The size of the letters at the axes.
const FONT: f64 = 12.0;

/// A chart as an SVG image. It follows the reader's light or dark theme, has a label for screen
/// readers, says each number under the pointer, and needs nothing from outside.
///
/// ```
/// use senet_draw::{Chart, chart_svg};
///
/// let svg = chart_svg(&Chart::histogram("Length <of> play", "moves", &[5.0, 7.0, 7.0]));
/// assert!(svg.contains("Length &lt;of&gt; play"));
/// assert!(svg.contains("<title>7: 2</title>"));
/// ```
pub fn chart_svg(chart: &Chart) -> String {
    let mut out = Out(String::new());
    let label = describe(chart);
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"senet-chart\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{}\">\n<style>{}</style>\n",
        escape(&label),
        style::CSS
    ));
    out.put(format_args!("<rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n"));
    let names = chart.names();
    let frame = Frame::new(chart, &names);
    text(&mut out, "title", (WIDTH / 2.0, 26.0), &cut(&chart.title, 80));
    let middle = (frame.left + frame.right) / 2.0;
    text(&mut out, "across", (middle, HEIGHT - 10.0), &cut(&chart.across, 80));
    text(&mut out, "up start", (10.0, frame.top - 12.0), &cut(&chart.up, 60));
    match &chart.data {
        Data::Bars { labels, series } => bars::draw(&mut out, &frame, labels, series),
        Data::Lines { lines } => lines::draw(&mut out, &frame, lines),
    }
    if names.len() > 1 {
        legend(&mut out, &frame, &names);
    }
    out.put(format_args!("</svg>\n"));
    out.0
}

/// The rectangle in which the numbers are drawn, in pixels.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// Where the names of the series stand.
    legend: f64,
    /// The colours of the series.
    hues: Hues,
}

impl Frame {
    fn new(chart: &Chart, series: &[&str]) -> Frame {
        let title = if chart.title.trim().is_empty() { 14.0 } else { 44.0 };
        let up = if chart.up.trim().is_empty() { 0.0 } else { 20.0 };
        let across = if chart.across.trim().is_empty() { 34.0 } else { 54.0 };
        let names = if series.len() > 1 { 22.0 } else { 0.0 };
        Frame {
            left: 64.0,
            right: WIDTH - 22.0,
            top: title + up + names,
            bottom: HEIGHT - across,
            legend: title + 8.0,
            hues: Hues::new(series.iter().copied()),
        }
    }

    fn x(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }

    /// Lines across with their numbers; zero is stronger.
    fn grid(&self, out: &mut Out, ticks: &Ticks) {
        let largest = ticks.low().abs().max(ticks.high().abs());
        for value in ticks.values() {
            let y = self.y(ticks.share(value));
            let class = if value == 0.0 { "zero" } else { "grid" };
            out.put(format_args!(
                "<path class=\"{class}\" d=\"M{:.1} {y:.1}L{:.1} {y:.1}\"/>\n",
                self.left, self.right
            ));
            text(out, "end", (self.left - 8.0, y + 4.0), &tick(value, ticks.step, largest));
        }
    }
}

/// Writes text, if there is any.
fn text(out: &mut Out, class: &str, (x, y): (f64, f64), content: &str) {
    if !content.is_empty() {
        out.put(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n",
            escape(content)
        ));
    }
}

/// The names of the series above the numbers, as far as there is room.
fn legend(out: &mut Out, frame: &Frame, names: &[&str]) {
    let (mut x, y) = (frame.left, frame.legend);
    for (i, name) in names.iter().enumerate() {
        let name = cut(name, 24);
        let wide = width(&name, FONT) + 34.0;
        if x + wide > frame.right {
            break;
        }
        let colour = frame.hues.of(i);
        out.put(format_args!(
            "<rect class=\"bar c{colour}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" rx=\"2\"/>",
            y - 10.0
        ));
        text(out, "start", (x + 18.0, y), &name);
        x += wide;
    }
}

/// A text of at most so many characters.
fn cut(text: &str, longest: usize) -> String {
    let text = one_line(text);
    match text.chars().nth(longest) {
        None => text,
        Some(_) => text.chars().take(longest - 1).chain(['…']).collect(),
    }
}

fn describe(chart: &Chart) -> String {
    let (kind, count) = match &chart.data {
        Data::Bars { labels, series } => ("Bar chart", labels.len() * series.len()),
        Data::Lines { lines } => ("Line chart", lines.iter().map(|l| l.points.len()).sum()),
    };
    let title = one_line(&chart.title);
    let title = if title.is_empty() { String::new() } else { format!(": {title}") };
    format!("{kind}{title}; {count} numbers.")
}
