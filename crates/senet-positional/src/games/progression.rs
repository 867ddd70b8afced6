//! The arithmetic progression game, after van der Waerden.

use super::{about, tagged};
use crate::{Combine, End, Entry, Kind, PlaceId, Rules, Sets, draw_if, full};
use senet_board::{Board, Shape, Spec};
use senet_game::{About, BadOption, Chosen, OptionSpec};

/// Numbers at equal distances are the winning sets.
#[derive(Debug, Clone)]
pub struct ProgressionRules {
    n: u32,
    k: u32,
    kind: Kind,
}

impl Rules for ProgressionRules {
    type Tracker = Sets;

    fn board(&self) -> Spec {
        Spec { prefix: Some(String::new()), ..Shape::Line { cells: self.n }.into() }
    }

    fn tracker(&self, _: &Board) -> Sets {
        let (n, k) = (self.n, self.k);
        let steps = 1..=if k > 1 { (n - 1) / (k - 1) } else { 1 };
        let starts = steps.flat_map(|step| (0..n - step * (k - 1)).map(move |first| (first, step)));
        let set = |(first, step)| (0..k).map(|i| (first + i * step) as PlaceId).collect();
        Sets::new(n as usize, 2, starts.map(set))
    }

    #[inline]
    fn end(&self) -> impl End<Sets> {
        draw_if(full()).unless(self.kind)
    }
}

impl Entry for ProgressionRules {
    fn about() -> About {
        let rules = "Players claim numbers from 1 to n in turn. Whoever is first to hold k numbers at \
                     equal distances, such as 2, 5 and 8, wins. As maker-breaker, the first player \
                     wants such numbers and the second prevents it; as avoider-enforcer, the first \
                     player must not get them.";
        let options = vec![
            OptionSpec::number("n", "the largest number", 1, 1000, 9),
            OptionSpec::number("k", "how many at equal distances", 1, 1000, 3),
            OptionSpec::word("kind", "who wants what", &Kind::NAMES),
        ];
        let title = "Arithmetic progressions";
        let entry = about("arithmetic-progression", title, rules, "after van der Waerden", options);
        tagged(entry, &["winning sets", "maker-breaker"])
    }

    fn with(chosen: &Chosen) -> Result<ProgressionRules, BadOption> {
        let [n, k] = ["n", "k"].map(|name| chosen.number(name) as u32);
        if k > n {
            let message = format!("{k} numbers cannot be chosen from {n}");
            return Err(BadOption::new(message, format!("try --k {n}")));
        }
        let kind = Kind::named(chosen.word("kind")).unwrap_or(Kind::MakerMaker);
        Ok(ProgressionRules { n, k, kind })
    }
}
