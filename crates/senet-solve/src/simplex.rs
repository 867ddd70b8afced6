//! The simplex method in rational numbers, in two phases: exact, and by Bland's rule without cycling
//! (Bland, 1977; see Chvátal, *Linear Programming*, chapters 2 and 3).
//!
//! Invariant: the tableau stays feasible (right sides at least 0), and each row has one basic variable
//! that stands in no other row. Cost: rows times columns for each pivot, and exponentially many pivots
//! at worst, which tiny programs do not need.

use crate::fraction::{Fraction, whole};
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// A linear program: the largest value of a sum of variables, none below 0, under constraints.
#[derive(Debug)]
pub struct LinearProgram {
    /// The objective, as the factors of the variables.
    pub objective: Vec<Fraction>,
    /// Sums of variables that must be equal to a number.
    pub equal: Vec<(Vec<Fraction>, Fraction)>,
    /// Sums of variables that must be at most a number.
    pub at_most: Vec<(Vec<Fraction>, Fraction)>,
}

struct Tableau {
    /// Constraints as rows, the right side last; each row has a basic variable.
    rows: Vec<Vec<Fraction>>,
    basic: Vec<usize>,
    /// Reduced costs: what each variable would still add to the objective; the objective so far last,
    /// negated.
    reduced: Vec<Fraction>,
}

impl LinearProgram {
    /// The largest value, and the variables there; `None` if there is none.
    pub fn solve(&self) -> Option<(Fraction, Vec<Fraction>)> {
        let n = self.objective.len();
        let slack = self.at_most.len();
        let constraints = slack + self.equal.len();
        // Variables, a slack variable for each `at most`, and an artificial one for each constraint.
        let width = n + slack + constraints;
        let mut rows = Vec::new();
        let all = self.at_most.iter().chain(&self.equal);
        for (i, (sum, right)) in all.enumerate() {
            let mut row = vec![Fraction::zero(); width + 1];
            row[..n].clone_from_slice(sum);
            if i < slack {
                row[n + i] = Fraction::one();
            }
            row[width] = right.clone();
            if right.is_negative() {
                row.iter_mut().for_each(|cell| *cell = -&*cell);
            }
            row[n + slack + i] = Fraction::one();
            rows.push(row);
        }
        let basic = (0..constraints).map(|i| n + slack + i).collect();
        let mut tableau = Tableau { rows, basic, reduced: Vec::new() };
        // Phase one: the artificial variables have to go.
        let mut without = vec![Fraction::zero(); width];
        without[n + slack..].fill(whole(-1));
        if !tableau.maximise(&without, width)?.is_zero() {
            return None;
        }
        tableau.drop_artificial(n + slack);
        let mut objective = self.objective.clone();
        objective.resize(width, Fraction::zero());
        let value = tableau.maximise(&objective, n + slack)?;
        let mut variables = vec![Fraction::zero(); n];
        for (row, basic) in tableau.rows.iter().zip(&tableau.basic) {
            if *basic < n {
                variables[*basic] = row[width].clone();
            }
        }
        Some((value, variables))
    }
}

impl Tableau {
    /// Makes a sum as large as possible, with the first `allowed` variables.
    fn maximise(&mut self, objective: &[Fraction], allowed: usize) -> Option<Fraction> {
        let width = objective.len();
        self.reduced = objective.to_vec();
        self.reduced.push(Fraction::zero());
        for (row, basic) in self.rows.iter().zip(&self.basic) {
            let factor = &objective[*basic];
            if !factor.is_zero() {
                for (cost, cell) in self.reduced.iter_mut().zip(row) {
                    *cost -= factor * cell;
                }
            }
        }
        // Bland's rule: the first column that improves enters, and among equal ratios the
        // least variable leaves. Slower than the steepest column, but it cannot cycle, and
        // degenerate programs are the rule here.
        while let Some(enters) = (0..allowed).find(|i| self.reduced[*i].is_positive()) {
            let leaves = self.leaves(enters, width)?;
            self.pivot(leaves, enters);
        }
        Some(-&self.reduced[width])
    }

    /// The ratio test: the row that limits a variable most; among several the one whose basic variable
    /// has the least number.
    fn leaves(&self, enters: usize, width: usize) -> Option<usize> {
        let mut best: Option<(usize, Fraction)> = None;
        for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| row[enters].is_positive()) {
            let most = &row[width] / &row[enters];
            let better = match &best {
                None => true,
                Some((at, so_far)) => match most.cmp(so_far) {
                    Ordering::Less => true,
                    Ordering::Equal => self.basic[i] < self.basic[*at],
                    Ordering::Greater => false,
                },
            };
            if better {
                best = Some((i, most));
            }
        }
        best.map(|(i, _)| i)
    }

    fn pivot(&mut self, at: usize, column: usize) {
        let by = self.rows[at][column].clone();
        for cell in &mut self.rows[at] {
            *cell /= &by;
        }
        let pivot = self.rows[at].clone();
        let others = self.rows.iter_mut().enumerate().filter(|(i, _)| *i != at);
        for row in others.map(|(_, row)| row).chain([&mut self.reduced]) {
            let factor = row[column].clone();
            if !factor.is_zero() {
                for (cell, above) in row.iter_mut().zip(&pivot) {
                    *cell -= &factor * above;
                }
            }
        }
        self.basic[at] = column;
    }

    /// Artificial variables that are still basic are 0; another variable takes their place, or their row
    /// is redundant.
    fn drop_artificial(&mut self, variables: usize) {
        let mut at = 0;
        while at < self.rows.len() {
            if self.basic[at] < variables {
                at += 1;
                continue;
            }
            match (0..variables).find(|column| !self.rows[at][*column].is_zero()) {
                Some(column) => {
                    self.pivot(at, column);
                    at += 1;
                }
                None => {
                    self.rows.remove(at);
                    self.basic.remove(at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fraction, LinearProgram, whole};
    use num_traits::One;

    #[test]
    fn a_small_program_is_solved() {
        let row = |cells: &[i64]| cells.iter().map(|c| whole(*c)).collect::<Vec<_>>();
        // The most of x + y with x + 2y ≤ 4, 3x + y ≤ 6 and x = y + 1/5.
        let program = LinearProgram {
            objective: row(&[1, 1]),
            equal: vec![(row(&[5, -5]), Fraction::one())],
            at_most: vec![(row(&[1, 2]), whole(4)), (row(&[3, 1]), whole(6))],
        };
        let (value, variables) = program.solve().expect("it has a solution");
        assert_eq!(value.to_string(), "41/15");
        let variables: Vec<String> = variables.iter().map(Fraction::to_string).collect();
        assert_eq!(variables, ["22/15", "19/15"]);
        let none = LinearProgram {
            objective: row(&[1]),
            equal: vec![(row(&[1]), whole(3))],
            at_most: vec![(row(&[1]), Fraction::one())],
        };
        assert!(none.solve().is_none());
    }
}
