//! The part of the protocol for writing: documents, machines, live games and the balance meter.
//!
//! Documents and machines belong to one connection; the page has the text and opens it again after a
//! break. Offsets are in UTF-16 code units of the version that a call names; a call that names another
//! version than the document has is refused, and the page opens the document anew.

use super::{ResultShares, StudyAsk, StudyView};
use senet_ide::{StructureEdit, StructureId};
use serde::{Deserialize, Serialize};

/// A call about a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WriteCall {
    /// The document, by a name that the page chooses.
    pub document: String,
    /// The version of its text that the call is about.
    pub version: u32,
    /// What is asked.
    pub ask: WriteAsk,
}

/// What can be asked about a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WriteAsk {
    /// Opens it, or replaces its text. Answer: [`WriteAnswer::Checked`].
    Open {
        /// The text.
        text: String,
    },
    /// Changes the text of version `base` into that of the call. Answer: [`WriteAnswer::Checked`].
    Edit {
        /// The version that is changed.
        base: u32,
        /// The changes, all in offsets of `base`.
        edits: Vec<PageEdit>,
    },
    /// Forgets it. Answer: [`WriteAnswer::Closed`].
    Close {},
    /// What can be written at a place. Answer: [`WriteAnswer::Completions`].
    Complete {
        /// The place.
        at: u32,
    },
    /// What is known about a place. Answer: [`WriteAnswer::Hover`].
    Hover {
        /// The place.
        at: u32,
    },
    /// Where the name at a place is declared. Answer: [`WriteAnswer::Places`].
    Definition {
        /// The place.
        at: u32,
    },
    /// Where the name at a place is used. Answer: [`WriteAnswer::Places`].
    References {
        /// The place.
        at: u32,
    },
    /// Gives the name at a place another name everywhere. Answer: [`WriteAnswer::Edits`].
    Rename {
        /// The place.
        at: u32,
        /// The new name.
        to: String,
    },
    /// Whether the name at a place can be changed. Answer: [`WriteAnswer::Places`], with the name.
    Renamable {
        /// The place.
        at: u32,
    },
    /// The text in the usual layout. Answer: [`WriteAnswer::Edits`].
    Format {},
    /// What the text declares. Answer: [`WriteAnswer::Outline`].
    Symbols {},
    /// What can be done with a selection. Answer: [`WriteAnswer::Fixes`].
    Actions {
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
    },
    /// The program as blocks. Answer: [`WriteAnswer::Structure`].
    Structure {},
    /// What fits into a slot of a block. Answer: [`WriteAnswer::Choices`].
    Choices {
        /// The slot.
        slot: StructureId,
    },
    /// A change of the blocks, as a change of the text. Answer: [`WriteAnswer::Edits`].
    Change {
        /// The change.
        edit: StructureEdit,
    },
    /// The program in plain Ceptre. Answer: [`WriteAnswer::Text`].
    Plain {},
    /// The stages and links as a diagram. Answer: [`WriteAnswer::Graph`].
    Stages {},
    /// Begins the game, and plays a record as far as it goes. Answer: [`WriteAnswer::Live`]; the match is
    /// then joined like any other.
    Live {
        /// The match that this one replaces, whose play goes on if no record is given.
        instead: Option<String>,
        /// A record to go on from.
        record: Option<String>,
        /// Moves to begin with instead, by name, of players and of chance.
        plays: Option<Vec<String>>,
        /// Who plays: `here` or bots, in the order of the seats.
        seats: Vec<String>,
    },
    /// Begins a long question, instead of the one before. Answer: [`WriteAnswer::Study`].
    Study {
        /// The question.
        study: StudyAsk,
    },
    /// How far it is. Answer: [`WriteAnswer::Study`].
    News {},
    /// Ends it early. Answer: [`WriteAnswer::Study`], with what was found.
    StopStudy {},
    /// Some playouts more, counted with those before. Answer: [`WriteAnswer::Balance`].
    Balance {
        /// How many more.
        games: u32,
    },
    /// Begins a run, step by step. Answer: [`WriteAnswer::Machine`].
    Start {
        /// Which start of the program.
        start: u32,
        /// A position to begin in instead, as [`MachineView::saved`] has it.
        state: Option<String>,
        /// The random seed, in decimal.
        seed: String,
    },
    /// Steps by chance. Answer: [`WriteAnswer::Machine`].
    Step {
        /// At most so many steps.
        steps: u32,
        /// Where to stop.
        until: MachineUntil,
    },
    /// Makes a chosen transition. Answer: [`WriteAnswer::Machine`].
    Choose {
        /// Its number in the list of the view.
        number: u32,
    },
    /// Goes to another step of the run, from which it may branch. Answer: [`WriteAnswer::Machine`].
    Go {
        /// The step.
        node: u32,
    },
    /// Comes to where a match stands, by its moves. Answer: [`WriteAnswer::Machine`].
    Follow {
        /// The match.
        id: String,
    },
    /// Shows other atoms or other transitions. Answer: [`WriteAnswer::Machine`].
    Filter {
        /// Groups of patterns with shared variables, one group in a line: `on X Y, clear X`.
        groups: String,
        /// Words that the listed transitions have.
        search: String,
    },
    /// Why atoms are there, or are not. Answer: [`WriteAnswer::Why`].
    Why {
        /// An atom or a pattern: `mark x _`.
        atom: String,
    },
    /// Why a rule cannot fire. Answer: [`WriteAnswer::Why`].
    WhyNot {
        /// The rule, by name.
        rule: String,
    },
    /// What caused what. Answer: [`WriteAnswer::Graph`].
    Trace {
        /// So many of the last steps.
        steps: u32,
        /// Whether atoms become labels of arrows.
        fold: bool,
        /// Whether a choice and what follows from it by itself are one box.
        turns: bool,
        /// A value or predicate: only steps are drawn that name it, or an atom that does.
        about: Option<String>,
    },
}

/// Where a run by chance stops.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct MachineUntil {
    /// When the stage has nothing more to do.
    pub quiescence: bool,
    /// Before somebody has to choose.
    pub choice: bool,
    /// After one of these rules has fired.
    pub rules: Vec<String>,
    /// Once an atom like one of these is there.
    pub atoms: Vec<String>,
    /// Once one of these trace queries has a match that ends here.
    pub queries: Vec<String>,
}

/// The answer to a [`WriteCall`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum WriteAnswer {
    /// What is to be said about a text.
    Checked {
        /// The version.
        version: u32,
        /// Errors and warnings, in order of position.
        problems: Vec<Problem>,
        /// Whether it can be run.
        valid: bool,
        /// Whether it says where to start, so that it can be played.
        playable: bool,
        /// The title of the game.
        title: Option<String>,
        /// Its starts, by the names of their stages.
        starts: Vec<String>,
        /// What can be chosen when it begins.
        options: Vec<SweptOption>,
    },
    /// It is forgotten.
    Closed {},
    /// What can be written.
    Completions {
        /// The best first.
        items: Vec<CompletionItem>,
    },
    /// What is known about a place.
    Hover {
        /// What it is about, and what is known, in Markdown.
        hover: Option<HoverText>,
    },
    /// Places in the text.
    Places {
        /// From and to.
        places: Vec<(u32, u32)>,
    },
    /// Changes of the text.
    Edits {
        /// The changes.
        edits: Vec<PageEdit>,
    },
    /// What the text declares.
    Outline {
        /// In order; rules come after their stages.
        items: Vec<OutlineEntry>,
    },
    /// What can be done.
    Fixes {
        /// The best first.
        fixes: Vec<ProblemFix>,
    },
    /// The program as blocks; places are in UTF-16 units.
    Structure {
        /// The blocks.
        #[cfg_attr(test, ts(type = "Structure"))]
        structure: serde_json::Value,
    },
    /// What fits into a slot.
    Choices {
        /// The present content is among them.
        #[cfg_attr(test, ts(type = "SlotChoice[]"))]
        choices: serde_json::Value,
    },
    /// A text.
    Text {
        /// The text.
        text: String,
        /// What to know about it.
        notes: Vec<String>,
    },
    /// A graph with coordinates.
    Graph {
        /// The graph.
        graph: GraphPicture,
    },
    /// A game that has begun.
    Live {
        /// The match.
        id: String,
        /// How many plays of the record were kept.
        kept: u32,
        /// How many there were.
        of: u32,
        /// Why the next one was not possible.
        why: Option<String>,
    },
    /// The balance so far.
    Balance {
        /// The figures.
        balance: BalanceView,
    },
    /// A long question, and how far it is.
    Study {
        /// What is known.
        study: StudyView,
    },
    /// A run.
    Machine {
        /// How it stands.
        machine: Box<MachineView>,
    },
    /// Reasons.
    Why {
        /// Each with its depth, and the step that it tells of.
        lines: Vec<(u32, Option<u32>, String)>,
    },
}

/// An option of a program: a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweptOption {
    /// Its name.
    pub name: String,
    /// The least value.
    pub least: u32,
    /// The largest value.
    pub most: u32,
    /// The usual value.
    pub usual: u32,
}

/// A change of a text: an empty range inserts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PageEdit {
    /// From here,
    pub from: u32,
    /// to here,
    pub to: u32,
    /// this stands instead.
    pub insert: String,
}

/// An error or a warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Where it begins.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Whether it keeps the program from running.
    pub error: bool,
    /// Its code.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What else belongs to it: places with words.
    pub labels: Vec<(u32, u32, String)>,
    /// What to try.
    pub help: Vec<String>,
    /// Changes that mend it.
    pub fixes: Vec<ProblemFix>,
}

/// A change that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProblemFix {
    /// What it does.
    pub title: String,
    /// The changes.
    pub edits: Vec<PageEdit>,
    /// Whether it surely is what was meant.
    pub certain: bool,
}

/// Something that can be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CompletionItem {
    /// What the menu shows.
    pub label: String,
    /// `variable`, `constant`, `predicate`, `relation`, `type`, `stage`, …
    pub kind: String,
    /// Its declaration, in a few words.
    pub detail: Option<String>,
    /// What it is for, in Markdown.
    pub documentation: Option<String>,
    /// What is written.
    pub edit: PageEdit,
    /// The same with holes: `disc ${1:player} ${2:cell}`.
    pub snippet: Option<String>,
}

/// What is known about a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HoverText {
    /// From here,
    pub from: u32,
    /// to here.
    pub to: u32,
    /// In Markdown.
    pub markdown: String,
}

/// Something that a text declares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutlineEntry {
    /// Its name.
    pub name: String,
    /// The rest, in a few words.
    pub detail: String,
    /// `type`, `predicate`, `stage`, `rule`, …
    pub kind: String,
    /// How deep it stands.
    pub depth: u32,
    /// Its name begins here.
    pub from: u32,
    /// Its name ends here.
    pub to: u32,
}

/// A graph with coordinates, in pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GraphPicture {
    /// What it shows.
    pub title: String,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// The nodes.
    pub nodes: Vec<PictureNode>,
    /// The edges.
    pub edges: Vec<PictureEdge>,
}

/// A node of a graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureNode {
    /// The left side.
    pub x: f64,
    /// The top side.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The text inside.
    pub label: String,
    /// `box`, `rounded`, `ellipse`, `double` or `plain`.
    pub shape: String,
    /// What it stands for: `rule`, `link`, `atom`, `start`, `interactive`, …
    pub class: String,
    /// What a pointer over it shows.
    pub tooltip: Option<String>,
}

/// An edge of a graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureEdge {
    /// The corners.
    pub points: Vec<(f64, f64)>,
    /// The text beside it, and where its middle is.
    pub label: Option<(f64, f64, String)>,
    /// Whether the line is dashed.
    pub dashed: bool,
    /// The node where it begins.
    pub from: u32,
    /// The node where it ends.
    pub to: u32,
}

/// What random play says about a game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BalanceView {
    /// How many games were played.
    pub games: u32,
    /// Who won.
    pub results: ResultShares,
    /// The share of games that did not end by the rules.
    pub unfinished: f64,
    /// Mean length in moves.
    pub mean: f64,
    /// The shortest, the median and the longest game.
    pub lengths: (u32, u32, u32),
    /// How many games had each length, in about twenty classes: from, to, games.
    pub histogram: Vec<(u32, u32, u32)>,
    /// How often each rule fired, with its place in the text.
    pub rules: Vec<RuleCount>,
    /// In so many games, played step by step.
    pub counted: u32,
    /// Why there is nothing to be said.
    pub problem: Option<String>,
}

/// How often a rule fired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleCount {
    /// Its name.
    pub name: String,
    /// It begins here,
    pub from: u32,
    /// and ends here.
    pub to: u32,
    /// So often.
    pub count: u32,
}

/// A run, as it stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MachineView {
    /// The step that it stands at; 0 is the start.
    pub node: u32,
    /// How many steps led here.
    pub steps: u32,
    /// The stage.
    pub stage: String,
    /// `choosing`, `running`, `linking`, `ended` or `stopped`.
    pub status: String,
    /// Why it stopped: a breakpoint, a limit.
    pub pause: Option<String>,
    /// What is the case, by predicate.
    pub groups: Vec<AtomGroup>,
    /// How many kinds of atoms the filter leaves out.
    pub hidden: u32,
    /// What was there before the last call, and is not any more.
    pub gone: Vec<String>,
    /// What is wrong with the filter.
    pub filter_problem: Option<String>,
    /// What can happen now.
    pub transitions: Vec<TransitionItem>,
    /// How many there are in all.
    pub of: u32,
    /// The last steps, with their numbers, and whether each has branches beside it.
    pub path: Vec<PathStep>,
    /// The position as text, to begin with again.
    pub saved: String,
}

/// The atoms of a predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AtomGroup {
    /// The predicate.
    pub predicate: String,
    /// Its atoms.
    pub atoms: Vec<AtomItem>,
}

/// An atom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AtomItem {
    /// As it is written.
    pub text: String,
    /// How many copies; 0 if it is persistent alone.
    pub copies: u32,
    /// Whether it is persistent.
    pub persistent: bool,
    /// Whether it is new, or there are more or fewer of it, since the last call.
    pub changed: bool,
}

/// Something that can happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransitionItem {
    /// Its number, to choose it.
    pub number: u32,
    /// The rule.
    pub rule: String,
    /// In words.
    pub text: String,
    /// As it is written.
    pub written: String,
}

/// A step of the path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PathStep {
    /// Its number.
    pub node: u32,
    /// As it is written.
    pub text: String,
    /// Other steps that were made in the same position: numbers and words.
    pub others: Vec<(u32, String)>,
}

/// A template to begin a game with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TemplateCard {
    /// Its name.
    pub name: String,
    /// What it is.
    pub title: String,
    /// What it shows.
    pub about: String,
    /// The text.
    pub text: String,
}
