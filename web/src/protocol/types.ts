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
 * What is asked for.
 */
call: Call, };

export type Call = { "do": "templates" } | { "do": "source", game: string } | { "do": "write", call: WriteCall } | { "do": "games", } | { "do": "preview", 
/**
 * The game, by name.
 */
game: string, } | { "do": "new", 
/**
 * What to play, and who plays.
 */
setup: NewMatch, } | { "do": "join", 
/**
 * The match.
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
 * What to do.
 */
action: ActionCall, } | { "do": "peek", 
/**
 * The match.
 */
id: string, 
/**
 * The position.
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
 * What was clicked before it.
 */
before: Array<[number, number]>, 
/**
 * The place.
 */
place: [number, number], } | { "do": "record", 
/**
 * The match.
 */
id: string, };

export type ActionCall = { "act": "move", 
/**
 * Its name.
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
 * The position.
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
 * The seat.
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
 * Its options that are not as usual.
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
 * A record to go on from.
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
 * A name.
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

export type Answer = { "answer": "templates", templates: Array<TemplateCard> } | { "answer": "written", written: WriteAnswer } | { "answer": "games", 
/**
 * Sorted by title, the user's own first.
 */
games: Array<GameCard>, } | { "answer": "preview", 
/**
 * The game, by name.
 */
game: string, 
/**
 * Its boards.
 */
boards: Array<BoardPicture>, 
/**
 * What lies on them.
 */
pieces: Array<PieceView>, 
/**
 * The colours of its seats.
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
 * The result.
 */
hint: HintView, } | { "answer": "text", 
/**
 * The text.
 */
text: string, };

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
 * The secret.
 */
token: string, };

export type GameCard = { text: boolean,  
/**
 * The name to ask for.
 */
name: string, 
/**
 * The title.
 */
title: string, 
/**
 * The rules, in a paragraph.
 */
rules: string, 
/**
 * How few may play.
 */
least: number, 
/**
 * How many may play.
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
 * What can be chosen.
 */
options: Array<OptionCard>, 
/**
 * The external engines that play it, by name; a seat for one is `engine:NAME`.
 */
engines: Array<string>, 
/**
 * Whether it is the user's own.
 */
own: boolean, };

export type OptionCard = { 
/**
 * The name.
 */
name: string, 
/**
 * What it changes.
 */
about: string, 
/**
 * The usual value.
 */
default: string, 
/**
 * The words that may be chosen; none for numbers and texts.
 */
words: Array<string>, 
/**
 * The least and the most, for numbers.
 */
range: [number, number] | null, };

export type GameFace = { remix: boolean,  
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
 * The boards.
 */
boards: Array<BoardPicture>, 
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
hues: Array<string>, };

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
 * The cells.
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
 * Its name.
 */
name: string, 
/**
 * Its middle.
 */
x: number, 
/**
 * Its middle.
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
 * Its name.
 */
name: string, 
/**
 * Where something on it is drawn.
 */
x: number, 
/**
 * Where something on it is drawn.
 */
y: number, 
/**
 * Its lines, each from a point to a point; two around a torus.
 */
lines: Array<[number, number, number, number]>, };

export type LabelPicture = { 
/**
 * The text.
 */
text: string, 
/**
 * Where it stands.
 */
x: number, 
/**
 * Where it stands.
 */
y: number, 
/**
 * `start`, `middle` or `end`.
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
 * Where it is.
 */
x: number, 
/**
 * Where it is.
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
 * What it is called.
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
 * Where.
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
 * Whose it is.
 */
seat: number | null, 
/**
 * How many there are.
 */
copies: number, };

export type Panel = { 
/**
 * What they have in common.
 */
title: string, 
/**
 * Whose they are.
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

export type WriteCall = { document: string, version: number, ask: WriteAsk };
export type WriteAsk = { "ask": "open", text: string } | { "ask": "edit", base: number, edits: Array<PageEdit> } | { "ask": "close" } | { "ask": "complete", at: number } | { "ask": "hover", at: number } | { "ask": "definition", at: number } | { "ask": "references", at: number } | { "ask": "rename", at: number, to: string } | { "ask": "renamable", at: number } | { "ask": "format" } | { "ask": "symbols" } | { "ask": "actions", from: number, to: number } | { "ask": "structure" } | { "ask": "choices", slot: StructureId } | { "ask": "change", edit: StructureEdit } | { "ask": "plain" } | { "ask": "stages" } | { "ask": "live", instead: string | null, record: string | null, seats: Array<string> } | { "ask": "balance", games: number } | { "ask": "start", start: number, state: string | null, seed: string } | { "ask": "step", steps: number, until: MachineUntil } | { "ask": "choose", number: number } | { "ask": "go", node: number } | { "ask": "follow", id: string } | { "ask": "filter", groups: string, search: string } | { "ask": "why", atom: string } | { "ask": "whyNot", rule: string } | { "ask": "trace", steps: number, fold: boolean, only: Array<string> };
export type MachineUntil = { quiescence: boolean, choice: boolean, rules: Array<string>, atoms: Array<string> };
export type WriteAnswer = { "is": "checked", version: number, problems: Array<Problem>, valid: boolean, playable: boolean, title: string | null, starts: Array<string> } | { "is": "closed" } | { "is": "completions", items: Array<CompletionItem> } | { "is": "hover", hover: HoverText | null } | { "is": "places", places: Array<[number, number]> } | { "is": "edits", edits: Array<PageEdit> } | { "is": "outline", items: Array<OutlineEntry> } | { "is": "fixes", fixes: Array<ProblemFix> } | { "is": "structure", structure: Structure } | { "is": "choices", choices: SlotChoice[] } | { "is": "text", text: string, notes: Array<string> } | { "is": "graph", graph: GraphPicture } | { "is": "live", id: string, kept: number, of: number, why: string | null } | { "is": "balance", balance: BalanceView } | { "is": "machine", machine: MachineView } | { "is": "why", lines: Array<[number, number | null, string]> };
export type PageEdit = { from: number, to: number, insert: string };
export type Problem = { from: number, to: number, error: boolean, code: string, message: string, labels: Array<[number, number, string]>, help: Array<string>, fixes: Array<ProblemFix> };
export type ProblemFix = { title: string, edits: Array<PageEdit>, certain: boolean };
export type CompletionItem = { label: string, kind: string, detail: string | null, documentation: string | null, edit: PageEdit, snippet: string | null };
export type HoverText = { from: number, to: number, markdown: string };
export type OutlineEntry = { name: string, detail: string, kind: string, depth: number, from: number, to: number };
export type GraphPicture = { title: string, width: number, height: number, nodes: Array<PictureNode>, edges: Array<PictureEdge> };
export type PictureNode = { x: number, y: number, width: number, height: number, label: string, shape: string, class: string, tooltip: string | null };
export type PictureEdge = { points: Array<[number, number]>, label: [number, number, string] | null, dashed: boolean, from: number, to: number };
export type BalanceView = { games: number, seats: Array<SeatShare>, draws: [number, number, number], unfinished: number, mean: number, lengths: [number, number, number], histogram: Array<[number, number, number]>, rules: Array<RuleCount>, counted: number, problem: string | null };
export type SeatShare = { name: string, hue: string, share: number, low: number, high: number };
export type RuleCount = { name: string, from: number, to: number, count: number };
export type MachineView = { node: number, steps: number, stage: string, status: string, pause: string | null, groups: Array<AtomGroup>, hidden: number, gone: Array<string>, filterProblem: string | null, transitions: Array<TransitionItem>, of: number, path: Array<PathStep>, saved: string };
export type AtomGroup = { predicate: string, atoms: Array<AtomItem> };
export type AtomItem = { text: string, copies: number, persistent: boolean, changed: boolean };
export type TransitionItem = { number: number, rule: string, text: string, written: string };
export type PathStep = { node: number, text: string, others: Array<[number, string]> };
export type TemplateCard = { name: string, title: string, about: string, text: string };
export type StructureId = number;
export type Structure = { sets: Array<SetBlock>, predicates: Array<PredicateBlock>, boards: Array<BoardBlock>, players: PlayersBlock | null, stages: Array<StageBlock>, links: Array<RuleBlock>, derivations: Array<RuleBlock>, contexts: Array<ContextBlock>, directives: Array<DirectiveBlock>, broken: Array<BrokenBlock> };
export type NameBlock = { text: string, span: { start: number, end: number } };
export type SetBlock = { id: StructureId, span: { start: number, end: number }, name: NameBlock, documentation: string | null, values: Array<ValueBlock>, range: [SlotBlock, SlotBlock] | null };
export type ValueBlock = { id: StructureId, span: { start: number, end: number }, name: NameBlock, arguments: Array<SlotBlock> };
export type PredicateBlock = { id: StructureId, span: { start: number, end: number }, name: NameBlock, kind: SlotBlock, arguments: Array<SlotBlock>, documentation: string | null };
export type BoardBlock = { id: StructureId, span: { start: number, end: number }, name: NameBlock, shape: SlotBlock | null, sizes: Array<SlotBlock>, options: string };
export type PlayersBlock = { id: StructureId, span: { start: number, end: number }, set: SlotBlock, seats: Array<string> };
export type StageBlock = { id: StructureId, span: { start: number, end: number }, name: NameBlock, ordered: boolean, interactive: boolean, rules: Array<RuleBlock>, documentation: string | null };
export type RuleBlock = { id: StructureId, span: { start: number, end: number }, name: NameBlock | null, families: Array<FamilyBlock>, premises: Array<PartBlock>, effects: Array<PartBlock>, documentation: string | null };
export type FamilyBlock = { id: StructureId, over: Array<[NameBlock, SlotBlock]> };
export type PartKind = "atom" | "derived" | "sensed" | "not" | "aggregate" | "compare" | "member" | "stage" | "quiescence" | "comprehension" | "set" | "rows" | "context";
export type PartBlock = { id: StructureId, span: { start: number, end: number }, kind: PartKind, mark: PremiseMark, head: SlotBlock | null, arguments: Array<SlotBlock>, copies: string | null, sign: string | null, inside: Array<PartBlock>, makes: Array<PartBlock>, text: string };
export type SlotBlock = { id: StructureId, span: { start: number, end: number }, text: string, set: string | null, arguments: Array<SlotBlock> };
export type ContextBlock = { id: StructureId, span: { start: number, end: number }, name: NameBlock, atoms: Array<PartBlock>, documentation: string | null };
export type DirectiveBlock = { id: StructureId, span: { start: number, end: number }, name: string, arguments: Array<SlotBlock>, atoms: Array<PartBlock> };
export type BrokenBlock = { id: StructureId, span: { start: number, end: number }, text: string };
export type PremiseMark = "plain" | "keep" | "persistent";
export type StructureEdit = { "edit": "add-item", into: StructureId | null, at: number, item: NewItem } | { "edit": "add-premise", to: StructureId, at: number, part: NewPart } | { "edit": "add-effect", to: StructureId, at: number, part: NewPart } | { "edit": "remove", node: StructureId } | { "edit": "rename", node: StructureId, name: string } | { "edit": "move", node: StructureId, into: StructureId | null, at: number } | { "edit": "duplicate", node: StructureId, name: string | null } | { "edit": "set-mark", node: StructureId, mark: PremiseMark } | { "edit": "set-negated", node: StructureId, negated: boolean } | { "edit": "set-copies", node: StructureId, copies: string | null } | { "edit": "set-sign", node: StructureId, sign: string } | { "edit": "set-slot", node: StructureId, text: string } | { "edit": "set-ordered", node: StructureId, ordered: boolean } | { "edit": "set-interactive", node: StructureId, interactive: boolean };
export type NewItem = { "item": "set", name: string } | { "item": "range", name: string, low: number, high: number } | { "item": "value", name: string, arguments: Array<string>, set: string } | { "item": "predicate", name: string, arguments: Array<string>, kind: string } | { "item": "board", name: string, shape: string } | { "item": "stage", name: string, ordered: boolean } | { "item": "rule", name: string | null, premises: Array<NewPart>, effects: Array<NewPart> } | { "item": "link", name: string | null, from: string, to: string | null, premises: Array<NewPart>, effects: Array<NewPart> } | { "item": "derivation", head: NewPart, goals: Array<NewPart> } | { "item": "context", name: string, atoms: Array<NewPart> } | { "item": "directive", name: string, arguments: Array<string> };
export type NewPart = { "part": "atom", predicate: string, arguments: Array<string>, mark: PremiseMark } | { "part": "not", predicate: string, arguments: Array<string> } | { "part": "count", variable: string, predicate: string, arguments: Array<string> } | { "part": "compare", left: string, sign: string, right: string } | { "part": "member", variable: string, set: string } | { "part": "stage", stage: string } | { "part": "text", text: string };
export type ChoiceKind = "variable" | "wildcard" | "constant" | "number" | "name";
export type SlotChoice = { text: string, kind: ChoiceKind };
