// Pictures that an author gives to pieces, by kind or by seat and kind.

import { getContext, setContext } from 'svelte';

const KEY = Symbol('images');

export function setImages(images: Map<string, string>): void {
  setContext(KEY, images);
}

/** The markup for a piece: the inside of an SVG one unit wide and high. */
export function imageOf(images: Map<string, string> | undefined, kind: string, seat: number | null): string | undefined {
  return images?.get(`${seat}:${kind}`) ?? images?.get(kind);
}

export const getImages = (): Map<string, string> | undefined => getContext(KEY);
