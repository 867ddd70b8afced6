//! Conditions on the position as a graph: slow, but there is nothing that they cannot say.

use super::{Condition, Look};
use crate::graph::ColoredGraph;
use crate::setup::PlaceMap;
use crate::stones::{PlaceId, Stones};
use crate::tracker::Tracker;
use senet_board::{Board, Cell, Dir, Spot};
use senet_game::Seat;

/// A position as a graph: owners on the cells, and on the edges who claimed them and where they lead.
pub type PositionGraph = ColoredGraph<Option<Seat>, PositionEdge>;

/// An edge of a position, as seen from one of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PositionEdge {
    /// The first direction in which it leads; boards of graphs have none.
    pub towards: Option<Dir>,
    /// Who has claimed it, if anyone; nobody, where edges cannot be claimed.
    pub owner: Option<Seat>,
}

impl PositionGraph {
    /// The cells that a seat has claimed, and all edges between them.
    pub fn cells_of(&self, seat: Seat) -> PositionGraph {
        self.clone().filter(|owner| *owner == Some(seat))
    }

    /// All cells, and the edges that a seat has claimed.
    pub fn edges_of(&self, seat: Seat) -> PositionGraph {
        self.clone().filter_edges(|edge| edge.owner == Some(seat))
    }

    /// The same graph with nothing but directions on its edges, to ask for lines and sides.
    pub fn directions(self) -> ColoredGraph<Option<Seat>, Option<Dir>> {
        self.map_edges(|_, _, edge| edge.towards)
    }
}

pub(crate) fn position_graph<K: Copy>(
    board: &Board,
    places: &PlaceMap,
    stones: &Stones<K>,
) -> PositionGraph {
    let owner_of = |spot: Spot| places.at(spot).and_then(|place| stones.owner(place));
    let edge = |from: Cell, to: Cell, towards| {
        let edge = if places.has_edges() { board.edge(from, to) } else { None };
        PositionEdge { towards, owner: edge.and_then(|edge| owner_of(edge.into())) }
    };
    let graph = ColoredGraph::of_board(board, ()).map_edges(edge);
    graph.map(|cell, ()| owner_of(cell.into()))
}

/// See [`seen`].
#[derive(Debug, Clone, Copy)]
pub struct SeenCondition<F>(F);

/// Any condition on the position as a graph. The test gets the graph and who has just moved, and
/// answers with the cells or the edges that make it true. Slow, as it looks at the whole board after
/// each move.
///
/// In this game the places are edges, and whoever has three of them at one vertex wins.
///
/// ```
/// use senet_board::{Board, Edge, Shape, Spec, Spot};
/// use senet_game::{Game, Turn, named};
/// use senet_positional::{
///     EndRule, Positional, PositionalRules, RulesError, Sets, Setup, mover_wins_when, seen,
/// };
///
/// struct Stars;
///
/// impl PositionalRules for Stars {
///     type Tracker = Sets;
///
///     fn board(&self) -> Spec {
///         Spec { edges: true, ..Shape::Complete { cells: 5 }.into() }
///     }
///
///     fn places(&self, board: &Board) -> Vec<Spot> {
///         (0..board.edges().len() as u32).map(|i| Spot::Edge(Edge(i))).collect()
///     }
///
///     fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
///         Sets::new(setup, [])
///     }
///
///     fn end(&self) -> impl EndRule<Sets> {
///         mover_wins_when(seen(|graph, mover| {
///             let mine = graph.edges_of(mover);
///             mine.vertices().find(|&v| mine.edges(v).count() >= 3).map(|centre| vec![centre])
///         }))
///     }
/// }
///
/// let game = Positional::new(Stars)?;
/// let mut position = game.start();
/// for edge in ["p1-p2", "p2-p3", "p1-p3", "p2-p4", "p1-p4"] {
///     let claim = named(&game, &position, edge).expect("the edge is free");
///     game.apply(&mut position, &claim, &mut ());
/// }
/// assert!(matches!(game.turn(&position), Turn::Over(_)));
/// # Ok::<(), RulesError>(())
/// ```
pub const fn seen<F, S>(test: F) -> SeenCondition<F>
where
    F: Fn(&PositionGraph, Seat) -> Option<Vec<S>>,
    S: Into<Spot>,
{
    SeenCondition(test)
}

impl<T, F, S> Condition<T> for SeenCondition<F>
where
    T: Tracker,
    F: Fn(&PositionGraph, Seat) -> Option<Vec<S>>,
    S: Into<Spot>,
{
    fn holds(&self, look: &Look<'_, T>) -> bool {
        self.0(&look.graph(), look.owner).is_some()
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        let spots = self.0(&look.graph(), look.owner).unwrap_or_default();
        spots.into_iter().filter_map(|spot| look.places.at(spot)).collect()
    }
}
