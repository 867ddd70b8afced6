import type { LRParser } from '@lezer/lr';

/** The parser of programs, written by `npm run grammar`. */
export const parser: LRParser;
