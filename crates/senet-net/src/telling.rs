//! Hearing which rules fire on the net: the fast path as tables, and beside it a listener.

use crate::runtime::control::{Control, Entry, Successor};
use crate::runtime::fast_path::{FastPath, Interpreted, Step};
use crate::runtime::ids::{ControlId, VariantId};
use crate::runtime::net::Net;
use crate::runtime::state::{NetMove, NetState};
use std::cell::RefCell;

/// The fast path for a listener, who hears the number of each rule that fires.
#[derive(Clone, Copy)]
pub(crate) struct Telling<'t, 'f> {
    fired: &'t RefCell<&'f mut dyn FnMut(u32)>,
}

impl<'t, 'f> Telling<'t, 'f> {
    pub(crate) fn new(fired: &'t RefCell<&'f mut dyn FnMut(u32)>) -> Telling<'t, 'f> {
        Telling { fired }
    }

    /// An entry fires, and the links that are skipped after it.
    fn entry(self, net: &Net, entry: &Entry) {
        self.fired(net, entry.variant);
        if let Successor::Always(to) = entry.next {
            self.forwarded(net, to);
        }
    }
}

impl FastPath for Telling<'_, '_> {
    fn step(self, net: &Net, state: &mut NetState) -> Step {
        net.fast_step_telling(state, |from, jump| {
            let Control { rules, links, forward, interactive, .. } = &net.controls[from];
            if forward.is_some() {
                return self.forwarded(net, from);
            }
            // Jumps stand in the order of the entries; what a player chooses from are no jumps.
            let rules = if *interactive { &[][..] } else { &rules[..] };
            self.entry(net, rules.iter().chain(links).nth(jump).expect("a jump for each entry"));
        })
    }

    fn apply(self, net: &Net, state: &mut NetState, mv: NetMove) -> bool {
        let from = state.control;
        let applied = Interpreted.apply(net, state, mv);
        if applied
            && let Some(entry) = net.controls[from].rules.iter().find(|e| e.variant == mv.variant)
        {
            let to = match &entry.next {
                Successor::Always(to) => *to,
                Successor::ByChoice(open, to) => {
                    to[net.choices(mv)[entry.open[*open as usize].factor]]
                }
            };
            self.forwarded(net, to);
        }
        applied
    }

    fn pick(
        self,
        net: &Net,
        state: &NetState,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<NetMove> {
        Interpreted.pick(net, state, below)
    }

    fn fired(self, net: &Net, variant: VariantId) {
        (self.fired.borrow_mut())(net.variants[variant].rule.0);
    }

    fn forwarded(self, net: &Net, mut from: ControlId) {
        // Forwards were shortened, but the links themselves still lead to the next one.
        while net.controls[from].forward.is_some()
            && let [link] = &net.controls[from].links[..]
            && let Successor::Always(to) = link.next
        {
            self.fired(net, link.variant);
            from = to;
        }
    }
}
