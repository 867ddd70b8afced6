// A text that is being written: kept in step with the workbench, version by version.

import { ChangeSet, type Text } from '@codemirror/state';
import { Refused, type Workbench } from '../protocol/client';
import type { PageEdit, Problem, SweptOption, WriteAnswer, WriteAsk } from '../protocol/types';

type Kind = WriteAnswer['is'];
type Of<K extends Kind> = Extract<WriteAnswer, { is: K }>;
export type Checked = Of<'checked'>;

/** So long a pause of typing sends the text, in milliseconds: longer where the last check took long. */
const PAUSE = 30;
const LONGEST_PAUSE = 250;

let count = 0;

export class DocumentState {
  /** What was last said about the text, with places in the text as it is now. */
  problems = $state.raw<Problem[]>([]);
  valid = $state(false);
  playable = $state(false);
  title = $state<string | null>(null);
  starts = $state.raw<string[]>([]);
  options = $state.raw<SweptOption[]>([]);
  /** Rises with every version that was checked. */
  checked = $state(0);
  /** Whether the text has changed since it was last checked. */
  dirty = $state(true);
  /** Why nothing can be said: the text is too long, or the workbench does not answer. */
  trouble = $state('');

  readonly name = `document-${(count += 1)}`;
  private text: Text;
  private version = 0;
  /** What was typed since the last version that was sent. */
  private pending: ChangeSet | null = null;
  /** What was typed since the last answer: places in it are of the text before. */
  private since: ChangeSet | null = null;
  private opened = false;
  private running: Promise<void> | null = null;
  private timer = 0;
  private pause = PAUSE;
  private closed = false;
  private stop: (() => void)[] = [];

  constructor(
    readonly workbench: Workbench,
    text: Text,
  ) {
    this.text = text;
    this.stop.push(
      workbench.onReconnect(() => {
        this.opened = false;
        void this.flush();
      }),
    );
    void this.flush();
  }

  /** The text was changed in the editor. */
  changed(text: Text, changes: ChangeSet): void {
    this.pending = this.pending ? this.pending.compose(changes) : changes;
    this.text = text;
    this.dirty = true;
    // Problems are moved when somebody uses them: hundreds of them at every key would be felt.
    this.since = this.since ? this.since.compose(changes) : changes;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), this.pause);
  }

  /** A place of the last answer, in the text as it is now. */
  now(at: number, side = 1): number {
    return this.since ? this.since.mapPos(Math.min(at, this.since.length), side) : at;
  }

  /** The first stage, by its name in the text; none if there is none. */
  get stage(): string {
    void this.checked;
    return /^\s*stage\s+([\w'-]+)\s*=/m.exec(this.text.toString())?.[1] ?? '';
  }

  /** What a problem is about, where its message only says "this rule": the line of the rule. */
  about(problem: Problem): string {
    if (!/^this rule\b/.test(problem.message)) return '';
    const text = this.text.lineAt(Math.min(this.now(problem.from), this.text.length)).text.trim();
    return text.length > 60 ? `${text.slice(0, 58)}…` : text;
  }

  /** Changes that were offered with the last answer, for the text as it is now. */
  current(edits: PageEdit[]): PageEdit[] {
    if (!this.since) return edits;
    return edits.map(({ from, to, insert }) => {
      const start = this.now(from);
      return { from: start, to: Math.max(start, this.now(to, -1)), insert };
    });
  }

  /** Another text altogether, where no editor tells what changed. */
  reset(text: Text): void {
    if (this.opened && this.text.eq(text)) return;
    this.text = text;
    this.pending = null;
    this.since = null;
    this.opened = false;
    this.dirty = true;
  }

  /** Sends what is not sent; resolves when the workbench has the text as it is now. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.send().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async send(): Promise<void> {
    while (!this.closed && (!this.opened || this.pending)) {
      const { pending, version: base } = this;
      this.pending = null;
      this.version += 1;
      const ask: WriteAsk = this.opened && pending
        ? { ask: 'edit', base, edits: edits(pending) }
        : { ask: 'open', text: this.text.toString() };
      try {
        const began = performance.now();
        const answer = await this.call(ask, 'checked');
        this.pause = Math.min(LONGEST_PAUSE, Math.max(PAUSE, 2 * (performance.now() - began)));
        this.opened = true;
        this.trouble = '';
        this.take(answer);
      } catch (why) {
        if (this.closed) return;
        if (!(why instanceof Refused)) {
          // The connection broke: the text is opened again when it is back.
          this.opened = false;
          return;
        }
        if (!this.opened) {
          this.trouble = why.message;
          this.valid = false;
          this.problems = [];
          if (!this.pending) return;
        }
        this.opened = false;
      }
    }
  }

  private take(answer: Checked): void {
    const since = this.pending;
    this.since = null;
    this.problems = since ? answer.problems.map((p) => move(p, since)) : answer.problems;
    this.valid = answer.valid;
    this.playable = answer.playable;
    this.title = answer.title;
    this.starts = answer.starts;
    this.options = answer.options;
    this.dirty = since !== null;
    this.checked += 1;
  }

  private async call<K extends Kind>(ask: WriteAsk, kind: K): Promise<Of<K>> {
    const { written: answer } = await this.workbench.ask(
      { do: 'write', call: { document: this.name, version: this.version, ask } },
      'written',
    );
    if (answer.is !== kind) throw new Error(`an answer of the wrong kind: ${answer.is}`);
    return answer as Of<K>;
  }

  /** Asks about the text as it is now; `null` if it has changed before the answer came. */
  async ask<K extends Kind>(ask: WriteAsk, kind: K): Promise<Of<K> | null> {
    await this.flush();
    if (!this.opened || this.closed) return null;
    const { version } = this;
    try {
      const answer = await this.call(ask, kind);
      return version === this.version && !this.pending ? answer : null;
    } catch (why) {
      if (why instanceof Refused && why.message.includes('in between')) return null;
      throw why;
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    for (const stop of this.stop) stop();
    if (this.opened) void this.call({ ask: 'close' }, 'closed').catch(() => undefined);
  }
}

function edits(changes: ChangeSet): PageEdit[] {
  const out: PageEdit[] = [];
  changes.iterChanges((from, to, _a, _b, inserted) => out.push({ from, to, insert: inserted.toString() }));
  return out;
}

function move(problem: Problem, changes: ChangeSet): Problem {
  if (problem.to > changes.length) return problem;
  const from = changes.mapPos(problem.from, 1);
  const to = Math.max(from, changes.mapPos(problem.to, -1));
  return { ...problem, from, to, fixes: [] };
}
