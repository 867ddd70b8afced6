//! The protocol: requests of a page, answers and events, as serde types.
//!
//! Every message carries the protocol version. Places are pairs: the number of the board, and the
//! number of the cell, or of the edge counted on after the cells. Seats are counted from 0. Times are
//! in milliseconds. Large numbers are texts, because JavaScript has no 64-bit integers.

mod study;
#[cfg(test)]
mod typescript;
mod wire;
mod write;

pub use study::{
    CellHeat, ExploredView, FactView, FirstMoveView, PropertiesView, PropertyView, ReportView,
    ResultShares, RuleUse, SeatShare, ShareView, SolvedMoveView, SolvedView, SpreadView,
    StatisticsView, StudyAsk, StudyFound, StudyView, SweepPoint, SweepView, TensionView,
    WitnessView,
};

pub use wire::WireError;
pub use write::{
    AtomGroup, AtomItem, BalanceView, CompletionItem, GraphPicture, HoverText, MachineUntil,
    MachineView, OutlineEntry, PageEdit, PathStep, PictureEdge, PictureNode, Problem, ProblemFix,
    RuleCount, SweptOption, TemplateCard, TransitionItem, WriteAnswer, WriteAsk, WriteCall,
};

use serde::{Deserialize, Serialize};

/// The version of this protocol; a page of another version reloads itself.
pub const PROTOCOL_VERSION: u32 = 1;

/// The longest request, in bytes, that is read at all.
pub const LONGEST_REQUEST: usize = 128 * 1024;

/// What a page asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Request {
    /// [`PROTOCOL_VERSION`].
    pub v: u32,
    /// Chosen by the page; the answer has the same.
    pub id: u32,
    /// The call, with its arguments.
    pub call: Call,
}

/// The calls that there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Call {
    /// All games. Answer: [`Answer::Games`].
    Games {},
    /// The first position of a game, for its card. Answer: [`Answer::Preview`].
    Preview {
        /// The game, by name.
        game: String,
    },
    /// A new match. Answer: [`Answer::Joined`], with tokens where the server keeps it.
    New {
        /// What to play, and who plays.
        setup: NewMatch,
    },
    /// To see a match, and to be told of changes. Answer: [`Answer::Joined`].
    Join {
        /// The id that [`Answer::Joined`] gave, or that is in a link.
        id: String,
        /// What proves that a seat is ours; without, we are spectators.
        token: Option<String>,
        /// As which of our seats we look, where something is hidden.
        look: Option<u8>,
    },
    /// To be told no more of a match. Answer: [`Answer::Done`].
    Leave {
        /// The match.
        id: String,
    },
    /// To do something in a match. Answer: [`Answer::Done`]; everybody gets an update.
    Act {
        /// The match.
        id: String,
        /// The version that the page has seen; an action on an old one is refused.
        version: u32,
        /// Chosen by the page: an action that is sent twice counts once.
        key: String,
        /// Made as a whole or refused.
        action: ActionCall,
    },
    /// The match at an earlier position, without going there. Answer: [`Answer::Seen`].
    Peek {
        /// The match.
        id: String,
        /// The number of the position, as in [`MatchView::node`].
        node: u32,
    },
    /// A suggestion for the one whose turn it is. Answer: [`Answer::Hint`], when the job is done.
    Hint {
        /// The match.
        id: String,
    },
    /// Who is ahead. Answer: [`Answer::Hint`], when the job is done.
    Evaluate {
        /// The match.
        id: String,
    },
    /// Ends a job of ours early. Answer: [`Answer::Done`].
    Cancel {
        /// The request that began it.
        job: u32,
    },
    /// Why a place cannot be chosen. Answer: [`Answer::Text`].
    WhyNot {
        /// The match.
        id: String,
        /// The places of the same move that were clicked before it, in order.
        before: Vec<(u8, u32)>,
        /// The place that cannot be chosen.
        place: (u8, u32),
    },
    /// The record of a match. Answer: [`Answer::Text`].
    Record {
        /// The match.
        id: String,
    },
    /// Texts to begin a game with. Answer: [`Answer::Templates`].
    Templates {},
    /// The text of a game of the list. Answer: [`Answer::Text`].
    Source {
        /// The game, by name.
        game: String,
    },
    /// Something about a text that is being written. Answer: [`Answer::Written`].
    Write {
        /// The document, its version, and what is asked.
        call: WriteCall,
    },
}

/// What is done in a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "act", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ActionCall {
    /// Makes a move.
    Move {
        /// [`ChoiceView::name`] of the move.
        name: String,
        /// The position in which it is made, if it is an earlier one: a new branch.
        node: Option<u32>,
    },
    /// Takes the other's seat, by the swap rule.
    Swap {},
    /// Gives up.
    Resign {
        /// Which of our seats.
        seat: u8,
    },
    /// Takes back. Where others play too, they are asked.
    Undo {},
    /// Plays again what was taken back.
    Redo {},
    /// Goes to a position that was played before.
    Go {
        /// The number of the position, as in [`MatchView::node`].
        node: u32,
    },
    /// Answers another seat's request to take back.
    Answer {
        /// Whether they may.
        agree: bool,
    },
    /// Lets bots play on by themselves, with a pause between moves; or stops them.
    Pace {
        /// The pause in milliseconds; none if they wait for [`ActionCall::Step`].
        pause: Option<u32>,
    },
    /// Lets a bot make one move.
    Step {},
    /// Gives a seat to another participant.
    Sit {
        /// The seat whose participant changes.
        seat: u8,
        /// `human`, or a bot such as `level:5`.
        who: String,
    },
}

/// A match that is wanted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct NewMatch {
    /// The game, by name.
    pub game: String,
    /// A program to play instead of a game of the list.
    pub text: Option<String>,
    /// Names and values of options that are not to have their default.
    pub options: Vec<(String, String)>,
    /// How many play, where the game leaves a choice.
    pub players: Option<u8>,
    /// Who plays, in the order of the seats; the others are people here.
    pub seats: Vec<SeatWish>,
    /// Whether the second player may take the first one's seat after the first move.
    pub swap: bool,
    /// Seconds for the game and for each move, such as `300+5`.
    pub clock: Option<String>,
    /// The random seed, in decimal; drawn by the server if there is none.
    pub seed: Option<String>,
    /// The text of a record, whose play is gone on with.
    pub record: Option<String>,
}

/// Who is to play a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatWish {
    /// `here` for somebody at this screen, `link` for somebody with another browser, a bot such as
    /// `level:5` or `mcts:1s`, or an engine that the game's card names, such as `engine:mohex` or
    /// `engine:mohex:5s`.
    pub who: String,
    /// What the person is called; `None` for the name of the seat.
    pub name: Option<String>,
}

/// What the page is sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Message {
    /// The first message of a connection.
    Welcome {
        /// [`PROTOCOL_VERSION`].
        v: u32,
    },
    /// The answer to a request.
    Answer {
        /// The request.
        id: u32,
        /// What was asked for.
        answer: Box<Answer>,
    },
    /// A request cannot be fulfilled.
    Refused {
        /// The request; 0 if it could not be read.
        id: u32,
        /// Why, in a sentence.
        why: String,
    },
    /// A match has changed.
    Update {
        /// The match.
        id: String,
        /// How it is now.
        view: Box<MatchView>,
    },
}

/// Answers, by what was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "answer", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Answer {
    /// The list of games.
    Games {
        /// Sorted by title, the user's own first.
        games: Vec<GameCard>,
    },
    /// The first position of a game.
    Preview {
        /// The game, by name.
        game: String,
        /// The boards of the game.
        boards: Vec<BoardPicture>,
        /// What lies on them.
        pieces: Vec<PieceView>,
        /// The colour of each seat, by name.
        hues: Vec<String>,
    },
    /// A match that we see now.
    Joined {
        /// The match.
        id: String,
        /// What stays the same.
        face: Box<GameFace>,
        /// How it is now.
        view: Box<MatchView>,
        /// The tokens of a new match, of the one who made it and of those who are invited.
        tokens: Vec<SeatToken>,
    },
    /// It is done.
    Done {},
    /// An earlier position.
    Seen {
        /// How it was.
        view: Box<MatchView>,
    },
    /// What a search found.
    Hint {
        /// The move that was suggested, or the estimate.
        hint: HintView,
    },
    /// A text: a reason, a record, or the rules of a game.
    Text {
        /// In plain text, ready to be shown or saved.
        text: String,
    },
    /// Texts to begin a game with.
    Templates {
        /// The simplest first.
        templates: Vec<TemplateCard>,
    },
    /// An answer about a text that is being written.
    Written {
        /// The answer to [`WriteCall::ask`].
        written: WriteAnswer,
    },
}

/// A link to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatToken {
    /// The seats that it stands for.
    pub seats: Vec<u8>,
    /// Whether it is that of the one who made the match.
    pub host: bool,
    /// The secret part of the link; whoever has it plays the seats.
    pub token: String,
}

/// A game, as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameCard {
    /// The name to ask for.
    pub name: String,
    /// What the game is called, as the list shows it.
    pub title: String,
    /// The rules, in a paragraph.
    pub rules: String,
    /// The least number of players.
    pub least: u32,
    /// The largest number of players.
    pub most: u32,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Where it comes from.
    pub origin: String,
    /// What can be chosen before a match begins.
    pub options: Vec<OptionCard>,
    /// The external engines that play it, by name; a seat for one is `engine:NAME`.
    pub engines: Vec<String>,
    /// Whether it is the user's own.
    pub own: bool,
    /// Whether its rules are a text that can be changed.
    pub text: bool,
}

/// Something that can be chosen when a game begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OptionCard {
    /// The name, as in `NewMatch::options`.
    pub name: String,
    /// What it changes.
    pub about: String,
    /// The value if nothing is chosen.
    pub default: String,
    /// The words that may be chosen; none for numbers and texts.
    pub words: Vec<String>,
    /// The least and the largest value; `None` if it is not a number.
    pub range: Option<(u32, u32)>,
}

/// What stays the same during a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameFace {
    /// The game, by name.
    pub name: String,
    /// The title, with unusual options.
    pub title: String,
    /// The rules, in a paragraph.
    pub rules: String,
    /// Where it comes from.
    pub origin: String,
    /// The options that are not as usual.
    pub options: Vec<(String, String)>,
    /// Whether a seat may see less than there is.
    pub hidden: bool,
    /// Its boards, in the order in which places count them; none for games without a board.
    pub boards: Vec<BoardPicture>,
    /// What the boards are called, in their order, where they have titles.
    pub titles: Vec<String>,
    /// What is told before the first decision, line by line.
    pub intro: Vec<String>,
    /// What is played for.
    pub goals: Vec<GoalView>,
    /// What each seat is called.
    pub seats: Vec<String>,
    /// The colour of each seat, by name.
    pub hues: Vec<String>,
    /// Whether its rules are a text of the catalogue, to be changed.
    pub remix: bool,
}

/// What is played for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GoalView {
    /// By whom; by all if there is none.
    pub seat: Option<u8>,
    /// Without the subject: `connect top and bottom`.
    pub text: String,
}

/// A board, ready to be drawn: neighbours are 1 apart, `y` grows downwards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardPicture {
    /// What is drawn, labels included: left, top, width, height.
    pub frame: (f32, f32, f32, f32),
    /// `square`, `hex`, `dots` or `graph`.
    pub kind: BoardKind,
    /// The corners of each cell around its point; none if cells are dots.
    pub outline: Vec<(f32, f32)>,
    /// The radius of a cell that is a dot.
    pub radius: f32,
    /// In the order in which places count them.
    pub cells: Vec<CellPicture>,
    /// The edges; none where cells are squares or hexagons.
    pub edges: Vec<EdgePicture>,
    /// Whether edges can be clicked.
    pub edge_places: bool,
    /// Letters and numbers around it.
    pub labels: Vec<LabelPicture>,
    /// Sides that matter.
    pub sides: Vec<SidePicture>,
    /// Points of the dual net, with the seat that they belong to.
    pub dual: Vec<DualPoint>,
}

/// What a board is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BoardKind {
    /// Squares that share edges.
    Square,
    /// Hexagons that share edges.
    Hex,
    /// Points of a grid, with lines between them.
    Dots,
    /// Points of a graph, a ring or a track.
    Graph,
}

/// A cell of a [`BoardPicture`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CellPicture {
    /// The name that moves call it by: `b2`.
    pub name: String,
    /// Its middle, from left to right.
    pub x: f32,
    /// Its middle, from top to bottom.
    pub y: f32,
    /// Its row, from 0 at the top, for readers of the screen.
    pub row: u32,
    /// Whether it is one of the dark squares.
    pub dark: bool,
}

/// An edge of a [`BoardPicture`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EdgePicture {
    /// The name that moves call it by.
    pub name: String,
    /// Where something on it is drawn, from left to right.
    pub x: f32,
    /// Where something on it is drawn, from top to bottom.
    pub y: f32,
    /// Its lines, each from a point to a point; two around a torus.
    pub lines: Vec<(f32, f32, f32, f32)>,
}

/// A letter or a number beside a board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LabelPicture {
    /// The letter or number.
    pub text: String,
    /// Where it stands, from left to right.
    pub x: f32,
    /// Where it stands, from top to bottom.
    pub y: f32,
    /// Which part of the text stands there: `start`, `middle` or `end`.
    pub anchor: String,
}

/// A side that matters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SidePicture {
    /// Whose it is; everybody's if there is none.
    pub seat: Option<u8>,
    /// Its lines, each from a point to a point.
    pub lines: Vec<(f32, f32, f32, f32)>,
}

/// A point of the dual net.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DualPoint {
    /// Whose it is.
    pub seat: u8,
    /// Where it is, from left to right.
    pub x: f32,
    /// Where it is, from top to bottom.
    pub y: f32,
}

/// A match at one moment, as one observer sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchView {
    /// Rises with every change.
    pub version: u32,
    /// Whose turn it is; nobody's if there is none.
    pub turn: Option<u8>,
    /// How things stand, in a sentence.
    pub sentence: String,
    /// How it ended, if it has.
    pub over: Option<OverView>,
    /// The seats, in their order.
    pub seats: Vec<SeatView>,
    /// As which seat the observer looks; as a spectator if there is none.
    pub look: Option<u8>,
    /// Which seat at this screen should look next, where something is hidden from the present one.
    pub pass: Option<u8>,
    /// The stage of the program.
    pub stage: String,
    /// What lies on the boards.
    pub pieces: Vec<PieceView>,
    /// What lies beside them.
    pub panels: Vec<Panel>,
    /// What the observer may choose from.
    pub choices: Vec<ChoiceView>,
    /// Whether the observer may swap.
    pub can_swap: bool,
    /// Whether the observer may take back.
    pub can_undo: bool,
    /// Whether the observer may play again what was taken back.
    pub can_redo: bool,
    /// Whether hints and evaluations are allowed.
    pub can_ask: bool,
    /// Whether only bots play, and with what pause; no pause means that they wait.
    pub pace: Option<PaceView>,
    /// Who wants to take back, and waits for an answer.
    pub wants_undo: Option<u8>,
    /// The play that led here.
    pub last: Option<PlayView>,
    /// The places that decided.
    pub deciding: Vec<(u8, u32)>,
    /// The number of this position.
    pub node: u32,
    /// The line of plays.
    pub line: LineView,
    /// Whether the clocks run.
    pub ticking: bool,
}

/// The end of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OverView {
    /// Who won.
    pub winners: Vec<u8>,
    /// Whether it is a draw.
    pub draw: bool,
    /// The points of the seats, where there are any.
    pub scores: Vec<String>,
}

/// The pace of bots that play among themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PaceView {
    /// Milliseconds between moves; none if they wait.
    pub pause: Option<u32>,
}

/// A seat, and who occupies it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// What the game calls it: `black`.
    pub name: String,
    /// The name of whoever occupies it.
    pub person: Option<String>,
    /// `human`, or the bot in words.
    pub who: String,
    /// Who it is in a few words: `you`, `bot, level 6`, `by link`.
    pub about: String,
    /// Whether it is the observer's.
    pub mine: bool,
    /// Whether somebody elsewhere plays it.
    pub remote: bool,
    /// Milliseconds that are left, if there is a clock.
    pub left: Option<u32>,
    /// Points, where the game keeps them.
    pub score: Option<String>,
}

/// Something on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// Its place.
    pub at: (u8, u32),
    /// What it is.
    pub kind: String,
    /// How it is drawn.
    pub glyph: String,
    /// Whose it is; `None` if it belongs to nobody.
    pub seat: Option<u8>,
    /// How many there are.
    pub copies: u32,
    /// The cell across, if it is drawn halfway to that cell, as in a box between dots.
    pub opposite: Option<u32>,
}

/// What lies beside the boards: atoms that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Panel {
    /// What they have in common.
    pub title: String,
    /// Whose they are; `None` if they belong to nobody.
    pub seat: Option<u8>,
    /// How they are shown.
    pub kind: PanelKind,
    /// What each of them says.
    pub items: Vec<PanelItem>,
}

/// How a panel is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PanelKind {
    /// One number, such as points or a round.
    Number,
    /// Dice, drawn with their pips.
    Dice,
    /// Cards in a hand, or things in a pile.
    Cards,
    /// Cards that are face down.
    Hidden,
    /// Atoms in words.
    Facts,
}

/// One thing in a panel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PanelItem {
    /// What it says.
    pub text: String,
    /// How many there are.
    pub copies: u32,
}

/// A move that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChoiceView {
    /// Its name, to choose it.
    pub name: String,
    /// In words.
    pub text: String,
    /// Where to click, in order.
    pub places: Vec<(u8, u32)>,
    /// A direction, for a move that is nothing else.
    pub direction: Option<String>,
}

/// Something that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayView {
    /// By whom; by chance if there is none.
    pub seat: Option<u8>,
    /// In words.
    pub text: String,
    /// Where.
    pub places: Vec<(u8, u32)>,
}

/// The line of plays, or its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    /// How many plays of the line that the page has already stay as they are.
    pub keep: u32,
    /// Those that follow.
    pub items: Vec<LineEntry>,
}

/// A play in the line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LineEntry {
    /// The position that it leads to.
    pub node: u32,
    /// By whom; by chance if there is none.
    pub seat: Option<u8>,
    /// In words.
    pub text: String,
    /// What the game tells of it, sentence by sentence.
    pub told: Vec<String>,
    /// What else was played instead: positions and words.
    pub others: Vec<(u32, String)>,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HintView {
    /// In which position.
    pub node: u32,
    /// Whose move it is.
    pub seat: u8,
    /// The move, to choose it.
    pub name: String,
    /// In words.
    pub text: String,
    /// Where.
    pub places: Vec<(u8, u32)>,
    /// From -1 for lost to 1 for won, for the one who moves.
    pub value: Option<f32>,
    /// Whether that is proven.
    pub proven: bool,
    /// How play is expected to go on.
    pub line: Vec<String>,
}
