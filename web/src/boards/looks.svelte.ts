// Pictures that an author gives to pieces: templates by kind, or by seat and kind, and renderers by kind.

import { getContext, setContext } from 'svelte';
import type { PieceView } from '../protocol/types';

/** A piece as a renderer sees it. */
export type DrawnPiece = Omit<PieceView, 'at' | 'opposite'> & {
  /** The name of its place, such as `c3`. */
  place: string;
};

/** The markup for a piece, the inside of an SVG one unit wide and high; nothing for the usual look. */
export type PieceRenderer = (piece: DrawnPiece) => string | null | undefined;

export class Looks {
  templates = $state.raw<ReadonlyMap<string, string>>(new Map());
  renderers = $state.raw<Readonly<Record<string, PieceRenderer>>>({});

  /** What the author draws for a piece. */
  markup(piece: PieceView, place: string): string | undefined {
    const { kind, seat, glyph, copies } = piece;
    const drawn = this.renderers[kind]?.({ kind, seat, glyph, copies, place });
    return drawn ?? this.templates.get(`${seat}:${kind}`) ?? this.templates.get(kind);
  }
}

const KEY = Symbol('looks');
export const setLooks = (looks: Looks): void => void setContext(KEY, looks);
export const getLooks = (): Looks | undefined => getContext(KEY);
