// Generated from crates/senet-workbench/src/protocol.rs; SENET_BLESS=1 cargo test -p senet-workbench writes it. long-file: generated.

export const PROTOCOL_VERSION = 1;

export type Request = { 
/**
 * [`PROTOCOL_VERSION`].
 */
v: number, 
/**
 * Chosen by the page; the answer has the same.
 */
id: number, 
/**
 * The call, with its arguments.
 */
call: Call, };

export type Call = { "do": "games", } | { "do": "preview", 
/**
 * The game, by name.
 */
game: string, } | { "do": "new", 
/**
 * What to play, and who plays.
 */
setup: NewMatch, } | { "do": "join", 
/**
 * The id that [`Answer::Joined`] gave, or that is in a link.
 */
id: string, 
/**
 * What proves that a seat is ours; without, we are spectators.
 */
token: string | null, 
/**
 * As which of our seats we look, where something is hidden.
 */
look: number | null, } | { "do": "leave", 
/**
 * The match.
 */
id: string, } | { "do": "act", 
/**
 * The match.
 */
id: string, 
/**
 * The version that the page has seen; an action on an old one is refused.
 */
version: number, 
/**
 * Chosen by the page: an action that is sent twice counts once.
 */
key: string, 
/**
 * Made as a whole or refused.
 */
action: ActionCall, } | { "do": "peek", 
/**
 * The match.
 */
id: string, 
/**
 * The number of the position, as in [`MatchView::node`].
 */
node: number, } | { "do": "hint", 
/**
 * The match.
 */
id: string, } | { "do": "evaluate", 
/**
 * The match.
 */
id: string, } | { "do": "cancel", 
/**
 * The request that began it.
 */
job: number, } | { "do": "whyNot", 
/**
 * The match.
 */
id: string, 
/**
 * The places of the same move that were clicked before it, in order.
 */
before: Array<[number, number]>, 
/**
 * The place that cannot be chosen.
 */
place: [number, number], } | { "do": "record", 
/**
 * The match.
 */
id: string, } | { "do": "templates", } | { "do": "source", 
/**
 * The game, by name.
 */
game: string, } | { "do": "write", 
/**
 * The document, its version, and what is asked.
 */
call: WriteCall, };

export type ActionCall = { "act": "move", 
/**
 * [`ChoiceView::name`] of the move.
 */
name: string, 
/**
 * The position in which it is made, if it is an earlier one: a new branch.
 */
node: number | null, } | { "act": "swap", } | { "act": "resign", 
/**
 * Which of our seats.
 */
seat: number, } | { "act": "undo", } | { "act": "redo", } | { "act": "go", 
/**
 * The number of the position, as in [`MatchView::node`].
 */
node: number, } | { "act": "answer", 
/**
 * Whether they may.
 */
agree: boolean, } | { "act": "pace", 
/**
 * The pause in milliseconds; none if they wait for [`ActionCall::Step`].
 */
pause: number | null, } | { "act": "step", } | { "act": "sit", 
/**
 * The seat whose participant changes.
 */
seat: number, 
/**
 * `human`, or a bot such as `level:5`.
 */
who: string, };

export type NewMatch = { 
/**
 * The game, by name.
 */
game: string, 
/**
 * A program to play instead of a game of the list.
 */
text: string | null, 
/**
 * Names and values of options that are not to have their default.
 */
options: Array<[string, string]>, 
/**
 * How many play, where the game leaves a choice.
 */
players: number | null, 
/**
 * Who plays, in the order of the seats; the others are people here.
 */
seats: Array<SeatWish>, 
/**
 * Whether the second player may take the first one's seat after the first move.
 */
swap: boolean, 
/**
 * Seconds for the game and for each move, such as `300+5`.
 */
clock: string | null, 
/**
 * The random seed, in decimal; drawn by the server if there is none.
 */
seed: string | null, 
/**
 * The text of a record, whose play is gone on with.
 */
record: string | null, };

export type SeatWish = { 
/**
 * `here` for somebody at this screen, `link` for somebody with another browser, a bot such as
 * `level:5` or `mcts:1s`, or an engine that the game's card names, such as `engine:mohex` or
 * `engine:mohex:5s`.
 */
who: string, 
/**
 * What the person is called; `None` for the name of the seat.
 */
name: string | null, };

export type Message = { "is": "welcome", 
/**
 * [`PROTOCOL_VERSION`].
 */
v: number, } | { "is": "answer", 
/**
 * The request.
 */
id: number, 
/**
 * What was asked for.
 */
answer: Answer, } | { "is": "refused", 
/**
 * The request; 0 if it could not be read.
 */
id: number, 
/**
 * Why, in a sentence.
 */
why: string, } | { "is": "update", 
/**
 * The match.
 */
id: string, 
/**
 * How it is now.
 */
view: MatchView, };

export type Answer = { "answer": "games", 
/**
 * Sorted by title, the user's own first.
 */
games: Array<GameCard>, } | { "answer": "preview", 
/**
 * The game, by name.
 */
game: string, 
/**
 * The boards of the game.
 */
boards: Array<BoardPicture>, 
/**
 * What lies on them.
 */
pieces: Array<PieceView>, 
/**
 * The colour of each seat, by name.
 */
hues: Array<string>, } | { "answer": "joined", 
/**
 * The match.
 */
id: string, 
/**
 * What stays the same.
 */
face: GameFace, 
/**
 * How it is now.
 */
view: MatchView, 
/**
 * The tokens of a new match, of the one who made it and of those who are invited.
 */
tokens: Array<SeatToken>, } | { "answer": "done", } | { "answer": "seen", 
/**
 * How it was.
 */
view: MatchView, } | { "answer": "hint", 
/**
 * The move that was suggested, or the estimate.
 */
hint: HintView, } | { "answer": "text", 
/**
 * In plain text, ready to be shown or saved.
 */
text: string, } | { "answer": "templates", 
/**
 * The simplest first.
 */
templates: Array<TemplateCard>, } | { "answer": "written", 
/**
 * The answer to [`WriteCall::ask`].
 */
written: WriteAnswer, };

export type SeatToken = { 
/**
 * The seats that it stands for.
 */
seats: Array<number>, 
/**
 * Whether it is that of the one who made the match.
 */
host: boolean, 
/**
 * The secret part of the link; whoever has it plays the seats.
 */
token: string, };

export type GameCard = { 
/**
 * The name to ask for.
 */
name: string, 
/**
 * What the game is called, as the list shows it.
 */
title: string, 
/**
 * The rules, in a paragraph.
 */
rules: string, 
/**
 * The least number of players.
 */
least: number, 
/**
 * The largest number of players.
 */
most: number, 
/**
 * Words to find it by.
 */
tags: Array<string>, 
/**
 * Where it comes from.
 */
origin: string, 
/**
 * What can be chosen before a match begins.
 */
options: Array<OptionCard>, 
/**
 * The external engines that play it, by name; a seat for one is `engine:NAME`.
 */
engines: Array<string>, 
/**
 * Whether it is the user's own.
 */
own: boolean, 
/**
 * Whether its rules are a text that can be changed.
 */
text: boolean, };

export type OptionCard = { 
/**
 * The name, as in `NewMatch::options`.
 */
name: string, 
/**
 * What it changes.
 */
about: string, 
/**
 * The value if nothing is chosen.
 */
default: string, 
/**
 * The words that may be chosen; none for numbers and texts.
 */
words: Array<string>, 
/**
 * The least and the largest value; `None` if it is not a number.
 */
range: [number, number] | null, };

export type GameFace = { 
/**
 * The game, by name.
 */
name: string, 
/**
 * The title, with unusual options.
 */
title: string, 
/**
 * The rules, in a paragraph.
 */
rules: string, 
/**
 * Where it comes from.
 */
origin: string, 
/**
 * The options that are not as usual.
 */
options: Array<[string, string]>, 
/**
 * Whether a seat may see less than there is.
 */
hidden: boolean, 
/**
 * Its boards, in the order in which places count them; none for games without a board.
 */
boards: Array<BoardPicture>, 
/**
 * What the boards are called, in their order, where they have titles.
 */
titles: Array<string>, 
/**
 * What is told before the first decision, line by line.
 */
intro: Array<string>, 
/**
 * What is played for.
 */
goals: Array<GoalView>, 
/**
 * What each seat is called.
 */
seats: Array<string>, 
/**
 * The colour of each seat, by name.
 */
hues: Array<string>, 
/**
 * Whether its rules are a text of the catalogue, to be changed.
 */
remix: boolean, };

export type GoalView = { 
/**
 * By whom; by all if there is none.
 */
seat: number | null, 
/**
 * Without the subject: `connect top and bottom`.
 */
text: string, };

export type BoardPicture = { 
/**
 * What is drawn, labels included: left, top, width, height.
 */
frame: [number, number, number, number], 
/**
 * `square`, `hex`, `dots` or `graph`.
 */
kind: BoardKind, 
/**
 * The corners of each cell around its point; none if cells are dots.
 */
outline: Array<[number, number]>, 
/**
 * The radius of a cell that is a dot.
 */
radius: number, 
/**
 * In the order in which places count them.
 */
cells: Array<CellPicture>, 
/**
 * The edges; none where cells are squares or hexagons.
 */
edges: Array<EdgePicture>, 
/**
 * Whether edges can be clicked.
 */
edgePlaces: boolean, 
/**
 * Letters and numbers around it.
 */
labels: Array<LabelPicture>, 
/**
 * Sides that matter.
 */
sides: Array<SidePicture>, 
/**
 * Points of the dual net, with the seat that they belong to.
 */
dual: Array<DualPoint>, };

export type BoardKind = "square" | "hex" | "dots" | "graph";

export type CellPicture = { 
/**
 * The name that moves call it by: `b2`.
 */
name: string, 
/**
 * Its middle, from left to right.
 */
x: number, 
/**
 * Its middle, from top to bottom.
 */
y: number, 
/**
 * Its row, from 0 at the top, for readers of the screen.
 */
row: number, 
/**
 * Whether it is one of the dark squares.
 */
dark: boolean, };

export type EdgePicture = { 
/**
 * The name that moves call it by.
 */
name: string, 
/**
 * Where something on it is drawn, from left to right.
 */
x: number, 
/**
 * Where something on it is drawn, from top to bottom.
 */
y: number, 
/**
 * Its lines, each from a point to a point; two around a torus.
 */
lines: Array<[number, number, number, number]>, };

export type LabelPicture = { 
/**
 * The letter or number.
 */
text: string, 
/**
 * Where it stands, from left to right.
 */
x: number, 
/**
 * Where it stands, from top to bottom.
 */
y: number, 
/**
 * Which part of the text stands there: `start`, `middle` or `end`.
 */
anchor: string, };

export type SidePicture = { 
/**
 * Whose it is; everybody's if there is none.
 */
seat: number | null, 
/**
 * Its lines, each from a point to a point.
 */
lines: Array<[number, number, number, number]>, };

export type DualPoint = { 
/**
 * Whose it is.
 */
seat: number, 
/**
 * Where it is, from left to right.
 */
x: number, 
/**
 * Where it is, from top to bottom.
 */
y: number, };

export type MatchView = { 
/**
 * Rises with every change.
 */
version: number, 
/**
 * Whose turn it is; nobody's if there is none.
 */
turn: number | null, 
/**
 * How things stand, in a sentence.
 */
sentence: string, 
/**
 * How it ended, if it has.
 */
over: OverView | null, 
/**
 * The seats, in their order.
 */
seats: Array<SeatView>, 
/**
 * As which seat the observer looks; as a spectator if there is none.
 */
look: number | null, 
/**
 * Which seat at this screen should look next, where something is hidden from the present one.
 */
pass: number | null, 
/**
 * The stage of the program.
 */
stage: string, 
/**
 * What lies on the boards.
 */
pieces: Array<PieceView>, 
/**
 * What lies beside them.
 */
panels: Array<Panel>, 
/**
 * What the observer may choose from.
 */
choices: Array<ChoiceView>, 
/**
 * Whether the observer may swap.
 */
canSwap: boolean, 
/**
 * Whether the observer may take back.
 */
canUndo: boolean, 
/**
 * Whether the observer may play again what was taken back.
 */
canRedo: boolean, 
/**
 * Whether hints and evaluations are allowed.
 */
canAsk: boolean, 
/**
 * Whether only bots play, and with what pause; no pause means that they wait.
 */
pace: PaceView | null, 
/**
 * Who wants to take back, and waits for an answer.
 */
wantsUndo: number | null, 
/**
 * The play that led here.
 */
last: PlayView | null, 
/**
 * The places that decided.
 */
deciding: Array<[number, number]>, 
/**
 * The number of this position.
 */
node: number, 
/**
 * The line of plays.
 */
line: LineView, 
/**
 * Whether the clocks run.
 */
ticking: boolean, };

export type OverView = { 
/**
 * Who won.
 */
winners: Array<number>, 
/**
 * Whether it is a draw.
 */
draw: boolean, 
/**
 * The points of the seats, where there are any.
 */
scores: Array<string>, };

export type PaceView = { 
/**
 * Milliseconds between moves; none if they wait.
 */
pause: number | null, };

export type SeatView = { 
/**
 * What the game calls it: `black`.
 */
name: string, 
/**
 * The name of whoever occupies it.
 */
person: string | null, 
/**
 * `human`, or the bot in words.
 */
who: string, 
/**
 * Who it is in a few words: `you`, `bot, level 6`, `by link`.
 */
about: string, 
/**
 * Whether it is the observer's.
 */
mine: boolean, 
/**
 * Whether somebody elsewhere plays it.
 */
remote: boolean, 
/**
 * Milliseconds that are left, if there is a clock.
 */
left: number | null, 
/**
 * Points, where the game keeps them.
 */
score: string | null, };

export type PieceView = { 
/**
 * Its place.
 */
at: [number, number], 
/**
 * What it is.
 */
kind: string, 
/**
 * How it is drawn.
 */
glyph: string, 
/**
 * Whose it is; `None` if it belongs to nobody.
 */
seat: number | null, 
/**
 * How many there are.
 */
copies: number, 
/**
 * The cell across, if it is drawn halfway to that cell, as in a box between dots.
 */
opposite: number | null, };

export type Panel = { 
/**
 * What they have in common.
 */
title: string, 
/**
 * Whose they are; `None` if they belong to nobody.
 */
seat: number | null, 
/**
 * How they are shown.
 */
kind: PanelKind, 
/**
 * What each of them says.
 */
items: Array<PanelItem>, };

export type PanelKind = "number" | "dice" | "cards" | "hidden" | "facts";

export type PanelItem = { 
/**
 * What it says.
 */
text: string, 
/**
 * How many there are.
 */
copies: number, };

export type ChoiceView = { 
/**
 * Its name, to choose it.
 */
name: string, 
/**
 * In words.
 */
text: string, 
/**
 * Where to click, in order.
 */
places: Array<[number, number]>, 
/**
 * A direction, for a move that is nothing else.
 */
direction: string | null, };

export type PlayView = { 
/**
 * By whom; by chance if there is none.
 */
seat: number | null, 
/**
 * In words.
 */
text: string, 
/**
 * Where.
 */
places: Array<[number, number]>, };

export type LineView = { 
/**
 * How many plays of the line that the page has already stay as they are.
 */
keep: number, 
/**
 * Those that follow.
 */
items: Array<LineEntry>, };

export type LineEntry = { 
/**
 * The position that it leads to.
 */
node: number, 
/**
 * By whom; by chance if there is none.
 */
seat: number | null, 
/**
 * In words.
 */
text: string, 
/**
 * What the game tells of it, sentence by sentence.
 */
told: Array<string>, 
/**
 * What else was played instead: positions and words.
 */
others: Array<[number, string]>, };

export type HintView = { 
/**
 * In which position.
 */
node: number, 
/**
 * Whose move it is.
 */
seat: number, 
/**
 * The move, to choose it.
 */
name: string, 
/**
 * In words.
 */
text: string, 
/**
 * Where.
 */
places: Array<[number, number]>, 
/**
 * From -1 for lost to 1 for won, for the one who moves.
 */
value: number | null, 
/**
 * Whether that is proven.
 */
proven: boolean, 
/**
 * How play is expected to go on.
 */
line: Array<string>, };

export type WriteCall = { 
/**
 * The document, by a name that the page chooses.
 */
document: string, 
/**
 * The version of its text that the call is about: the page counts its edits. For
 * [`WriteAsk::Edit`], the version after the edit.
 */
version: number, 
/**
 * What is asked.
 */
ask: WriteAsk, };

export type WriteAsk = { "ask": "open", 
/**
 * The whole text of the document.
 */
text: string, } | { "ask": "edit", 
/**
 * The version that is changed; refused if it is not the present one.
 */
base: number, 
/**
 * Changes that do not overlap, all in offsets of `base`.
 */
edits: Array<PageEdit>, } | { "ask": "close", } | { "ask": "complete", 
/**
 * The offset of the caret.
 */
at: number, } | { "ask": "hover", 
/**
 * An offset inside of a word.
 */
at: number, } | { "ask": "definition", 
/**
 * An offset inside of a name.
 */
at: number, } | { "ask": "references", 
/**
 * An offset inside of a name.
 */
at: number, } | { "ask": "rename", 
/**
 * An offset inside of a name.
 */
at: number, 
/**
 * The new name; refused if it means something already.
 */
to: string, } | { "ask": "renamable", 
/**
 * An offset inside of a name.
 */
at: number, } | { "ask": "format", } | { "ask": "symbols", } | { "ask": "actions", 
/**
 * The first offset of the selection; equal to `to` for a caret.
 */
from: number, 
/**
 * The offset after the selection.
 */
to: number, } | { "ask": "structure", } | { "ask": "choices", 
/**
 * The slot, by its id in [`WriteAnswer::Structure`] of the same version.
 */
slot: StructureId, } | { "ask": "change", 
/**
 * What is done to which blocks, by their ids in the same version.
 */
edit: StructureEdit, } | { "ask": "plain", } | { "ask": "stages", } | { "ask": "live", 
/**
 * The match that this one replaces, whose play goes on if no record is given.
 */
instead: string | null, 
/**
 * A record to go on from.
 */
record: string | null, 
/**
 * Moves to begin with instead, by name, of players and of chance.
 */
plays: Array<string> | null, 
/**
 * Who plays: `here` or bots, in the order of the seats.
 */
seats: Array<string>, } | { "ask": "study", 
/**
 * What is to be found out, with its limits.
 */
study: StudyAsk, } | { "ask": "news", } | { "ask": "stopStudy", } | { "ask": "balance", 
/**
 * How many more games; at most 20,000 are played for one call.
 */
games: number, } | { "ask": "start", 
/**
 * Which start of the program, from 0, in the order of [`WriteAnswer::Checked`].
 */
start: number, 
/**
 * A position to begin in instead, as [`MachineView::saved`] has it.
 */
state: string | null, 
/**
 * The random seed, in decimal.
 */
seed: string, } | { "ask": "step", 
/**
 * At most so many steps.
 */
steps: number, 
/**
 * Where to stop before that.
 */
until: MachineUntil, } | { "ask": "choose", 
/**
 * [`TransitionItem::number`] in the last view.
 */
number: number, } | { "ask": "go", 
/**
 * [`PathStep::node`] of a step, or 0 for the start.
 */
node: number, } | { "ask": "follow", 
/**
 * The id of a live match of the same document.
 */
id: string, } | { "ask": "filter", 
/**
 * Groups of patterns with shared variables, one group in a line: `on X Y, clear X`.
 */
groups: string, 
/**
 * Words that the listed transitions have.
 */
search: string, } | { "ask": "why", 
/**
 * An atom or a pattern: `mark x _`.
 */
atom: string, } | { "ask": "whyNot", 
/**
 * The rule, by name.
 */
rule: string, } | { "ask": "trace", 
/**
 * How many steps are drawn, counted back from the last one.
 */
steps: number, 
/**
 * Whether atoms become labels of arrows.
 */
fold: boolean, 
/**
 * Whether a choice and what follows from it by itself are one box.
 */
turns: boolean, 
/**
 * A value or predicate: only steps are drawn that name it, or an atom that does.
 */
about: string | null, };

export type MachineUntil = { 
/**
 * When the stage has nothing more to do.
 */
quiescence: boolean, 
/**
 * Before somebody has to choose.
 */
choice: boolean, 
/**
 * After one of these rules has fired.
 */
rules: Array<string>, 
/**
 * Once an atom like one of these is there.
 */
atoms: Array<string>, 
/**
 * Once one of these trace queries has a match that ends here.
 */
queries: Array<string>, };

export type WriteAnswer = { "is": "checked", 
/**
 * The version that was checked, which is that of the call.
 */
version: number, 
/**
 * Errors and warnings, in order of position; the first 200.
 */
problems: Array<Problem>, 
/**
 * Whether there are no errors.
 */
valid: boolean, 
/**
 * Whether it says where to start, so that it can be played.
 */
playable: boolean, 
/**
 * The text of `#title`; `None` without one, or if there are errors.
 */
title: string | null, 
/**
 * The names of the stages of its starts, in the order of the text.
 */
starts: Array<string>, 
/**
 * Its numeric options, which a sweep can vary.
 */
options: Array<SweptOption>, } | { "is": "closed", } | { "is": "completions", 
/**
 * The best first; 200 at most.
 */
items: Array<CompletionItem>, } | { "is": "hover", 
/**
 * `None` if nothing is known.
 */
hover: HoverText | null, } | { "is": "places", 
/**
 * The first offset of each place and the offset after it.
 */
places: Array<[number, number]>, } | { "is": "edits", 
/**
 * They do not overlap, and are in offsets of the version that was asked about.
 */
edits: Array<PageEdit>, } | { "is": "outline", 
/**
 * In order of position; rules come after their stages.
 */
items: Array<OutlineEntry>, } | { "is": "fixes", 
/**
 * The best first.
 */
fixes: Array<ProblemFix>, } | { "is": "structure", 
/**
 * The blocks, nested, each with the id by which edits name it.
 */
structure: Structure, } | { "is": "choices", 
/**
 * What may stand in the slot, its present content included.
 */
choices: SlotChoice[], } | { "is": "text", 
/**
 * The program in plain Ceptre.
 */
text: string, 
/**
 * What the translation leaves out or changes, a sentence each.
 */
notes: Array<string>, } | { "is": "graph", 
/**
 * With coordinates, ready to be drawn.
 */
graph: GraphPicture, } | { "is": "live", 
/**
 * The id of the match, to be joined.
 */
id: string, 
/**
 * How many plays of the record, or of the list, were made.
 */
kept: number, 
/**
 * How many the record or the list had.
 */
of: number, 
/**
 * Why the next one could not be made; `None` if all were.
 */
why: string | null, } | { "is": "balance", 
/**
 * The figures of all games of this version so far.
 */
balance: BalanceView, } | { "is": "study", 
/**
 * How far it is, and what it has found so far.
 */
study: StudyView, } | { "is": "machine", 
/**
 * The step that it stands at.
 */
machine: MachineView, } | { "is": "why", 
/**
 * Each line with its depth, and the step that it is about: [`PathStep::node`].
 */
lines: Array<[number, number | null, string]>, };

export type PageEdit = { 
/**
 * The first offset that is replaced.
 */
from: number, 
/**
 * The offset after what is replaced.
 */
to: number, 
/**
 * What stands there instead.
 */
insert: string, };

export type Problem = { 
/**
 * The first offset of the text that it is about.
 */
from: number, 
/**
 * The offset after that text.
 */
to: number, 
/**
 * Whether it is an error, which keeps the program from running, or a warning.
 */
error: boolean, 
/**
 * The stable code of the diagnostic, as `senet check` prints it.
 */
code: string, 
/**
 * What is wrong, in a sentence.
 */
message: string, 
/**
 * What else belongs to it: places with words.
 */
labels: Array<[number, number, string]>, 
/**
 * What to try, a sentence each.
 */
help: Array<string>, 
/**
 * Changes that would mend it, the best first.
 */
fixes: Array<ProblemFix>, };

export type ProblemFix = { 
/**
 * What it does, as a menu shows it.
 */
title: string, 
/**
 * They are made together.
 */
edits: Array<PageEdit>, 
/**
 * Whether it is certainly what was meant; `senet fix` makes these without being asked to guess.
 */
certain: boolean, };

export type CompletionItem = { 
/**
 * What the menu shows.
 */
label: string, 
/**
 * `variable`, `constant`, `predicate`, `relation`, `type`, `stage`, …
 */
kind: string, 
/**
 * Its declaration, in a few words.
 */
detail: string | null, 
/**
 * What it is for, in Markdown.
 */
documentation: string | null, 
/**
 * The change that writes it.
 */
edit: PageEdit, 
/**
 * What is written if the editor knows snippets, with holes to be filled in: `disc ${1:player}
 * ${2:cell}`.
 */
snippet: string | null, };

export type HoverText = { 
/**
 * The first offset of the word.
 */
from: number, 
/**
 * The offset after the word.
 */
to: number, 
/**
 * What is known about the word, in Markdown.
 */
markdown: string, };

export type OutlineEntry = { 
/**
 * The name that is declared.
 */
name: string, 
/**
 * The rest of the declaration, in a few words.
 */
detail: string, 
/**
 * `type`, `predicate`, `stage`, `rule`, …
 */
kind: string, 
/**
 * How deep it is nested, from 0.
 */
depth: number, 
/**
 * The first offset of the name.
 */
from: number, 
/**
 * The offset after the name.
 */
to: number, };

export type GraphPicture = { 
/**
 * What it shows, as a caption.
 */
title: string, 
/**
 * The width of the whole.
 */
width: number, 
/**
 * The height of the whole.
 */
height: number, 
/**
 * Edges name nodes by their index here.
 */
nodes: Array<PictureNode>, 
/**
 * Routed around the nodes.
 */
edges: Array<PictureEdge>, };

export type PictureNode = { 
/**
 * The left side.
 */
x: number, 
/**
 * The top side.
 */
y: number, 
/**
 * From its left side to its right side.
 */
width: number, 
/**
 * From its top side to its bottom side.
 */
height: number, 
/**
 * The text inside; it may have several lines.
 */
label: string, 
/**
 * `box`, `rounded`, `ellipse`, `double` or `plain`.
 */
shape: string, 
/**
 * What it stands for: `rule`, `link`, `atom`, `start`, `interactive`, …
 */
class: string, 
/**
 * What a pointer over it shows.
 */
tooltip: string | null, };

export type PictureEdge = { 
/**
 * The corners of the polyline, from the first node to the second.
 */
points: Array<[number, number]>, 
/**
 * The text beside it, and where its middle is.
 */
label: [number, number, string] | null, 
/**
 * Whether the line is dashed.
 */
dashed: boolean, 
/**
 * The index of the node where it begins.
 */
from: number, 
/**
 * The index of the node where it ends.
 */
to: number, };

export type BalanceView = { 
/**
 * How many games were played so far.
 */
games: number, 
/**
 * How they ended, as shares.
 */
results: ResultShares, 
/**
 * The share of games that were cut off, from 0 to 1.
 */
unfinished: number, 
/**
 * Mean length in moves.
 */
mean: number, 
/**
 * The shortest, the median and the longest game, in moves.
 */
lengths: [number, number, number], 
/**
 * How many games had each length, in about twenty classes: from, to, games.
 */
histogram: Array<[number, number, number]>, 
/**
 * How often each rule fired, with its place in the text.
 */
rules: Array<RuleCount>, 
/**
 * In how many games rules were counted: one in eight.
 */
counted: number, 
/**
 * A sentence if games ran into a limit, so that the figures say little.
 */
problem: string | null, };

export type RuleCount = { 
/**
 * What messages call the rule.
 */
name: string, 
/**
 * The first offset of the rule; 0 for both if the text has no such rule.
 */
from: number, 
/**
 * The offset after the rule.
 */
to: number, 
/**
 * How often it fired, in all games that were counted.
 */
count: number, };

export type MachineView = { 
/**
 * The step that it stands at; 0 is the start.
 */
node: number, 
/**
 * How many steps lead to it from the start.
 */
steps: number, 
/**
 * The name of the stage.
 */
stage: string, 
/**
 * `choosing`, `running`, `linking`, `ended` or `stopped`.
 */
status: string, 
/**
 * Why the last call stopped before it was through: a breakpoint, a limit.
 */
pause: string | null, 
/**
 * The atoms of the position that the filter lets through, by predicate.
 */
groups: Array<AtomGroup>, 
/**
 * How many different atoms are left out, by the filter or because there are more than 3,000.
 */
hidden: number, 
/**
 * What was there before the last call, and is not any more.
 */
gone: Array<string>, 
/**
 * What is wrong with the filter, in a sentence.
 */
filterProblem: string | null, 
/**
 * What can happen now, the first 300 that the search lets through.
 */
transitions: Array<TransitionItem>, 
/**
 * How many transitions there are in all.
 */
of: number, 
/**
 * The last 200 steps that led here, with the branches beside each.
 */
path: Array<PathStep>, 
/**
 * The position as text, for [`WriteAsk::Start`]; empty if it is too large.
 */
saved: string, };

export type AtomGroup = { 
/**
 * The name of the predicate.
 */
predicate: string, 
/**
 * In canonical order.
 */
atoms: Array<AtomItem>, };

export type AtomItem = { 
/**
 * As it is written in the language.
 */
text: string, 
/**
 * How many copies; 0 if it is persistent alone.
 */
copies: number, 
/**
 * Whether it is persistent.
 */
persistent: boolean, 
/**
 * Whether it is new, or there are more or fewer of it, since the last call.
 */
changed: boolean, };

export type TransitionItem = { 
/**
 * Its number, for [`WriteAsk::Choose`].
 */
number: number, 
/**
 * What messages call its rule.
 */
rule: string, 
/**
 * The move in words, as players read it.
 */
text: string, 
/**
 * The rule and its values, as the language writes them.
 */
written: string, };

export type PathStep = { 
/**
 * Its number, for [`WriteAsk::Go`].
 */
node: number, 
/**
 * The rule and its values.
 */
text: string, 
/**
 * Other steps that were made in the same position, up to eight: their numbers and texts.
 */
others: Array<[number, string]>, };

export type TemplateCard = { 
/**
 * The name by which `senet new` knows it.
 */
name: string, 
/**
 * A title, as a menu shows it.
 */
title: string, 
/**
 * What it shows of the language, in a sentence.
 */
about: string, 
/**
 * The text to begin with.
 */
text: string, };

export type StudyAsk = { "what": "statistics", 
/**
 * How many plays.
 */
games: number, 
/**
 * How many playouts a bot searches for each move; 0 for random moves.
 */
thought: number, } | { "what": "sweep", 
/**
 * The name of the option.
 */
option: string, 
/**
 * The values that it is given, one after the other.
 */
values: Array<number>, 
/**
 * How many plays for each value.
 */
games: number, } | { "what": "properties", 
/**
 * At most so many positions are explored.
 */
positions: number, } | { "what": "explore", 
/**
 * At most so many.
 */
positions: number, } | { "what": "solve", 
/**
 * At most so many positions are looked at.
 */
positions: number, } | { "what": "report", };

export type StudyView = { 
/**
 * Whether it goes on.
 */
running: boolean, 
/**
 * The part that is done, from 0 to 1, where that can be said.
 */
done: number | null, 
/**
 * How far it is, in words.
 */
words: string, 
/**
 * Why the study could not run; `None` if it could.
 */
problem: string | null, 
/**
 * What was found so far.
 */
found: StudyFound | null, };

export type StudyFound = { "is": "statistics" } & StatisticsView | { "is": "sweep" } & SweepView | { "is": "properties" } & PropertiesView | { "is": "explored" } & ExploredView | { "is": "solved" } & SolvedView | { "is": "report" } & ReportView;

export type ShareView = { 
/**
 * The share, from 0 to 1.
 */
value: number, 
/**
 * The lower end of the interval.
 */
low: number, 
/**
 * The upper end.
 */
high: number, };

export type SeatShare = { 
/**
 * What the game calls the seat.
 */
name: string, 
/**
 * The colour of the seat, by name.
 */
hue: string, 
/**
 * The share of games that it won.
 */
share: number, 
/**
 * The lower end of the interval.
 */
low: number, 
/**
 * The upper end.
 */
high: number, };

export type ResultShares = { 
/**
 * Plays that each seat won alone.
 */
seats: Array<SeatShare>, 
/**
 * Draws, and plays that end without a result.
 */
draws: ShareView, 
/**
 * Plays that several seats won together.
 */
together: ShareView, 
/**
 * Plays that all seats lost.
 */
lost: ShareView, };

export type SpreadView = { 
/**
 * The arithmetic mean.
 */
mean: number, 
/**
 * The smallest number that occurred.
 */
least: number, 
/**
 * Half of the numbers are at most this.
 */
median: number, 
/**
 * The largest number that occurred.
 */
most: number, 
/**
 * How many there are in ranges of even width, which have names.
 */
ranges: Array<[string, number]>, };

export type StatisticsView = { 
/**
 * How many plays there were.
 */
games: number, 
/**
 * How they ended, as shares.
 */
results: ResultShares, 
/**
 * Plays that did not end by the rules.
 */
unfinished: ShareView, 
/**
 * The first seat's part of the points, less an equal part.
 */
advantage: ShareView | null, 
/**
 * The number of moves of a play.
 */
length: SpreadView, 
/**
 * Points of each seat at the end, where the game keeps them.
 */
scores: Array<SpreadView>, 
/**
 * How many plays were looked at move by move.
 */
looked: number, 
/**
 * The number of legal moves of a decision.
 */
branching: SpreadView, 
/**
 * Their mean, by the number of the move.
 */
branchingByMove: Array<number>, 
/**
 * The first moves of players, the most frequent first.
 */
firstMoves: Array<FirstMoveView>, 
/**
 * The places that moves of a seat named.
 */
cells: Array<CellHeat>, 
/**
 * How many plays had their rules counted.
 */
counted: number, 
/**
 * How often each rule fired, in the order of the text.
 */
rules: Array<RuleUse>, 
/**
 * How tense play is, from a few plays.
 */
tension: TensionView | null, };

export type FirstMoveView = { 
/**
 * The move in words.
 */
text: string, 
/**
 * The places that it names, to be marked on the board.
 */
places: Array<[number, number]>, 
/**
 * In how many plays it was made.
 */
made: ShareView, 
/**
 * The part of the points of the seat that made it.
 */
points: ShareView, };

export type CellHeat = { 
/**
 * The seat whose moves were counted.
 */
seat: number, 
/**
 * The place that they named.
 */
at: [number, number], 
/**
 * In how many plays a move of the seat named it.
 */
used: number, 
/**
 * The part of the points that the seat got in these.
 */
points: ShareView, };

export type RuleUse = { 
/**
 * What messages call the rule.
 */
name: string, 
/**
 * The first offset of the rule in the text.
 */
from: number, 
/**
 * The offset after the rule.
 */
to: number, 
/**
 * How often it fired in a play, on average.
 */
perGame: number, 
/**
 * In how many plays it fired.
 */
games: ShareView, 
/**
 * In how many it was the last to fire.
 */
last: number, };

export type TensionView = { 
/**
 * How many plays were judged.
 */
games: number, 
/**
 * How often the lead passes from one seat to another.
 */
leadChanges: number, 
/**
 * Plays whose winner was clearly behind at some moment.
 */
comebacks: ShareView, 
/**
 * After what part of the play the winner was ahead for good, the median.
 */
settled: number | null, };

export type SweptOption = { 
/**
 * The name after `#option`.
 */
name: string, 
/**
 * The least value.
 */
least: number, 
/**
 * The largest value.
 */
most: number, 
/**
 * The value if nothing is chosen.
 */
usual: number, };

export type SweepView = { 
/**
 * The name of the option that was varied.
 */
option: string, 
/**
 * What was found for each of its values, in the order that was asked for.
 */
points: Array<SweepPoint>, };

export type SweepPoint = { 
/**
 * The value of the option.
 */
value: number, 
/**
 * How many plays there were.
 */
games: number, 
/**
 * How they ended, as shares.
 */
results: ResultShares, 
/**
 * Moves of a play: the mean, and a 95 % interval of it.
 */
length: ShareView, 
/**
 * Why there is no game with this value; `None` if there is one.
 */
problem: string | null, };

export type PropertiesView = { 
/**
 * How many positions were explored.
 */
positions: number, 
/**
 * Whether these are all.
 */
complete: boolean, 
/**
 * What kept it from being complete.
 */
stopped: string | null, 
/**
 * The properties of the program, in the order of the text.
 */
properties: Array<PropertyView>, 
/**
 * What else is true.
 */
facts: Array<FactView>, };

export type PropertyView = { 
/**
 * As it is written.
 */
text: string, 
/**
 * The first offset of the directive in the text.
 */
from: number, 
/**
 * The offset after the directive.
 */
to: number, 
/**
 * `proved`, `refuted`, `unknown`, or `open` while that is being found out.
 */
answer: string, 
/**
 * The method that answered it; `None` while it is open or unknown.
 */
method: string | null, 
/**
 * The reason for the answer, in words.
 */
because: string, 
/**
 * A play that shows it, by the names of its moves.
 */
play: WitnessView | null, };

export type ReportView = { 
/**
 * An HTML page that needs no other file.
 */
html: string, };

export type WitnessView = { 
/**
 * The names of its moves.
 */
moves: Array<string>, 
/**
 * If it goes on for ever: the last position is the one after so many moves.
 */
back: number | null, };

export type FactView = { 
/**
 * The fact, in a sentence.
 */
text: string, 
/**
 * How it was found.
 */
method: string, 
/**
 * The directive that says the same, where there is one.
 */
directive: string | null, 
/**
 * A play that shows it.
 */
play: WitnessView | null, };

export type ExploredView = { 
/**
 * Positions in which somebody has to decide, or the end.
 */
positions: number, 
/**
 * States in which chance decides.
 */
chances: number, 
/**
 * Moves from all of them.
 */
moves: number, 
/**
 * Positions by the least number of moves that leads to them.
 */
byMove: Array<number>, 
/**
 * Ends, by who won: a name, its colour, and how many.
 */
ends: Array<[string, string, number]>, 
/**
 * Why there may be more; none if this is all.
 */
stopped: string | null, };

export type SolvedView = { 
/**
 * Who wins, in a sentence; empty as long as it is not known.
 */
sentence: string, 
/**
 * How it was found, and how many positions that took.
 */
how: string, 
/**
 * What the answer takes for granted.
 */
assumption: string | null, 
/**
 * The first moves, the best first.
 */
moves: Array<SolvedMoveView>, 
/**
 * Best play from the start, by the names of the moves.
 */
line: Array<string>, 
/**
 * The seat whose move it is at the start.
 */
mover: number | null, };

export type SolvedMoveView = { 
/**
 * The move in words.
 */
text: string, 
/**
 * The places that it names, to be marked on the board.
 */
places: Array<[number, number]>, 
/**
 * What it is worth to the one who makes it, from -1 to 1.
 */
value: number, 
/**
 * The same value in words: `wins in 5 moves`.
 */
words: string, };

export type StructureId = number;

export type Structure = { 
/**
 * The types with their values, and ranges of numbers.
 */
sets: Array<SetBlock>, 
/**
 * The predicates.
 */
predicates: Array<PredicateBlock>, 
/**
 * The boards.
 */
boards: Array<BoardBlock>, 
/**
 * Who sits at the table.
 */
players: PlayersBlock | null, 
/**
 * The stages with their rules.
 */
stages: Array<StageBlock>, 
/**
 * The links between stages.
 */
links: Array<RuleBlock>, 
/**
 * The backward rules and facts.
 */
derivations: Array<RuleBlock>, 
/**
 * The contexts.
 */
contexts: Array<ContextBlock>, 
/**
 * The directives, those of players included.
 */
directives: Array<DirectiveBlock>, 
/**
 * What cannot be read.
 */
broken: Array<BrokenBlock>, };

export type NameBlock = { 
/**
 * The letters.
 */
text: string, 
/**
 * The place.
 */
span: { start: number, end: number }, };

export type SetBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The declaration.
 */
span: { start: number, end: number }, 
/**
 * Its name.
 */
name: NameBlock, 
/**
 * The comment at its declaration.
 */
documentation: string | null, 
/**
 * The declared values, in order.
 */
values: Array<ValueBlock>, 
/**
 * The smallest and the largest number, of a range.
 */
range: [SlotBlock, SlotBlock] | null, };

export type ValueBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The declaration.
 */
span: { start: number, end: number }, 
/**
 * Its name.
 */
name: NameBlock, 
/**
 * The types of its arguments.
 */
arguments: Array<SlotBlock>, };

export type PredicateBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The declaration.
 */
span: { start: number, end: number }, 
/**
 * Its name.
 */
name: NameBlock, 
/**
 * `pred`, `bwd`, `sense` or `action`.
 */
kind: SlotBlock, 
/**
 * The types of its arguments.
 */
arguments: Array<SlotBlock>, 
/**
 * The comment at its declaration.
 */
documentation: string | null, };

export type BoardBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The declaration.
 */
span: { start: number, end: number }, 
/**
 * The type of its cells.
 */
name: NameBlock, 
/**
 * `square`, `hex` and so on.
 */
shape: SlotBlock | null, 
/**
 * Its sizes.
 */
sizes: Array<SlotBlock>, 
/**
 * What else is said, as it is written.
 */
options: string, };

export type PlayersBlock = { 
/**
 * The id of the directive.
 */
id: StructureId, 
/**
 * The directive.
 */
span: { start: number, end: number }, 
/**
 * The type of the players.
 */
set: SlotBlock, 
/**
 * Their names.
 */
seats: Array<string>, };

export type StageBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The whole.
 */
span: { start: number, end: number }, 
/**
 * Its name.
 */
name: NameBlock, 
/**
 * Whether earlier rules come before later ones.
 */
ordered: boolean, 
/**
 * Whether a player chooses here.
 */
interactive: boolean, 
/**
 * Its rules, those of families included.
 */
rules: Array<RuleBlock>, 
/**
 * The comment above it.
 */
documentation: string | null, };

export type RuleBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The whole.
 */
span: { start: number, end: number }, 
/**
 * Its name.
 */
name: NameBlock | null, 
/**
 * The families around it, from the outside in.
 */
families: Array<FamilyBlock>, 
/**
 * What it needs; of a backward rule, its goals.
 */
premises: Array<PartBlock>, 
/**
 * What it makes; of a backward rule, its head.
 */
effects: Array<PartBlock>, 
/**
 * The comment above it.
 */
documentation: string | null, };

export type FamilyBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * Its variables, and what each goes over.
 */
over: Array<[NameBlock, SlotBlock]>, };

export type PartKind = "atom" | "derived" | "sensed" | "not" | "aggregate" | "compare" | "member" | "stage" | "quiescence" | "comprehension" | "set" | "rows" | "context";

export type PartBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The whole, mark included.
 */
span: { start: number, end: number }, 
/**
 * What it is.
 */
kind: PartKind, 
/**
 * Whether it is taken, kept or persistent.
 */
mark: PremiseMark, 
/**
 * The predicate, the stage or the context.
 */
head: SlotBlock | null, 
/**
 * Arguments, or the two sides of a comparison.
 */
arguments: Array<SlotBlock>, 
/**
 * How many copies, if that is said.
 */
copies: string | null, 
/**
 * The sign of a comparison, or how an aggregate counts.
 */
sign: string | null, 
/**
 * What stands inside of `not`, an aggregate, or what braces ask for.
 */
inside: Array<PartBlock>, 
/**
 * What braces make.
 */
makes: Array<PartBlock>, 
/**
 * As it is written.
 */
text: string, };

export type SlotBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The place.
 */
span: { start: number, end: number }, 
/**
 * As it is written.
 */
text: string, 
/**
 * The type that belongs there, of an argument.
 */
set: string | null, 
/**
 * The arguments of a constructor.
 */
arguments: Array<SlotBlock>, };

export type ContextBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The whole.
 */
span: { start: number, end: number }, 
/**
 * Its name.
 */
name: NameBlock, 
/**
 * What it holds.
 */
atoms: Array<PartBlock>, 
/**
 * The comment above it.
 */
documentation: string | null, };

export type DirectiveBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The whole.
 */
span: { start: number, end: number }, 
/**
 * Its name, without the `#`.
 */
name: string, 
/**
 * Its arguments, as they are written.
 */
arguments: Array<SlotBlock>, 
/**
 * The atoms of a start.
 */
atoms: Array<PartBlock>, };

export type BrokenBlock = { 
/**
 * Its id.
 */
id: StructureId, 
/**
 * The whole.
 */
span: { start: number, end: number }, 
/**
 * As it is written.
 */
text: string, };

export type PremiseMark = "plain" | "keep" | "persistent";

export type StructureEdit = { "edit": "add-item", 
/**
 * The stage or family; `None` is the file.
 */
into: StructureId | null, 
/**
 * Before which of its items; beyond the last is the end.
 */
at: number, 
/**
 * What is added.
 */
item: NewItem, } | { "edit": "add-premise", 
/**
 * The rule, part, context or `#trace`.
 */
to: StructureId, 
/**
 * Before which premise or atom; beyond the last is the end.
 */
at: number, 
/**
 * What is added.
 */
part: NewPart, } | { "edit": "add-effect", 
/**
 * The rule, link or part.
 */
to: StructureId, 
/**
 * Before which effect; beyond the last is the end.
 */
at: number, 
/**
 * What is added.
 */
part: NewPart, } | { "edit": "remove", 
/**
 * What goes.
 */
node: StructureId, } | { "edit": "remove-with-uses", 
/**
 * What goes.
 */
node: StructureId, 
/**
 * A set whose name is written wherever the removed one was, so that the uses stay.
 */
instead: string | null, } | { "edit": "rename", 
/**
 * What is renamed.
 */
node: StructureId, 
/**
 * The new name.
 */
name: string, } | { "edit": "move", 
/**
 * What is moved.
 */
node: StructureId, 
/**
 * Where an item goes; `None` is the file.
 */
into: StructureId | null, 
/**
 * The place among the others, once it has been taken out.
 */
at: number, } | { "edit": "duplicate", 
/**
 * What is copied.
 */
node: StructureId, 
/**
 * The name of the copy of an item that has one; a fresh one if it is not given.
 */
name: string | null, } | { "edit": "set-mark", 
/**
 * The part.
 */
node: StructureId, 
/**
 * The mark.
 */
mark: PremiseMark, } | { "edit": "set-negated", 
/**
 * The premise.
 */
node: StructureId, 
/**
 * Whether it shall be absent.
 */
negated: boolean, } | { "edit": "set-copies", 
/**
 * The part.
 */
node: StructureId, 
/**
 * A number or the name of one; `None` is one copy.
 */
copies: string | null, } | { "edit": "set-sign", 
/**
 * The comparison.
 */
node: StructureId, 
/**
 * `==`, `<>`, `=`, `<`, `<=`, `>` or `>=`.
 */
sign: string, } | { "edit": "set-slot", 
/**
 * The slot.
 */
node: StructureId, 
/**
 * What is written.
 */
text: string, } | { "edit": "set-ordered", 
/**
 * The stage.
 */
node: StructureId, 
/**
 * Whether they do.
 */
ordered: boolean, } | { "edit": "set-interactive", 
/**
 * The stage.
 */
node: StructureId, 
/**
 * Whether somebody does.
 */
interactive: boolean, };

export type NewItem = { "item": "set", 
/**
 * Its name.
 */
name: string, } | { "item": "range", 
/**
 * Its name.
 */
name: string, 
/**
 * The smallest number.
 */
low: bigint, 
/**
 * The largest number.
 */
high: bigint, } | { "item": "value", 
/**
 * Its name.
 */
name: string, 
/**
 * The types of its arguments.
 */
arguments: Array<string>, 
/**
 * Its type.
 */
set: string, } | { "item": "predicate", 
/**
 * Its name.
 */
name: string, 
/**
 * The types of its arguments.
 */
arguments: Array<string>, 
/**
 * `pred`, `bwd`, `sense` or `action`.
 */
kind: string, } | { "item": "board", 
/**
 * The type of its cells.
 */
name: string, 
/**
 * The shape with its sizes: `square 8 8`.
 */
shape: string, } | { "item": "stage", 
/**
 * Its name.
 */
name: string, 
/**
 * Whether earlier rules come before later ones.
 */
ordered: boolean, } | { "item": "rule", 
/**
 * Its name.
 */
name: string | null, 
/**
 * What it needs.
 */
premises: Array<NewPart>, 
/**
 * What it makes.
 */
effects: Array<NewPart>, } | { "item": "link", 
/**
 * Its name.
 */
name: string | null, 
/**
 * The stage that it leads from.
 */
from: string, 
/**
 * The stage that it leads to; none ends the program.
 */
to: string | null, 
/**
 * What else it needs.
 */
premises: Array<NewPart>, 
/**
 * What else it makes.
 */
effects: Array<NewPart>, } | { "item": "derivation", 
/**
 * What follows.
 */
head: NewPart, 
/**
 * From what.
 */
goals: Array<NewPart>, } | { "item": "context", 
/**
 * Its name.
 */
name: string, 
/**
 * What it holds.
 */
atoms: Array<NewPart>, } | { "item": "directive", 
/**
 * Its name, without the `#`.
 */
name: string, 
/**
 * Its arguments, as they are written.
 */
arguments: Array<string>, };

export type NewPart = { "part": "atom", 
/**
 * The predicate, or the name of a context.
 */
predicate: string, 
/**
 * Its arguments; if there are none and the predicate takes some, they are chosen.
 */
arguments: Array<string>, 
/**
 * Whether it is taken, kept or persistent.
 */
mark: PremiseMark, } | { "part": "not", 
/**
 * The predicate.
 */
predicate: string, 
/**
 * Its arguments; if there are none and the predicate takes some, they are chosen.
 */
arguments: Array<string>, } | { "part": "count", 
/**
 * The variable that is given the number.
 */
variable: string, 
/**
 * The predicate.
 */
predicate: string, 
/**
 * Its arguments; if there are none and the predicate takes some, they are chosen.
 */
arguments: Array<string>, } | { "part": "compare", 
/**
 * The first term.
 */
left: string, 
/**
 * `==`, `<>`, `=`, `<`, `<=`, `>` or `>=`.
 */
sign: string, 
/**
 * The second term.
 */
right: string, } | { "part": "member", 
/**
 * The variable.
 */
variable: string, 
/**
 * The type.
 */
set: string, } | { "part": "stage", 
/**
 * The stage.
 */
stage: string, } | { "part": "text", 
/**
 * The text.
 */
text: string, };

export type SlotChoice = { 
/**
 * What is written.
 */
text: string, 
/**
 * What it is.
 */
kind: ChoiceKind, };

export type ChoiceKind = "variable" | "wildcard" | "constant" | "number" | "name";
