//! The fast path of this game, as code: what each control state leads to, and what moves change.

#![allow(unused, clippy::all, reason = "some games need little of it")]

use crate::runtime::bits::Row;
use crate::runtime::net::{Lit, Net};
use crate::runtime::quick::{Hot, Step};
use crate::runtime::state::{Fixed, NetMove, NetState, Now};
use senet_game::Seat;

/// The fast path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printed;

/// How many words of bits there are.
const WORDS: usize = 1;

impl Hot for Printed {
    #[inline(always)]
    fn step(self, net: &Net, state: &mut NetState) -> Step {
        let Some(bits) = state.bits.first_chunk::<WORDS>() else {
            unreachable!("positions have this many words")
        };
        match state.control {
            0 => {
                if (const { Row::dense(0, 9) }).any(bits) {
                    return Step::Turn(Now::Player(Seat(0)));
                }
                Step::Turn(Now::Over { ended: true })
            }
            1 => {
                if true {
                    state.control = 2;
                    return Step::On;
                }
                Step::Turn(Now::Over { ended: true })
            }
            2 => {
                if bits[0] >> 44 & 1 != 0 {
                    state.control = 3;
                    return Step::On;
                }
                if bits[0] >> 43 & 1 != 0 {
                    state.control = 4;
                    return Step::On;
                }
                if bits[0] >> 43 & 1 == 0 {
                    state.control = 5;
                    return Step::On;
                }
                Step::Turn(Now::Over { ended: true })
            }
            4 => {
                if (const { Row::dense(0, 9) }).any(bits) {
                    return Step::Turn(Now::Player(Seat(1)));
                }
                Step::Turn(Now::Over { ended: true })
            }
            6 => {
                if true {
                    state.control = 7;
                    return Step::On;
                }
                Step::Turn(Now::Over { ended: true })
            }
            7 => {
                if bits[0] >> 45 & 1 != 0 {
                    state.control = 8;
                    return Step::On;
                }
                if bits[0] >> 43 & 1 != 0 {
                    state.control = 0;
                    return Step::On;
                }
                if bits[0] >> 43 & 1 == 0 {
                    state.control = 5;
                    return Step::On;
                }
                Step::Turn(Now::Over { ended: true })
            }
            _ => net.quick_step(state),
        }
    }

    #[inline(always)]
    fn make(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool {
        match (state.control, mv.variant) {
            (0, 0) => {
                let at = ((mv.choice - 0) / 1) as usize;
                net.make(state, &CHANGES_0[at]);
                state.control = 2;
                true
            }
            (4, 1) => {
                let at = ((mv.choice - 0) / 1) as usize;
                net.make(state, &CHANGES_1[at]);
                state.control = 7;
                true
            }
            _ => net.quick_move(state, mv),
        }
    }

    #[inline(always)]
    fn pick(
        self,
        net: &Net,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove> {
        let Some(bits) = state.bits.first_chunk::<WORDS>() else {
            unreachable!("positions have this many words")
        };
        match state.control {
            0 => {
                let chosen = const { Row::dense(0, 9) }.pick(bits, below);
                Some(NetMove { variant: 0, choice: 0 + 1 * chosen as u64 })
            }
            4 => {
                let chosen = const { Row::dense(0, 9) }.pick(bits, below);
                Some(NetMove { variant: 1, choice: 0 + 1 * chosen as u64 })
            }
            _ => net.quick_pick(state, below),
        }
    }
}

#[rustfmt::skip]
static CHANGES_0: [Fixed<1, 2>; 9] = [
    Fixed { flips: [(0, 0x201)], adds: [(2, 0xffffffffffffffff), (0, 0x10101)], code: 0x1 },
    Fixed { flips: [(0, 0x402)], adds: [(2, 0xffffffffffffffff), (0, 0x1010000)], code: 0x4 },
    Fixed { flips: [(0, 0x804)], adds: [(2, 0xffffffffffffffff), (0, 0x10100010000)], code: 0x10 },
    Fixed { flips: [(0, 0x1008)], adds: [(2, 0xffffffffffffffff), (0, 0x1000000000001)], code: 0x40 },
    Fixed { flips: [(0, 0x2010)], adds: [(2, 0xffffffffffffffff), (0, 0x1000101000100)], code: 0x100 },
    Fixed { flips: [(0, 0x4020)], adds: [(2, 0xffffffffffffffff), (0, 0x1010000000000)], code: 0x400 },
    Fixed { flips: [(0, 0x8040)], adds: [(2, 0xffffffffffffffff), (0, 0x100000100000001)], code: 0x1000 },
    Fixed { flips: [(0, 0x10080)], adds: [(2, 0xffffffffffffffff), (0, 0x100000001000000)], code: 0x4000 },
    Fixed { flips: [(0, 0x20100)], adds: [(2, 0xffffffffffffffff), (0, 0x100010000000100)], code: 0x10000 },
];
#[rustfmt::skip]
static CHANGES_1: [Fixed<1, 2>; 9] = [
    Fixed { flips: [(0, 0x40001)], adds: [(2, 0xffffffffffffffff), (1, 0x10101)], code: 0x2 },
    Fixed { flips: [(0, 0x80002)], adds: [(2, 0xffffffffffffffff), (1, 0x1010000)], code: 0x8 },
    Fixed { flips: [(0, 0x100004)], adds: [(2, 0xffffffffffffffff), (1, 0x10100010000)], code: 0x20 },
    Fixed { flips: [(0, 0x200008)], adds: [(2, 0xffffffffffffffff), (1, 0x1000000000001)], code: 0x80 },
    Fixed { flips: [(0, 0x400010)], adds: [(2, 0xffffffffffffffff), (1, 0x1000101000100)], code: 0x200 },
    Fixed { flips: [(0, 0x800020)], adds: [(2, 0xffffffffffffffff), (1, 0x1010000000000)], code: 0x800 },
    Fixed { flips: [(0, 0x1000040)], adds: [(2, 0xffffffffffffffff), (1, 0x100000100000001)], code: 0x2000 },
    Fixed { flips: [(0, 0x2000080)], adds: [(2, 0xffffffffffffffff), (1, 0x100000001000000)], code: 0x8000 },
    Fixed { flips: [(0, 0x4000100)], adds: [(2, 0xffffffffffffffff), (1, 0x100010000000100)], code: 0x20000 },
];
