//! So many in a row: m,n,k with tic-tac-toe, gomoku, Connect6, connect four.

use super::{LONGEST_LINE, about, bad_option, tagged};
use crate::error::within;
use crate::{
    Combine, EndOfPlay, EndRule, InLine, Lines, ListedRules, PlaceId, PlayerInfo, PositionalRules,
    RED_AND_BLUE, RulesError, Setup, Tempo, X_AND_O, draw_if, full, in_line, in_line_exactly,
    mover_wins_when,
};
use senet_board::{Board, Cell, Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, SeatGoal};

const FOUR: InLine = in_line(4);
const SIX: InLine = in_line(6);

/// Whoever has the line wins; a full board is a draw.
fn first_to_have(line: InLine) -> impl EndRule<Lines<4>> {
    draw_if(full()).unless(mover_wins_when(line))
}

/// All lines of so many cells: whoever wins holds one of them.
fn rows(board: &Board, line: InLine) -> Vec<Vec<PlaceId>> {
    let places = |cells: &[Cell]| cells.iter().map(|cell| cell.0 as PlaceId).collect();
    board.lines(line.stones() as usize).iter().map(places).collect()
}

/// So many stones in a row are what everybody plays for.
fn row_goal(line: InLine) -> Vec<SeatGoal> {
    vec![SeatGoal::of_all(format!("get {} in a row", in_words(line.stones())))]
}

fn row_reason(line: InLine, end: &EndOfPlay<'_>) -> Option<String> {
    end.about(&format!("has {} in a row", in_words(line.stones())), "")
}

/// Small numbers as words.
fn in_words(n: u32) -> String {
    const WORDS: [&str; 9] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let word = n.checked_sub(1).and_then(|n| WORDS.get(n as usize));
    word.map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A board of squares whose lines can be tracked, and on which `k` in a row fit.
fn board_for(width: u32, height: u32, k: u32) -> Result<(), RulesError> {
    within("width", width, 1, LONGEST_LINE)?;
    within("height", height, 1, LONGEST_LINE)?;
    within("k", k, 1, LONGEST_LINE)?;
    let fits = k <= width.max(height);
    fits.then_some(()).ok_or(RulesError::LineDoesNotFit { length: k, width, height })
}

/// `k` in a row on a board of any size.
#[derive(Debug, Clone)]
pub struct MnkRules {
    width: u32,
    height: u32,
    line: InLine,
    players: usize,
}

/// More cannot be told apart by one letter each.
const MOST_PLAYERS: usize = 6;

impl MnkRules {
    /// `k` in a row on a board of `width` columns and `height` rows, at most 64 of each.
    pub fn new(width: u32, height: u32, k: u32) -> Result<MnkRules, RulesError> {
        board_for(width, height, k)?;
        Ok(MnkRules { width, height, line: in_line(k), players: 2 })
    }

    /// The same game for another number of players, from 2 to 6.
    pub fn for_players(self, count: usize) -> Result<MnkRules, RulesError> {
        let fine = (2..=MOST_PLAYERS).contains(&count);
        let error = RulesError::Players { count, least: 2, most: MOST_PLAYERS };
        fine.then_some(MnkRules { players: count, ..self }).ok_or(error)
    }
}

impl PositionalRules for MnkRules {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: self.width, height: self.height }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn threats_stand(&self) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, self.line)
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        row_goal(self.line)
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        row_reason(self.line, end)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Lines<4>> {
        first_to_have(self.line)
    }

    fn players(&self) -> Vec<PlayerInfo> {
        const OTHERS: [PlayerInfo; MOST_PLAYERS - 2] = [
            PlayerInfo::new("z", "z"),
            PlayerInfo::new("v", "v"),
            PlayerInfo::new("s", "s"),
            PlayerInfo::new("t", "t"),
        ];
        X_AND_O.into_iter().chain(OTHERS).take(self.players).collect()
    }
}

impl ListedRules for MnkRules {
    fn info() -> GameInfo {
        let rules = "Players claim cells in turn. The first player with k in a row, horizontally, \
                     vertically or diagonally, wins. \
                     A full board is a draw. Three in a row on 3 × 3 is tic-tac-toe.";
        let options = vec![
            OptionSpec::number("width", "columns", 1, 64, 3),
            OptionSpec::number("height", "rows", 1, 64, 3),
            OptionSpec::number("k", "how many in a row win", 1, 64, 3),
        ];
        let entry = about("mnk", "m,n,k (tic-tac-toe)", rules, "traditional", options);
        let entry = GameInfo { players: (2, MOST_PLAYERS), ..entry };
        tagged(entry, &["in a row", "tic-tac-toe"])
    }

    fn from_options(chosen: &OptionValues) -> Result<MnkRules, OptionError> {
        let [width, height, k] = ["width", "height", "k"].map(|name| chosen.number(name) as u32);
        let rules = MnkRules::new(width, height, k).and_then(|r| r.for_players(chosen.seats));
        rules.map_err(bad_option(format!("try --k {}", width.max(height))))
    }
}

/// Five in a row on a large board.
#[derive(Debug, Clone)]
pub struct GomokuRules {
    size: u32,
    line: InLine,
}

impl GomokuRules {
    /// Gomoku with this many columns and rows, from 5 to 64. More than five in a row win too.
    pub fn new(size: u32) -> Result<GomokuRules, RulesError> {
        Ok(GomokuRules { size: within("size", size, 5, LONGEST_LINE)?, line: in_line(5) })
    }

    /// Gomoku in which only five in a row win, and not more.
    pub fn exact(size: u32) -> Result<GomokuRules, RulesError> {
        Ok(GomokuRules { line: in_line_exactly(5), ..GomokuRules::new(size)? })
    }
}

impl PositionalRules for GomokuRules {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: self.size, height: self.size }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn threats_stand(&self) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, self.line)
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        row_goal(self.line)
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        row_reason(self.line, end)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Lines<4>> {
        first_to_have(self.line)
    }
}

impl ListedRules for GomokuRules {
    fn info() -> GameInfo {
        let rules = "Players claim cells in turn. The first player with five in a row, \
                     horizontally, vertically or diagonally, wins. In free play more than five win \
                     too; in exact play only exactly five do.";
        let options = vec![
            OptionSpec::number("size", "columns and rows", 5, 64, 15),
            OptionSpec::word("five", "whether more than five count", &["free", "exact"]),
        ];
        tagged(about("gomoku", "Gomoku", rules, "Japan", options), &["in a row"])
    }

    fn from_options(chosen: &OptionValues) -> Result<GomokuRules, OptionError> {
        let size = chosen.number("size") as u32;
        let exact = chosen.word("five") == "exact";
        let rules = if exact { GomokuRules::exact(size) } else { GomokuRules::new(size) };
        rules.map_err(bad_option("choose another --size"))
    }
}

/// Six in a row, two stones in each turn but the first.
#[derive(Debug, Clone)]
pub struct Connect6Rules {
    size: u32,
}

impl Connect6Rules {
    /// Connect6 with this many columns and rows, from 6 to 64.
    pub fn new(size: u32) -> Result<Connect6Rules, RulesError> {
        Ok(Connect6Rules { size: within("size", size, 6, LONGEST_LINE)? })
    }
}

impl PositionalRules for Connect6Rules {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: self.size, height: self.size }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn threats_stand(&self) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, SIX)
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        row_goal(SIX)
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        row_reason(SIX, end)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Lines<4>> {
        first_to_have(SIX)
    }

    fn tempo(&self) -> Tempo {
        Tempo { opening: 1, first: 2, others: 2 }
    }
}

impl ListedRules for Connect6Rules {
    // Two claims in a turn are what it is about.
    const BIAS: bool = false;

    fn info() -> GameInfo {
        let rules = "Black claims one cell, then each player claims two in a turn. The first player \
                     with six or more in a row, horizontally, vertically or diagonally, wins.";
        let size = OptionSpec::number("size", "columns and rows", 6, 64, 19);
        tagged(about("connect6", "Connect6", rules, "I-Chen Wu, 2005", vec![size]), &["in a row"])
    }

    fn from_options(chosen: &OptionValues) -> Result<Connect6Rules, OptionError> {
        Connect6Rules::new(chosen.number("size") as u32)
            .map_err(bad_option("choose another --size"))
    }
}

/// Four in a row, where stones fall down their columns.
#[derive(Debug, Clone)]
pub struct ConnectFourRules {
    width: u32,
    height: u32,
}

impl ConnectFourRules {
    /// Connect four with this many columns and rows, at most 64 of each; four in a row must fit.
    pub fn new(width: u32, height: u32) -> Result<ConnectFourRules, RulesError> {
        board_for(width, height, FOUR.stones())?;
        Ok(ConnectFourRules { width, height })
    }
}

impl PositionalRules for ConnectFourRules {
    type Tracker = Lines<4>;

    const FALLS: bool = true;

    fn board(&self) -> Spec {
        Shape::Square { width: self.width, height: self.height }.into()
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Lines<4>, RulesError> {
        Lines::new(setup)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn threats_stand(&self) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, FOUR)
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        row_goal(FOUR)
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        row_reason(FOUR, end)
    }

    #[inline]
    fn end(&self) -> impl EndRule<Lines<4>> {
        first_to_have(FOUR)
    }

    fn players(&self) -> Vec<PlayerInfo> {
        RED_AND_BLUE.to_vec()
    }
}

impl ListedRules for ConnectFourRules {
    fn info() -> GameInfo {
        let rules = "Players drop stones into columns in turn. The first player with four in a row, \
                     horizontally, vertically or diagonally, wins. A full board is a draw.";
        let options = vec![
            OptionSpec::number("width", "columns", 1, 64, 7),
            OptionSpec::number("height", "rows", 1, 64, 6),
        ];
        let entry = about("connect-four", "Connect four", rules, "Howard Wexler, 1974", options);
        tagged(entry, &["in a row"])
    }

    fn from_options(chosen: &OptionValues) -> Result<ConnectFourRules, OptionError> {
        let [width, height] = ["width", "height"].map(|name| chosen.number(name) as u32);
        ConnectFourRules::new(width, height).map_err(bad_option("try --width 7 --height 6"))
    }
}
