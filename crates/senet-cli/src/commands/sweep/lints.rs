//! What looks like a mistake of the rules, and shows only when variants are compared.

use super::Sweep;
use senet_analysis::PlayStats;
use senet_game::Seat;
use senet_solve::GameValue;

impl Sweep<'_> {
    /// Whether the first player wins at every point, of which there are several; the value of each is given, if it was
    /// found.
    pub(super) fn first_seat_wins(&self, values: &[Option<GameValue>]) -> Option<String> {
        let all = values.len() == self.points.len() && values.len() > 1;
        let wins = values.iter().all(|value| *value == Some(GameValue::Win));
        let name = self.games.first()?.seat_name(Seat(0));
        (all && wins).then(|| {
            let points = values.len();
            format!(
                "{name}, the first seat, wins all {points} variants: a swap rule would be fairer"
            )
        })
    }

    /// The options that change nothing: whatever the others are, their values give the same statistics of the same
    /// playouts. The statistics of all points are given, if all were sampled.
    pub(super) fn idle_options(&self, stats: &[PlayStats]) -> Vec<String> {
        if stats.len() < self.points.len() || !self.config.players.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        // The last option changes fastest, so that points that differ in one option alone stand in steps.
        let mut step = self.points.len();
        for one in &self.varied {
            let values = one.values.len();
            step /= values;
            let first = |point: usize| point - point / step % values * step;
            let same = (0..stats.len()).all(|point| stats[point] == stats[first(point)]);
            if same && values > 1 {
                let (name, playouts) = (&one.name, stats[0].playouts);
                out.push(format!(
                    "{name} changes nothing: {playouts} playouts are the same for all {values} values"
                ));
            }
        }
        out
    }
}

/// A line for each.
pub(super) fn lints(all: &[String]) -> String {
    all.iter().map(|lint| format!("lint: {lint}\n")).collect()
}
