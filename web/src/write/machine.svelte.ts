// A run, step by step.

import type { GraphPicture, MachineUntil, MachineView, WriteAsk } from '../protocol/types';
import type { DocumentState } from './document.svelte';

const nothing: MachineUntil = { quiescence: false, choice: false, rules: [], atoms: [], queries: [] };
/** So many steps in a request: few enough to stop at once, many enough to be fast. */
const SLICE = 250;
/** A trace query about atoms sees the steps of one request. */
const QUERY_SLICE = 2000;

export class MachineState {
  view = $state.raw<MachineView | null>(null);
  problem = $state('');
  running = $state(false);
  busy = $state(false);
  graph = $state.raw<GraphPicture | null>(null);
  why = $state.raw<{ about: string; lines: [number, number | null, string][] } | null>(null);
  /** Whether the run follows the play in the middle pane. */
  follows = $state(false);
  filter = $state('');
  search = $state('');
  seed = $state('1');
  breakpoints = $state.raw<{ rules: string[]; atoms: string[]; queries: string[] }>({ rules: [], atoms: [], queries: [] });

  constructor(readonly doc: DocumentState) {}

  private async ask(ask: WriteAsk): Promise<boolean> {
    try {
      const answer = await this.doc.ask(ask, 'machine');
      if (!answer) return false;
      this.view = answer.machine;
      this.problem = '';
      return true;
    } catch (why) {
      if (why instanceof Error) this.problem = why.message;
      return false;
    }
  }

  async start(start = 0, state: string | null = null): Promise<void> {
    this.follows = false;
    this.why = null;
    this.busy = true;
    if (await this.ask({ ask: 'start', start, state, seed: this.seed }) && (this.filter || this.search)) await this.refilter();
    this.busy = false;
  }

  /** Starts the run if the text has changed since, at the step where it stood if that can be. */
  async ready(): Promise<void> {
    if (!this.view) await this.start();
  }

  /** The text has changed: the run is of another program. */
  forget(): void {
    this.view = null;
    this.graph = null;
    this.why = null;
    this.running = false;
  }

  async step(steps = 1): Promise<void> {
    this.follows = false;
    await this.on(steps, nothing);
  }

  /** Runs on until something happens, or somebody stops it. */
  async run(until: Partial<MachineUntil>): Promise<void> {
    this.follows = false;
    await this.on(Number.POSITIVE_INFINITY, { ...nothing, ...this.breakpoints, ...until });
  }

  private async on(steps: number, until: MachineUntil): Promise<void> {
    await this.ready();
    if (!this.view || this.running) return;
    this.running = true;
    let left = steps;
    while (this.running && left > 0) {
      const before: number = this.view.steps;
      const now = Math.min(left, until.queries.length ? QUERY_SLICE : SLICE);
      if (!(await this.ask({ ask: 'step', steps: now, until }))) break;
      left -= now;
      const made = this.view.steps - before;
      if (made < now || this.view.pause || this.view.status === 'ended') break;
    }
    this.running = false;
  }

  stop(): void {
    this.running = false;
  }

  async choose(number: number): Promise<void> {
    this.follows = false;
    await this.ask({ ask: 'choose', number });
  }

  async go(node: number): Promise<void> {
    this.follows = false;
    await this.ask({ ask: 'go', node });
  }

  async refilter(): Promise<void> {
    await this.ask({ ask: 'filter', groups: this.filter, search: this.search });
  }

  /** Comes to where a match stands. */
  async follow(id: string): Promise<void> {
    if (!this.view) {
      if (!(await this.ask({ ask: 'start', start: 0, state: null, seed: this.seed }))) return;
      if (this.filter) await this.refilter();
    }
    this.follows = true;
    await this.ask({ ask: 'follow', id });
  }

  async explain(about: string, ask: WriteAsk): Promise<void> {
    try {
      const answer = await this.doc.ask(ask, 'why');
      if (answer) this.why = { about, lines: answer.lines };
    } catch (why) {
      if (why instanceof Error) this.why = { about, lines: [[0, null, why.message]] };
    }
  }

  async trace(steps: number, detail: 'turns' | 'steps' | 'atoms', about: string): Promise<void> {
    try {
      const answer = await this.doc.ask({ ask: 'trace', steps, fold: detail !== 'atoms', turns: detail === 'turns', about: about.trim() || null }, 'graph');
      if (answer) this.graph = answer.graph;
    } catch (why) {
      if (why instanceof Error) this.problem = why.message;
    }
  }
}
