//! Two moves as sums: the first one of a game, and the last one.

use super::Listing;
use crate::runtime::fast_path::FastRow;
use crate::runtime::ids::ConditionId;
use crate::runtime::state::{NetMove, NetState};
use senet_game::{Game, Turn, Verdict};

/// A game in which every player makes the first move of the list ends here at the latest.
const MOVES: usize = 500;

impl Listing<'_> {
    /// What moves change in the words of a position: the first move of the first player, and the last
    /// one of a game in which every player makes the first move of the list.
    pub(super) fn examples(&mut self) {
        let mut state = self.game.start();
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        let Some(first) = moves.first().copied() else {
            return;
        };
        self.example("the first move", &state, first);
        let mut last = None;
        // Deterministic: the first move of the canonical order, so that the listing of a
        // program is the same everywhere and docs/net.md can show it.
        for _ in 0..MOVES {
            self.game.moves(&state, &mut moves);
            let Some(mv) = moves.first() else {
                break;
            };
            last = Some((state.clone(), *mv));
            self.game.runner().play(&mut state, *mv);
        }
        if let Some((before, mv)) = last {
            self.example(
                "the last move, if every player makes the first one of the list",
                &before,
                mv,
            );
        }
    }

    fn example(&mut self, title: &str, before: &NetState, mv: NetMove) {
        self.title(&format!("{title}: {}", self.game.name_of(mv)));
        self.sums(before, mv);
        let mut after = before.clone();
        let ended = self.game.runner().fire(&mut after, mv);
        self.words("bits", &before.bits, &after.bits);
        self.words("counters", &before.counters, &after.counters);
        self.changed_conditions(before, &after);
        let (from, to) = (before.control.0, after.control.0);
        self.line(format_args!("  control state: {from} becomes {to}"));
        if ended == Ok(false) {
            self.game.runner().settle(&mut after);
            let (control, turn) = (after.control.0, self.turn(&self.game.turn(&after)));
            self.line(format_args!("  by itself: on to control state {control}, {turn}"));
        }
        let runner = self.game.runner();
        if let (Some(b), Some(a)) = (runner.pack(before), runner.pack(&after)) {
            self.line(format_args!("  packed position: {b:#x} becomes {a:#x}"));
        }
    }

    fn turn(&self, turn: &Turn) -> String {
        match turn {
            Turn::Player(seat) => format!("{} to move", self.game.seat_name(*seat)),
            Turn::Chance => "chance".to_owned(),
            Turn::Stopped(limit) => format!("stopped by the limit on {}", limit.what()),
            Turn::Over(outcome) => match outcome.verdict {
                Verdict::Won(seats) => {
                    let names: Vec<String> =
                        seats.iter().map(|seat| self.game.seat_name(seat)).collect();
                    format!("won by {}", names.join(" and "))
                }
                Verdict::Draw => "a draw".to_owned(),
                Verdict::NoResult => "over".to_owned(),
            },
        }
    }

    /// The fused change of a move that has a fast path.
    fn sums(&mut self, state: &NetState, mv: NetMove) {
        let rows = self.net.fast.rows_of(state.control);
        let one_choice = |r: &&FastRow| r.variant == mv.variant && r.second.is_none();
        let Some(row) = rows.iter().find(one_choice) else {
            return;
        };
        let chosen = ((mv.choice - row.base) / row.first.stride) as usize;
        let Some(change) = self.net.fast.choices[row.first.choices as usize + chosen].get() else {
            return;
        };
        let change = self.net.changes.get(change);
        for flip in change.flips {
            self.line(format_args!("  bits[{}] ^= {:#x}", flip.word, flip.bits));
        }
        for add in change.mirrored {
            let (word, byte) = (add.word, add.byte);
            self.line(format_args!("  counters[{word}] += {:#x}, mirrored by byte {byte}", add.by));
        }
        for add in change.adds {
            self.line(format_args!("  counters[{}] += {:#x}", add.word, add.by));
        }
        self.line(format_args!("  packed += {:#x}", change.packed));
    }

    /// The words that differ.
    fn words(&mut self, name: &str, before: &[u64], after: &[u64]) {
        for (i, (b, a)) in before.iter().zip(after).enumerate().filter(|(_, (b, a))| b != a) {
            self.line(format_args!("  {name}[{i}]: {b:#018x} becomes {a:#018x}"));
        }
    }

    /// The conditions that begin to hold, or cease to.
    fn changed_conditions(&mut self, before: &NetState, after: &NetState) {
        let changed = self.net.conditions.ids().filter(|c| before.bit(*c) != after.bit(*c));
        let name = |c: ConditionId| {
            let sign = if after.bit(c) { '+' } else { '-' };
            format!("{sign}{}", self.condition(c))
        };
        let names: Vec<String> = changed.map(name).collect();
        self.line(format_args!("  conditions: {}", names.join(" ")));
    }
}
