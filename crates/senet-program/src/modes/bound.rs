//! Which variables have a value, and which arguments are known because of that.

use crate::ids::VarId;
use crate::program::{Block, Clause, Premise, Term};

/// A set of arguments, by position: bit i stands for argument i. Arguments beyond the 64th are
/// never known, and so always asked for.
pub type Known = u64;

/// Whether an argument is in a set.
pub(super) fn has(known: Known, argument: usize) -> bool {
    argument < 64 && known & 1 << argument != 0
}

/// Which variables have a value. The first 64 need no memory of their own: orders of premises are
/// compared by copying this again and again.
#[derive(Debug, Clone, Default)]
pub struct Bound {
    variables: usize,
    first: u64,
    rest: Vec<u64>,
}

impl Bound {
    /// Nothing is known of `n` variables.
    pub fn new(n: usize) -> Bound {
        Bound { variables: n, first: 0, rest: vec![0; n.saturating_sub(1) / 64] }
    }

    /// The variables that the known arguments of a clause's head give values to.
    pub(super) fn given(clause: &Clause, known: Known) -> Bound {
        let mut bound = Bound::new(clause.variables.len());
        for (i, argument) in clause.head.arguments.iter().enumerate() {
            if has(known, i) {
                argument.each_variable(&mut |v| bound.bind(v));
            }
        }
        bound
    }

    /// What is known inside of a block before it begins: everything from outside.
    pub fn inside(block: &Block) -> Bound {
        let mut bound = Bound::new(block.variables());
        (0..block.outer).for_each(|v| bound.bind(VarId::new(v)));
        bound
    }

    /// How many variables there are, with and without values.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Whether a variable has a value.
    pub fn has(&self, variable: VarId) -> bool {
        let (word, bit) = (variable.index() / 64, variable.index() % 64);
        let word = if word == 0 { self.first } else { self.rest[word - 1] };
        word & 1 << bit != 0
    }

    /// Gives a value to a variable.
    pub fn bind(&mut self, variable: VarId) {
        let (word, bit) = (variable.index() / 64, variable.index() % 64);
        let word = if word == 0 { &mut self.first } else { &mut self.rest[word - 1] };
        *word |= 1 << bit;
    }

    /// Whether a term has a value.
    pub fn knows(&self, term: &Term) -> bool {
        let mut all = true;
        term.each_variable(&mut |v| all &= self.has(v));
        all
    }

    /// Whether enough is known to judge a comparison, to work out a sum, or to look into a block.
    pub fn is_ready(&self, premise: &Premise) -> bool {
        super::comparable(premise, self)
    }

    /// Gives a value to each variable that has one in another such set.
    pub fn bind_those(&mut self, others: &Bound) {
        self.first |= others.first;
        self.rest.iter_mut().zip(&others.rest).for_each(|(word, other)| *word |= other);
    }

    /// Whether each variable has a value that has one in another such set.
    pub fn has_those(&self, others: &Bound) -> bool {
        let mut rest = self.rest.iter().zip(&others.rest);
        others.first & !self.first == 0 && rest.all(|(word, other)| other & !word == 0)
    }

    /// Gives values to all variables of a premise.
    pub fn bind_all(&mut self, premise: &Premise) {
        premise.each_variable(&mut |v| self.bind(v));
    }

    /// The arguments that are known.
    pub fn known(&self, arguments: &[Term]) -> Known {
        let known = arguments.iter().take(64).enumerate().filter(|(_, a)| self.knows(a));
        known.fold(0, |mask, (i, _)| mask | 1 << i)
    }
}

#[cfg(test)]
mod tests {
    use super::Bound;
    use crate::ids::VarId;

    #[test]
    fn variables_beyond_the_first_word_are_kept_too() {
        let with = |variables: &[usize]| {
            let mut bound = Bound::new(130);
            variables.iter().for_each(|v| bound.bind(VarId::new(*v)));
            bound
        };
        let known = |bound: &Bound| -> Vec<usize> {
            (0..130).filter(|v| bound.has(VarId::new(*v))).collect()
        };
        let ends = [0, 63, 64, 127, 128, 129];
        let mut bound = with(&ends);
        assert_eq!(known(&bound), ends);
        assert!(bound.has_those(&with(&[63, 128])) && !bound.has_those(&with(&[63, 126])));
        bound.bind_those(&with(&[1, 126]));
        assert_eq!(known(&bound), [0, 1, 63, 64, 126, 127, 128, 129]);
        assert_eq!(known(&Bound::new(130)), []);
    }
}
