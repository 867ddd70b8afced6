//! Numbers as pictures: a [`Chart`] in, SVG or text out.

mod histogram;
mod number;
mod style;
mod svg;
mod text;
mod ticks;

use serde::Serialize;

pub use svg::chart_svg;
pub use text::chart_text;

/// Numbers to draw; every value can be drawn. A number that is not finite counts as missing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// What the picture shows; may be empty.
    pub title: String,
    /// What goes across: the name of the axis; may be empty.
    pub across: String,
    /// What goes up: the name of the axis; may be empty.
    pub up: String,
    /// The numbers.
    pub data: Data,
}

/// The numbers of a [`Chart`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Data {
    /// A bar for each label and series.
    Bars {
        /// What stands below the bars.
        labels: Vec<String>,
        /// The bars, a number for each label; what is missing has no bar.
        series: Vec<Series>,
    },
    /// Lines from point to point.
    Lines {
        /// The lines.
        lines: Vec<Line>,
    },
}

/// Bars of one colour.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// What the bars are, such as the name of a player.
    pub name: String,
    /// How high they are.
    pub values: Vec<f64>,
}

/// A line of one colour.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What the line is.
    pub name: String,
    /// Its points, across and up, in the order in which the line runs.
    pub points: Vec<(f64, f64)>,
}

impl Chart {
    /// How often numbers occur: a bar for each number if they are few whole numbers, else for
    /// ranges of even width. `across` names the numbers.
    ///
    /// ```
    /// use senet_draw::{Chart, TextStyle, chart_text};
    ///
    /// let chart = Chart::histogram("Length of play", "moves", &[5.0, 7.0, 7.0, 9.0]);
    /// let style = TextStyle { width: 19, ..TextStyle::default() };
    /// let text = chart_text(&chart, &style);
    /// let bars: Vec<&str> = text.lines().skip(2).collect();
    /// assert_eq!(bars, ["  5 │██████ 1", "  6 │ 0", "  7 │████████████ 2", "  8 │ 0", "  9 │██████ 1"]);
    /// ```
    pub fn histogram(
        title: impl Into<String>,
        across: impl Into<String>,
        numbers: &[f64],
    ) -> Chart {
        let (labels, values) = histogram::count(numbers);
        let series = vec![Series { name: String::new(), values }];
        Chart {
            title: title.into(),
            across: across.into(),
            up: "times".to_owned(),
            data: Data::Bars { labels, series },
        }
    }

    /// The names of the series.
    fn names(&self) -> Vec<&str> {
        match &self.data {
            Data::Bars { series, .. } => series.iter().map(|s| s.name.as_str()).collect(),
            Data::Lines { lines } => lines.iter().map(|line| line.name.as_str()).collect(),
        }
    }
}

/// A number that can be drawn: finite, and so far from the largest that sums are finite too.
fn usable(value: f64) -> Option<f64> {
    value.is_finite().then(|| value.clamp(-1e300, 1e300))
}

/// A point of a line that can be drawn.
fn usable_point((x, y): &(f64, f64)) -> Option<(f64, f64)> {
    usable(*x).zip(usable(*y))
}

/// The least and the largest of some numbers, if there are any.
fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter_map(usable).fold(None, |extent, value| {
        let (low, high) = extent.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}
