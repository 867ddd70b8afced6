//! What the author of a positional game writes: [`PositionalRules`].

use crate::claims::{ClaimRule, NoClaim, anywhere};
use crate::end::{EndOfPlay, EndRule};
use crate::error::RulesError;
use crate::player::{BLACK_AND_WHITE, PlayerInfo};
use crate::setup::Setup;
use crate::stones::PlaceId;
use crate::tempo::Tempo;
use crate::tracker::Tracker;
use senet_board::{Board, Cell, Compass, Spec, Spot};
use senet_game::{GameInfo, OptionError, OptionValues, SeatGoal};

/// A positional game: places are claimed in turn until an end condition applies, or until nothing
/// is left, which is a draw unless the end condition says more.
///
/// `Positional::new(rules)` makes a game of it. Board, tracker and end are required; the rest says
/// what is usual.
pub trait PositionalRules: Send + Sync + Sized + 'static {
    /// What is kept up to date from move to move, for the end condition to read.
    type Tracker: Tracker;

    /// Whether stones fall: a claim in a column goes to its lowest empty cell. For boards of squares
    /// whose places are all their cells.
    const FALLS: bool = false;

    /// The board to play on.
    fn board(&self) -> Spec;

    /// What can be claimed on it, in order; all cells, usually. The trackers `Groups` and `Lines` count
    /// on that: they take the number of a place for the number of a cell.
    fn places(&self, board: &Board) -> Vec<Spot> {
        board.cells().map(Spot::Cell).collect()
    }

    /// The tracker for this board, these places and this number of players.
    fn tracker(&self, setup: &Setup<'_>) -> Result<Self::Tracker, RulesError>;

    /// When it ends, and how.
    fn end(&self) -> impl EndRule<Self::Tracker>;

    /// Which of the open places may be claimed; all of them, usually, which costs nothing.
    fn claims(&self) -> impl ClaimRule<Self::Tracker> {
        anywhere()
    }

    /// What happens to a player whose turn it is and who may not claim any place; a draw, usually.
    /// Asked only where [`claims`](PositionalRules::claims) restricts something.
    fn no_claim(&self) -> NoClaim {
        NoClaim::Draw
    }

    /// Who plays, in the order of their turns; two players with stones, usually. Asked once, when the
    /// game is made, so that their number can be chosen at run time.
    fn players(&self) -> Vec<PlayerInfo> {
        BLACK_AND_WHITE.to_vec()
    }

    /// What lies on the board from the start and belongs to nobody: cells, and what is drawn there.
    fn landmarks(&self) -> Vec<(Cell, &'static str)> {
        Vec::new()
    }

    /// Whether the game is the same after a symmetry of the board, which is given as where each cell
    /// goes: its end, and which places may be claimed. That stones still fall as they did is looked
    /// after elsewhere.
    fn keeps(&self, _board: &Board, _symmetry: &[Cell]) -> bool {
        false
    }

    /// Where a player who wins must hold all places of one of some sets, these sets; none, where
    /// winning is about something else.
    fn goals(&self, _board: &Board) -> Vec<Vec<PlaceId>> {
        Vec::new()
    }

    /// Whether the end is read from what the tracker reports of a claim, only who claims can win by it, and a claim that wins
    /// still does after others have claimed other places. Then a search need not look at moves that overlook a threat.
    fn threats_stand(&self) -> bool {
        false
    }

    /// Where each of two players wins by joining two sides of the board over neighbouring cells, and exactly one of them can:
    /// the sides of each. Then a search sees by safe links who will win, long before it happens.
    fn joins(&self) -> Option<[[Compass; 2]; 2]> {
        None
    }

    /// What players play for, in words and as sides of the board, to be shown.
    fn side_goals(&self) -> Vec<SeatGoal> {
        Vec::new()
    }

    /// Why a play has ended like this, in a sentence; nothing, if it goes without saying.
    fn end_reason(&self, _end: &EndOfPlay<'_>) -> Option<String> {
        None
    }

    /// How many places are claimed in a turn; one, usually.
    fn tempo(&self) -> Tempo {
        Tempo::default()
    }
}

/// Rules that can stand in a catalogue.
pub trait ListedRules: PositionalRules {
    /// Whether players may choose how many places each of them claims in a turn.
    const BIAS: bool = true;

    /// The game's metadata, for catalogues and menus.
    fn info() -> GameInfo;

    /// The rules with these options.
    fn from_options(chosen: &OptionValues) -> Result<Self, OptionError>;
}
