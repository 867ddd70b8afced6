//! The arithmetic progression game, after van der Waerden.

use super::{about, bad_option, tagged};
use crate::error::within;
use crate::{
    Combine, EndRule, ListedRules, PlaceId, PositionalRules, RulesError, SetGame, Sets, Setup,
    draw_if, full,
};
use senet_board::{Shape, Spec};
use senet_game::{GameInfo, OptionError, OptionSpec, OptionValues};

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
}

impl ListedRules for ProgressionRules {
    fn about() -> GameInfo {
        let rules = "Players claim numbers from 1 to n in turn. Whoever is first to hold k numbers at \
                     equal distances, such as 2, 5 and 8, wins. As maker-breaker, the first player \
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

    fn with(chosen: &OptionValues) -> Result<ProgressionRules, OptionError> {
        let [n, k] = ["n", "k"].map(|name| chosen.number(name) as u32);
        let kind = SetGame::named(chosen.word("kind")).unwrap_or(SetGame::MakerMaker);
        ProgressionRules::new(n, k, kind).map_err(bad_option(format!("try --k {n}")))
    }
}
