// One match as the page knows it: the newest view, the line of plays, what is being clicked.

import { key, nameOf, type Place, same } from '../boards/geometry';
import type { Workbench } from '../protocol/client';
import { Refused } from '../protocol/client';
import type { ActionCall, ChoiceView, GameFace, HintView, LineEntry, MatchView, Panel, PanelItem, SeatToken, SeatView, SeatWish } from '../protocol/types';

/** Whether a move of several places leads to a place. */
const ends = (choice: ChoiceView, place: Place): boolean => choice.places.length > 1 && same(choice.places.at(-1) as Place, place);

export class MatchState {
  face = $state.raw<GameFace | null>(null);
  /** The newest view. */
  live = $state.raw<MatchView | null>(null);
  /** An earlier position that is looked at instead. */
  past = $state.raw<MatchView | null>(null);
  line = $state.raw<LineEntry[]>([]);
  /** What was clicked, in the order of the move. */
  private clicked = $state.raw<Place[]>([]);
  /** The goal of a move that was clicked before its beginning. */
  private goal = $state.raw<Place | null>(null);
  /** Choices that a card or a thing in a pile stands for, of which one has to be chosen in words. */
  offered = $state.raw<ChoiceView[]>([]);
  hint = $state.raw<HintView | null>(null);
  value = $state<{ node: number; share: number; proven: boolean } | null>(null);
  problem = $state('');
  said = $state('');
  thinking = $state(false);
  /** When the newest view came, for clocks. */
  came = $state(0);

  private stop: (() => void)[] = [];
  private count = 0;
  private look: number | null = null;
  /** How often another position was asked for. */
  private peeks = 0;

  constructor(
    readonly workbench: Workbench,
    readonly id: string,
    readonly token: string | null,
  ) {
    this.stop.push(workbench.watch(id, (view) => this.take(view)));
    this.stop.push(workbench.onReconnect(() => void this.join()));
  }

  /** What is shown: an earlier position, or the newest. */
  get view(): MatchView | null {
    return this.past ?? this.live;
  }

  /** What all moves have in common goes without a click: the stone that has just been placed, and has to move on. */
  private readonly forced = $derived.by((): Place[] => {
    const spots = (this.view?.choices ?? []).filter((c) => c.places.length > 0);
    const [first] = spots;
    if (!first) return [];
    const most = Math.min(...spots.map((c) => c.places.length)) - 1;
    let n = 0;
    while (n < most && spots.every((c) => same(c.places[n] as Place, first.places[n] as Place))) n += 1;
    return first.places.slice(0, n);
  });

  get picked(): Place[] {
    if (this.goal) return [this.goal];
    return this.clicked.length ? this.clicked : this.forced;
  }

  set picked(places: Place[]) {
    this.clicked = places;
    this.goal = null;
  }

  /** What kind of move has to be made, where all are of one rule: the words with which all of them begin. */
  get kind(): string {
    const choices = this.view?.choices ?? [];
    const [first] = choices;
    if (!first) return '';
    const rule = first.name.split(' ')[0];
    if (choices.some((c) => c.name.split(' ')[0] !== rule)) return '';
    const words = first.text.split(' ');
    let n = 0;
    while (n < words.length && choices.every((c) => c.text.split(' ')[n] === words[n])) n += 1;
    return n === words.length ? first.text : n ? `${words.slice(0, n).join(' ')} …` : '';
  }

  /** What was told since the last move of a seat, or of the position that is looked at; a few sentences. */
  story(seat: number): string[] {
    const at = this.line.findIndex((e) => e.node === this.view?.node);
    if (at < 0) return this.line.length && this.view?.node !== 0 ? [] : (this.face?.intro ?? []);
    let from = at;
    while (!this.past && from > 0 && this.line[from]?.seat !== seat) from -= 1;
    return this.line.slice(from, at + 1).flatMap((e) => e.told).slice(-8);
  }

  async join(look: number | null = this.look): Promise<void> {
    this.look = look;
    try {
      const answer = await this.workbench.ask(
        { do: 'join', id: this.id, token: this.token, look },
        'joined',
      );
      this.begin(answer.face, answer.view);
    } catch (why) {
      if (why instanceof Refused) this.problem = why.message;
    }
  }

  begin(face: GameFace, view: MatchView): void {
    this.face = face;
    // A server that was started again counts versions anew.
    this.live = null;
    this.line = [];
    this.problem = '';
    this.take(view);
  }

  private take(view: MatchView): void {
    if (this.live && view.version < this.live.version) return;
    this.line = [...this.line.slice(0, view.line.keep), ...view.line.items];
    const moved = this.live?.node !== view.node;
    this.live = view;
    this.came = performance.now();
    if (moved) {
      this.past = null;
      this.drop();
      this.hint = null;
    }
  }

  /** Lets go of what was clicked. */
  drop(): void {
    this.clicked = [];
    this.goal = null;
    this.offered = [];
  }

  leave(): void {
    for (const stop of this.stop) stop();
    void this.workbench.ask({ do: 'leave', id: this.id }, 'done').catch(() => undefined);
  }

  async act(action: ActionCall): Promise<boolean> {
    if (!this.live) return false;
    this.count += 1;
    const name = `${Date.now().toString(36)}-${this.count}-${Math.random().toString(36).slice(2, 8)}`;
    const { node } = this.live;
    const { epoch } = this.workbench;
    const send = () =>
      this.workbench.ask({ do: 'act', id: this.id, version: this.live?.version ?? 0, key: name, action }, 'done');
    try {
      try {
        await send();
      } catch (why) {
        if (why instanceof Refused && this.workbench.epoch === epoch) throw why;
        // The connection broke: if the match stands where it stood, the action did not arrive.
        await this.join();
        if (this.live?.node === node) await send();
      }
      return true;
    } catch (why) {
      if (why instanceof Error) this.say(`${why.message[0]?.toUpperCase() ?? ''}${why.message.slice(1)}.`);
      return false;
    } finally {
      this.drop();
    }
  }

  private sayer = 0;
  say(text: string): void {
    this.said = text.replace(/\.\.$/, '.');
    clearTimeout(this.sayer);
    this.sayer = window.setTimeout(() => (this.said = ''), 3500);
  }

  play(choice: ChoiceView): void {
    this.said = '';
    // While the answer is on its way, nobody is asked which move was meant.
    this.drop();
    const node = this.past && this.past.node !== this.live?.node ? this.past.node : null;
    void this.act({ act: 'move', name: choice.name, node });
  }

  /** The choices that begin with what was clicked. */
  get fitting(): ChoiceView[] {
    const { view, picked, goal } = this;
    if (goal) return (view?.choices ?? []).filter((c) => ends(c, goal));
    return (view?.choices ?? []).filter((c) => picked.every((p, i) => c.places[i] && same(c.places[i], p)));
  }

  /** The places that can be clicked next. */
  get targets(): Map<string, Place> {
    const found = new Map<string, Place>();
    if (this.goal) {
      for (const choice of this.fitting) found.set(key(choice.places[0] as Place), choice.places[0] as Place);
      return found;
    }
    for (const choice of this.fitting) {
      const next = choice.places[this.picked.length];
      if (next) found.set(key(next), next);
      // What lies between the first and the last place need not be clicked.
      const last = choice.places.at(-1);
      if (this.picked.length && next && last) found.set(key(last), last);
    }
    return found;
  }

  /** The choices that are complete, of which one has to be chosen in words. */
  get ambiguous(): ChoiceView[] {
    if (this.offered.length) return this.offered;
    if (!this.picked.length || this.goal) return [];
    return this.fitting.filter((c) => c.places.length === this.picked.length);
  }

  /** The choices that something beside the board stands for: a card in the hand, a thing in a pile. */
  choicesWith(text: string): ChoiceView[] {
    const word = ` ${text.toLowerCase()} `;
    return (this.view?.choices ?? []).filter((c) => c.places.length === 0 && ` ${c.text.toLowerCase()} `.includes(word));
  }

  /** What a click on a card of one's own hand does, or on a thing in a shared pile. */
  pick(panel: Panel, item: PanelItem): (() => void) | null {
    const { view } = this;
    if (this.past !== null || !view || (panel.seat !== null && panel.seat !== view.look)) return null;
    // Every item has to stand for a move: one that does by chance is no card to play.
    const found = this.choicesWith(item.text);
    return found.length && panel.items.every((i) => this.choicesWith(i.text).length) ? () => this.offer(found) : null;
  }

  /** Whether some choices are all made by clicking what lies beside the board. */
  covers(choices: ChoiceView[]): boolean {
    const items = (this.view?.panels ?? []).flatMap((p) => p.items.filter((i) => this.pick(p, i)));
    return choices.every((c) => items.some((i) => this.choicesWith(i.text).includes(c)));
  }

  /** Plays the only one of some choices, or asks which. */
  offer(choices: ChoiceView[]): void {
    const [only] = choices;
    if (only && choices.length === 1) this.play(only);
    else this.offered = choices;
  }

  async click(place: Place, name: string): Promise<void> {
    const { picked, view } = this;
    if (!view) return;
    this.offered = [];
    if (this.goal) {
      // The beginning of a move whose goal was clicked before it.
      const one = this.fitting.filter((c) => same(c.places[0] as Place, place));
      const back = same(this.goal, place);
      this.drop();
      this.said = '';
      if (one.length) return this.offer(one);
      if (back) return;
      return this.click(place, name);
    }
    const last = picked.at(-1);
    if (last && same(last, place) && !this.targets.has(key(place))) {
      this.picked = picked.slice(0, -1);
      return;
    }
    if (this.targets.has(key(place))) {
      // What was refused before does not matter any more.
      this.said = '';
      const { fitting } = this;
      const on = fitting.filter((c) => c.places[picked.length] && same(c.places[picked.length] as Place, place));
      const [only] = on;
      if (!only) {
        // A jump to the end of a move.
        const to = fitting.filter((c) => c.places.length > picked.length && same(c.places.at(-1) as Place, place));
        const [one] = to;
        if (one && to.length === 1) this.play(one);
        else if (one) this.picked = [...one.places];
        return;
      }
      this.picked = [...picked, place];
      // Two places that leave one move are enough, and so is the whole of a move: a longer one that
      // begins with it is reached by its end.
      const whole = on.filter((c) => c.places.length === this.picked.length);
      const [done] = whole;
      if (done && whole.length === 1 && (picked.length > 0 || on.length === 1)) this.play(done);
      else if (on.length === 1 && picked.length > 0) this.play(only);
      return;
    }
    // Another piece is taken up instead.
    if (this.clicked.length) {
      this.picked = [];
      if (this.targets.has(key(place))) return this.click(place, name);
    }
    // The goal of a move, before its beginning: what leads there is shown.
    if (!this.forced.length && view.choices.some((c) => ends(c, place))) {
      this.goal = place;
      const names = this.fitting.map((c) => this.nameOf(c.places[0] as Place)).filter((n, i, all) => n && all.indexOf(n) === i);
      this.say(names.length > 3 ? `A move leads to ${name}: now click where it begins.` : `A move leads to ${name}: now click ${names.join(' or ')}.`);
      return;
    }
    // Where stones fall, the whole column stands for the move.
    const column = name.replace(/\d+$/, '');
    const falls = view.choices.filter((c) => c.places.length === 1 && (c.name === column || c.text === column));
    if (column !== name && falls.length === 1 && falls[0]) return this.play(falls[0]);
    try {
      const answer = await this.workbench.ask({ do: 'whyNot', id: this.id, before: picked, place }, 'text');
      this.say(answer.text);
    } catch {
      // Nothing to say.
    }
  }

  private nameOf([board, at]: Place): string {
    const picture = this.face?.boards[board];
    return picture ? nameOf(picture, at) : '';
  }

  /** Looks at an earlier position, without going there. */
  async peek(node: number): Promise<void> {
    if (!this.live) return;
    const ask = ++this.peeks;
    this.drop();
    this.hint = null;
    if (node === this.live.node) {
      this.past = null;
      return;
    }
    try {
      const answer = await this.workbench.ask({ do: 'peek', id: this.id, node }, 'seen');
      // An answer that comes after a later wish is not shown.
      if (ask === this.peeks) this.past = answer.view;
    } catch (why) {
      if (why instanceof Error) this.say(why.message);
    }
  }

  /** One play back or on in the line. */
  step(by: number): Promise<void> {
    const at = this.line.findIndex((entry) => entry.node === this.view?.node);
    const to = at + by;
    if (to < -1) return Promise.resolve();
    const node = to === -1 ? 0 : this.line[to]?.node;
    return node === undefined ? Promise.resolve() : this.peek(node);
  }

  async askHint(): Promise<void> {
    this.thinking = true;
    try {
      const { hint } = await this.workbench.ask({ do: 'hint', id: this.id }, 'hint');
      this.hint = hint;
      this.setValue(hint);
    } catch (why) {
      if (why instanceof Error) this.say(`${why.message[0]?.toUpperCase() ?? ''}${why.message.slice(1)}.`);
    } finally {
      this.thinking = false;
    }
  }

  async evaluate(): Promise<void> {
    const node = this.live?.node;
    try {
      const { hint } = await this.workbench.ask({ do: 'evaluate', id: this.id }, 'hint');
      if (this.live?.node === node) this.setValue(hint);
    } catch {
      // Play has moved on.
    }
  }

  private setValue(hint: HintView): void {
    if (hint.value === null) return;
    const own = (hint.value + 1) / 2;
    this.value = { node: hint.node, share: hint.seat === 0 ? own : 1 - own, proven: hint.proven };
  }
}

/** Choices in words that tell them apart: where the words are the same, the names tell. */
export function wordsFor(choices: ChoiceView[]): Map<string, string> {
  const words = new Map(choices.map((c) => [c.name, c.text]));
  for (const choice of choices) {
    const alike = choices.filter((c) => c.text === choice.text);
    if (alike.length < 2) continue;
    const parts = choice.name.split(' ');
    const own = parts.filter((word) => !alike.every((c) => c.name.split(' ').includes(word)));
    if (own.length) words.set(choice.name, `${choice.text}: ${own.join(' ')}`);
  }
  return words;
}

/** How a seat is asked for again: the time of a level is the server's business. */
export const wishOf = (seat: SeatView): SeatWish => ({
  who: seat.remote ? 'link' : seat.who === 'human' ? 'here' : seat.who.replace(/^(level:\d+):.*/, '$1'),
  name: seat.who.startsWith('engine:') ? null : seat.person,
});

/** The links that were given out with a new match. */
export const invitations = (tokens: SeatToken[]) =>
  tokens.filter((t) => !t.host).map((t) => ({ seats: t.seats, token: t.token }));
