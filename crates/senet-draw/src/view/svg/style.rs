//! The colours and fonts of a position, for light and dark themes.
//!
//! Plain rules rather than variables, because many SVG readers do not know variables. Every rule is
//! kept inside `.senet-view`: a style in an SVG image inside a page applies to the whole page.
//!
//! The colours of seats are given by `hue.rs`. Marks differ in form too: dashes for the last move, a full line for what decided.

/// The style sheet.
pub(super) const CSS: &str = "
.senet-view{font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif}
.senet-view .paper{fill:#fff}
.senet-view text{text-anchor:middle;unicode-bidi:isolate;fill:#1b1f24}
.senet-view .name{font-size:13px;fill:#57606a}
.senet-view .start,.senet-view .head,.senet-view .fact{text-anchor:start}
.senet-view .end{text-anchor:end}
.senet-view .head{font-size:15px;font-weight:600}
.senet-view .fact{font-size:15px}
.senet-view .rule{stroke:#d8dee4;stroke-width:1}
.senet-view .face{fill:#f4ecdd;stroke:#a89a80;stroke-width:1.2}
.senet-view .dark .face{fill:#eadfca}
.senet-view .block{fill:#7d725f;stroke:#6b6150;stroke-width:1.2}
.senet-view .ring{fill:none;stroke:#8a5a00;stroke-width:2.6;stroke-dasharray:6 4}
.senet-view .deciding .ring{stroke:#00694c;stroke-width:3.6;stroke-dasharray:none}
.senet-view .deciding .face{fill:#c9ecdc}
.senet-view .spot{fill:#0969da;opacity:.55}
.senet-view .halo{fill:none;stroke:#0969da;stroke-width:2.4;stroke-dasharray:2 3}
.senet-view .choice{cursor:pointer}
.senet-view .choice:hover .face{fill:#d5e8fb}
.senet-view .hit{fill:transparent;stroke:none}
.senet-view path.hit{fill:none;stroke:transparent;stroke-width:14;pointer-events:stroke}
.senet-view .way{fill:none;stroke:#8c8270;stroke-width:1.6}
.senet-view .line{fill:none;stroke:#57606a;stroke-width:5;stroke-linecap:round}
.senet-view .free .line{stroke:#8c8270;stroke-width:1.6}
.senet-view .grid.free .line{stroke:#d9d0bf;stroke-width:1.4;stroke-dasharray:1 5}
.senet-view .edge .ring{stroke:#8a5a00;stroke-width:11;stroke-dasharray:.1 13;stroke-linecap:round;opacity:.5}
.senet-view .edge.deciding .ring{stroke:#3fb98a;stroke-dasharray:none;opacity:.6}
.senet-view .edge.choice:hover .line{stroke:#0969da;stroke-width:4;stroke-dasharray:none}
.senet-view .disc{fill:#6e7781;stroke:#1b1f24;stroke-width:1.2}
.senet-view .glyph{font-weight:600}
.senet-view .nobody .disc+.glyph{fill:#fff}
.senet-view .badge{fill:#fff;stroke:#1b1f24;stroke-width:1}
.senet-view .piece .count{font-weight:600;fill:#1b1f24}
.senet-view .hue0 .disc{fill:#0072b2}
.senet-view .hue1 .disc{fill:#e69f00}
.senet-view .hue2 .disc{fill:#009e73}
.senet-view .hue3 .disc{fill:#cc79a7}
.senet-view .hue4 .disc{fill:#f0e442}
.senet-view .hue5 .disc{fill:#56b4e9}
.senet-view .hue6 .disc{fill:#cf3a24}
.senet-view .hue7 .disc{fill:#6e7781}
.senet-view .hue8 .disc{fill:#2b2f36}
.senet-view .hue9 .disc{fill:#fdfdfb}
.senet-view .hue0 .glyph,.senet-view .hue6 .glyph,.senet-view .hue7 .glyph,.senet-view .hue8 .glyph{fill:#fff}
.senet-view .hue0 .line{stroke:#0072b2}
.senet-view .hue1 .line{stroke:#e69f00}
.senet-view .hue2 .line{stroke:#009e73}
.senet-view .hue3 .line{stroke:#cc79a7}
.senet-view .hue4 .line{stroke:#d2c500}
.senet-view .hue5 .line{stroke:#56b4e9}
.senet-view .hue6 .line{stroke:#cf3a24}
.senet-view .hue7 .line{stroke:#6e7781}
.senet-view .hue8 .line{stroke:#2b2f36}
.senet-view .hue9 .line{stroke:#c4bdae}
@media (prefers-color-scheme:dark){
.senet-view .paper{fill:#0d1117}
.senet-view text{fill:#e6edf3}
.senet-view .name{fill:#9aa4af}
.senet-view .rule{stroke:#30363d}
.senet-view .face{fill:#2b2f36;stroke:#5b626c}
.senet-view .dark .face{fill:#23272d}
.senet-view .ring{stroke:#e3b341}
.senet-view .edge .ring{stroke:#e3b341}
.senet-view .deciding .ring,.senet-view .edge.deciding .ring{stroke:#3fb98a}
.senet-view .deciding .face{fill:#123b2d}
.senet-view .spot{fill:#58a6ff}
.senet-view .halo{stroke:#58a6ff}
.senet-view .choice:hover .face{fill:#0c2d52}
.senet-view .way,.senet-view .free .line{stroke:#768390}
.senet-view .grid.free .line{stroke:#3d444d}
.senet-view .disc{stroke:#e6edf3}
.senet-view .piece .glyph{fill:#1b1f24}
.senet-view .nobody .glyph,.senet-view .nobody .disc+.glyph{fill:#e6edf3}
.senet-view .hue0 .glyph,.senet-view .hue6 .glyph,.senet-view .hue7 .glyph,.senet-view .hue8 .glyph{fill:#fff}
.senet-view .hue8 .disc{fill:#000}
.senet-view .hue8 .line{stroke:#5b626c}
.senet-view .hue9 .line{stroke:#fdfdfb}
}
";
