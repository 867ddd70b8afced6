//! So many in a row: m,n,k with tic-tac-toe, gomoku, Connect6, connect four.

use super::{about, tagged};
use crate::{
    Combine, End, Entry, InLine, Lines, PlaceId, Player, RED_AND_BLUE, Rules, Tempo, X_AND_O,
    draw_if, full, in_line, in_line_exactly, player_wins_when, symmetric,
};
use senet_board::{Board, Cell, Shape, Spec};
use senet_game::{About, BadOption, Chosen, OptionSpec, Seat};

const FOUR: InLine = in_line(4);
const SIX: InLine = in_line(6);

/// Whoever has the line wins; a full board is a draw.
fn first_to_have(line: InLine) -> impl End<Lines<4>> {
    draw_if(full()).unless(symmetric(player_wins_when(Seat(0), line)))
}

/// All lines of so many cells: whoever wins holds one of them.
fn rows(board: &Board, line: InLine) -> Vec<Vec<PlaceId>> {
    let places = |cells: &[Cell]| cells.iter().map(|cell| cell.0 as PlaceId).collect();
    board.lines(line.stones() as usize).iter().map(places).collect()
}

/// `k` in a row on a board of any size.
#[derive(Debug, Clone)]
pub struct MnkRules {
    width: u32,
    height: u32,
    line: InLine,
}

impl Rules for MnkRules {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: self.width, height: self.height }.into()
    }

    fn tracker(&self, board: &Board) -> Lines<4> {
        Lines::new(board, 2)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, self.line)
    }

    #[inline]
    fn end(&self) -> impl End<Lines<4>> {
        first_to_have(self.line)
    }

    fn players(&self) -> &'static [Player] {
        &X_AND_O
    }
}

impl Entry for MnkRules {
    fn about() -> About {
        let rules = "Players claim cells in turn. Whoever has k in a row first, also diagonally, wins. \
                     A full board is a draw. Three in a row on 3 × 3 is tic-tac-toe.";
        let options = vec![
            OptionSpec::number("width", "columns", 1, 64, 3),
            OptionSpec::number("height", "rows", 1, 64, 3),
            OptionSpec::number("k", "how many in a row win", 1, 64, 3),
        ];
        let entry = about("mnk", "m,n,k (tic-tac-toe)", rules, "traditional", options);
        tagged(entry, &["in a row", "tic-tac-toe"])
    }

    fn with(chosen: &Chosen) -> Result<MnkRules, BadOption> {
        let [width, height, k] = ["width", "height", "k"].map(|name| chosen.number(name) as u32);
        if k > width.max(height) {
            let message = format!("{k} in a row do not fit on {width} × {height}");
            return Err(BadOption::new(message, format!("try --k {}", width.max(height))));
        }
        Ok(MnkRules { width, height, line: in_line(k) })
    }
}

/// Five in a row on a large board.
#[derive(Debug, Clone)]
pub struct GomokuRules {
    size: u32,
    line: InLine,
}

impl Rules for GomokuRules {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: self.size, height: self.size }.into()
    }

    fn tracker(&self, board: &Board) -> Lines<4> {
        Lines::new(board, 2)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, self.line)
    }

    #[inline]
    fn end(&self) -> impl End<Lines<4>> {
        first_to_have(self.line)
    }
}

impl Entry for GomokuRules {
    fn about() -> About {
        let rules = "Players claim cells in turn. Whoever has five in a row first, also diagonally, \
                     wins. In free play more than five win too; in exact play only five do.";
        let options = vec![
            OptionSpec::number("size", "columns and rows", 5, 64, 15),
            OptionSpec::word("five", "whether more than five count", &["free", "exact"]),
        ];
        tagged(about("gomoku", "Gomoku", rules, "Japan", options), &["in a row"])
    }

    fn with(chosen: &Chosen) -> Result<GomokuRules, BadOption> {
        let line = if chosen.word("five") == "exact" { in_line_exactly(5) } else { in_line(5) };
        Ok(GomokuRules { size: chosen.number("size") as u32, line })
    }
}

/// Six in a row, two stones in each turn but the first.
#[derive(Debug, Clone)]
pub struct Connect6Rules {
    size: u32,
}

impl Rules for Connect6Rules {
    type Tracker = Lines<4>;

    fn board(&self) -> Spec {
        Shape::Square { width: self.size, height: self.size }.into()
    }

    fn tracker(&self, board: &Board) -> Lines<4> {
        Lines::new(board, 2)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, SIX)
    }

    #[inline]
    fn end(&self) -> impl End<Lines<4>> {
        first_to_have(SIX)
    }

    fn tempo(&self) -> Tempo {
        Tempo { opening: 1, first: 2, others: 2 }
    }
}

impl Entry for Connect6Rules {
    // Two claims in a turn are what it is about.
    const BIAS: bool = false;

    fn about() -> About {
        let rules = "Black claims one cell, then each player claims two in a turn. Whoever has six or \
                     more in a row first, also diagonally, wins.";
        let size = OptionSpec::number("size", "columns and rows", 6, 64, 19);
        tagged(about("connect6", "Connect6", rules, "I-Chen Wu, 2005", vec![size]), &["in a row"])
    }

    fn with(chosen: &Chosen) -> Result<Connect6Rules, BadOption> {
        Ok(Connect6Rules { size: chosen.number("size") as u32 })
    }
}

/// Four in a row, where stones fall down their columns.
#[derive(Debug, Clone)]
pub struct ConnectFourRules {
    width: u32,
    height: u32,
}

impl Rules for ConnectFourRules {
    type Tracker = Lines<4>;

    const FALLS: bool = true;

    fn board(&self) -> Spec {
        Shape::Square { width: self.width, height: self.height }.into()
    }

    fn tracker(&self, board: &Board) -> Lines<4> {
        Lines::new(board, 2)
    }

    fn keeps(&self, _: &Board, _: &[Cell]) -> bool {
        true
    }

    fn goals(&self, board: &Board) -> Vec<Vec<PlaceId>> {
        rows(board, FOUR)
    }

    #[inline]
    fn end(&self) -> impl End<Lines<4>> {
        first_to_have(FOUR)
    }

    fn players(&self) -> &'static [Player] {
        &RED_AND_BLUE
    }
}

impl Entry for ConnectFourRules {
    fn about() -> About {
        let rules = "Players drop stones into columns in turn. Whoever has four in a row first, also \
                     diagonally, wins. A full board is a draw.";
        let options = vec![
            OptionSpec::number("width", "columns", 1, 64, 7),
            OptionSpec::number("height", "rows", 1, 64, 6),
        ];
        let entry = about("connect-four", "Connect four", rules, "Howard Wexler, 1974", options);
        tagged(entry, &["in a row"])
    }

    fn with(chosen: &Chosen) -> Result<ConnectFourRules, BadOption> {
        let [width, height] = ["width", "height"].map(|name| chosen.number(name) as u32);
        if width.max(height) < 4 {
            let message = format!("four in a row do not fit on {width} × {height}");
            return Err(BadOption::new(message, "try --width 7 --height 6"));
        }
        Ok(ConnectFourRules { width, height })
    }
}
