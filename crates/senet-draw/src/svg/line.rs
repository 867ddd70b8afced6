//! The line of an edge: rounded corners and an arrowhead.
//!
//! The arrowhead is drawn rather than a marker: markers cannot take the colour of their line in all
//! readers.

use super::Out;
use crate::layout::GraphPoint;

/// Corners of lines are rounded by at most this much.
const CORNER: f64 = 14.0;
/// The length and half the width of an arrowhead.
const TIP: (f64, f64) = (8.0, 3.6);

/// The line without its last bit, and the arrowhead in place of that bit.
pub(super) fn split_tip(points: &[GraphPoint]) -> Option<(Vec<GraphPoint>, [GraphPoint; 3])> {
    let (&end, _) = points.split_last()?;
    let mut line = points.to_vec();
    let mut left = TIP.0;
    let neck = loop {
        let last = line.pop()?;
        let before = *line.last()?;
        let (dx, dy) = (before.x - last.x, before.y - last.y);
        let length = dx.hypot(dy);
        if length > left || line.len() == 1 {
            let part = if length > 0.0 { (left / length).min(0.9) } else { 0.0 };
            break GraphPoint { x: last.x + part * dx, y: last.y + part * dy };
        }
        left -= length;
    };
    line.push(neck);
    let (dx, dy) = (end.x - neck.x, end.y - neck.y);
    let length = dx.hypot(dy).max(0.1);
    let (side_x, side_y) = (-dy / length * TIP.1, dx / length * TIP.1);
    let left = GraphPoint { x: neck.x + side_x, y: neck.y + side_y };
    let right = GraphPoint { x: neck.x - side_x, y: neck.y - side_y };
    Some((line, [end, left, right]))
}

/// A path along the points, with its corners rounded.
pub(super) fn rounded(points: &[GraphPoint]) -> String {
    let mut d = Out(String::new());
    for (k, p) in points.iter().enumerate() {
        let neighbours = k.checked_sub(1).and_then(|i| points.get(i)).zip(points.get(k + 1));
        if let Some((before, after)) = neighbours {
            let (from, to) = (towards(p, before), towards(p, after));
            d.put(format_args!(
                "L{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
                from.x, from.y, p.x, p.y, to.x, to.y
            ));
        } else {
            d.put(format_args!("{}{:.1} {:.1}", if k == 0 { 'M' } else { 'L' }, p.x, p.y));
        }
    }
    d.0
}

/// The point where the rounding of the corner `p` begins, on the way to a neighbour.
fn towards(p: &GraphPoint, other: &GraphPoint) -> GraphPoint {
    let (dx, dy) = (other.x - p.x, other.y - p.y);
    let length = dx.hypot(dy);
    let part = if length > 0.0 { (CORNER / length).min(0.5) } else { 0.0 };
    GraphPoint { x: p.x + part * dx, y: p.y + part * dy }
}

#[cfg(test)]
mod tests {
    use super::split_tip;
    use crate::layout::GraphPoint;

    #[test]
    fn the_arrowhead_ends_where_the_line_ended() {
        let points = [(0.0, 0.0), (0.0, 30.0), (0.0, 32.0)].map(|(x, y)| GraphPoint { x, y });
        let (line, tip) = split_tip(&points).expect("there is a line");
        assert_eq!(tip[0], points[2]);
        assert_eq!(line.last(), Some(&GraphPoint { x: 0.0, y: 24.0 }));
        assert!(split_tip(&points[..1]).is_none());
        assert!(split_tip(&[]).is_none());
    }
}
