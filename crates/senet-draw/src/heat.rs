//! Numbers on the cells of a board: a heat map as SVG.

use crate::svg::{Out, escape};
use senet_board::{Board, Outline, Point, Spot};

/// How large everything is: pixels from a cell to its neighbour.
const UNIT: f64 = 48.0;
/// Pixels around the board.
const PAD: f64 = 12.0;

/// The number of a spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// Where.
    pub spot: Spot,
    /// How hot: from 0, the colour of the paper, to 1.
    pub warmth: f64,
    /// What is written there; short.
    pub text: String,
    /// What is told about it.
    pub title: String,
}

/// The style sheet; colours follow the reader's theme.
const CSS: &str = "
.senet-heat{font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif}
.senet-heat .cell{fill:#f6f8fa;stroke:#d0d7de;stroke-width:1}
.senet-heat .hot{fill:#d9480f;stroke:none}
.senet-heat text{font-size:12px;text-anchor:middle;dominant-baseline:central;fill:#1b1f24}
.senet-heat text.on{fill:#fff}
@media (prefers-color-scheme:dark){
.senet-heat .cell{fill:#161b22;stroke:#30363d}
.senet-heat .hot{fill:#f76707}
.senet-heat text,.senet-heat text.on{fill:#e6edf3}
}
";

/// A board with a number on each spot that has one, as SVG that stands alone. Spots that the board does
/// not have are left out.
///
/// ```
/// use senet_board::{Board, Shape};
/// use senet_draw::{Heat, heat_svg};
///
/// let board = Board::new(Shape::HexHex { side: 2 }).expect("a small board");
/// let spot = board.spot("b2").expect("a cell");
/// let heat = Heat { spot, warmth: 0.9, text: "62".into(), title: "b2: 62 %".into() };
/// let svg = heat_svg(&board, &[heat], "Wins by cell");
/// assert!(svg.contains("62") && svg.contains("Wins by cell"));
/// ```
pub fn heat_svg(board: &Board, heats: &[Heat], label: &str) -> String {
    let bounds = board.bounds();
    let (width, height) = (bounds.x * UNIT + 2.0 * PAD, bounds.y * UNIT + 2.0 * PAD);
    let mut out = Out(String::new());
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"senet-heat\" width=\"{width:.0}\" \
         height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"{}\">\n<style>{CSS}</style>\n",
        escape(label)
    ));
    for cell in board.cells() {
        let shape = shape(&board.outline(cell), board.point(cell), "cell", 1.0);
        out.put(format_args!("{shape}\n"));
    }
    for heat in heats {
        let (outline, point) = match heat.spot {
            Spot::Cell(cell) if cell.index() < board.len() => {
                (board.outline(cell), board.point(cell))
            }
            Spot::Edge(edge) if edge.index() < board.edges().len() => {
                (Outline::Dot { radius: 0.3 }, board.edge_point(edge))
            }
            _ => continue,
        };
        let warmth = heat.warmth.clamp(0.0, 1.0);
        let hot = shape(&outline, point, "hot", warmth);
        let (x, y) = (point.x * UNIT + PAD, point.y * UNIT + PAD);
        let on = if warmth > 0.55 { " class=\"on\"" } else { "" };
        out.put(format_args!(
            "<g><title>{}</title>{hot}<text x=\"{x:.1}\" y=\"{y:.1}\"{on}>{}</text></g>\n",
            escape(&heat.title),
            escape(&heat.text)
        ));
    }
    out.put(format_args!("</svg>\n"));
    out.0
}

/// The outline of a cell, with how much it covers what lies below.
fn shape(outline: &Outline, at: Point, class: &str, opacity: f64) -> String {
    let place = |p: &Point| format!("{:.1},{:.1}", p.x * UNIT + PAD, p.y * UNIT + PAD);
    match outline {
        Outline::Polygon(corners) => {
            let points: Vec<String> = corners.iter().map(place).collect();
            let points = points.join(" ");
            format!("<polygon class=\"{class}\" points=\"{points}\" opacity=\"{opacity:.2}\"/>")
        }
        Outline::Dot { radius } => {
            let (x, y) = (at.x * UNIT + PAD, at.y * UNIT + PAD);
            let r = radius.max(0.3) * UNIT;
            format!(
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" \
                 opacity=\"{opacity:.2}\"/>"
            )
        }
    }
}
