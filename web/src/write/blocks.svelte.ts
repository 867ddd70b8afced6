// The blocks of a program: asked for after every change, edited by changes of the text.

import type { NewItem, NewPart, PageEdit, SlotChoice, Structure, StructureEdit } from '../protocol/types';
import type { DocumentState } from './document.svelte';

export class BlocksState {
  structure = $state.raw<Structure | null>(null);
  busy = $state(false);
  /** The slot whose choices are open, and where. */
  open = $state.raw<{ key: number; title: string; choices: SlotChoice[]; choose: (text: string) => void; free: string | null; at: DOMRect } | null>(null);

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
  list(title: string, texts: string[], choose: (text: string) => void, from: HTMLElement, free: string | null = null): void {
    const choices = texts.map((text): SlotChoice => ({ text, kind: 'name' }));
    this.open = { key: -1, title, choices, choose, free, at: from.getBoundingClientRect() };
  }
}
