//! What somebody writes who makes a positional game: [`Rules`].

use crate::end::End;
use crate::stones::PlaceId;
use crate::tracker::Tracker;
use senet_board::{Board, Cell, Spec, Spot};
use senet_game::{About, BadOption, Chosen, OptionSpec};

/// A positional game: places are claimed in turn until an end condition applies, or until nothing
/// is left, which is a draw unless the end condition says more.
///
/// `Positional::new(rules)` makes a game of it.
pub trait Rules: Send + Sync + Sized + 'static {
    /// What is kept up to date from move to move, for the end condition to read.
    type Tracker: Tracker;

    /// Whether stones fall: a claim in a column goes to its lowest empty cell. For boards of squares
    /// whose places are all their cells.
    const FALLS: bool = false;

    /// The board.
    fn board(&self) -> Spec;

    /// What can be claimed on it, in order; all cells, usually. The trackers `Groups` and `Lines` count
    /// on that: they take the number of a place for the number of a cell.
    fn places(&self, board: &Board) -> Vec<Spot> {
        board.cells().map(Spot::Cell).collect()
    }

    /// The tracker for this board.
    fn tracker(&self, board: &Board) -> Self::Tracker;

    /// When it ends, and how.
    fn end(&self) -> impl End<Self::Tracker>;

    /// Who plays; two players with stones, usually.
    fn players(&self) -> &'static [Player] {
        &BLACK_AND_WHITE
    }

    /// What lies on the board from the start and belongs to nobody: cells, and what is drawn there.
    fn landmarks(&self) -> Vec<(Cell, &'static str)> {
        Vec::new()
    }

    /// Whether the game is the same after a symmetry of the board, which is given as where each cell
    /// goes. That stones still fall as they did is looked after elsewhere.
    fn keeps(&self, _board: &Board, _symmetry: &[Cell]) -> bool {
        false
    }

    /// Where somebody who wins must hold all places of one of some sets, these sets; none, where
    /// winning is about something else.
    fn goals(&self, _board: &Board) -> Vec<Vec<PlaceId>> {
        Vec::new()
    }

    /// How many places are claimed in a turn; one, usually.
    fn tempo(&self) -> Tempo {
        Tempo::default()
    }
}

/// Rules that can stand in a catalogue.
pub trait Entry: Rules {
    /// Whether players may choose how many places each of them claims in a turn.
    const BIAS: bool = true;

    /// What the game says about itself.
    fn about() -> About;

    /// The rules with these options.
    fn with(chosen: &Chosen) -> Result<Self, BadOption>;
}

/// A seat, as people see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// What it is called, and what its stones are called.
    pub name: &'static str,
    /// What its stones look like.
    pub glyph: &'static str,
}

/// Two players with stones.
pub const BLACK_AND_WHITE: [Player; 2] =
    [Player { name: "black", glyph: "●" }, Player { name: "white", glyph: "○" }];

/// Two players with colours.
pub const RED_AND_BLUE: [Player; 2] =
    [Player { name: "red", glyph: "●" }, Player { name: "blue", glyph: "○" }];

/// Two players with pen and paper.
pub const X_AND_O: [Player; 2] =
    [Player { name: "x", glyph: "x" }, Player { name: "o", glyph: "o" }];

/// How many places are claimed in a turn: a bias of p to q.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tempo {
    /// In the very first turn.
    pub opening: u8,
    /// In each later turn of the first player.
    pub first: u8,
    /// In each turn of all others.
    pub others: u8,
}

impl Default for Tempo {
    fn default() -> Tempo {
        Tempo { opening: 1, first: 1, others: 1 }
    }
}

impl Tempo {
    /// `p` places for the first player, `q` for the others.
    pub fn biased(p: u8, q: u8) -> Tempo {
        Tempo { opening: p, first: p, others: q }
    }

    /// The options of a game whose bias can be chosen.
    pub(crate) fn options() -> [OptionSpec; 2] {
        [
            OptionSpec::number("p", "claims in each turn of the first player", 1, 9, 1),
            OptionSpec::number("q", "claims in each turn of the second player", 1, 9, 1),
        ]
    }

    /// The bias that was chosen.
    pub(crate) fn chosen(chosen: &Chosen) -> Tempo {
        Tempo::biased(chosen.number("p") as u8, chosen.number("q") as u8)
    }

    #[inline]
    pub(crate) fn of(self, seat: u8) -> u8 {
        if seat == 0 { self.first } else { self.others }
    }
}

/// The place above each place, for stones that fall; and the places at the bottom. Places are cells.
pub(crate) fn columns(board: &Board) -> (Vec<Option<PlaceId>>, Vec<PlaceId>) {
    let step = |name, cell: Cell| {
        let next = board.dir(name).and_then(|dir| board.step(dir, cell));
        next.map(|cell| cell.0 as PlaceId)
    };
    let bottom = board.cells().filter(|&cell| step("south", cell).is_none());
    let bottom = bottom.map(|cell| cell.0 as PlaceId).collect();
    (board.cells().map(|cell| step("north", cell)).collect(), bottom)
}
