// How games ended, in rows: seats first, then everything else that happened.

import type { ResultShares } from '../protocol/types';

export type ShareRow = { name: string; hue: string; value: number; low: number; high: number };

/** Rows for a table or a bar; of a game for one, the seat needs no name. */
export function resultRows(results: ResultShares): ShareRow[] {
  const solo = results.seats.length < 2;
  const others = [
    { name: 'won together', hue: 'none', ...results.together },
    { name: solo ? 'lost' : 'lost by all', hue: 'none', ...results.lost },
    { name: solo ? 'no result' : 'draw', hue: 'none', ...results.draws },
  ];
  return [
    ...results.seats.map((s) => ({ name: solo ? 'won' : s.name, hue: s.hue, value: s.share, low: s.low, high: s.high })),
    ...others.filter((row) => row.value > 0),
  ];
}
