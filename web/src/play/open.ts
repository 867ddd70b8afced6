// Opening matches.

import { remember } from '../mine';
import type { Workbench } from '../protocol/client';
import type { NewMatch, SeatWish } from '../protocol/types';
import { invitations } from './match.svelte';

const nothing: NewMatch = {
  game: '', text: null, options: [], players: null, seats: [], swap: false, clock: null, seed: null, record: null,
};

/** Whoever opens a game plays first, against bots of medium strength. */
export function usualSeats(count: number): SeatWish[] {
  return Array.from({ length: count }, (_, i) => ({ who: i === 0 ? 'here' : 'level:5', name: null }));
}

/** A new match with invited people, whose links are shown as soon as it is there. */
let invited = '';
export function takeInvitation(id: string): boolean {
  const found = invited === id;
  if (found) invited = '';
  return found;
}

/** Opens a match, and remembers it in this browser. */
export async function open(
  workbench: Workbench,
  wish: Partial<NewMatch>,
): Promise<{ id: string; token: string }> {
  const answer = await workbench.ask({ do: 'new', setup: { ...nothing, ...wish } }, 'joined');
  const host = answer.tokens.find((t) => t.host);
  const token = host?.token ?? '';
  remember({
    id: answer.id, token, title: answer.face.title, game: answer.face.name, at: Date.now(),
    links: invitations(answer.tokens),
  });
  if (wish.seats?.some((s) => s.who === 'link')) invited = answer.id;
  return { id: answer.id, token };
}
