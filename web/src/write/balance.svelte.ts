// The balance meter: random games in the background, in slices, until enough are played or the text
// changes.

import type { BalanceView } from '../protocol/types';
import type { DocumentState } from './document.svelte';

/** Enough for an interval of about two percent. */
const GAMES = 4000;
/** A slice should take about this long, in milliseconds. */
const SLICE = 120;
/** And all of them together not longer than this. */
const LONGEST = 20_000;

export class BalanceState {
  view = $state.raw<BalanceView | null>(null);
  /** The check of the text that the figures are of: their places are places in that text. */
  of = -1;
  running = $state(false);
  problem = $state('');
  spent = $state(0);
  private turn = 0;
  private games = 8;

  constructor(readonly doc: DocumentState) {}

  /** Plays for the text as it is now. */
  async play(): Promise<void> {
    const turn = ++this.turn;
    const { doc } = this;
    this.running = true;
    this.spent = 0;
    let { games } = this;
    try {
      while (turn === this.turn && this.spent < LONGEST) {
        const began = performance.now();
        const answer = await doc.ask({ ask: 'balance', games: Math.round(games) }, 'balance');
        if (!answer || turn !== this.turn) return;
        const took = performance.now() - began;
        this.spent += took;
        this.of = doc.checked;
        this.view = answer.balance;
        this.problem = answer.balance.problem ?? '';
        const factor = Math.min(4, Math.max(0.25, SLICE / Math.max(took, 1)));
        games = Math.min(5000, Math.max(1, games * factor));
        this.games = games;
        if (answer.balance.games >= GAMES || (answer.balance.problem && answer.balance.games > 50)) return;
      }
    } catch (why) {
      if (turn === this.turn && why instanceof Error) {
        this.problem = why.message;
        this.view = null;
      }
    } finally {
      if (turn === this.turn) this.running = false;
    }
  }

  stop(): void {
    this.turn += 1;
    this.running = false;
  }
}
