//! Draw rules: what ends a game although its position does not.
//!
//! A position knows no history. Code that plays a game keeps a [`Referee`] beside it; cursors
//! have one built in. No other code knows what `#limit`, `#repeat` and quiet moves mean.

use crate::hash::hash128;
use crate::outcome::Turn;
use senet_data::hash::GOLDEN;

/// What a game says about long play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct DrawRules {
    /// The same position this many times is a draw.
    pub repeat: Option<u64>,
    /// This many moves of players are a draw.
    pub limit: Option<u64>,
    /// This many moves of players in a row of which none is
    /// [irreversible](crate::Abilities::is_irreversible) are a draw.
    pub quiet: Option<u64>,
}

impl DrawRules {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == DrawRules::default()
    }
}

/// Keeps the draw rules in one play: counts moves, quiet moves and repetitions.
///
/// Repetitions are counted by 128-bit keys since the last irreversible move, because no position from
/// before it can come back. A search goes back with [`Referee::mark`] and [`Referee::rewind`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Referee {
    rules: DrawRules,
    count: PlayCount,
    /// Keys of the positions since the last irreversible move, oldest first. After a move that was
    /// irreversible, older keys stay below `from`, so that a rewind needs no copy.
    keys: Vec<u128>,
    from: usize,
    drawn: bool,
    /// Whether the current position is the only one that counts, and its key is not among `keys` yet.
    lacks_key: bool,
    /// Whether `keys` are the positions that a play must not come back to, and no more are added.
    frozen: bool,
    sketch: Sketch,
}

/// A Bloom filter with one hash function (Bloom 1970) over `keys[from..to]`: nearly all positions are new, and
/// need not be looked for among all since the last irreversible move. A rewind leaves bits behind, which cost
/// time and nothing else.
#[derive(Debug, Clone, Default)]
struct Sketch {
    bits: [u64; 8],
    from: usize,
    to: usize,
}

/// It is a cache: two plays with the same keys are equal, whatever they have looked up.
impl PartialEq for Sketch {
    fn eq(&self, _: &Sketch) -> bool {
        true
    }
}

impl Eq for Sketch {}

impl Sketch {
    /// The word and the bit of a key. Keys can be packed positions, whose bits are not mixed.
    fn place(key: u128) -> (usize, u64) {
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(GOLDEN);
        ((mixed >> 61) as usize, 1 << (mixed >> 55 & 63))
    }

    /// Whether a key may be among `keys[from..]`.
    fn may_contain(&mut self, keys: &[u128], from: usize, key: u128) -> bool {
        if self.from != from {
            *self = Sketch { bits: [0; 8], from, to: from };
        }
        for known in &keys[self.to..] {
            let (word, bit) = Sketch::place(*known);
            self.bits[word] |= bit;
        }
        self.to = keys.len();
        let (word, bit) = Sketch::place(key);
        self.bits[word] & bit != 0
    }
}

/// How many moves were made, for draw rules that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct PlayCount {
    /// Moves of players since the start.
    pub moves: u64,
    /// Moves of players since the last irreversible one.
    pub quiet: u64,
}

/// A point to [rewind](Referee::rewind) to.
#[derive(Debug, Clone, Copy)]
pub struct RefereeMark {
    count: PlayCount,
    keys: usize,
    from: usize,
    drawn: bool,
    lacks_key: bool,
}

/// A move that was made, as far as the draw rules care.
#[derive(Debug, Clone, Copy)]
pub struct MoveMade {
    /// Whether a player made it, and not chance.
    pub by_player: bool,
    /// Whether it can never be undone.
    pub irreversible: bool,
}

impl Referee {
    /// For a play that begins in the position with this key.
    pub fn new(rules: DrawRules, start_key: u128) -> Referee {
        let keys = if rules.repeat.is_some() { vec![start_key] } else { Vec::new() };
        Referee { rules, keys, ..Referee::default() }
    }

    /// For a play without draw rules.
    pub fn none() -> Referee {
        Referee::default()
    }

    /// The rules that it keeps.
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// How many moves were made.
    pub fn count(&self) -> PlayCount {
        self.count
    }

    /// Whether a draw rule has ended the play.
    pub fn is_draw(&self) -> bool {
        self.drawn
    }

    /// Whether [`Referee::watch`] looks at keys at all; if not, any key will do.
    pub fn needs_keys(&self) -> bool {
        self.rules.repeat.is_some()
    }

    /// How many moves of players the limit still allows, if there is a limit. The last of them counts
    /// if it ends the game by its own rules.
    pub fn moves_left(&self) -> Option<u64> {
        // Where the first occurrence of a position is a draw, only a move that ends the game is none.
        let at_once = self.rules.repeat.filter(|n| *n <= 1).map(|_| 1);
        let limit = self.rules.limit.map(|n| self.left(n, self.count.moves));
        at_once.into_iter().chain(limit).min()
    }

    /// How many quiet moves in a row are still allowed, if they are limited. The last of them counts
    /// if it ends the game by its own rules.
    pub fn quiet_left(&self) -> Option<u64> {
        self.rules.quiet.map(|n| self.left(n, self.count.quiet))
    }

    fn left(&self, limit: u64, count: u64) -> u64 {
        if self.drawn { 0 } else { limit.saturating_sub(count).max(1) }
    }

    /// Whether positions of the past can still end the play by coming back.
    pub fn remembers_positions(&self) -> bool {
        self.from < self.keys.len()
    }

    /// The same play under other rules, for a search that reaches positions by several ways: moves are
    /// counted on, but of all positions only those of the past are remembered whose next occurrence is
    /// a draw. What the future can bring then depends on the position, on [`Referee::count`] and on
    /// [`Referee::remembers_positions`], and on nothing else.
    ///
    /// Nothing is lost by that if cycling for ever is a draw as well: a win that can be forced can be forced
    /// without meeting a position twice. The current position is not remembered, for the
    /// same reason.
    pub fn frozen(&self, rules: DrawRules) -> Referee {
        // Sorted, without repetitions: two plays that remember the same positions have equal referees.
        let met = &self.keys[self.from..];
        let bars = |key: &u128| {
            let times = met.iter().filter(|k| *k == key).count() as u64;
            rules.repeat.is_some_and(|n| times + 1 >= n) && met.last() != Some(key)
        };
        let keys = if rules.repeat.is_none() {
            Vec::new()
        } else if self.frozen {
            met.to_vec()
        } else {
            let mut keys: Vec<u128> = met.iter().copied().filter(bars).collect();
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        let (count, drawn) = (self.count, self.drawn);
        Referee { rules, count, keys, drawn, frozen: true, ..Referee::default() }
    }

    /// A move was made that led to the position with this key, in which `after` is the turn by the
    /// rules of the game. An end by the rules of the game counts more than a draw rule.
    pub fn watch(&mut self, made: MoveMade, key: u128, after: &Turn) {
        debug_assert!(!self.lacks_key, "a move that is not one-way was made from a known position");
        // Older keys are not removed, only passed over: a rewind sets `from` back and has them again.
        if made.irreversible {
            self.from = self.keys.len();
        }
        if !self.count_move(made, after) {
            return;
        }
        let Some(repeat) = self.rules.repeat else { return };
        let Referee { keys, from, sketch, frozen, .. } = self;
        if *frozen {
            self.drawn |= repeat <= 1 || keys[*from..].contains(&key);
            return;
        }
        // Counting is linear in the positions since the last irreversible move, so that it is done only
        // where the filter does not rule the key out.
        let may_be_met = sketch.may_contain(keys, *from, key);
        keys.push(key);
        let mut times = 1;
        if may_be_met {
            times = keys[*from..].iter().filter(|k| **k == key).count() as u64;
        }
        self.drawn |= times >= repeat;
    }

    /// The same for a move after which no position from before can come back. The key of the position that
    /// it led to is [wanted](Referee::lacks_key) only if the next move is not such a one.
    pub fn leave(&mut self, made: MoveMade, after: &Turn) {
        self.from = self.keys.len();
        self.lacks_key = self.rules.repeat.is_some() && !self.frozen;
        if self.count_move(made, after) {
            self.drawn |= self.rules.repeat.is_some_and(|n| n <= 1);
        }
    }

    /// Whether the key of the current position has to be [given](Referee::give_key) before a move is made
    /// from it that is not one-way.
    pub fn lacks_key(&self) -> bool {
        self.lacks_key
    }

    /// The key of the current position, where it was lacking.
    pub fn give_key(&mut self, key: u128) {
        self.keys.push(key);
        self.lacks_key = false;
    }

    /// Counts a move; whether play goes on by the rules of the game.
    fn count_move(&mut self, made: MoveMade, after: &Turn) -> bool {
        let moved = u64::from(made.by_player);
        self.count.moves += moved;
        self.count.quiet = if made.irreversible { 0 } else { self.count.quiet + moved };
        let goes_on = matches!(after, Turn::Player(_) | Turn::Chance);
        let long = self.rules.limit.is_some_and(|n| self.count.moves >= n);
        let quiet = self.rules.quiet.is_some_and(|n| self.count.quiet >= n);
        self.drawn |= goes_on && (long || quiet);
        goes_on
    }

    /// A hash of what the draw rules remember, as far as the next `plies` moves can depend on it: in
    /// equal positions with equal hashes, the same moves lead to the same ends. 0 without rules.
    ///
    /// Counts are left out where `plies` more moves cannot reach their limit, so that they do not keep
    /// transpositions apart. Takes time in the number of positions since the last irreversible move.
    pub fn history_hash(&self, plies: u64) -> u64 {
        if self.rules.is_empty() {
            return 0;
        }
        let near = |count: u64, limit: Option<u64>| {
            limit.is_some_and(|limit| count.saturating_add(plies) >= limit).then_some(count)
        };
        let moves = near(self.count.moves, self.rules.limit);
        let quiet = near(self.count.quiet, self.rules.quiet);
        // A sum, because repetitions are counted and the order of positions does not matter.
        let each = self.keys[self.from..].iter().map(|key| hash128(key) as u64);
        let positions = each.fold(0, u64::wrapping_add);
        hash128(&(moves, quiet, positions)) as u64
    }

    /// Forgets the positions that were met, and keeps the counts: for a play of which only the length
    /// is known.
    pub fn forget_positions(&mut self) {
        self.keys.clear();
        self.from = 0;
        self.sketch = Sketch::default();
    }

    /// Whether the move would end the play by a draw rule.
    pub fn would_draw(&mut self, made: MoveMade, key: u128, after: &Turn) -> bool {
        let mark = self.mark();
        self.watch(made, key, after);
        let drawn = self.drawn;
        self.rewind(mark);
        drawn
    }

    /// A point to come back to.
    pub fn mark(&self) -> RefereeMark {
        let Referee { count, from, drawn, lacks_key, .. } = *self;
        RefereeMark { count, keys: self.keys.len(), from, drawn, lacks_key }
    }

    /// Goes back to a mark; marks are used last in, first out.
    pub fn rewind(&mut self, mark: RefereeMark) {
        self.keys.truncate(mark.keys);
        self.sketch.to = self.sketch.to.min(mark.keys);
        (self.count, self.from, self.drawn) = (mark.count, mark.from, mark.drawn);
        self.lacks_key = mark.lacks_key;
    }
}

#[cfg(test)]
mod tests {
    use super::{DrawRules, MoveMade, Referee};
    use crate::outcome::{Outcome, Seat, Turn};

    const QUIET: MoveMade = MoveMade { by_player: true, irreversible: false };
    const FINAL: MoveMade = MoveMade { by_player: true, irreversible: true };
    const CHANCE: MoveMade = MoveMade { by_player: false, irreversible: false };
    const ON: Turn = Turn::Player(Seat(0));

    fn drawn_after(rules: DrawRules, moves: &[(MoveMade, u128)]) -> Vec<bool> {
        let mut referee = Referee::new(rules, 0);
        let mut each = |(made, key): &(MoveMade, u128)| {
            referee.watch(*made, *key, &ON);
            referee.is_draw()
        };
        moves.iter().map(&mut each).collect()
    }

    #[test]
    fn a_limit_counts_the_moves_of_players() {
        let rules = DrawRules { limit: Some(2), ..DrawRules::default() };
        let moves = [(QUIET, 1), (CHANCE, 2), (FINAL, 3)];
        assert_eq!(drawn_after(rules, &moves), [false, false, true]);
    }

    #[test]
    fn the_start_counts_as_an_occurrence() {
        let rules = DrawRules { repeat: Some(2), ..DrawRules::default() };
        assert_eq!(drawn_after(rules, &[(QUIET, 1), (QUIET, 2), (QUIET, 0)]), [false, false, true]);
    }

    #[test]
    fn quiet_moves_are_counted_anew_after_an_irreversible_one() {
        let rules = DrawRules { quiet: Some(2), ..DrawRules::default() };
        let moves = [(QUIET, 1), (FINAL, 2), (QUIET, 3), (QUIET, 4)];
        assert_eq!(drawn_after(rules, &moves), [false, false, false, true]);
    }

    #[test]
    fn an_end_by_the_rules_counts_more() {
        let rules = DrawRules { limit: Some(1), ..DrawRules::default() };
        let mut referee = Referee::new(rules, 0);
        referee.watch(QUIET, 1, &Turn::Over(Outcome::won(Seat(0))));
        assert!(!referee.is_draw());
    }

    #[test]
    fn histories_are_told_apart_by_what_the_rules_can_still_see() {
        let after = |rules, moves: &[(MoveMade, u128)]| {
            let mut referee = Referee::new(rules, 0);
            moves.iter().for_each(|(made, key)| referee.watch(*made, *key, &ON));
            referee
        };
        let none = after(DrawRules::default(), &[(QUIET, 1)]);
        assert_eq!(none.history_hash(100), 0);
        let repeat = DrawRules { repeat: Some(3), ..DrawRules::default() };
        let hash = |moves: &[(MoveMade, u128)]| after(repeat, moves).history_hash(9);
        assert_eq!(hash(&[(QUIET, 1), (QUIET, 2)]), hash(&[(QUIET, 2), (QUIET, 1)]));
        assert_ne!(hash(&[(QUIET, 1), (QUIET, 2)]), hash(&[(QUIET, 1), (QUIET, 3)]));
        assert_eq!(hash(&[(QUIET, 1), (FINAL, 2)]), hash(&[(QUIET, 3), (FINAL, 2)]));
        let limit = DrawRules { limit: Some(10), ..DrawRules::default() };
        let (one, two) = (after(limit, &[(QUIET, 1)]), after(limit, &[(QUIET, 1), (QUIET, 2)]));
        assert_eq!(one.history_hash(7), two.history_hash(7));
        assert_ne!(one.history_hash(8), two.history_hash(8));
    }

    #[test]
    fn what_is_left_ends_with_the_move_that_draws() {
        let rules = DrawRules { repeat: None, limit: Some(3), quiet: Some(2) };
        let mut referee = Referee::new(rules, 0);
        assert_eq!((referee.moves_left(), referee.quiet_left()), (Some(3), Some(2)));
        referee.watch(QUIET, 1, &ON);
        referee.watch(FINAL, 2, &ON);
        assert_eq!((referee.moves_left(), referee.quiet_left()), (Some(1), Some(2)));
        referee.watch(QUIET, 3, &ON);
        assert_eq!((referee.moves_left(), referee.quiet_left()), (Some(0), Some(0)));
        assert_eq!(Referee::none().moves_left(), None);
        let once = DrawRules { repeat: Some(1), limit: Some(9), quiet: None };
        assert_eq!(Referee::new(once, 0).moves_left(), Some(1));
    }

    #[test]
    fn a_one_way_move_leaves_the_past_behind() {
        let rules = DrawRules { repeat: Some(2), limit: Some(9), quiet: None };
        let mut referee = Referee::new(rules, 0);
        referee.watch(QUIET, 1, &ON);
        let mark = referee.mark();
        referee.leave(QUIET, &ON);
        assert!(referee.lacks_key() && !referee.remembers_positions());
        referee.give_key(7);
        referee.watch(QUIET, 8, &ON);
        assert!(!referee.is_draw() && !referee.lacks_key());
        assert!(referee.would_draw(QUIET, 7, &ON), "where the one-way move led counts");
        referee.leave(QUIET, &ON);
        referee.rewind(mark);
        assert!(!referee.lacks_key() && referee.would_draw(QUIET, 0, &ON));
        let long = DrawRules { limit: Some(1), ..DrawRules::default() };
        let mut referee = Referee::new(long, 0);
        referee.leave(QUIET, &ON);
        assert!(referee.is_draw() && !referee.lacks_key());
    }

    #[test]
    fn a_frozen_referee_remembers_the_past_and_nothing_else() {
        let rules = DrawRules { repeat: Some(2), ..DrawRules::default() };
        let mut referee = Referee::new(rules, 0);
        referee.watch(QUIET, 1, &ON);
        referee.watch(QUIET, 2, &ON);
        let mut frozen = referee.frozen(rules);
        assert!(frozen.would_draw(QUIET, 0, &ON) && frozen.would_draw(QUIET, 1, &ON));
        assert!(!frozen.would_draw(QUIET, 2, &ON), "where it stands is not remembered");
        frozen.watch(QUIET, 3, &ON);
        assert!(!frozen.would_draw(QUIET, 3, &ON), "nor what is met from there on");
        assert!(frozen.remembers_positions());
        frozen.watch(FINAL, 4, &ON);
        assert!(!frozen.remembers_positions() && !frozen.would_draw(QUIET, 0, &ON));
        assert_eq!(frozen.count().moves, 4);
        let thrice = DrawRules { repeat: Some(3), ..DrawRules::default() };
        assert!(!Referee::new(thrice, 0).frozen(thrice).remembers_positions());
    }

    #[test]
    fn long_plays_with_rewinds_find_every_repetition() {
        use crate::random::Rng;
        let rules = DrawRules { repeat: Some(3), ..DrawRules::default() };
        let mut rng = Rng::new(7);
        for _ in 0..200 {
            let (mut referee, mut marks) = (Referee::new(rules, 0), Vec::new());
            // The positions since the last irreversible move, as a list for each mark.
            let mut met = vec![0];
            for _ in 0..120 {
                match rng.index(8) {
                    0 => marks.push((referee.mark(), met.clone())),
                    1 => {
                        if let Some((mark, known)) = marks.pop() {
                            referee.rewind(mark);
                            met = known;
                        }
                        continue;
                    }
                    _ => {}
                }
                let key = u128::from(rng.index(40)) << (64 * rng.index(2));
                let irreversible = rng.index(16) == 0;
                if irreversible {
                    met.clear();
                }
                met.push(key);
                let again = met.iter().filter(|k| **k == key).count() >= 3;
                let made = MoveMade { by_player: true, irreversible };
                let before = referee.is_draw();
                referee.watch(made, key, &ON);
                assert_eq!(referee.is_draw(), before || again, "{key} in {met:?}");
            }
        }
    }

    #[test]
    fn a_rewind_forgets_what_came_after_the_mark() {
        let rules = DrawRules { repeat: Some(2), limit: Some(9), quiet: Some(3) };
        let mut referee = Referee::new(rules, 0);
        referee.watch(QUIET, 1, &ON);
        let before = referee.clone();
        let mark = referee.mark();
        referee.watch(FINAL, 2, &ON);
        referee.watch(QUIET, 2, &ON);
        assert!(referee.is_draw());
        referee.rewind(mark);
        assert_eq!(referee, before);
        assert!(referee.would_draw(QUIET, 0, &ON));
        assert_eq!(referee, before);
    }
}
