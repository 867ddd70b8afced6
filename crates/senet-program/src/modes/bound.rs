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

/// Which variables have a value.
#[derive(Debug, Clone, Default)]
pub struct Bound(Vec<bool>);

impl Bound {
    /// Nothing is known of `n` variables.
    pub fn new(n: usize) -> Bound {
        Bound(vec![false; n])
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
        bound.0[..block.outer].fill(true);
        bound
    }

    /// How many variables there are, with and without values.
    pub(super) fn variables(&self) -> usize {
        self.0.len()
    }

    /// Whether a variable has a value.
    pub fn has(&self, variable: VarId) -> bool {
        self.0[variable.index()]
    }

    /// Gives a value to a variable.
    pub fn bind(&mut self, variable: VarId) {
        self.0[variable.index()] = true;
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

    /// Gives values to all variables of a premise.
    pub fn bind_all(&mut self, premise: &Premise) {
        premise.each_variable(&mut |v| self.0[v.index()] = true);
    }

    /// The arguments that are known.
    pub fn known(&self, arguments: &[Term]) -> Known {
        let known = arguments.iter().take(64).enumerate().filter(|(_, a)| self.knows(a));
        known.fold(0, |mask, (i, _)| mask | 1 << i)
    }
}
