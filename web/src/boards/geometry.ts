// Points and places of a drawn board.

import type { BoardPicture, PieceView } from '../protocol/types';

export type Place = [number, number];

export const same = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];
export const key = (place: Place): string => `${place[0]}:${place[1]}`;

export type Point = { x: number; y: number };

/** Where something on a place is drawn. */
export function pointOf(board: BoardPicture, at: number): Point {
  const cell = board.cells[at];
  if (cell) return cell;
  return board.edges[at - board.cells.length] ?? { x: 0, y: 0 };
}

/** What a place is called. */
export function nameOf(board: BoardPicture, at: number): string {
  return board.cells[at]?.name ?? board.edges[at - board.cells.length]?.name ?? '';
}

/** The place that lies nearest in a direction: near along it, and not far beside it. */
export function neighbour(
  board: BoardPicture,
  from: number,
  among: readonly number[],
  dx: number,
  dy: number,
): number | undefined {
  const here = pointOf(board, from);
  let best: number | undefined;
  let least = Infinity;
  for (const at of among) {
    const point = pointOf(board, at);
    const along = (point.x - here.x) * dx + (point.y - here.y) * dy;
    const beside = Math.abs((point.x - here.x) * dy - (point.y - here.y) * dx);
    if (along < 0.05 || beside > along * 1.8) continue;
    const far = along + 2 * beside;
    if (far < least - 1e-6) {
      least = far;
      best = at;
    }
  }
  return best;
}

/** Pieces by place. */
export function byPlace(pieces: readonly PieceView[], board: number): Map<number, PieceView[]> {
  const found = new Map<number, PieceView[]>();
  for (const piece of pieces) {
    if (piece.at[0] !== board) continue;
    const there = found.get(piece.at[1]);
    if (there) there.push(piece);
    else found.set(piece.at[1], [piece]);
  }
  return found;
}

/** A line that crosses another at its middle, as long as it. */
export function across(line: readonly [number, number, number, number]): [number, number, number, number] {
  const [x1, y1, x2, y2] = line;
  const [mx, my, dx, dy] = [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 2, (y2 - y1) / 2];
  return [mx - dy, my + dx, mx + dy, my - dx];
}

const DISCS = new Set(['●', '○', '⬤', '◯', '•', '⚫', '⚪', '◉', '◎']);
const LINES = new Set(['-', '|', '/', '\\', '─', '│', '━', '┃', '╱', '╲', '—', '–', '=']);
const CROSSES = new Set(['x', 'X', '✕', '✖', '×', '╳']);
const NOUGHTS = new Set(['o', 'O', '◯', '○', '⭘']);
const BLOCKS = new Set(['█', '■', '▇', '#']);

/** Kinds that say that a place is free: nothing is drawn for them. */
const NOTHING = new Set(['blank', 'open', 'free', 'empty', 'hole', 'fog', 'water', 'unvisited']);
/** Kinds that are plain stones, whatever letter stands for them. */
const MEN = new Set(['man', 'men', 'stone', 'disc', 'piece', 'token', 'counter', 'checker', 'marble', 'pawn', 'mark', 'box']);

/** Whether the letter of a piece was made up from its name. */
const madeUp = (piece: PieceView) => piece.glyph.length === 1 && piece.glyph.toLowerCase() === piece.kind[0]?.toLowerCase();

/** Kinds that have a figure of their own, where the program gives them none. */
const FIGURES: Record<string, string> = {
  king: '♚', queen: '♛', rook: '♜', bishop: '♝', knight: '♞', pawn: '♟', at: '●', seen: '◌', visited: '◌', crate: '▣', box: '▣', wall: '█',
};

/** What is drawn for a piece. */
export const glyphOf = (piece: PieceView): string => (piece.seat === null && madeUp(piece) ? (FIGURES[piece.kind] ?? piece.glyph) : piece.glyph);

/** The pieces that are drawn: without words for nothing, and without notes beside what somebody owns. */
export function drawn(pieces: readonly PieceView[]): PieceView[] {
  const shown = pieces.filter((p) => !(p.seat === null && NOTHING.has(p.kind) && madeUp(p)));
  const owned = shown.some((p) => p.seat !== null);
  return owned ? shown.filter((p) => p.seat !== null || !madeUp(p)) : shown;
}

/** Whether a piece is a number of seeds in a pit. */
export const isSeeds = (piece: PieceView): boolean =>
  (piece.kind === 'seed' && /^\d+$/.test(piece.glyph)) || (piece.glyph === String(piece.copies) && piece.copies !== 1);

/** How many things a piece stands for. */
export const countOf = (piece: PieceView): number => (isSeeds(piece) ? Math.max(piece.copies, Number(piece.glyph)) : piece.copies);

/** What a piece is like that is told by words in pairs. */
export type Traits = { tall: boolean; dark: boolean; round: boolean; solid: boolean };
const PAIRS: [keyof Traits, string][] = [['tall', 'short'], ['dark', 'light'], ['round', 'square'], ['solid', 'hollow']];

/** The traits that words name, if they name one of each pair and nothing else. */
export function traitsOf(words: readonly string[]): Traits | null {
  const all = new Set(words);
  if (all.size !== PAIRS.length || !PAIRS.every(([yes, no]) => all.has(yes) !== all.has(no))) return null;
  return { tall: all.has('tall'), dark: all.has('dark'), round: all.has('round'), solid: all.has('solid') };
}

export type Look = 'disc' | 'cross' | 'nought' | 'block' | 'line' | 'figure' | 'letter' | 'seeds';

/** How a piece is drawn. Where two players have crosses and noughts, both are strokes of a pen. */
export function lookOf(piece: PieceView, crosses: boolean): Look {
  const glyph = glyphOf(piece);
  if (isSeeds(piece)) return 'seeds';
  if (BLOCKS.has(glyph)) return 'block';
  if (piece.seat !== null && crosses && CROSSES.has(glyph)) return 'cross';
  if (piece.seat !== null && crosses && NOUGHTS.has(glyph)) return 'nought';
  if (DISCS.has(glyph) || glyph === '◌') return 'disc';
  if (piece.seat !== null && MEN.has(piece.kind) && glyph.length === 1 && /[a-z]/i.test(glyph)) return 'disc';
  if (LINES.has(glyph)) return 'line';
  // Chess figures and other symbols stand for themselves; letters get a disc of their player.
  if (/\p{Extended_Pictographic}|[\u2600-\u27bf\u25a0-\u25ff]/u.test(glyph)) return 'figure';
  return 'letter';
}

/** Whether some player's pieces are crosses. */
export function hasCrosses(pieces: readonly PieceView[]): boolean {
  return pieces.some((p) => p.seat !== null && CROSSES.has(p.glyph));
}
