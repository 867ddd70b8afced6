//! What comes with every board: its options, and the relations between its cells, as tables. The
//! checker makes facts of a relation when it is first used; editors offer and explain them. The
//! shapes of boards are [`SHAPES`].

pub use senet_board::{SHAPES, ShapeKind};

/// What may stand behind the size of a board, how it is written, and what it means.
pub const BOARD_OPTIONS: &[(&str, &str, &str)] = &[
    ("torus", "torus", "opposite sides meet"),
    ("eight", "eight", "cells that touch at a corner are neighbours too"),
    ("without", "without c3 d4", "cells that are not there"),
    ("named", "named l", "what the names of cells begin with"),
    ("edges", "edges wall", "a type of edges, such as `a1-b1`"),
];

/// What the argument of a relation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelationArgument {
    /// A cell of the board.
    Cell,
    /// A direction, or the name of a side.
    Direction,
    /// An edge between two cells.
    Edge,
    /// A number.
    Number,
}

/// A relation that comes with boards.
#[derive(Debug)]
pub struct BoardRelation {
    /// Its name.
    pub name: &'static str,
    /// Its arguments; `line` takes more of the last.
    pub arguments: &'static [RelationArgument],
    /// Whether it takes any number of arguments, and at least as many as are listed.
    pub variadic: bool,
    /// How it is written.
    pub form: &'static str,
    /// What it means.
    pub about: &'static str,
}

const fn relation(
    name: &'static str,
    arguments: &'static [RelationArgument],
    form: &'static str,
    about: &'static str,
) -> BoardRelation {
    BoardRelation { name, arguments, variadic: false, form, about }
}

/// All relations.
pub const BOARD_RELATIONS: &[BoardRelation] = {
    use RelationArgument::{Cell, Direction, Edge, Number};
    &[
        relation("adjacent", &[Cell, Cell], "adjacent A B", "one step over an edge of the board"),
        relation("step", &[Direction, Cell, Cell], "step D A B", "from A one step in direction D"),
        relation("orthogonal", &[Direction], "orthogonal D", "a direction over an edge of a cell"),
        relation("diagonal", &[Direction], "diagonal D", "a direction over a corner of a cell"),
        BoardRelation {
            name: "line",
            arguments: &[Cell, Cell],
            variadic: true,
            form: "line A B C",
            about: "consecutive cells in one direction, each set of cells once",
        },
        relation("row", &[Cell, Number], "row A N", "the row of a cell, from 1 at the bottom"),
        relation("column", &[Cell, Number], "column A N", "the column of a cell, from 1"),
        relation("index", &[Cell, Number], "index A N", "the number of a cell, from 1, row by row"),
        relation("side", &[Direction, Cell], "side D A", "cells where the board ends"),
        relation("corner", &[Cell], "corner A", "cells where two sides meet"),
        relation("joins", &[Edge, Cell, Cell], "joins E A B", "an edge between two cells"),
    ]
};

/// The relation of this name.
pub fn board_relation(name: &str) -> Option<&'static BoardRelation> {
    BOARD_RELATIONS.iter().find(|r| r.name == name)
}

/// The relation among these that other languages, and people, call by this name.
pub(crate) fn relation_meant(
    name: &str,
    relations: &'static [BoardRelation],
) -> Option<&'static str> {
    let meant = match name.trim_end_matches('s') {
        "neighbor" | "neighbour" | "neighboring" | "neighbouring" | "beside" | "next-to"
        | "touche" | "touching" => "adjacent",
        "in-line" | "in-row" | "in-a-row" | "in-a-line" => "line",
        "edge" | "border" => "side",
        _ => return None,
    };
    relations.iter().map(|relation| relation.name).find(|name| *name == meant)
}

#[cfg(test)]
mod tests {
    use super::{BOARD_RELATIONS, relation_meant};

    #[test]
    fn relations_are_known_by_other_names() {
        for name in ["neighbor", "neighbours", "touches", "next-to"] {
            assert_eq!(relation_meant(name, BOARD_RELATIONS), Some("adjacent"), "{name}");
        }
        assert_eq!(relation_meant("border", BOARD_RELATIONS), Some("side"));
        assert_eq!(relation_meant("neighbor", &[]), None);
        assert_eq!(relation_meant("stone", BOARD_RELATIONS), None);
    }
}
