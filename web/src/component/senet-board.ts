// <senet-board>: any game of a Senet server on anybody's page. docs/web.md describes it.

import { mount, unmount } from 'svelte';
import css from '../app.css?inline';
import { Looks, type PieceRenderer } from '../boards/looks.svelte';
import { MatchState } from '../play/match.svelte';
import { SocketWorkbench, socketAddress } from '../protocol/client';
import type { ChoiceView, MatchView, SeatWish } from '../protocol/types';
import Embedded from './Embedded.svelte';

const style = `${css.replaceAll(':root.dark', ':host([theme=dark])').replaceAll('.dark ', ':host([theme=dark]) ').replaceAll(':root', ':host')}
:host{display:block;background:transparent}.embedded{position:relative}.embedded .board{height:auto}.embedded p{margin:6px 0;text-align:center}`;

export class SenetBoard extends HTMLElement {
  static observedAttributes = ['game', 'options', 'seats', 'seat', 'src', 'match', 'token'];

  private root = this.attachShadow({ mode: 'open' });
  private workbench: SocketWorkbench | null = null;
  private playing: MatchState | null = null;
  private shown: Record<string, unknown> | null = null;
  private version = 0;
  private over = false;
  private waiting = 0;
  private readonly looks = new Looks();

  /** The match as this page sees it; see MatchView in the documentation. */
  get state(): MatchView | null {
    return this.playing?.live ?? null;
  }

  /** How pieces are drawn, by kind: functions that return SVG, one unit wide and high. */
  get renderers(): Readonly<Record<string, PieceRenderer>> {
    return this.looks.renderers;
  }

  set renderers(renderers: Readonly<Record<string, PieceRenderer>>) {
    this.looks.renderers = renderers;
  }

  /** The moves that can be chosen now. */
  get moves(): ChoiceView[] {
    return this.playing?.live?.choices ?? [];
  }

  /** Makes a move by its name. */
  async play(name: string): Promise<boolean> {
    return (await this.playing?.act({ act: 'move', name, node: null })) ?? false;
  }

  /** Takes back. */
  async undo(): Promise<boolean> {
    return (await this.playing?.act({ act: 'undo' })) ?? false;
  }

  connectedCallback(): void {
    this.later();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.later();
  }

  disconnectedCallback(): void {
    this.end();
  }

  private later(): void {
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => void this.begin(), 0);
  }

  private end(): void {
    if (this.shown) void unmount(this.shown);
    this.playing?.leave();
    this.workbench?.close();
    this.shown = this.playing = this.workbench = null;
    this.version = 0;
    this.over = false;
  }

  private async begin(): Promise<void> {
    this.end();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.root.adoptedStyleSheets = [sheet];
    const workbench = new SocketWorkbench(socketAddress(new URL(this.getAttribute('src') ?? './', location.href).href));
    this.workbench = workbench;
    let [id, token] = [this.getAttribute('match'), this.getAttribute('token')];
    try {
      if (!id) {
        const options = [...new URLSearchParams(this.getAttribute('options') ?? '').entries()];
        const seats: SeatWish[] = (this.getAttribute('seats') ?? 'here level:5').split(/\s+/).map((who) => ({ who, name: null }));
        const answer = await workbench.ask(
          { do: 'new', setup: { game: this.getAttribute('game') ?? '', options, seats, text: null, players: null, swap: false, clock: null, seed: null, record: null } },
          'joined',
        );
        id = answer.id;
        token = answer.tokens.find((t) => t.host)?.token ?? null;
      }
    } catch (why) {
      this.dispatchEvent(new CustomEvent('problem', { detail: String(why) }));
      return;
    }
    if (this.workbench !== workbench) return;
    const match = new MatchState(workbench, id, token);
    this.playing = match;
    const templates = new Map<string, string>();
    for (const template of this.querySelectorAll<HTMLTemplateElement>('template[data-piece]')) {
      const { piece = '', seat } = template.dataset;
      templates.set(seat === undefined ? piece : `${seat}:${piece}`, template.innerHTML);
    }
    this.looks.templates = templates;
    this.shown = mount(Embedded, { target: this.root, props: { match, looks: this.looks, changed: () => this.tell() } });
    const seat = this.getAttribute('seat');
    void match.join(seat === null ? null : Number(seat));
  }

  private tell(): void {
    const view = this.state;
    if (!view || view.version === this.version) return;
    const first = this.version === 0;
    this.version = view.version;
    const send = (name: string, detail: unknown) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    if (!first && view.last) send('move', view.last);
    send('statechange', view);
    if (view.over && !this.over) send('gameover', { ...view.over, sentence: view.sentence });
    this.over = view.over !== null;
  }
}

customElements.define('senet-board', SenetBoard);
