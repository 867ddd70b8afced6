//! The part of the protocol for long questions about a game that is being written: statistics, sweeps,
//! properties, exploration and solution.
//!
//! A study is begun by one call, runs apart, and is asked for news by others; it ends when the text
//! changes. Partial results have the shape of final ones.

use serde::{Deserialize, Serialize};

/// What is to be found out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum StudyAsk {
    /// What many plays show. Found: [`StudyFound::Statistics`].
    Statistics {
        /// How many plays.
        games: u32,
        /// How many playouts a bot searches for each move; 0 for random moves.
        thought: u32,
    },
    /// The same in short for several values of an option. Found: [`StudyFound::Sweep`].
    Sweep {
        /// The name of the option.
        option: String,
        /// The values that it is given, one after the other.
        values: Vec<u32>,
        /// How many plays for each value.
        games: u32,
    },
    /// Whether the properties of the program hold, and what else is true of all plays. Found:
    /// [`StudyFound::Properties`].
    Properties {
        /// At most so many positions are explored.
        positions: u32,
    },
    /// How many positions there are. Found: [`StudyFound::Explored`].
    Explore {
        /// At most so many.
        positions: u32,
    },
    /// Who wins under perfect play. Found: [`StudyFound::Solved`].
    Solve {
        /// At most so many positions are looked at.
        positions: u32,
    },
    /// Everything that random play shows, as a page of its own. Found: [`StudyFound::Report`].
    Report {},
}

/// How far a study is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyView {
    /// Whether it goes on.
    pub running: bool,
    /// The part that is done, from 0 to 1, where that can be said.
    pub done: Option<f64>,
    /// How far it is, in words.
    pub words: String,
    /// Why the study could not run; `None` if it could.
    pub problem: Option<String>,
    /// What was found so far.
    pub found: Option<StudyFound>,
}

/// What a study has found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum StudyFound {
    /// What many plays show.
    Statistics(Box<StatisticsView>),
    /// What an option changes.
    Sweep(SweepView),
    /// What holds in all plays.
    Properties(PropertiesView),
    /// How many positions there are.
    Explored(ExploredView),
    /// What perfect play leads to.
    Solved(SolvedView),
    /// A report as a page.
    Report(ReportView),
}

/// A share with a 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ShareView {
    /// The share, from 0 to 1.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How plays ended: each of them is counted once, as won by one seat, together, lost by all, or drawn.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResultShares {
    /// Plays that each seat won alone.
    pub seats: Vec<SeatShare>,
    /// Draws, and plays that end without a result.
    pub draws: ShareView,
    /// Plays that several seats won together.
    pub together: ShareView,
    /// Plays that all seats lost.
    pub lost: ShareView,
}

/// How a seat fares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatShare {
    /// What the game calls the seat.
    pub name: String,
    /// The colour of the seat, by name.
    pub hue: String,
    /// The share of games that it won.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How numbers are distributed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SpreadView {
    /// The arithmetic mean.
    pub mean: f64,
    /// The smallest number that occurred.
    pub least: i32,
    /// Half of the numbers are at most this.
    pub median: i32,
    /// The largest number that occurred.
    pub most: i32,
    /// How many there are in ranges of even width, which have names.
    pub ranges: Vec<(String, u32)>,
}

/// What many plays show.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StatisticsView {
    /// How many plays there were.
    pub games: u32,
    /// How they ended, as shares.
    pub results: ResultShares,
    /// Plays that did not end by the rules.
    pub unfinished: ShareView,
    /// The first seat's part of the points, less an equal part.
    pub advantage: Option<ShareView>,
    /// The number of moves of a play.
    pub length: SpreadView,
    /// Points of each seat at the end, where the game keeps them.
    pub scores: Vec<SpreadView>,
    /// How many plays were looked at move by move.
    pub looked: u32,
    /// The number of legal moves of a decision.
    pub branching: SpreadView,
    /// Their mean, by the number of the move.
    pub branching_by_move: Vec<f64>,
    /// The first moves of players, the most frequent first.
    pub first_moves: Vec<FirstMoveView>,
    /// The places that moves of a seat named.
    pub cells: Vec<CellHeat>,
    /// How many plays had their rules counted.
    pub counted: u32,
    /// How often each rule fired, in the order of the text.
    pub rules: Vec<RuleUse>,
    /// How tense play is, from a few plays.
    pub tension: Option<TensionView>,
}

/// How a first move did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FirstMoveView {
    /// The move in words.
    pub text: String,
    /// The places that it names, to be marked on the board.
    pub places: Vec<(u8, u32)>,
    /// In how many plays it was made.
    pub made: ShareView,
    /// The part of the points of the seat that made it.
    pub points: ShareView,
}

/// How a place did for a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CellHeat {
    /// The seat whose moves were counted.
    pub seat: u8,
    /// The place that they named.
    pub at: (u8, u32),
    /// In how many plays a move of the seat named it.
    pub used: f64,
    /// The part of the points that the seat got in these.
    pub points: ShareView,
}

/// How often a rule fired.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleUse {
    /// What messages call the rule.
    pub name: String,
    /// The first offset of the rule in the text.
    pub from: u32,
    /// The offset after the rule.
    pub to: u32,
    /// How often it fired in a play, on average.
    pub per_game: f64,
    /// In how many plays it fired.
    pub games: ShareView,
    /// In how many it was the last to fire.
    pub last: f64,
}

/// How tense play is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TensionView {
    /// How many plays were judged.
    pub games: u32,
    /// How often the lead passes from one seat to another.
    pub lead_changes: f64,
    /// Plays whose winner was clearly behind at some moment.
    pub comebacks: ShareView,
    /// After what part of the play the winner was ahead for good, the median.
    pub settled: Option<f64>,
}

/// What an option changes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweepView {
    /// The name of the option that was varied.
    pub option: String,
    /// What was found for each of its values, in the order that was asked for.
    pub points: Vec<SweepPoint>,
}

/// The game with one value of an option.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweepPoint {
    /// The value of the option.
    pub value: u32,
    /// How many plays there were.
    pub games: u32,
    /// How they ended, as shares.
    pub results: ResultShares,
    /// Moves of a play: the mean, and a 95 % interval of it.
    pub length: ShareView,
    /// Why there is no game with this value; `None` if there is one.
    pub problem: Option<String>,
}

/// What holds in all plays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PropertiesView {
    /// How many positions were explored.
    pub positions: u32,
    /// Whether these are all.
    pub complete: bool,
    /// What kept it from being complete.
    pub stopped: Option<String>,
    /// The properties of the program, in the order of the text.
    pub properties: Vec<PropertyView>,
    /// What else is true.
    pub facts: Vec<FactView>,
}

/// A property of the program, and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PropertyView {
    /// As it is written.
    pub text: String,
    /// The first offset of the directive in the text.
    pub from: u32,
    /// The offset after the directive.
    pub to: u32,
    /// `proved`, `refuted`, `unknown`, or `open` while that is being found out.
    pub answer: String,
    /// The method that answered it; `None` while it is open or unknown.
    pub method: Option<String>,
    /// The reason for the answer, in words.
    pub because: String,
    /// A play that shows it, by the names of its moves.
    pub play: Option<WitnessView>,
}

/// A play that shows something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WitnessView {
    /// The names of its moves.
    pub moves: Vec<String>,
    /// If it goes on for ever: the last position is the one after so many moves.
    pub back: Option<u32>,
}

/// Something that is true of all plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FactView {
    /// The fact, in a sentence.
    pub text: String,
    /// How it was found.
    pub method: String,
    /// The directive that says the same, where there is one.
    pub directive: Option<String>,
    /// A play that shows it.
    pub play: Option<WitnessView>,
}

/// A report of all that random play shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportView {
    /// An HTML page that needs no other file.
    pub html: String,
}

/// How many positions there are.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExploredView {
    /// Positions in which somebody has to decide, or the end.
    pub positions: u32,
    /// States in which chance decides.
    pub chances: u32,
    /// Moves from all of them.
    pub moves: u32,
    /// Positions by the least number of moves that leads to them.
    pub by_move: Vec<u32>,
    /// Ends, by who won: a name, its colour, and how many.
    pub ends: Vec<(String, String, u32)>,
    /// Why there may be more; none if this is all.
    pub stopped: Option<String>,
}

/// What perfect play leads to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SolvedView {
    /// Who wins, in a sentence; empty as long as it is not known.
    pub sentence: String,
    /// How it was found, and how many positions that took.
    pub how: String,
    /// What the answer takes for granted.
    pub assumption: Option<String>,
    /// The first moves, the best first.
    pub moves: Vec<SolvedMoveView>,
    /// Best play from the start, by the names of the moves.
    pub line: Vec<String>,
    /// The seat whose move it is at the start.
    pub mover: Option<u8>,
}

/// A first move and what it is worth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolvedMoveView {
    /// The move in words.
    pub text: String,
    /// The places that it names, to be marked on the board.
    pub places: Vec<(u8, u32)>,
    /// What it is worth to the one who makes it, from -1 to 1.
    pub value: f64,
    /// The same value in words: `wins in 5 moves`.
    pub words: String,
}
