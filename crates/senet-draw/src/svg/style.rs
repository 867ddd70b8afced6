//! The colours and fonts of a picture, for light and dark themes.
//!
//! Plain rules rather than variables, because many SVG readers do not know variables. Every rule is
//! kept inside `.senet-graph`: a style in an SVG image inside a page applies to the whole page.

/// The style sheet. Text has a contrast of at least 4.5 : 1 in both themes.
pub(super) const CSS: &str = "
.senet-graph{font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
.senet-graph text{text-anchor:middle;unicode-bidi:isolate;fill:#1b1f24}
.senet-graph .node text{font-size:14px}
.senet-graph .label text{font-size:12px;fill:#424a53}
.senet-graph .paper,.senet-graph .label rect{fill:#fff}
.senet-graph .node rect,.senet-graph .node ellipse{fill:#f3f4f6;stroke:#6e7781;stroke-width:1.4}
.senet-graph .edge path{fill:none;stroke:#6e7781;stroke-width:1.4}
.senet-graph .edge polygon{fill:#6e7781}
.senet-graph .edge.dashed path{stroke-dasharray:6 4}
.senet-graph .edge.dotted path{stroke-dasharray:1.5 3.5;stroke-linecap:round}
.senet-graph .edge.far{opacity:.35}
.senet-graph .node.interactive rect,.senet-graph .node.interactive ellipse{fill:#ddf0ff;stroke:#0969da}
.senet-graph .node.automatic rect,.senet-graph .node.automatic ellipse{fill:#f3f4f6;stroke:#6e7781}
.senet-graph .node.final rect,.senet-graph .node.final ellipse{fill:#dff5e3;stroke:#1a7f37}
.senet-graph .node.chance rect,.senet-graph .node.chance ellipse{fill:#fff3cf;stroke:#9a6700}
.senet-graph .node.rule rect,.senet-graph .node.rule ellipse{fill:#f1e8ff;stroke:#8250df}
.senet-graph .node.atom rect,.senet-graph .node.atom ellipse{fill:#fff;stroke:#8c959f}
.senet-graph .node.link rect,.senet-graph .node.link ellipse{fill:#ffeadb;stroke:#bc4c00}
.senet-graph .node.start rect,.senet-graph .node.start ellipse{stroke-width:2.8}
.senet-graph .edge.link path{stroke:#bc4c00}
.senet-graph .edge.link polygon{fill:#bc4c00}
.senet-graph .label.link text{fill:#953800}
.senet-graph .edge.chance path{stroke:#9a6700}
.senet-graph .edge.chance polygon{fill:#9a6700}
.senet-graph .label.chance text{fill:#7d4e00}
@media (prefers-color-scheme:dark){
.senet-graph text{fill:#e6edf3}
.senet-graph .label text{fill:#b4bdc8}
.senet-graph .paper,.senet-graph .label rect{fill:#0d1117}
.senet-graph .node rect,.senet-graph .node ellipse,.senet-graph .node.automatic rect,.senet-graph .node.automatic ellipse{fill:#1c2229;stroke:#8b949e}
.senet-graph .edge path{stroke:#8b949e}
.senet-graph .edge polygon{fill:#8b949e}
.senet-graph .node.interactive rect,.senet-graph .node.interactive ellipse{fill:#0c2d52;stroke:#58a6ff}
.senet-graph .node.final rect,.senet-graph .node.final ellipse{fill:#0f3320;stroke:#3fb950}
.senet-graph .node.chance rect,.senet-graph .node.chance ellipse{fill:#3a2a04;stroke:#d29922}
.senet-graph .node.rule rect,.senet-graph .node.rule ellipse{fill:#2b1a4d;stroke:#a371f7}
.senet-graph .node.atom rect,.senet-graph .node.atom ellipse{fill:#0d1117;stroke:#6e7681}
.senet-graph .node.link rect,.senet-graph .node.link ellipse{fill:#3d1d08;stroke:#f0883e}
.senet-graph .edge.link path{stroke:#f0883e}
.senet-graph .edge.link polygon{fill:#f0883e}
.senet-graph .label.link text{fill:#f5a569}
.senet-graph .edge.chance path{stroke:#d29922}
.senet-graph .edge.chance polygon{fill:#d29922}
.senet-graph .label.chance text{fill:#e3b341}
}
";
