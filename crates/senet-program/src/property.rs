//! Properties: what the author says about all plays.

use crate::program::{Atom, Pattern, Variable};
use senet_syntax::Span;

/// Something that the author says about all plays.
#[derive(Debug, Clone)]
pub struct Property {
    /// What is said.
    pub kind: PropertyKind,
    /// Where it is written.
    pub span: Span,
}

/// What can be said about all plays.
#[derive(Debug, Clone)]
pub enum PropertyKind {
    /// `#never`: no position fits.
    Never(Pattern),
    /// `#reach`: some position fits.
    Reach(Pattern),
    /// `#always-possible`: from every position, one that fits can be reached.
    AlwaysPossible(Pattern),
    /// `#inevitable`: every play comes to a position that fits.
    Inevitable(Pattern),
    /// `#once`: in no play, a position that fits comes after one that does not, after one that does.
    Once(Pattern),
    /// `#conserve`: whatever the variables are, there are always so many such atoms.
    Conserve {
        /// The variables.
        variables: Vec<Variable>,
        /// The atoms that are counted.
        atoms: Vec<Atom>,
        /// How many.
        total: u64,
    },
}

impl PropertyKind {
    /// The name of its directive, without the `#`.
    pub fn directive(&self) -> &'static str {
        match self {
            PropertyKind::Never(_) => "never",
            PropertyKind::Reach(_) => "reach",
            PropertyKind::AlwaysPossible(_) => "always-possible",
            PropertyKind::Inevitable(_) => "inevitable",
            PropertyKind::Once(_) => "once",
            PropertyKind::Conserve { .. } => "conserve",
        }
    }

    /// The pattern, of a property that has one.
    pub fn pattern(&self) -> Option<&Pattern> {
        match self {
            PropertyKind::Never(pattern)
            | PropertyKind::Reach(pattern)
            | PropertyKind::AlwaysPossible(pattern)
            | PropertyKind::Inevitable(pattern)
            | PropertyKind::Once(pattern) => Some(pattern),
            PropertyKind::Conserve { .. } => None,
        }
    }
}
