// Long questions about the text: statistics, sweeps, properties, exploration, solution. They run in the
// workbench, one at a time; the page asks for news, and what was found stays until the text changes.

import type { StudyAsk, StudyFound, StudyView } from '../protocol/types';
import type { DocumentState } from './document.svelte';

export type StudyKind = StudyAsk['what'];
type Found<K extends StudyFound['is']> = Extract<StudyFound, { is: K }>;

/** How often news are asked for, in milliseconds. */
const PAUSE = 150;

export class StudyState {
  /** What is known, by question. */
  views = $state.raw<Partial<Record<StudyKind, StudyView>>>({});
  /** What is being found out. */
  running = $state<StudyKind | null>(null);
  private turn = 0;

  constructor(readonly doc: DocumentState) {}

  found<K extends StudyFound['is']>(kind: StudyKind, is: K): Found<K> | null {
    const found = this.views[kind]?.found;
    return found?.is === is ? (found as Found<K>) : null;
  }

  async begin(study: StudyAsk): Promise<void> {
    const turn = ++this.turn;
    // One at a time: what was being found out ends where it is.
    const last = this.running;
    const before = last && this.views[last];
    if (last && before) this.views = { ...this.views, [last]: { ...before, running: false } };
    this.running = study.what;
    try {
      let answer = await this.doc.ask({ ask: 'study', study }, 'study');
      for (;;) {
        if (turn !== this.turn || !answer) return;
        this.views = { ...this.views, [study.what]: answer.study };
        if (!answer.study.running) return;
        await new Promise((done) => setTimeout(done, PAUSE));
        if (turn !== this.turn) return;
        answer = await this.doc.ask({ ask: 'news' }, 'study');
      }
    } catch (why) {
      if (turn === this.turn && why instanceof Error) {
        const failed: StudyView = { running: false, done: null, words: '', problem: why.message, found: null };
        this.views = { ...this.views, [study.what]: failed };
      }
    } finally {
      if (turn === this.turn) this.running = null;
    }
  }

  /** Ends what is being found out; what was found so far stays. */
  async stop(): Promise<void> {
    const what = this.running;
    this.turn += 1;
    this.running = null;
    if (!what) return;
    const answer = await this.doc.ask({ ask: 'stopStudy' }, 'study').catch(() => null);
    if (answer) this.views = { ...this.views, [what]: answer.study };
  }

  /** The text has changed: nothing that was found holds any more. */
  forget(): void {
    this.turn += 1;
    this.running = null;
    this.views = {};
  }
}
