//! Who was ahead when: lead changes, drama and uncertainty, after Browne.
//!
//! C. Browne, *Automatic Generation and Evaluation of Recombination Games* (2008), measures plays by the
//! estimated chances of the players after each move. Here a position is worth, to a seat, its mean points
//! over some random playouts from it. All numbers are kept in millionths, as whole numbers, so that parts
//! add up exactly.

use crate::distribution::Distribution;
use crate::stats::half_points;
use senet_game::{Cursor, Outcome, Playout, Seat};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Playouts by which a position is judged.
pub(crate) const JUDGED_BY: u64 = 40;
/// At most so many positions of a play are judged, spread evenly over it.
pub(crate) const MOMENTS: usize = 12;
/// A seat leads if it is ahead of all others by more than chance alone makes likely: two standard
/// deviations of the difference of two seats' mean points, each between 0 and 1, over the playouts.
const LEAD: f64 = 0.32;
/// One, in the units of the sums.
const UNIT: f64 = 1e6;

/// Who was ahead when, in some plays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TensionStats {
    /// How many plays were judged.
    pub plays: u64,
    /// How many of them had a single winner.
    pub decided: u64,
    /// How often the lead passed from one seat to another, in a play.
    pub lead_changes: Distribution,
    /// Sum of the drama of decided plays, in millionths: the mean of the square root of how far the
    /// winner was behind, over the moments in which it was.
    pub drama: u64,
    /// Plays in which the winner was clearly behind at some moment.
    pub comebacks: u64,
    /// Sum over plays of the mean of 1 less the lead, in millionths.
    pub uncertainty: u64,
    /// Sum over plays of the largest change between two moments, in millionths.
    pub swing: u64,
    /// After what part of the play, in hundredths, the later winner took the lead for good.
    pub settled: Distribution,
    /// After what part of the play, in hundredths, the judgement first changed by more than chance makes
    /// likely: the first choice that mattered.
    pub mattered: Distribution,
}

impl TensionStats {
    /// Adds the plays of another part.
    pub fn merge(&mut self, other: &TensionStats) {
        self.plays += other.plays;
        self.decided += other.decided;
        self.lead_changes.merge(&other.lead_changes);
        self.drama += other.drama;
        self.comebacks += other.comebacks;
        self.uncertainty += other.uncertainty;
        self.swing += other.swing;
        self.settled.merge(&other.settled);
        self.mattered.merge(&other.mattered);
    }

    /// Counts a play from the worth of its moments to each seat; a moment is at a part of the play.
    pub(crate) fn count(&mut self, moments: &[Moment], outcome: &Outcome) {
        let Some(first) = moments.first() else { return };
        self.plays += 1;
        let seats = first.worth.len();
        let winner = (0..seats).find(|seat| half_points(outcome, Seat(*seat as u8)) == 2);
        let winners = (0..seats).filter(|seat| half_points(outcome, Seat(*seat as u8)) == 2);
        let winner = winner.filter(|_| winners.count() == 1);
        // One pass over the moments. The leader is the last seat that led clearly, so that a lead which
        // passes through a close phase to another seat is one change.
        let mut leader = None;
        let (mut changes, mut open, mut swing) = (0, 0.0, 0.0_f64);
        let (mut behind, mut behind_at, mut was_behind) = (0.0, 0, false);
        let (mut settled, mut mattered) = (0.0, None);
        let mut before: Option<&Moment> = None;
        for moment in moments {
            let (best, lead) = moment.lead();
            open += 1.0 - lead;
            if lead > LEAD {
                changes += u64::from(leader.is_some_and(|leader| leader != best));
                leader = Some(best);
            }
            if let Some(winner) = winner {
                let gap = moment.worth[best] - moment.worth[winner];
                if best != winner && gap > 0.0 {
                    behind += gap.sqrt();
                    behind_at += 1;
                    settled = moment.at;
                    was_behind |= gap > LEAD;
                }
            }
            if let Some(before) = before {
                let change = moment.change(before);
                swing = swing.max(change);
                if change > LEAD {
                    mattered.get_or_insert(moment.at);
                }
            }
            before = Some(moment);
        }
        self.lead_changes.add(changes as i64);
        self.uncertainty += (UNIT * open / moments.len() as f64) as u64;
        self.swing += (UNIT * swing) as u64;
        if let Some(mattered) = mattered {
            self.mattered.add((100.0 * mattered) as i64);
        }
        if winner.is_some() {
            self.decided += 1;
            self.comebacks += u64::from(was_behind);
            self.settled.add((100.0 * settled) as i64);
            if behind_at > 0 {
                self.drama += (UNIT * behind / f64::from(behind_at)) as u64;
            }
        }
    }

    /// A sum in millionths as a mean over so many plays.
    pub(crate) fn mean(sum: u64, plays: u64) -> f64 {
        sum as f64 / UNIT / plays.max(1) as f64
    }
}

/// A position of a play, judged.
#[derive(Debug, Clone)]
pub(crate) struct Moment {
    /// Where in the play it is, from 0 to 1.
    pub(crate) at: f64,
    /// The mean points of each seat, from 0 to 1.
    pub(crate) worth: Vec<f64>,
}

impl Moment {
    /// The seat that is ahead, and by how much; of a single seat, by how much it is more likely to win.
    fn lead(&self) -> (usize, f64) {
        if let [only] = self.worth[..] {
            return (0, (2.0 * only - 1.0).abs());
        }
        let best = (0..self.worth.len())
            .fold(0, |best, seat| if self.worth[seat] > self.worth[best] { seat } else { best });
        let others = self.worth.iter().enumerate().filter(|(seat, _)| *seat != best);
        let next = others.map(|(_, worth)| *worth).fold(0.0, f64::max);
        (best, self.worth[best] - next)
    }

    /// The largest change of any seat's worth since another moment, twice: on the scale of a lead.
    fn change(&self, before: &Moment) -> f64 {
        let each = self.worth.iter().zip(&before.worth).map(|(now, then)| (now - then).abs());
        let scale = if self.worth.len() == 1 { 1.0 } else { 2.0 };
        (scale * each.fold(0.0, f64::max)).min(1.0)
    }
}

/// The worth of the position of a cursor to each seat.
pub(crate) fn judge(at: &mut dyn Cursor, seed: u64, first: u64) -> Vec<f64> {
    let seats = at.seats();
    let mut points = vec![0; seats];
    let mut tally = |playout: &Playout| {
        for (seat, points) in points.iter_mut().enumerate() {
            *points += half_points(&playout.outcome, Seat(seat as u8));
        }
        ControlFlow::Continue(())
    };
    at.playouts(JUDGED_BY, seed, first, &mut tally);
    points.into_iter().map(|points| points as f64 / (2 * JUDGED_BY) as f64).collect()
}
