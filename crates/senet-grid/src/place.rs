//! Where an author said something. A grid has no text, so the spans of its ast are numbers of places
//! in the author's Rust code.

use senet_syntax::Span;
use std::fmt;
use std::panic::Location;

/// Something that was said about a grid, and the line of Rust that said it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GridPlace {
    /// What it is: "the rule `jump` of the stage `play`".
    pub what: String,
    /// The call that said it.
    pub location: &'static Location<'static>,
}

impl fmt::Display for GridPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.what, self.location)
    }
}

/// All places of a grid. The first is the grid itself.
pub(crate) struct Places(Vec<GridPlace>);

/// One of the [`Places`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlaceId(u32);

impl PlaceId {
    /// The grid itself.
    pub(crate) const GAME: PlaceId = PlaceId(0);

    /// The span that everything said there has.
    pub(crate) fn span(self) -> Span {
        Span::new(self.0, self.0)
    }
}

impl Places {
    pub(crate) fn new(game: &'static Location<'static>) -> Places {
        Places(vec![GridPlace { what: "the game".to_owned(), location: game }])
    }

    pub(crate) fn add(&mut self, what: String, location: &'static Location<'static>) -> PlaceId {
        self.0.push(GridPlace { what, location });
        PlaceId(self.0.len() as u32 - 1)
    }

    pub(crate) fn get(&self, place: PlaceId) -> &GridPlace {
        &self.0[place.0 as usize]
    }

    /// The place that a span of the checker speaks of. A span over several begins at the first.
    pub(crate) fn of(&self, span: Span) -> &GridPlace {
        self.0.get(span.start as usize).unwrap_or(&self.0[0])
    }
}
