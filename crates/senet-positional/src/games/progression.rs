//! The arithmetic progression game, after van der Waerden.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    Combine, EndOfPlay, EndRule, ListedRules, PlaceId, PositionalRules, RulesError, Ruling,
    SetGame, Sets, Setup, draw_if, full,
};
use senet_board::{Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues, Seat, SeatGoal};

/// Numbers at equal distances are the winning sets.
#[derive(Debug, Clone)]
pub struct ProgressionRules {
    n: u32,
    k: u32,
    kind: SetGame,
}

/// With more numbers, pairs of them would be too many sets.
const MOST: u32 = 1000;

impl ProgressionRules {
    /// Numbers from 1 to `n`, at most 1000, of which `k` at equal distances are a set.
    pub fn new(n: u32, k: u32, kind: SetGame) -> Result<ProgressionRules, RulesError> {
        let n = within("n", n, 1, MOST)?;
        Ok(ProgressionRules { n, k: within("k", k, 1, n)?, kind })
    }
}

impl PositionalRules for ProgressionRules {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        Spec { prefix: Some(String::new()), ..Shape::Line { cells: self.n }.into() }
    }

    fn tracker(&self, setup: &Setup<'_>) -> Result<Sets, RulesError> {
        let (n, k) = (self.n, self.k);
        let steps = 1..=if k > 1 { (n - 1) / (k - 1) } else { 1 };
        let starts = steps.flat_map(|step| (0..n - step * (k - 1)).map(move |first| (first, step)));
        let set = |(first, step)| (0..k).map(|i| (first + i * step) as PlaceId).collect();
        Sets::new(setup, starts.map(set))
    }

    #[inline]
    fn end(&self) -> impl EndRule<Sets> {
        draw_if(full()).unless(self.kind)
    }

    fn side_goals(&self) -> Vec<SeatGoal> {
        let k = self.k;
        let goal =
            |seat, text: String| SeatGoal { seat: Some(Seat(seat)), ..SeatGoal::of_all(text) };
        let numbers = format!("{k} numbers at equal distances");
        match self.kind {
            SetGame::MakerMaker => vec![SeatGoal::of_all(format!("get {numbers}"))],
            SetGame::MakerBreaker => vec![
                goal(0, format!("get {numbers}")),
                goal(1, format!("keep your opponent from {numbers}")),
            ],
            SetGame::AvoiderEnforcer => vec![
                goal(0, format!("avoid {numbers}")),
                goal(1, format!("force your opponent to take {numbers}")),
            ],
        }
    }

    fn end_reason(&self, end: &EndOfPlay<'_>) -> Option<String> {
        let numbers = format!("has {} numbers at equal distances", self.k);
        match (self.kind, end.ruling) {
            (SetGame::MakerMaker, _) | (SetGame::MakerBreaker, Ruling::Wins(Seat(0))) => {
                end.about(&numbers, &numbers)
            }
            (SetGame::AvoiderEnforcer, Ruling::Wins(Seat(1)) | Ruling::Loses(Seat(0))) => {
                let taker = EndOfPlay { ruling: Ruling::Loses(Seat(0)), ..*end };
                taker.about("", &numbers)
            }
            (_, Ruling::Draw) => None,
            _ => Some(format!("There will never be {} numbers at equal distances.", self.k)),
        }
    }
}

impl ListedRules for ProgressionRules {
    fn info() -> GameInfo {
        let rules = "Players claim numbers from 1 to n in turn. The first player to hold k numbers \
                     at equal distances, such as 2, 5 and 8, wins. As maker-breaker, the first player \
                     wants such numbers and the second prevents it; as avoider-enforcer, the first \
                     player must not get them.";
        let options = vec![
            OptionSpec::number("n", "the largest number", 1, MOST.into(), 9),
            OptionSpec::number("k", "how many at equal distances", 1, MOST.into(), 3),
            OptionSpec::word("kind", "who wants what", &SetGame::NAMES),
        ];
        let title = "Arithmetic progressions";
        let entry = about("arithmetic-progression", title, rules, "after van der Waerden", options);
        tagged(entry, &["winning sets", "maker-breaker"])
    }

    fn from_options(chosen: &OptionValues) -> Result<ProgressionRules, OptionError> {
        let [n, k] = ["n", "k"].map(|name| chosen.number(name) as u32);
        let kind = SetGame::named(chosen.word("kind")).unwrap_or(SetGame::MakerMaker);
        ProgressionRules::new(n, k, kind).map_err(bad_option(format!("try --k {n}")))
    }
}
