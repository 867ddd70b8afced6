// The blocks of a program: asked for after every change, edited by changes of the text.

import type { BoardBlock, NameBlock, NewItem, NewPart, PageEdit, SlotChoice, Structure, StructureEdit } from '../protocol/types';
import type { DocumentState } from './document.svelte';

/** A set as an effect: `{ free C | C : cell }`. */
const EVERY = 'every …';

/** What can be asked about boards. What counts as a neighbour depends on the board. */
function relations(boards: BoardBlock[]): [text: string, note: string][] {
  const square = boards.some((b) => b.shape?.text === 'square');
  const eight = boards.some((b) => /\beight\b/.test(b.options));
  return [
    ['line A B C', square ? 'cells in a row, column or diagonal; more letters for longer lines' : 'cells in a row; more letters for longer lines'],
    ['adjacent A B', eight ? 'neighbours, also diagonally' : square ? 'neighbours that share a side, not diagonally (a board with `eight` has diagonal neighbours)' : 'neighbours that share a side'],
    ['step D A B', square ? 'from A one step in direction D, also diagonally' : 'from A one step in direction D'],
    ...(square ? ([['orthogonal D', 'D is north, east, south or west'], ['diagonal D', 'D is northeast, southeast, southwest or northwest']] as [string, string][]) : []),
    ['side D A', 'A lies at the side D of the board'],
    ['corner A', 'A lies in a corner'],
    ['row A N', 'A lies in row N, from 1 at the bottom'],
    ['column A N', 'A lies in column N, from 1 at the left'],
  ];
}

const isVariable = (text: string): boolean => /^[A-Z]/.test(text);

/** `adjacent A B` for a rule with a cell `C`: `adjacent C B`. The first letter is the cell that the rule speaks of already, unless it has
 * one of that name, and the others are new. */
function inScope(text: string, cell: string | null, known: string[]): string {
  const words = text.split(' ');
  const at = words.findIndex((w, i) => i > 0 && w === 'A');
  if (!cell || at < 0 || known.includes('A')) return text;
  const used = [...known];
  return words.map((word, i) => {
    if (i === 0 || !isVariable(word)) return word;
    if (i === at) return cell;
    const name = [word, ...'ABCDEFGH'].find((one) => !used.includes(one)) ?? word;
    used.push(name);
    return name;
  }).join(' ');
}

export class BlocksState {
  structure = $state.raw<Structure | null>(null);
  busy = $state(false);
  /** The slot whose choices are open, and where. */
  open = $state.raw<{ key: number; title: string; choices: (SlotChoice & { note?: string })[]; choose: (text: string) => void; free: string | null; at: DOMRect } | null>(null);

  /** Something that is to be removed although it is used. */
  removing = $state.raw<{ what: string; node: number; name: string; uses: number; where: string; others: string[] } | null>(null);

  constructor(
    readonly doc: DocumentState,
    private readonly apply: (edits: PageEdit[]) => void,
    private readonly say: (text: string) => void,
  ) {}

  async refresh(): Promise<void> {
    const answer = await this.doc.ask({ ask: 'structure' }, 'structure').catch(() => null);
    if (answer) this.structure = answer.structure;
  }

  /** Makes a change; false if it would break the program, which is said. */
  async edit(edit: StructureEdit): Promise<boolean> {
    if (this.busy) {
      // What was clicked belongs to blocks that the last change may have moved.
      this.say('One moment: the last change is still being made.');
      return false;
    }
    this.busy = true;
    try {
      const answer = await this.doc.ask({ ask: 'change', edit }, 'edits');
      if (!answer) {
        this.say('The text has changed meanwhile: try again.');
        return false;
      }
      this.apply(answer.edits);
      await this.refresh();
      return true;
    } catch (why) {
      this.say(why instanceof Error ? `This is not possible: ${why.message}.` : String(why));
      return false;
    } finally {
      this.busy = false;
    }
  }

  add = (item: NewItem, into: number | null = null, at = 1_000_000): Promise<boolean> => this.edit({ edit: 'add-item', into, at, item });
  premise = (to: number, part: NewPart, at = 1_000_000): Promise<boolean> => this.edit({ edit: 'add-premise', to, at, part });
  effect = (to: number, part: NewPart, at = 1_000_000): Promise<boolean> => this.edit({ edit: 'add-effect', to, at, part });
  remove = (node: number): Promise<boolean> => this.edit({ edit: 'remove', node });
  rename = (node: number, name: string): Promise<boolean> => this.edit({ edit: 'rename', node, name: name.trim() });
  slot = (node: number, text: string): Promise<boolean> => this.edit({ edit: 'set-slot', node, text });

  /** Removes something that has a name; if it is used, asks what becomes of the uses. */
  async askRemove(what: 'set' | 'element' | 'predicate' | 'stage' | 'board' | 'rule' | 'link', node: number, name: NameBlock): Promise<void> {
    const answer = await this.doc.ask({ ask: 'references', at: name.span.start }, 'places').catch(() => null);
    const places = (answer?.places ?? []).filter(([from]) => from !== name.span.start);
    if (!places.length) {
      await this.remove(node);
      return;
    }
    const others = what === 'set' ? (this.structure?.sets ?? []).filter((s) => s.id !== node && !s.range).map((s) => s.name.text) : [];
    this.removing = { what, node, name: name.text, uses: places.length, where: this.holders(places), others };
  }

  /** What some places belong to, in words. */
  private holders(places: [number, number][]): string {
    const all = this.structure;
    if (!all) return 'in the text';
    const named: [{ start: number; end: number }, string][] = [
      ...all.sets.map((s): [typeof s.span, string] => [s.span, `the set ${s.name.text}`]),
      ...all.predicates.map((p): [typeof p.span, string] => [p.span, `the predicate ${p.name.text}`]),
      ...all.stages.flatMap((s) => s.rules.map((r): [typeof r.span, string] => [r.span, `the rule ${r.name?.text ?? 'without a name'}`])),
      ...all.links.map((r): [typeof r.span, string] => [r.span, 'a link']),
      ...all.derivations.map((r): [typeof r.span, string] => [r.span, 'what follows']),
      ...all.contexts.map((c): [typeof c.span, string] => [c.span, `the start ${c.name.text}`]),
      ...all.directives.map((d): [typeof d.span, string] => [d.span, d.name === 'trace' ? 'the start' : `#${d.name}`]),
    ];
    const found = new Set(places.map(([at]) => named.find(([span]) => span.start <= at && at < span.end)?.[1] ?? 'elements'));
    const list = [...found];
    return list.length > 6 ? `${list.slice(0, 6).join(', ')} and ${list.length - 6} more` : list.join(', ');
  }

  /** What a part of a rule can be, with a word about each: the program's own predicates, and on the left what comes with
   * players and boards. */
  private parts(side: 'premise' | 'effect' | 'atom', to: number): [text: string, note: string][] {
    const all = this.structure;
    if (!all) return [];
    const declared = all.predicates.map((p): [string, string] => [p.name.text, p.arguments.map((a) => a.text).join(' ')]);
    if (side !== 'premise') return all.predicates.some((p) => p.arguments.length) ? [...declared, [EVERY, 'one for each cell or element']] : declared;
    const rule = [...all.stages.flatMap((s) => s.rules), ...all.links].find((r) => r.id === to);
    const slots = (rule?.premises ?? []).flatMap((p) => p.arguments).filter((a) => isVariable(a.text));
    const known = slots.map((a) => a.text);
    const cell = slots.filter((a) => all.boards.some((b) => b.name.text === a.set)).at(-1)?.text ?? null;
    const players: [string, string][] = all.players ? [['next P Q', 'Q plays after P']] : [];
    return [...declared, ...players, ...(all.boards.length ? relations(all.boards).map(([text, note]): [string, string] => [inScope(text, cell, known), note]) : []), ['not …', 'there is none'], ['compare …', 'equal, different, more, less'], ['count …', 'how many there are']];
  }

  private part(choice: string): NewPart {
    const predicates = this.structure?.predicates ?? [];
    const [first] = predicates;
    if (choice === 'compare …') return { part: 'compare', left: 'X', sign: '<>', right: 'Y' };
    if (choice === 'not …') return { part: 'not', predicate: first?.name.text ?? '', arguments: [] };
    if (choice === 'count …') return { part: 'count', variable: 'N', predicate: first?.name.text ?? '', arguments: [] };
    if (choice === EVERY) {
      // What lies on every cell is most often meant, such as `free`.
      const cells = this.structure?.boards.map((board) => board.name.text) ?? [];
      const fit = predicates.filter((p) => p.kind.text === 'pred' && p.arguments.length);
      const some = fit.find((p) => p.arguments.length === 1 && cells.includes(p.arguments[0]?.text ?? '')) ?? fit[0];
      const named = some?.arguments.map((a, i) => ({ set: a.text, variable: `${a.text.charAt(0).toUpperCase()}${i || ''}` })) ?? [];
      const text = `{ ${some?.name.text} ${named.map((v) => v.variable).join(' ')} | ${named.map((v) => `${v.variable} : ${v.set}`).join(', ')} }`;
      return { part: 'text', text };
    }
    return predicates.some((p) => p.name.text === choice) ? { part: 'atom', predicate: choice, arguments: [], mark: 'plain' } : { part: 'text', text: choice };
  }

  /** Opens the list of what can be added to a rule, inside of a part of one, or to a start. */
  askPart(to: number, side: 'premise' | 'effect' | 'atom', from: Element): void {
    this.list('', this.parts(side, to), (choice) => {
      const made = this.part(choice);
      void (side === 'effect' ? this.effect(to, made) : this.premise(to, made));
    }, from, '');
  }

  /** Opens the choices of a slot. */
  async choices(slot: number, present: string, from: HTMLElement): Promise<void> {
    const at = from.getBoundingClientRect();
    try {
      const answer = await this.doc.ask({ ask: 'choices', slot }, 'choices');
      if (!answer) return;
      this.open = { key: slot, title: present, choices: answer.choices, free: present, at, choose: (text) => void this.slot(slot, text) };
    } catch {
      // What is no slot can still be written.
      this.open = { key: slot, title: present, choices: [], free: present, at, choose: (text) => void this.slot(slot, text) };
    }
  }

  /** Opens a list of something else. */
  list(title: string, texts: (string | [text: string, note: string])[], choose: (text: string) => void, from: Element, free: string | null = null): void {
    const choices = texts.map((one) => (typeof one === 'string' ? { text: one, kind: 'name' as const } : { text: one[0], kind: 'name' as const, note: one[1] }));
    this.open = { key: -1, title, choices, choose, free, at: from.getBoundingClientRect() };
  }
}
