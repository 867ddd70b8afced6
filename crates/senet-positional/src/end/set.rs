//! Conditions on winning sets, and the classic kinds of games over them.

use super::{Condition, EndRule, Look, MoverWhen, Ruling, mover_wins_when};
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::PlaceId;
use crate::tracker::Sets;
use senet_game::Seat;

const MAKER: Seat = Seat(0);
const BREAKER: Seat = Seat(1);

/// See [`holds_set`].
#[derive(Debug, Clone, Copy)]
pub struct HoldsSet;

/// All places of one of the sets.
pub const fn holds_set() -> HoldsSet {
    HoldsSet
}

impl Condition<Sets> for HoldsSet {
    #[inline(always)]
    fn holds(&self, look: &Look<'_, Sets>) -> bool {
        look.report.completed.is_some()
    }

    fn places(&self, look: &Look<'_, Sets>) -> Vec<PlaceId> {
        look.report.completed.map(|set| look.tracker.members(set).to_vec()).unwrap_or_default()
    }
}

/// Whoever is first to hold a set wins.
pub const fn maker_maker() -> MoverWhen<HoldsSet> {
    mover_wins_when(holds_set())
}

/// See [`maker_breaker`].
#[derive(Debug, Clone, Copy)]
pub struct MakerBreaker;

/// The first player wins by holding a set; the second as soon as every set has a stone of the second
/// player in it. What decided is the set, or stones that block every set, none of them in vain.
pub const fn maker_breaker() -> MakerBreaker {
    MakerBreaker
}

/// See [`avoider_enforcer`].
#[derive(Debug, Clone, Copy)]
pub struct AvoiderEnforcer;

/// As [`maker_breaker`], but the first player wants not to hold a set.
pub const fn avoider_enforcer() -> AvoiderEnforcer {
    AvoiderEnforcer
}

/// Who got what they were playing for, or against: the set, or a stone in every set.
#[inline]
fn reached(look: &Look<'_, Sets>) -> Option<Seat> {
    if look.player == MAKER {
        look.report.completed.map(|_| MAKER)
    } else {
        (look.memory.within_reach(MAKER) == 0).then_some(BREAKER)
    }
}

fn deciding(look: &Look<'_, Sets>) -> Vec<PlaceId> {
    match look.report.completed {
        Some(set) if look.player == MAKER => look.tracker.members(set).to_vec(),
        _ => look.tracker.blocking(look.stones, look.owner),
    }
}

impl EndRule<Sets> for MakerBreaker {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, Sets>) -> Option<Ruling> {
        reached(look).map(Ruling::Wins)
    }

    fn places(&self, look: &Look<'_, Sets>) -> Vec<PlaceId> {
        deciding(look)
    }

    fn check(&self, setup: &Setup<'_>, _: &Sets) -> Result<(), RulesError> {
        setup.two_play()
    }
}

impl EndRule<Sets> for AvoiderEnforcer {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, Sets>) -> Option<Ruling> {
        reached(look).map(Ruling::Loses)
    }

    fn places(&self, look: &Look<'_, Sets>) -> Vec<PlaceId> {
        deciding(look)
    }

    fn check(&self, setup: &Setup<'_>, _: &Sets) -> Result<(), RulesError> {
        setup.two_play()
    }
}

/// The classic kinds of games over winning sets, to choose one from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetGame {
    /// See [`maker_maker`].
    MakerMaker,
    /// See [`maker_breaker`].
    MakerBreaker,
    /// See [`avoider_enforcer`].
    AvoiderEnforcer,
}

impl SetGame {
    /// Their names, the usual one first.
    pub const NAMES: [&str; 3] = ["maker-maker", "maker-breaker", "avoider-enforcer"];

    /// The kind of this name.
    pub fn named(name: &str) -> Option<SetGame> {
        let kinds = [SetGame::MakerMaker, SetGame::MakerBreaker, SetGame::AvoiderEnforcer];
        SetGame::NAMES.iter().position(|&known| known == name).map(|i| kinds[i])
    }
}

impl EndRule<Sets> for SetGame {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, Sets>) -> Option<Ruling> {
        match self {
            SetGame::MakerMaker => maker_maker().judge(look),
            SetGame::MakerBreaker => maker_breaker().judge(look),
            SetGame::AvoiderEnforcer => avoider_enforcer().judge(look),
        }
    }

    fn places(&self, look: &Look<'_, Sets>) -> Vec<PlaceId> {
        match self {
            SetGame::MakerMaker => maker_maker().places(look),
            SetGame::MakerBreaker | SetGame::AvoiderEnforcer => deciding(look),
        }
    }

    fn check(&self, setup: &Setup<'_>, _: &Sets) -> Result<(), RulesError> {
        match self {
            SetGame::MakerMaker => Ok(()),
            SetGame::MakerBreaker | SetGame::AvoiderEnforcer => setup.two_play(),
        }
    }
}
