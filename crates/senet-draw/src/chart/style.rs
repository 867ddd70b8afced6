//! The colours and fonts of a chart, for light and dark themes; see the style of positions.

/// The style sheet.
pub(super) const CSS: &str = "
.senet-chart{font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif}
.senet-chart .paper{fill:#fff}
.senet-chart text{text-anchor:middle;unicode-bidi:isolate;font-size:12px;fill:#424a53}
.senet-chart .title{font-size:16px;font-weight:600;fill:#1b1f24}
.senet-chart .end{text-anchor:end}
.senet-chart .start{text-anchor:start}
.senet-chart .grid{stroke:#e3e7eb;stroke-width:1}
.senet-chart .zero{stroke:#6e7781;stroke-width:1.3}
.senet-chart .line{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}
.senet-chart .c0{fill:#0072b2;stroke:#0072b2}
.senet-chart .c1{fill:#e69f00;stroke:#e69f00}
.senet-chart .c2{fill:#009e73;stroke:#009e73}
.senet-chart .c3{fill:#cc79a7;stroke:#cc79a7}
.senet-chart .c4{fill:#d2c500;stroke:#d2c500}
.senet-chart .c5{fill:#56b4e9;stroke:#56b4e9}
.senet-chart .c6{fill:#cf3a24;stroke:#cf3a24}
.senet-chart .c7{fill:#6e7781;stroke:#6e7781}
.senet-chart .c8{fill:#2b2f36;stroke:#2b2f36}
.senet-chart .c9{fill:#fdfdfb;stroke:#8c959f}
.senet-chart path.line{fill:none}
.senet-chart .bar{stroke:none}
.senet-chart .bar.c9{stroke:#8c959f}
@media (prefers-color-scheme:dark){
.senet-chart .paper{fill:#0d1117}
.senet-chart text{fill:#b4bdc8}
.senet-chart .title{fill:#e6edf3}
.senet-chart .grid{stroke:#262c34}
.senet-chart .zero{stroke:#8b949e}
.senet-chart .c0{fill:#3d9fe0;stroke:#3d9fe0}
.senet-chart .c8{fill:#5b626c;stroke:#5b626c}
}
";
