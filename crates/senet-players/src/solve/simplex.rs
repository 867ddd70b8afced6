//! The simplex method in fractions: exact, and by Bland's rule without going round.

use super::fraction::Fraction;
use std::cmp::Ordering;

/// Variables at least 0 with the largest value of a sum under some conditions.
#[derive(Debug)]
pub(super) struct Program {
    /// The sum.
    pub(super) goal: Vec<Fraction>,
    /// Sums of variables that must be this, or at most this.
    pub(super) equal: Vec<(Vec<Fraction>, Fraction)>,
    pub(super) at_most: Vec<(Vec<Fraction>, Fraction)>,
}

struct Tableau {
    /// Conditions as rows, the right side last; each row has a basic variable.
    rows: Vec<Vec<Fraction>>,
    basic: Vec<usize>,
    /// What each variable would still add to the goal; the goal so far last, negated.
    gain: Vec<Fraction>,
}

impl Program {
    /// The largest value, and the variables there. Nothing, if there is none, or if fractions grow
    /// too large.
    pub(super) fn solve(&self) -> Option<(Fraction, Vec<Fraction>)> {
        let n = self.goal.len();
        let slack = self.at_most.len();
        let conditions = slack + self.equal.len();
        // Variables, what is left of each `at most`, and a stand-in for each condition.
        let width = n + slack + conditions;
        let mut rows = Vec::new();
        let all = self.at_most.iter().chain(&self.equal);
        for (i, (sum, right)) in all.enumerate() {
            let mut row = vec![Fraction::ZERO; width + 1];
            row[..n].copy_from_slice(sum);
            if i < slack {
                row[n + i] = Fraction::ONE;
            }
            row[width] = *right;
            if right.sign() < 0 {
                for cell in &mut row {
                    *cell = Fraction::ZERO.minus(*cell)?;
                }
            }
            row[n + slack + i] = Fraction::ONE;
            rows.push(row);
        }
        let basic = (0..conditions).map(|i| n + slack + i).collect();
        let mut tableau = Tableau { rows, basic, gain: Vec::new() };
        // First the stand-ins have to go.
        let mut without = vec![Fraction::ZERO; width];
        without[n + slack..].fill(Fraction::whole(-1));
        if tableau.maximise(&without, width)?.sign() != 0 {
            return None;
        }
        tableau.dismiss(n + slack)?;
        let mut goal = self.goal.clone();
        goal.resize(width, Fraction::ZERO);
        let value = tableau.maximise(&goal, n + slack)?;
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
    fn maximise(&mut self, goal: &[Fraction], allowed: usize) -> Option<Fraction> {
        let width = goal.len();
        self.gain = goal.to_vec();
        self.gain.push(Fraction::ZERO);
        for (row, basic) in self.rows.iter().zip(&self.basic) {
            let factor = goal[*basic];
            if factor.sign() != 0 {
                for (gain, cell) in self.gain.iter_mut().zip(row) {
                    *gain = gain.minus(factor.times(*cell)?)?;
                }
            }
        }
        while let Some(enters) = (0..allowed).find(|i| self.gain[*i].sign() > 0) {
            let leaves = self.leaves(enters, width)?;
            self.pivot(leaves, enters)?;
        }
        Fraction::ZERO.minus(self.gain[width])
    }

    /// The row that limits a variable most; the variable with the least number among several.
    fn leaves(&self, enters: usize, width: usize) -> Option<usize> {
        let mut best: Option<(usize, Fraction)> = None;
        for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| row[enters].sign() > 0) {
            let most = row[width].by(row[enters])?;
            let better = match best {
                None => true,
                Some((at, so_far)) => match most.compare(so_far)? {
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
            *cell = cell.by(by)?;
        }
        let pivot = self.rows[at].clone();
        let others = self.rows.iter_mut().enumerate().filter(|(i, _)| *i != at);
        for row in others.map(|(_, row)| row).chain([&mut self.gain]) {
            let factor = row[column];
            if factor.sign() != 0 {
                for (cell, above) in row.iter_mut().zip(&pivot) {
                    *cell = cell.minus(factor.times(*above)?)?;
                }
            }
        }
        self.basic[at] = column;
        Some(())
    }

    /// Stand-ins that are still basic are 0; something else takes their place, or their row says
    /// nothing.
    fn dismiss(&mut self, variables: usize) -> Option<()> {
        let mut at = 0;
        while at < self.rows.len() {
            if self.basic[at] < variables {
                at += 1;
                continue;
            }
            match (0..variables).find(|column| self.rows[at][*column].sign() != 0) {
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
    use super::{Fraction, Program};

    #[test]
    fn a_small_program_is_solved() {
        let row = |cells: &[i128]| cells.iter().map(|c| Fraction::whole(*c)).collect::<Vec<_>>();
        // The most of x + y with x + 2y ≤ 4, 3x + y ≤ 6 and x = y + 1/5.
        let program = Program {
            goal: row(&[1, 1]),
            equal: vec![(row(&[5, -5]), Fraction::ONE)],
            at_most: vec![(row(&[1, 2]), Fraction::whole(4)), (row(&[3, 1]), Fraction::whole(6))],
        };
        let (value, variables) = program.solve().expect("it has a solution");
        assert_eq!(value.to_string(), "41/15");
        let variables: Vec<String> = variables.iter().map(Fraction::to_string).collect();
        assert_eq!(variables, ["22/15", "19/15"]);
        let none = Program {
            goal: row(&[1]),
            equal: vec![(row(&[1]), Fraction::whole(3))],
            at_most: vec![(row(&[1]), Fraction::ONE)],
        };
        assert!(none.solve().is_none());
    }
}
