//! Breakthrough 8 × 8: lists of men. A man and a direction are drawn until the two are a move, which
//! makes each move as likely as any other; the foremost man can always go somewhere. Counting and
//! picking among bits took half as long again, and a draw of two at once a third longer.

use crate::PlayedGame;
use crate::draw::Draw;

// What a cell holds. Rows are sixteen cells long, of which the last eight are walls.
const WHITE: u8 = 0;
const BLACK: u8 = 1;
const FREE: u8 = 2;
const WALL: u8 = 3;

/// By player: straight on, and to both sides.
const STEPS: [[u8; 4]; 2] = [[16, 15, 17, 0], [240, 239, 241, 0]];
/// By player and step, a bit for each thing that it may go to.
const MAY: [[u8; 4]; 2] = {
    let (free, white, black) = (1 << FREE, 1 << WHITE, 1 << BLACK);
    [[free, free | black, free | black, 0], [free, free | white, free | white, 0]]
};

/// Where the men are, and for each cell with a man, which one it is.
#[derive(Clone, Copy)]
struct Board {
    cells: [u8; 128],
    numbers: [u8; 128],
    men: [[u8; 16]; 2],
}

const START: Board = {
    let mut board = Board { cells: [WALL; 128], numbers: [0; 128], men: [[0; 16]; 2] };
    let mut i = 0;
    while i < 64 {
        let cell = i / 8 * 16 + i % 8;
        board.cells[cell] = FREE;
        if i < 16 || i >= 48 {
            let player = if i < 16 { WHITE } else { BLACK };
            board.cells[cell] = player;
            board.numbers[cell] = (i % 16) as u8;
            board.men[player as usize][i % 16] = cell as u8;
        }
        i += 1;
    }
    board
};

#[inline(always)]
pub(crate) fn playout(draw: &mut Draw) -> PlayedGame {
    let mut board = START;
    let mut left = [16usize; 2];
    let mut plies = 0;
    loop {
        let player = plies as usize & 1;
        let (man, from, to) = loop {
            let (man, way) = draw.two_below(left[player], 3);
            let from = board.men[player][man & 15];
            let to = from.wrapping_add(STEPS[player][way & 3]);
            if MAY[player][way & 3] >> board.cells[usize::from(to & 127)] & 1 != 0 {
                break (man & 15, usize::from(from & 127), usize::from(to & 127));
            }
        };
        plies += 1;
        let other = player ^ 1;
        if usize::from(board.cells[to]) == other {
            left[other] -= 1;
            let last = board.men[other][left[other] & 15];
            let taken = board.numbers[to];
            board.men[other][usize::from(taken & 15)] = last;
            board.numbers[usize::from(last & 127)] = taken;
            if left[other] == 0 {
                return PlayedGame::won(plies);
            }
        }
        if to >> 4 == [7, 0][player] {
            return PlayedGame::won(plies);
        }
        board.cells[from] = FREE;
        board.cells[to] = player as u8;
        board.numbers[to] = man as u8;
        board.men[player][man] = to as u8;
    }
}
