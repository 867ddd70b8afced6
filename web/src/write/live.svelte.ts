// The game that is being written, played: it begins again with every valid text, and the play is kept
// as far as the new rules allow.

import { MatchState } from '../play/match.svelte';
import type { DocumentState } from './document.svelte';

/** The longest record that is kept, in characters. */
const LONGEST_RECORD = 50_000;

export class LiveState {
  match = $state.raw<MatchState | null>(null);
  /** What became of the play after the last change. */
  news = $state('');
  problem = $state('');
  busy = $state(false);
  /** Who plays, in the order of the seats; people here if not said. */
  seats = $state.raw<string[]>([]);
  /** The play as a record, to go on from after a reload. */
  record = $state<string | null>(null);
  /** A play that is shown instead of one's own, and whether it goes on by itself. */
  shown = $state<{ title: string; going: boolean } | null>(null);
  private timer = 0;
  /** The check of the text that the match is of. */
  private of = $state(-1);
  private wanted = 0;
  private first = true;
  private epoch = -1;

  constructor(readonly doc: DocumentState) {}

  /** Whether the match is that of the text as it is now. */
  get current(): boolean {
    return this.match !== null && !this.doc.dirty && this.of === this.doc.checked;
  }

  /** The match of the text as it is now: a click right after a change is meant for the new rules. */
  async latest(): Promise<MatchState | null> {
    if (!this.current) {
      await this.doc.flush();
      if (!this.current && this.doc.valid && this.doc.playable) await this.begin();
    }
    return this.match;
  }

  /** Begins with the text as it is; `keep` false begins from the start. A play that is given is shown instead. */
  async begin(keep = true, plays: string[] | null = null): Promise<void> {
    const { doc } = this;
    // What was shown is not what somebody played.
    const strange = this.shown !== null;
    if (!plays) this.unshow();
    const ask = ++this.wanted;
    const of = doc.checked;
    this.busy = true;
    try {
      // After a break of the connection the workbench knows nothing of the last match.
      const known = this.match && !strange && this.epoch === doc.workbench.epoch ? this.match.id : null;
      const instead = keep ? known : null;
      const record = keep && !known ? this.record : null;
      const answer = await doc.ask({ ask: 'live', instead, record, plays, seats: plays ? [] : this.seats }, 'live');
      if (!answer || ask !== this.wanted) return;
      const next = new MatchState(doc.workbench, answer.id, null);
      await next.join();
      if (ask !== this.wanted) return next.leave();
      const last = this.match;
      this.epoch = doc.workbench.epoch;
      this.match = next;
      this.of = of;
      last?.leave();
      this.problem = '';
      const lost = answer.of - answer.kept;
      this.news = plays || !keep || this.first || answer.of === 0 ? ''
        : lost === 0 ? `All ${answer.of} moves are kept.`
        : `${answer.kept} of ${answer.of} moves are kept: ${answer.why ?? ''}`;
      this.first = false;
    } catch (why) {
      if (ask === this.wanted && why instanceof Error) this.problem = why.message;
    } finally {
      if (ask === this.wanted) this.busy = false;
    }
  }

  /** Shows a play, move by move, from its start. */
  async show(title: string, plays: string[]): Promise<void> {
    if (!this.shown) await this.remember();
    this.unshow();
    this.shown = { title, going: true };
    await this.begin(true, plays);
    const { match } = this;
    if (!match || !this.shown) return;
    await match.peek(0);
    this.go(true);
  }

  /** Lets the play that is shown go on by itself, or waits. */
  go(on: boolean): void {
    clearInterval(this.timer);
    if (!this.shown) return;
    this.shown = { ...this.shown, going: on };
    if (!on) return;
    if (!this.match?.past) void this.match?.peek(0);
    this.timer = window.setInterval(() => {
      const { match } = this;
      void match?.step(1).then(() => {
        if (match === this.match && !match.past) this.go(false);
      });
    }, 600);
  }

  private unshow(): void {
    clearInterval(this.timer);
    this.shown = null;
  }

  async remember(): Promise<void> {
    const { match } = this;
    if (!match?.live || this.shown) return;
    try {
      const { text } = await this.doc.workbench.ask({ do: 'record', id: match.id }, 'text');
      // A very long play is not worth the room, nor the request that would carry it.
      if (match === this.match) this.record = text.length <= LONGEST_RECORD ? text : null;
    } catch {
      // The next change remembers.
    }
  }

  async sit(seat: number, who: string, count: number): Promise<void> {
    this.seats = Array.from({ length: count }, (_, i) => (i === seat ? who : (this.seats[i] ?? 'here')));
    await this.begin();
  }

  close(): void {
    this.unshow();
    this.wanted += 1;
    this.match?.leave();
  }
}
