//! Hex by brute force: bits, floods and a table, without anything that the library knows of Hex.

use crate::values::{game, winning_openings};
use rustc_hash::FxHashMap;
use senet_positional::games::Hex;

/// A position: the cells of the first player and of the second, row by row from `a1`.
type Stones = [u64; 2];

struct BruteForce {
    size: usize,
    near: Vec<u64>,
    /// For each player, its sides.
    sides: [[u64; 2]; 2],
    /// Whether the player whose turn it is wins.
    known: FxHashMap<Stones, bool>,
}

impl BruteForce {
    fn new(size: usize) -> BruteForce {
        let steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
        let near = |cell: usize| {
            let (row, column) = ((cell / size) as i64, (cell % size) as i64);
            let around = steps.iter().map(|(down, right)| (row + down, column + right));
            let inside =
                |at: &(i64, i64)| [at.0, at.1].iter().all(|n| (0..size as i64).contains(n));
            around
                .filter(inside)
                .fold(0, |set, (row, column)| set | 1 << (row * size as i64 + column))
        };
        let row = (1 << size) - 1;
        let column = (0..size).fold(0, |set, row| set | 1 << (row * size));
        let sides = [[row, row << (size * (size - 1))], [column, column << (size - 1)]];
        let near = (0..size * size).map(near).collect();
        BruteForce { size, near, sides, known: FxHashMap::default() }
    }

    fn joined(&self, stones: u64, player: usize) -> bool {
        let [from, to] = self.sides[player];
        let mut group = stones & from;
        let mut open = group;
        while open != 0 {
            let more = self.near[open.trailing_zeros() as usize] & stones & !group;
            group |= more;
            open = open & (open - 1) | more;
        }
        group & to != 0
    }

    /// The position turned by half a turn, if that is the smaller number: it is worth the same.
    fn least(&self, stones: Stones) -> Stones {
        let cells = self.size * self.size;
        let turned = stones.map(|set| set.reverse_bits() >> (64 - cells));
        stones.min(turned)
    }

    /// The empty cells that a player reaches from some cells, through stones of its own too.
    fn beside(&self, cells: u64, mine: u64, empty: u64) -> u64 {
        let (mut seen, mut open) = (0, cells);
        while open != 0 {
            let more = self.near[open.trailing_zeros() as usize] & !seen;
            seen |= more;
            open = open & (open - 1) | more & mine;
        }
        seen & empty
    }

    /// For each cell, how many stones a player needs from both of its sides to there, if the other one always takes the
    /// best neighbour (the two-distance). It only orders the moves.
    fn distances(&self, stones: Stones, player: usize) -> Vec<usize> {
        let (mine, cells) = (stones[player], self.size * self.size);
        let empty = !(stones[0] | stones[1]) & ((1 << cells) - 1);
        let mut sums = vec![0; cells];
        for side in self.sides[player] {
            let left = side & !stones[1 - player];
            let mut reached = (left | self.beside(left & mine, mine, empty)) & empty;
            let mut far = vec![cells; cells];
            let mut step = 1;
            let mut front = reached;
            while front != 0 {
                (0..cells).filter(|cell| front >> cell & 1 == 1).for_each(|cell| far[cell] = step);
                let second = |cell: &usize| {
                    let beside = self.beside(1 << cell, mine, empty);
                    (empty & !reached) >> cell & 1 == 1 && (beside & reached).count_ones() > 1
                };
                front = (0..cells).filter(second).fold(0, |set, cell| set | 1 << cell);
                reached |= front;
                step += 1;
            }
            sums.iter_mut().zip(far).for_each(|(sum, far)| *sum += far);
        }
        sums
    }

    /// Whether the player whose turn it is wins.
    fn wins(&mut self, stones: Stones) -> bool {
        let key = self.least(stones);
        if let Some(wins) = self.known.get(&key) {
            return *wins;
        }
        let mover = usize::from(stones[0].count_ones() > stones[1].count_ones());
        let cells = self.size * self.size;
        let taken = stones[0] | stones[1];
        let empty: Vec<usize> = (0..cells).filter(|cell| taken >> cell & 1 == 0).collect();
        let joins = |player: usize, cell: &usize| self.joined(stones[player] | 1 << cell, player);
        let wins = if empty.iter().any(|cell| joins(mover, cell)) {
            true
        } else {
            // A threat has to be met; where there are two, the other one stays.
            let threats: Vec<usize> =
                empty.iter().copied().filter(|cell| joins(1 - mover, cell)).collect();
            let mut moves = if threats.is_empty() { empty } else { threats };
            // What brings both players nearer to their sides comes first.
            let far = [0, 1].map(|player| self.distances(stones, player));
            moves.sort_by_key(|cell| (far[0][*cell] + far[1][*cell], *cell));
            moves.into_iter().any(|cell| {
                let mut after = stones;
                after[mover] |= 1 << cell;
                !self.wins(after)
            })
        };
        self.known.insert(key, wins);
        wins
    }

    fn winning_openings(&mut self) -> Vec<String> {
        let size = self.size;
        let cells = (0..size * size).filter(|cell| !self.wins([1 << cell, 0]));
        let name =
            |cell: usize| format!("{}{}", (b'a' + (cell % size) as u8) as char, cell / size + 1);
        cells.collect::<Vec<_>>().into_iter().map(name).collect()
    }
}

#[test]
fn brute_force_finds_the_same_winning_openings() {
    for size in 2..=4 {
        let hex = game::<Hex>(&[("size", size)]);
        let expected = BruteForce::new(size as usize).winning_openings();
        assert_eq!(winning_openings(&hex), expected, "size {size}");
    }
}

#[test]
#[ignore = "half a minute: cargo test --release -p senet-solve --test solve -- --ignored"]
fn brute_force_finds_the_same_winning_openings_on_five_by_five() {
    let hex = game::<Hex>(&[("size", 5)]);
    assert_eq!(winning_openings(&hex), BruteForce::new(5).winning_openings());
}
