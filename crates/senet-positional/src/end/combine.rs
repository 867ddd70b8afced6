//! From conditions to rules, and from rules to larger ones.

use super::{AvoiderEnforcer, Condition, EndRule, Look, MakerBreaker, Ruling, SetGame};
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::PlaceId;
use crate::tracker::Tracker;
use senet_game::Seat;

/// Rules can be put together.
pub trait Combine: Sized {
    /// This rule, unless the other one applies, which then decides.
    fn unless<E>(self, other: E) -> IfNotThen<E, Self> {
        IfNotThen { first: other, then: self }
    }

    /// This rule and, if it does not apply, the other one.
    fn if_not_then<E>(self, other: E) -> IfNotThen<Self, E> {
        IfNotThen { first: self, then: other }
    }
}

impl<C> Combine for MoverWhen<C> {}
impl<C> Combine for When<C> {}
impl<C> Combine for DrawIf<C> {}
impl<A, B> Combine for IfNotThen<A, B> {}
impl<E, const N: usize> Combine for Criteria<E, N> {}
impl<E> Combine for Symmetric<E> {}
impl Combine for MakerBreaker {}
impl Combine for AvoiderEnforcer {}
impl Combine for SetGame {}

/// See [`mover_wins_when`] and [`mover_loses_when`].
#[derive(Debug, Clone, Copy)]
pub struct MoverWhen<C> {
    wins: bool,
    condition: C,
}

/// Whoever makes the condition true of their own stones wins: a rule that is the same for all.
///
/// ```
/// use senet_board::{Shape, Spec};
/// use senet_game::{Game, Outcome, Seat, Turn, named};
/// use senet_positional::{
///     EndRule, Groups, Positional, PositionalRules, Region, RulesError, Setup, connects,
///     mover_wins_when,
/// };
///
/// /// Y: whoever joins all three sides wins.
/// struct Y;
///
/// impl PositionalRules for Y {
///     type Tracker = Groups;
///
///     fn board(&self) -> Spec {
///         Shape::Triangle { side: 3 }.into()
///     }
///
///     fn tracker(&self, setup: &Setup<'_>) -> Result<Groups, RulesError> {
///         Groups::by_sides(setup)
///     }
///
///     fn end(&self) -> impl EndRule<Groups> {
///         let sides = [Region::NORTHEAST, Region::SOUTH, Region::NORTHWEST];
///         mover_wins_when(connects(3, sides))
///     }
/// }
///
/// let game = Positional::new(Y)?;
/// let mut position = game.start();
/// for cell in ["a1", "b2", "b1", "a3", "c1"] {
///     let claim = named(&game, &position, cell).expect("the cell is empty");
///     game.apply(&mut position, &claim, &mut ());
/// }
/// assert_eq!(game.turn(&position), Turn::Over(Outcome::won(Seat(0))));
/// # Ok::<(), RulesError>(())
/// ```
pub const fn mover_wins_when<C>(condition: C) -> MoverWhen<C> {
    MoverWhen { wins: true, condition }
}

/// Whoever makes the condition true of their own stones loses: a rule that is the same for all.
pub const fn mover_loses_when<C>(condition: C) -> MoverWhen<C> {
    MoverWhen { wins: false, condition }
}

impl<T: Tracker, C: Condition<T>> EndRule<T> for MoverWhen<C> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        let player = look.player;
        if !self.condition.holds(look) {
            return None;
        }
        Some(if self.wins { Ruling::Wins(player) } else { Ruling::Loses(player) })
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        self.condition.places(look)
    }

    fn check(&self, setup: &Setup<'_>, tracker: &T) -> Result<(), RulesError> {
        self.condition.check(setup, tracker)
    }
}

/// See [`player_wins_when`] and [`player_loses_when`].
#[derive(Debug, Clone, Copy)]
pub struct When<C> {
    player: Seat,
    ruling: Ruling,
    condition: C,
}

/// One player wins with a move that makes the condition true of the player's stones. For games in
/// which players want different things; [`mover_wins_when`] is for all others.
pub const fn player_wins_when<C>(player: Seat, condition: C) -> When<C> {
    When { player, ruling: Ruling::Wins(player), condition }
}

/// One player loses with a move that makes the condition true of the player's stones.
pub const fn player_loses_when<C>(player: Seat, condition: C) -> When<C> {
    When { player, ruling: Ruling::Loses(player), condition }
}

impl<T: Tracker, C: Condition<T>> EndRule<T> for When<C> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        (look.player == self.player && self.condition.holds(look)).then_some(self.ruling)
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        self.condition.places(look)
    }

    fn check(&self, setup: &Setup<'_>, tracker: &T) -> Result<(), RulesError> {
        setup.seat(self.player.0)?;
        self.condition.check(setup, tracker)
    }
}

/// See [`full`].
#[derive(Debug, Clone, Copy)]
pub struct Full;

/// Nothing is left to be claimed.
pub const fn full() -> Full {
    Full
}

impl<T: Tracker> Condition<T> for Full {
    #[inline(always)]
    fn holds(&self, look: &Look<'_, T>) -> bool {
        look.is_full()
    }

    fn places(&self, _: &Look<'_, T>) -> Vec<PlaceId> {
        Vec::new()
    }
}

/// See [`draw_if`].
#[derive(Debug, Clone, Copy)]
pub struct DrawIf<C>(C);

/// The game is a draw if this is true, whoever has moved, such as `draw_if(full())`.
pub const fn draw_if<C>(condition: C) -> DrawIf<C> {
    DrawIf(condition)
}

impl<T: Tracker, C: Condition<T>> EndRule<T> for DrawIf<C> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        self.0.holds(look).then_some(Ruling::Draw)
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        self.0.places(look)
    }

    fn check(&self, setup: &Setup<'_>, tracker: &T) -> Result<(), RulesError> {
        self.0.check(setup, tracker)
    }
}

/// See [`Combine::if_not_then`].
#[derive(Debug, Clone, Copy)]
pub struct IfNotThen<A, B> {
    first: A,
    then: B,
}

impl<T: Tracker, A: EndRule<T>, B: EndRule<T>> EndRule<T> for IfNotThen<A, B> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        self.first.judge(look).or_else(|| self.then.judge(look))
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        if self.first.judge(look).is_some() {
            self.first.places(look)
        } else {
            self.then.places(look)
        }
    }

    fn check(&self, setup: &Setup<'_>, tracker: &T) -> Result<(), RulesError> {
        self.first.check(setup, tracker)?;
        self.then.check(setup, tracker)
    }
}

/// See [`criteria`].
#[derive(Debug, Clone, Copy)]
pub struct Criteria<E, const N: usize>([E; N]);

/// Several rules of one kind: the first that applies decides.
pub const fn criteria<E, const N: usize>(rules: [E; N]) -> Criteria<E, N> {
    Criteria(rules)
}

impl<T: Tracker, E: EndRule<T>, const N: usize> EndRule<T> for Criteria<E, N> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        self.0.iter().find_map(|rule| rule.judge(look))
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        let rule = self.0.iter().find(|rule| rule.judge(look).is_some());
        rule.map(|rule| rule.places(look)).unwrap_or_default()
    }

    fn check(&self, setup: &Setup<'_>, tracker: &T) -> Result<(), RulesError> {
        self.0.iter().try_for_each(|rule| rule.check(setup, tracker))
    }
}

/// See [`symmetric`].
#[derive(Debug, Clone, Copy)]
pub struct Symmetric<E>(E);

/// A rule that is written for the first player, `Seat(0)`, and goes for all alike: to others it is as
/// if they were the first. Where the rule is about nobody but whoever moves, [`mover_wins_when`] and
/// [`mover_loses_when`] say the same in fewer words.
pub const fn symmetric<E>(rule: E) -> Symmetric<E> {
    Symmetric(rule)
}

impl<T: Tracker, E: EndRule<T>> EndRule<T> for Symmetric<E> {
    #[inline(always)]
    fn judge(&self, look: &Look<'_, T>) -> Option<Ruling> {
        let turned = |seat: Seat| Seat((seat.0 + look.player.0) % look.seats);
        let ruling = self.0.judge(&Look { player: Seat(0), ..*look })?;
        Some(match ruling {
            Ruling::Wins(seat) => Ruling::Wins(turned(seat)),
            Ruling::Loses(seat) => Ruling::Loses(turned(seat)),
            Ruling::Draw => Ruling::Draw,
        })
    }

    fn places(&self, look: &Look<'_, T>) -> Vec<PlaceId> {
        self.0.places(&Look { player: Seat(0), ..*look })
    }

    fn check(&self, setup: &Setup<'_>, tracker: &T) -> Result<(), RulesError> {
        self.0.check(setup, tracker)
    }
}
