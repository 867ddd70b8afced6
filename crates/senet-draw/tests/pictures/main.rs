//! Pictures as text and SVG: boards, graphs, charts.

mod well_formed;

mod any_view;
mod chart;
mod layout;
mod svg;
mod view_svg;
mod view_text;
