//! Lines from point to point.

use super::{Frame, text};
use crate::chart::number::{exact, tick};
use crate::chart::ticks::Ticks;
use crate::chart::{Line, extent, usable_point};
use crate::label::one_line;
use crate::svg::{Out, escape};

/// Lines of at most so many points show each of them.
const MOST_DOTS: usize = 60;

/// The lines with both axes.
pub(super) fn draw(out: &mut Out, frame: &Frame, lines: &[Line]) {
    let points = || lines.iter().flat_map(|line| line.points.iter().filter_map(usable_point));
    let (left, right) = extent(points().map(|p| p.0)).unwrap_or((0.0, 1.0));
    let (low, high) = extent(points().map(|p| p.1)).unwrap_or((0.0, 1.0));
    let (across, up) = (Ticks::new(left, right, 8.0), Ticks::new(low, high, 5.0));
    frame.grid(out, &up);
    let largest = across.low().abs().max(across.high().abs());
    for value in across.values() {
        let (x, y) = (frame.x(across.share(value)), frame.bottom);
        out.put(format_args!(
            "<path class=\"zero\" d=\"M{x:.1} {y:.1}L{x:.1} {:.1}\"/>\n",
            y + 5.0
        ));
        text(out, "label", (x, y + 18.0), &tick(value, across.step, largest));
    }
    let place = |p: (f64, f64)| (frame.x(across.share(p.0)), frame.y(up.share(p.1)));
    for (k, line) in lines.iter().enumerate() {
        let colour = frame.hues.of(k);
        let name = escape(&one_line(&line.name));
        out.put(format_args!("<g class=\"series\"><title>{name}</title>"));
        // A missing point is a gap.
        for part in line.points.split(|p| usable_point(p).is_none()) {
            let part = part.iter().filter_map(usable_point).map(place);
            let steps = part.enumerate().map(|(i, (x, y))| {
                let step = if i == 0 { 'M' } else { 'L' };
                format!("{step}{x:.1} {y:.1}")
            });
            let path: String = steps.collect();
            if !path.is_empty() {
                out.put(format_args!("<path class=\"line c{colour}\" d=\"{path}\"/>"));
            }
        }
        if line.points.len() <= MOST_DOTS {
            for point in line.points.iter().filter_map(usable_point) {
                let (x, y) = place(point);
                out.put(format_args!(
                    "<circle class=\"c{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\">\
                     <title>{}: {}</title></circle>",
                    exact(point.0),
                    exact(point.1)
                ));
            }
        }
        out.put(format_args!("</g>\n"));
    }
}
