//! Why a program has no bit program.

/// Why a program has no bit program, with the rule or predicate that keeps it off.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BitsError {
    /// There is no board, so that there is nothing to gain.
    #[error("the program has no board")]
    NoBoard,
    /// A board, or another set of values, has more cells than a plane.
    #[error("`{0}` has more than 512 values")]
    LargeDomain(String),
    /// A rule listens to the host.
    #[error("{0} asks the host")]
    Senses(String),
    /// An atom with a cell may be there in several copies.
    #[error("there may be several copies of `{0}` on one cell")]
    Copies(String),
    /// A predicate with two cells may hold of several pairs at once.
    #[error("`{0}` is about several cells, and may hold of more than one combination at once")]
    Pairs(String),
    /// Both linear and persistent atoms of a predicate.
    #[error("`{0}` is linear here and persistent there")]
    Both(String),
    /// Rules make persistent atoms.
    #[error("{0} makes persistent atoms")]
    Persistent(String),
    /// There are too many combinations of stage and atoms without cells.
    #[error("there are more than {0} combinations of the atoms that have no cell")]
    Controls(usize),
    /// The list of operations would be too long.
    #[error("{0} takes more than {1} set operations")]
    Large(String, usize),
    /// A construct that has no set operation.
    #[error("{location}: {construct}")]
    Construct {
        /// The rule, in words.
        location: String,
        /// What it does.
        construct: String,
    },
    /// The start reached a limit, or a question that reads no position does not end.
    #[error("{0} cannot be worked out beforehand")]
    Unknown(String),
    /// The recursion of a derived predicate about several cells does not end within the board.
    #[error("`{0}` relates cells by a recursion without bound")]
    Recursion(String),
}

impl BitsError {
    /// What an author could change.
    pub fn help(&self) -> &'static str {
        match self {
            BitsError::NoBoard => {
                "only programs with a `board` have planes: other finite ones run as nets"
            }
            BitsError::LargeDomain(_) => "make the board smaller",
            BitsError::Senses(_) => "games cannot ask the host while they are played",
            BitsError::Copies(_) => {
                "take an atom of the cell wherever one is made, as `free C -o mark P C` does"
            }
            BitsError::Pairs(_) => "keep one atom at a time, or give each cell an atom of its own",
            BitsError::Both(_) | BitsError::Persistent(_) => {
                "persistent atoms belong into the start, or into facts of a derived predicate"
            }
            BitsError::Controls(_) => "count with atoms on cells instead of atoms without them",
            BitsError::Large(..) => "split the rule, or let its premises share more variables",
            BitsError::Construct { .. } => {
                "docs/bits.md lists what fits, under \u{201c}What fits\u{201d}"
            }
            BitsError::Unknown(_) => "give the predicate a finite number of answers",
            BitsError::Recursion(_) => "recur along one step of the board at a time",
        }
    }
}
