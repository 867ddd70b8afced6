//! The simplex method in rational numbers, in two phases: exact, and by Bland's rule without cycling
//! (Bland, 1977; see Chvátal, *Linear Programming*, chapters 2 and 3).
//!
//! Invariant: the tableau stays feasible (right sides at least 0), and each row has one basic variable
//! that stands in no other row. Cost: rows times columns for each pivot, and exponentially many pivots
//! at worst, which tiny programs do not need.

use crate::fraction::Fraction;
use std::cmp::Ordering;

/// A linear program: the largest value of a sum of variables, none below 0, under constraints.
#[derive(Debug)]
pub(crate) struct LinearProgram {
    /// The objective, as the factors of the variables.
    pub(crate) objective: Vec<Fraction>,
    /// Sums of variables that must be equal to a number.
    pub(crate) equal: Vec<(Vec<Fraction>, Fraction)>,
    /// Sums of variables that must be at most a number.
    pub(crate) at_most: Vec<(Vec<Fraction>, Fraction)>,
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
    /// The largest value, and the variables there; `None` if there is none, or if fractions grow too
    /// large.
    pub(crate) fn solve(&self) -> Option<(Fraction, Vec<Fraction>)> {
        let n = self.objective.len();
        let slack = self.at_most.len();
        let constraints = slack + self.equal.len();
        // Variables, a slack variable for each `at most`, and an artificial one for each constraint.
        let width = n + slack + constraints;
        let mut rows = Vec::new();
        let all = self.at_most.iter().chain(&self.equal);
        for (i, (sum, right)) in all.enumerate() {
            let mut row = vec![Fraction::ZERO; width + 1];
            row[..n].copy_from_slice(sum);
            if i < slack {
                row[n + i] = Fraction::ONE;
            }
            row[width] = *right;
            if right.signum() < 0 {
                for cell in &mut row {
                    *cell = Fraction::ZERO.checked_sub(*cell)?;
                }
            }
            row[n + slack + i] = Fraction::ONE;
            rows.push(row);
        }
        let basic = (0..constraints).map(|i| n + slack + i).collect();
        let mut tableau = Tableau { rows, basic, reduced: Vec::new() };
        // Phase one: the artificial variables have to go.
        let mut without = vec![Fraction::ZERO; width];
        without[n + slack..].fill(Fraction::whole(-1));
        if tableau.maximise(&without, width)?.signum() != 0 {
            return None;
        }
        tableau.drop_artificial(n + slack)?;
        let mut objective = self.objective.clone();
        objective.resize(width, Fraction::ZERO);
        let value = tableau.maximise(&objective, n + slack)?;
        let mut variables = vec![Fraction::ZERO; n];
        for (row, basic) in tableau.rows.iter().zip(&tableau.basic) {
            if *basic < n {
                variables[*basic] = row[width];
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
        self.reduced.push(Fraction::ZERO);
        for (row, basic) in self.rows.iter().zip(&self.basic) {
            let factor = objective[*basic];
            if factor.signum() != 0 {
                for (cost, cell) in self.reduced.iter_mut().zip(row) {
                    *cost = cost.checked_sub(factor.checked_mul(*cell)?)?;
                }
            }
        }
        while let Some(enters) = (0..allowed).find(|i| self.reduced[*i].signum() > 0) {
            let leaves = self.leaves(enters, width)?;
            self.pivot(leaves, enters)?;
        }
        Fraction::ZERO.checked_sub(self.reduced[width])
    }

    /// The ratio test: the row that limits a variable most; among several the one whose basic variable
    /// has the least number.
    fn leaves(&self, enters: usize, width: usize) -> Option<usize> {
        let mut best: Option<(usize, Fraction)> = None;
        for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| row[enters].signum() > 0) {
            let most = row[width].checked_div(row[enters])?;
            let better = match best {
                None => true,
                Some((at, so_far)) => match most.checked_cmp(so_far)? {
                    Ordering::Less => true,
                    Ordering::Equal => self.basic[i] < self.basic[at],
                    Ordering::Greater => false,
                },
            };
            if better {
                best = Some((i, most));
            }
        }
        best.map(|(i, _)| i)
    }

    fn pivot(&mut self, at: usize, column: usize) -> Option<()> {
        let by = self.rows[at][column];
        for cell in &mut self.rows[at] {
            *cell = cell.checked_div(by)?;
        }
        let pivot = self.rows[at].clone();
        let others = self.rows.iter_mut().enumerate().filter(|(i, _)| *i != at);
        for row in others.map(|(_, row)| row).chain([&mut self.reduced]) {
            let factor = row[column];
            if factor.signum() != 0 {
                for (cell, above) in row.iter_mut().zip(&pivot) {
                    *cell = cell.checked_sub(factor.checked_mul(*above)?)?;
                }
            }
        }
        self.basic[at] = column;
        Some(())
    }

    /// Artificial variables that are still basic are 0; another variable takes their place, or their row
    /// is redundant.
    fn drop_artificial(&mut self, variables: usize) -> Option<()> {
        let mut at = 0;
        while at < self.rows.len() {
            if self.basic[at] < variables {
                at += 1;
                continue;
            }
            match (0..variables).find(|column| self.rows[at][*column].signum() != 0) {
                Some(column) => {
                    self.pivot(at, column)?;
                    at += 1;
                }
                None => {
                    self.rows.remove(at);
                    self.basic.remove(at);
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Fraction, LinearProgram};

    #[test]
    fn a_small_program_is_solved() {
        let row = |cells: &[i128]| cells.iter().map(|c| Fraction::whole(*c)).collect::<Vec<_>>();
        // The most of x + y with x + 2y ≤ 4, 3x + y ≤ 6 and x = y + 1/5.
        let program = LinearProgram {
            objective: row(&[1, 1]),
            equal: vec![(row(&[5, -5]), Fraction::ONE)],
            at_most: vec![(row(&[1, 2]), Fraction::whole(4)), (row(&[3, 1]), Fraction::whole(6))],
        };
        let (value, variables) = program.solve().expect("it has a solution");
        assert_eq!(value.to_string(), "41/15");
        let variables: Vec<String> = variables.iter().map(Fraction::to_string).collect();
        assert_eq!(variables, ["22/15", "19/15"]);
        let none = LinearProgram {
            objective: row(&[1]),
            equal: vec![(row(&[1]), Fraction::whole(3))],
            at_most: vec![(row(&[1]), Fraction::ONE)],
        };
        assert!(none.solve().is_none());
    }
}
