// The types of <senet-board>; docs/web.md describes it.

import type { ChoiceView, MatchView, PlayView } from './src/protocol/types';

export type { ChoiceView, MatchView, PlayView };

/** A piece as a renderer sees it. */
export type DrawnPiece = { kind: string; seat: number | null; glyph: string; copies: number; place: string };

export class SenetBoard extends HTMLElement {
  /** The match as this page sees it; nothing before it is there. */
  readonly state: MatchView | null;
  /** The moves that can be chosen now. */
  readonly moves: ChoiceView[];
  /** How pieces are drawn, by kind: the inside of an SVG one unit wide and high. */
  renderers: Readonly<Record<string, (piece: DrawnPiece) => string | null | undefined>>;
  /** Makes a move by its name. */
  play(name: string): Promise<boolean>;
  /** Takes back. */
  undo(): Promise<boolean>;
}

declare global {
  interface HTMLElementTagNameMap {
    'senet-board': SenetBoard;
  }
}
