//! What is known about a program: plain data, for shells to print and for programs to read.

use senet_syntax::Span;
use serde::Serialize;

/// Everything that was found out about a program from one of its starts.
#[derive(Debug, Clone, Serialize)]
pub struct ProveReport {
    /// How many positions were explored.
    pub positions: u64,
    /// How many moves lead on from them.
    pub edges: u64,
    /// How many moves lead to the farthest of them at least.
    pub depth: u32,
    /// Whether these are all positions.
    pub complete: bool,
    /// What kept the exploration from being complete.
    pub stopped: Option<String>,
    /// Facts that were found without being asked for.
    pub facts: Vec<Fact>,
    /// The properties of the program, in source order.
    pub properties: Vec<PropertyReport>,
}

/// Something that is true of all plays.
#[derive(Debug, Clone, Serialize)]
pub struct Fact {
    /// What it is about.
    pub kind: FactKind,
    /// The fact, in words.
    pub text: String,
    /// How it was found.
    pub method: Method,
    /// As a directive that says the same, where there is one.
    pub directive: Option<String>,
    /// A play that shows it.
    pub play: Option<PlayWitness>,
}

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// A sum of atoms that never changes, or never grows.
    Invariant,
    /// Whether play ends.
    Ending,
    /// Whether a stage comes to rest.
    Stage,
    /// A rule that never fires.
    Rule,
    /// Positions from which there is no good way on.
    DeadEnd,
    /// Who can win.
    Seat,
}

/// How an answer was found, cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Sums of atoms that no rule changes.
    Linear,
    /// A sum that every step lowers.
    Ranking,
    /// Induction over the ground rules, with a SAT solver.
    Induction,
    /// All positions were looked at.
    Exploration,
    /// A play shows it.
    Play,
}

impl Method {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Method::Linear => "linear invariant",
            Method::Ranking => "ranking function",
            Method::Induction => "induction",
            Method::Exploration => "exploration",
            Method::Play => "a play",
        }
    }
}

/// Whether a property holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofAnswer {
    /// It holds in all plays.
    Proved,
    /// It does not hold.
    Refuted,
    /// A limit was reached first.
    Unknown,
}

impl ProofAnswer {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            ProofAnswer::Proved => "proved",
            ProofAnswer::Refuted => "refuted",
            ProofAnswer::Unknown => "unknown",
        }
    }
}

/// What is known about a property.
#[derive(Debug, Clone, Serialize)]
pub struct PropertyReport {
    /// The property as it is written.
    pub property: String,
    /// Where it is written.
    #[serde(skip)]
    pub span: Span,
    /// Whether it holds.
    pub answer: ProofAnswer,
    /// How that was found; nothing if it is unknown.
    pub method: Option<Method>,
    /// The reason, in words.
    pub because: String,
    /// The play that proves or refutes it.
    pub play: Option<PlayWitness>,
}

/// Moves from the start, one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayWitness {
    /// The moves by their places in canonical order.
    pub places: Vec<u32>,
    /// The moves by their names.
    pub moves: Vec<String>,
    /// If the play goes on for ever: the last position is the one after so many moves.
    pub back: Option<usize>,
}
