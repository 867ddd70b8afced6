//! Bars that stand.

use super::{FONT, Frame, cut, text};
use crate::chart::number::exact;
use crate::chart::ticks::Ticks;
use crate::chart::{Series, extent, usable};
use crate::label::{one_line, width};
use crate::svg::{Out, escape};

/// The widest bar, in pixels.
const WIDEST: f64 = 64.0;
/// Longer labels are cut.
const LONGEST_LABEL: usize = 16;

/// The bars with their axis and labels.
pub(super) fn draw(out: &mut Out, frame: &Frame, labels: &[String], series: &[Series]) {
    let values = series.iter().flat_map(|s| s.values.iter().copied().take(labels.len()));
    let (low, high) = extent(values).unwrap_or((0.0, 1.0));
    let ticks = Ticks::new(low.min(0.0), high.max(0.0), 5.0);
    frame.grid(out, &ticks);
    let group = (frame.right - frame.left) / labels.len().max(1) as f64;
    let bars = series.len().max(1) as f64;
    let bar = (group * 0.82 / bars).min(WIDEST);
    let zero = frame.y(ticks.share(0.0));
    for (k, series) in series.iter().enumerate() {
        for (at, (label, value)) in labels.iter().zip(&series.values).enumerate() {
            let Some(value) = usable(*value) else {
                continue;
            };
            let x = frame.left + (at as f64 + 0.5) * group + (k as f64 - bars / 2.0) * bar;
            let y = frame.y(ticks.share(value));
            let (top, height) = (y.min(zero), (y - zero).abs());
            out.put(format_args!(
                "<rect class=\"bar c{}\" x=\"{x:.2}\" y=\"{top:.1}\" width=\"{bar:.2}\" \
                 height=\"{height:.1}\"><title>{}: {}</title></rect>\n",
                frame.hues.of(k),
                escape(&name(label, &series.name)),
                exact(value)
            ));
        }
    }
    put_labels(out, frame, labels, group);
}

/// What a bar is: its label, and its series if that has a name.
fn name(label: &str, series: &str) -> String {
    let (label, series) = (one_line(label), one_line(series));
    if series.is_empty() { label } else { format!("{label}, {series}") }
}

/// Labels below the bars; where they are too many, every second or third one.
fn put_labels(out: &mut Out, frame: &Frame, labels: &[String], group: f64) {
    let shown: Vec<String> = labels.iter().map(|label| cut(label, LONGEST_LABEL)).collect();
    let widest = shown.iter().map(|label| width(label, FONT)).fold(0.0, f64::max) + 8.0;
    let every = ((widest / group).ceil() as usize).max(1);
    for (at, label) in shown.iter().enumerate().step_by(every) {
        let x = frame.left + (at as f64 + 0.5) * group;
        text(out, "label", (x, frame.bottom + 18.0), label);
    }
}
