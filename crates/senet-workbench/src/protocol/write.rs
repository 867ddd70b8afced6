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
    /// The version of its text that the call is about: the page counts its edits. For
    /// [`WriteAsk::Edit`], the version after the edit.
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
        /// The whole text of the document.
        text: String,
    },
    /// Changes the text of version `base` into that of the call. Answer: [`WriteAnswer::Checked`].
    Edit {
        /// The version that is changed; refused if it is not the present one.
        base: u32,
        /// Changes that do not overlap, all in offsets of `base`.
        edits: Vec<PageEdit>,
    },
    /// Forgets it. Answer: [`WriteAnswer::Closed`].
    Close {},
    /// What can be written at a place. Answer: [`WriteAnswer::Completions`].
    Complete {
        /// The offset of the caret.
        at: u32,
    },
    /// What is known about a place. Answer: [`WriteAnswer::Hover`].
    Hover {
        /// An offset inside of a word.
        at: u32,
    },
    /// Where the name at a place is declared. Answer: [`WriteAnswer::Places`].
    Definition {
        /// An offset inside of a name.
        at: u32,
    },
    /// Where the name at a place is used. Answer: [`WriteAnswer::Places`].
    References {
        /// An offset inside of a name.
        at: u32,
    },
    /// Gives the name at a place another name everywhere. Answer: [`WriteAnswer::Edits`].
    Rename {
        /// An offset inside of a name.
        at: u32,
        /// The new name; refused if it means something already.
        to: String,
    },
    /// Whether the name at a place can be changed. Answer: [`WriteAnswer::Places`], with the name.
    Renamable {
        /// An offset inside of a name.
        at: u32,
    },
    /// The text in the usual layout. Answer: [`WriteAnswer::Edits`].
    Format {},
    /// What the text declares. Answer: [`WriteAnswer::Outline`].
    Symbols {},
    /// What can be done with a selection. Answer: [`WriteAnswer::Fixes`].
    Actions {
        /// The first offset of the selection; equal to `to` for a caret.
        from: u32,
        /// The offset after the selection.
        to: u32,
    },
    /// The program as blocks. Answer: [`WriteAnswer::Structure`].
    Structure {},
    /// What fits into a slot of a block. Answer: [`WriteAnswer::Choices`].
    Choices {
        /// The slot, by its id in [`WriteAnswer::Structure`] of the same version.
        slot: StructureId,
    },
    /// A change of the blocks, as a change of the text. Answer: [`WriteAnswer::Edits`].
    Change {
        /// What is done to which blocks, by their ids in the same version.
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
    /// Begins a study, a long computation about the game, and ends the one before. Answer:
    /// [`WriteAnswer::Study`].
    Study {
        /// What is to be found out, with its limits.
        study: StudyAsk,
    },
    /// Asks how far the study is. Answer: [`WriteAnswer::Study`].
    News {},
    /// Ends the study early. Answer: [`WriteAnswer::Study`], with what was found.
    StopStudy {},
    /// Plays some more random games of this version, counted with those before. Answer:
    /// [`WriteAnswer::Balance`].
    Balance {
        /// How many more games; at most 20,000 are played for one call.
        games: u32,
    },
    /// Begins a run, to be followed step by step. Answer: [`WriteAnswer::Machine`].
    Start {
        /// Which start of the program, from 0, in the order of [`WriteAnswer::Checked`].
        start: u32,
        /// A position to begin in instead, as [`MachineView::saved`] has it.
        state: Option<String>,
        /// The random seed, in decimal.
        seed: String,
    },
    /// Makes random steps. Answer: [`WriteAnswer::Machine`].
    Step {
        /// At most so many steps.
        steps: u32,
        /// Where to stop before that.
        until: MachineUntil,
    },
    /// Makes a chosen transition. Answer: [`WriteAnswer::Machine`].
    Choose {
        /// [`TransitionItem::number`] in the last view.
        number: u32,
    },
    /// Goes to another step of the run, from which it may branch. Answer: [`WriteAnswer::Machine`].
    Go {
        /// [`PathStep::node`] of a step, or 0 for the start.
        node: u32,
    },
    /// Comes to where a match stands, by its moves. Answer: [`WriteAnswer::Machine`].
    Follow {
        /// The id of a live match of the same document.
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
        /// How many steps are drawn, counted back from the last one.
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
    /// The result of checking a text.
    Checked {
        /// The version that was checked, which is that of the call.
        version: u32,
        /// Errors and warnings, in order of position; the first 200.
        problems: Vec<Problem>,
        /// Whether there are no errors.
        valid: bool,
        /// Whether it says where to start, so that it can be played.
        playable: bool,
        /// The text of `#title`; `None` without one, or if there are errors.
        title: Option<String>,
        /// The names of the stages of its starts, in the order of the text.
        starts: Vec<String>,
        /// Its numeric options, which a sweep can vary.
        options: Vec<SweptOption>,
    },
    /// The document is forgotten.
    Closed {},
    /// What can be written at the caret.
    Completions {
        /// The best first; 200 at most.
        items: Vec<CompletionItem>,
    },
    /// What is known about the word at an offset.
    Hover {
        /// `None` if nothing is known.
        hover: Option<HoverText>,
    },
    /// Ranges of the text.
    Places {
        /// The first offset of each place and the offset after it.
        places: Vec<(u32, u32)>,
    },
    /// Changes of the text that the page is to make.
    Edits {
        /// They do not overlap, and are in offsets of the version that was asked about.
        edits: Vec<PageEdit>,
    },
    /// What the text declares.
    Outline {
        /// In order of position; rules come after their stages.
        items: Vec<OutlineEntry>,
    },
    /// Changes that are offered for a selection.
    Fixes {
        /// The best first.
        fixes: Vec<ProblemFix>,
    },
    /// The program as blocks; places are in UTF-16 units.
    Structure {
        /// The blocks, nested, each with the id by which edits name it.
        #[cfg_attr(test, ts(type = "Structure"))]
        structure: serde_json::Value,
    },
    /// What fits into a slot.
    Choices {
        /// What may stand in the slot, its present content included.
        #[cfg_attr(test, ts(type = "SlotChoice[]"))]
        choices: serde_json::Value,
    },
    /// Another text, made from the document.
    Text {
        /// The program in plain Ceptre.
        text: String,
        /// What the translation leaves out or changes, a sentence each.
        notes: Vec<String>,
    },
    /// A diagram of stages, or of causes.
    Graph {
        /// With coordinates, ready to be drawn.
        graph: GraphPicture,
    },
    /// A game that has begun.
    Live {
        /// The id of the match, to be joined.
        id: String,
        /// How many plays of the record, or of the list, were made.
        kept: u32,
        /// How many the record or the list had.
        of: u32,
        /// Why the next one could not be made; `None` if all were.
        why: Option<String>,
    },
    /// What random games show so far.
    Balance {
        /// The figures of all games of this version so far.
        balance: BalanceView,
    },
    /// The study of the document.
    Study {
        /// How far it is, and what it has found so far.
        study: StudyView,
    },
    /// A run that is followed step by step.
    Machine {
        /// The step that it stands at.
        machine: Box<MachineView>,
    },
    /// Why atoms are there or not, or why a rule cannot fire, as an indented text.
    Why {
        /// Each line with its depth, and the step that it is about: [`PathStep::node`].
        lines: Vec<(u32, Option<u32>, String)>,
    },
}

/// An option of a program: a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SweptOption {
    /// The name after `#option`.
    pub name: String,
    /// The least value.
    pub least: u32,
    /// The largest value.
    pub most: u32,
    /// The value if nothing is chosen.
    pub usual: u32,
}

/// A change of a text: an empty range inserts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PageEdit {
    /// The first offset that is replaced.
    pub from: u32,
    /// The offset after what is replaced.
    pub to: u32,
    /// What stands there instead.
    pub insert: String,
}

/// An error or a warning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The first offset of the text that it is about.
    pub from: u32,
    /// The offset after that text.
    pub to: u32,
    /// Whether it is an error, which keeps the program from running, or a warning.
    pub error: bool,
    /// The stable code of the diagnostic, as `senet check` prints it.
    pub code: String,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What else belongs to it: places with words.
    pub labels: Vec<(u32, u32, String)>,
    /// What to try, a sentence each.
    pub help: Vec<String>,
    /// Changes that would mend it, the best first.
    pub fixes: Vec<ProblemFix>,
}

/// A change that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProblemFix {
    /// What it does, as a menu shows it.
    pub title: String,
    /// They are made together.
    pub edits: Vec<PageEdit>,
    /// Whether it is certainly what was meant; `senet fix` makes these without being asked to guess.
    pub certain: bool,
}

/// Something that can be written at the caret.
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
    /// The change that writes it.
    pub edit: PageEdit,
    /// What is written if the editor knows snippets, with holes to be filled in: `disc ${1:player}
    /// ${2:cell}`.
    pub snippet: Option<String>,
}

/// What is known about a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HoverText {
    /// The first offset of the word.
    pub from: u32,
    /// The offset after the word.
    pub to: u32,
    /// What is known about the word, in Markdown.
    pub markdown: String,
}

/// Something that a text declares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutlineEntry {
    /// The name that is declared.
    pub name: String,
    /// The rest of the declaration, in a few words.
    pub detail: String,
    /// `type`, `predicate`, `stage`, `rule`, …
    pub kind: String,
    /// How deep it is nested, from 0.
    pub depth: u32,
    /// The first offset of the name.
    pub from: u32,
    /// The offset after the name.
    pub to: u32,
}

/// A graph with coordinates, in pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GraphPicture {
    /// What it shows, as a caption.
    pub title: String,
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    /// Edges name nodes by their index here.
    pub nodes: Vec<PictureNode>,
    /// Routed around the nodes.
    pub edges: Vec<PictureEdge>,
}

/// A node of a [`GraphPicture`], as a rectangle that its shape fills.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureNode {
    /// The left side.
    pub x: f64,
    /// The top side.
    pub y: f64,
    /// From its left side to its right side.
    pub width: f64,
    /// From its top side to its bottom side.
    pub height: f64,
    /// The text inside; it may have several lines.
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
    /// The corners of the polyline, from the first node to the second.
    pub points: Vec<(f64, f64)>,
    /// The text beside it, and where its middle is.
    pub label: Option<(f64, f64, String)>,
    /// Whether the line is dashed.
    pub dashed: bool,
    /// The index of the node where it begins.
    pub from: u32,
    /// The index of the node where it ends.
    pub to: u32,
}

/// What random play says about a game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BalanceView {
    /// How many games were played so far.
    pub games: u32,
    /// How they ended, as shares.
    pub results: ResultShares,
    /// The share of games that were cut off, from 0 to 1.
    pub unfinished: f64,
    /// Mean length in moves.
    pub mean: f64,
    /// The shortest, the median and the longest game, in moves.
    pub lengths: (u32, u32, u32),
    /// How many games had each length, in about twenty classes: from, to, games.
    pub histogram: Vec<(u32, u32, u32)>,
    /// How often each rule fired, with its place in the text.
    pub rules: Vec<RuleCount>,
    /// In how many games rules were counted: one in eight.
    pub counted: u32,
    /// A sentence if games ran into a limit, so that the figures say little.
    pub problem: Option<String>,
}

/// How often a rule fired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RuleCount {
    /// What messages call the rule.
    pub name: String,
    /// The first offset of the rule; 0 for both if the text has no such rule.
    pub from: u32,
    /// The offset after the rule.
    pub to: u32,
    /// How often it fired, in all games that were counted.
    pub count: u32,
}

/// A run, as it stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MachineView {
    /// The step that it stands at; 0 is the start.
    pub node: u32,
    /// How many steps lead to it from the start.
    pub steps: u32,
    /// The name of the stage.
    pub stage: String,
    /// `choosing`, `running`, `linking`, `ended` or `stopped`.
    pub status: String,
    /// Why the last call stopped before it was through: a breakpoint, a limit.
    pub pause: Option<String>,
    /// The atoms of the position that the filter lets through, by predicate.
    pub groups: Vec<AtomGroup>,
    /// How many different atoms are left out, by the filter or because there are more than 3,000.
    pub hidden: u32,
    /// What was there before the last call, and is not any more.
    pub gone: Vec<String>,
    /// What is wrong with the filter, in a sentence.
    pub filter_problem: Option<String>,
    /// What can happen now, the first 300 that the search lets through.
    pub transitions: Vec<TransitionItem>,
    /// How many transitions there are in all.
    pub of: u32,
    /// The last 200 steps that led here, with the branches beside each.
    pub path: Vec<PathStep>,
    /// The position as text, for [`WriteAsk::Start`]; empty if it is too large.
    pub saved: String,
}

/// The atoms of a predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AtomGroup {
    /// The name of the predicate.
    pub predicate: String,
    /// In canonical order.
    pub atoms: Vec<AtomItem>,
}

/// An atom of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AtomItem {
    /// As it is written in the language.
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
    /// Its number, for [`WriteAsk::Choose`].
    pub number: u32,
    /// What messages call its rule.
    pub rule: String,
    /// The move in words, as players read it.
    pub text: String,
    /// The rule and its values, as the language writes them.
    pub written: String,
}

/// A step on the way to the present position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PathStep {
    /// Its number, for [`WriteAsk::Go`].
    pub node: u32,
    /// The rule and its values.
    pub text: String,
    /// Other steps that were made in the same position, up to eight: their numbers and texts.
    pub others: Vec<(u32, String)>,
}

/// A template to begin a game with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TemplateCard {
    /// The name by which `senet new` knows it.
    pub name: String,
    /// A title, as a menu shows it.
    pub title: String,
    /// What it shows of the language, in a sentence.
    pub about: String,
    /// The text to begin with.
    pub text: String,
}
