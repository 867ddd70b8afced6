// The text editor: CodeMirror in a shadow root, so that its styles need no exception from the policy
// of the page.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, type Completion, type CompletionContext, completionKeymap, type CompletionResult, snippet } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, redo, undo } from '@codemirror/commands';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, syntaxTree } from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, openSearchPanel, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { PageEdit, Problem, RuleCount } from '../protocol/types';
import type { DocumentState } from './document.svelte';
import { colours, language } from './language';
import { markdown } from './markdown';

/** Names of rules: the first name of a statement in a stage, before a colon. */
const ruleName = Decoration.mark({ class: 'cm-rule' });
const ruleNames = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = this.find(view);
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) this.decorations = this.find(update.view);
    }
    find(view: EditorView): DecorationSet {
      const found: Range<Decoration>[] = [];
      for (const { from, to } of view.visibleRanges) {
        syntaxTree(view.state).iterate({
          from,
          to,
          enter: ({ node }) => {
            if (node.name !== 'Statement' || node.parent?.name !== 'Block') return;
            const [name, colon] = [node.firstChild, node.firstChild?.nextSibling];
            if (name?.name === 'Name' && colon && view.state.sliceDoc(colon.from, colon.to) === ':') found.push(ruleName.range(name.from, name.to));
          },
        });
      }
      return Decoration.set(found, true);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** How often rules fire in a game: numbers in the gutter, and rules that never do are grey. */
const setCounts = StateEffect.define<{ rules: RuleCount[]; games: number; sure: boolean }>();
const perGame = (n: number): string => (n < 0.1 ? Math.max(n, 0.001).toFixed(3) : n < 99.95 ? n.toFixed(1) : Math.round(n).toLocaleString('en'));

class Count extends GutterMarker {
  constructor(
    readonly text: string,
    readonly never: boolean,
    readonly words = '',
  ) {
    super();
  }
  override eq(other: Count): boolean {
    return other.text === this.text && other.words === this.words;
  }
  override toDOM(): Node {
    const span = document.createElement('span');
    span.textContent = this.text;
    span.title = this.never ? 'This rule never fired in the random games.' : this.words;
    if (this.never) span.className = 'never';
    return span;
  }
}

const never = Decoration.mark({ class: 'cm-never', attributes: { title: 'This rule never fired in random play.' } });

const counts = StateField.define<{ markers: RangeSet<GutterMarker>; grey: RangeSet<Decoration> }>({
  create: () => ({ markers: RangeSet.empty, grey: RangeSet.empty }),
  update(value, tr) {
    let { markers, grey } = value;
    if (tr.docChanged) {
      markers = markers.map(tr.changes);
      grey = grey.map(tr.changes);
    }
    for (const effect of tr.effects) {
      if (!effect.is(setCounts)) continue;
      const { rules, games, sure } = effect.value;
      const { doc } = tr.state;
      const fit = rules.filter((r) => r.to <= doc.length && r.from < r.to);
      const byLine = new Map<number, RuleCount[]>();
      for (const rule of fit) {
        const { from } = doc.lineAt(rule.from);
        byLine.set(from, [...(byLine.get(from) ?? []), rule]);
      }
      markers = RangeSet.of(
        [...byLine].map(([from, all]) => {
          const sum = all.reduce((n, r) => n + r.count, 0);
          const words = `This rule fired ${sum.toLocaleString('en')} times in ${games.toLocaleString('en')} random games.`;
          return new Count(sum === 0 ? (sure ? 'never' : '') : perGame(sum / Math.max(1, games)), sum === 0, words).range(from);
        }),
        true,
      );
      const dead = sure ? fit.filter((r) => r.count === 0 && !fit.some((o) => o.from === r.from && o.count > 0)) : [];
      grey = Decoration.set(dead.map((r) => never.range(r.from, r.to)), true);
    }
    return { markers, grey };
  },
  provide: (field) => [
    EditorView.decorations.from(field, (v) => v.grey),
    gutter({ class: 'cm-counts', side: 'after', markers: (view) => view.state.field(field).markers, initialSpacer: () => new Count('12,345', false) }),
  ],
});

const KINDS: Record<string, string> = { variable: 'variable', constant: 'constant', predicate: 'function', relation: 'function', type: 'type', stage: 'class', context: 'namespace', rule: 'method', option: 'property', directive: 'keyword', keyword: 'keyword', snippet: 'text' };

async function complete(context: CompletionContext, doc: DocumentState): Promise<CompletionResult | null> {
  const before = context.matchBefore(/[#\w'-]+$/);
  if (!context.explicit) {
    const line = context.state.doc.lineAt(context.pos);
    const text = line.text.slice(0, context.pos - line.from);
    // In a comment, and elsewhere than after a word or after a space inside of an atom, silence is better.
    if (text.includes('%') || (!before && !/[\w$!*] $/.test(text))) return null;
  }
  const answer = await doc.ask({ ask: 'complete', at: context.pos }, 'completions').catch(() => null);
  if (!answer || answer.items.length === 0 || context.aborted) return null;
  const from = Math.min(...answer.items.map((i) => i.edit.from));
  const options = answer.items.map((item, i): Completion => {
    const { edit, snippet: template } = item;
    return {
      label: item.label,
      type: KINDS[item.kind] ?? 'text',
      boost: 99 - Math.min(i, 198),
      ...(item.detail ? { detail: item.detail } : {}),
      ...(item.documentation ? { info: () => markdown(item.documentation ?? '') } : {}),
      apply: template
        ? (view, completion, f, to) => snippet(template)(view, completion, f, to)
        : edit.insert,
    };
  });
  return { from, options, validFor: /^[#\w'-]*$/ };
}

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--code-size, 14px)', backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--quiet)', border: 'none' },
  '.cm-gutters.cm-gutters-after': { borderLeft: '1px solid var(--line)' },
  // On a phone the text needs the room; rules that never fired are grey, and Statistics has the numbers.
  '@media (max-width: 560px)': { '.cm-gutters.cm-gutters-after': { display: 'none' } },
  '.cm-counts': { minWidth: '52px', fontSize: 'calc(var(--code-size, 14px) * .86)', textAlign: 'right' },
  '.cm-counts .cm-gutterElement': { padding: '0 8px', lineHeight: 'calc(var(--code-size, 14px) * 1.6)' },
  '.cm-counts .never': { color: 'var(--warn)' },
  '.cm-never, .cm-never *': { color: 'var(--quiet) !important', textDecoration: 'underline dotted var(--warn) 1px', textUnderlineOffset: '3px' },
  '.cm-rule': { color: 'var(--red-ink)', fontWeight: '600' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--text) 4%, transparent)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--blue) 28%, transparent) !important' },
  '.cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent) !important', color: 'inherit' },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 18%, transparent)' },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)', borderRadius: '6px', maxWidth: '520px', fontFamily: 'system-ui, sans-serif', fontSize: '14px', boxShadow: '0 4px 16px var(--shade)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.5' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'color-mix(in srgb, var(--accent) 24%, var(--panel))', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionInfo, .hover': { padding: '8px 12px', maxWidth: '480px' },
  '.hover p, .cm-completionInfo p': { margin: '4px 0' },
  '.hover pre, .cm-completionInfo pre': { margin: '4px 0', whiteSpace: 'pre-wrap', fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', fontSize: '13px' },
  '.hover code, .cm-completionInfo code': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', fontSize: '13px' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeftWidth: '3px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent-ink)', color: 'var(--bg)', borderRadius: '4px', padding: '3px 8px', font: 'inherit', fontSize: '13px' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger) 1px', textUnderlineOffset: '3px' },
  // There can be hundreds of warnings, and waves are slow to paint.
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline dotted var(--warn) 2px', textUnderlineOffset: '3px' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--danger)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--text)', borderColor: 'var(--line)', fontFamily: 'system-ui, sans-serif' },
  '.cm-panel.cm-search': { padding: '8px 12px' },
  '.cm-textfield, .cm-button': { backgroundColor: 'var(--bg)', backgroundImage: 'none', color: 'var(--text)', border: '1px solid var(--line)', borderRadius: '5px', padding: '4px 8px' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--yellow) 35%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--orange) 45%, transparent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'transparent', border: '1px solid var(--line)', color: 'var(--quiet)', padding: '0 6px' },
});

/** Whether a selected line begins with a blank. */
const indented = (state: EditorState): boolean =>
  state.selection.ranges.some(({ from, to }) => /^\s|\n\s/.test(state.sliceDoc(state.doc.lineAt(from).from, Math.max(to, state.doc.lineAt(from).from + 1))));

/** After so many games, a rule that did not fire is said never to. */
const SURE = 20;
/** So long after the last key, numbers that run are drawn again, in milliseconds. */
const CALM = 300;

export type EditorHooks = {
  document: DocumentState | null;
  changed: (view: EditorView, update: { docChanged: boolean; selectionSet: boolean }) => void;
  /** Asks for a new name; the present one is given. */
  rename: (view: EditorView, at: number) => void;
  format: () => void;
  save: () => void;
};

export class Editor {
  readonly view: EditorView;
  private readonly writable = new Compartment();

  constructor(parent: HTMLElement, text: string, hooks: EditorHooks) {
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    root.replaceChildren();
    const jump = (view: EditorView): boolean => {
      void this.jump(view, hooks);
      return true;
    };
    const extensions: Extension = [
      lineNumbers(), foldGutter({ openText: '⌄', closedText: '›' }), codeFolding(),
      highlightSpecialChars(), EditorView.lineWrapping, history(), drawSelection(), rectangularSelection(), indentOnInput(), bracketMatching(),
      closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(),
      EditorState.allowMultipleSelections.of(true), EditorState.tabSize.of(2),
      language, colours, ruleNames, theme, counts, lintGutter(),
      autocompletion({ override: [(context) => (hooks.document ? complete(context, hooks.document) : null)], icons: false, maxRenderedOptions: 100 }),
      hoverTooltip(async (_view, pos) => {
        const answer = await hooks.document?.ask({ ask: 'hover', at: pos }, 'hover').catch(() => null);
        const hover = answer?.hover;
        if (!hover) return null;
        return {
          pos: hover.from,
          end: hover.to,
          create: () => {
            const dom = markdown(hover.markdown);
            dom.className = 'hover';
            return { dom };
          },
        };
      }, { hoverTime: 350 }),
      keymap.of([
        { key: 'Mod-s', run: () => (hooks.save(), true), preventDefault: true },
        { key: 'F2', run: (view) => (hooks.rename(view, view.state.selection.main.head), true) },
        { key: 'F12', run: jump },
        { key: 'Mod-b', run: jump },
        { key: 'Shift-Alt-f', run: () => (hooks.format(), true) },
        { key: 'Mod-Shift-i', run: () => (hooks.format(), true), preventDefault: true },
        { key: 'Tab', run: acceptCompletion },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap,
        // Nobody is caught in the text: Escape gives Tab back to the page until something is typed, and Shift-Tab
        // leaves a line that has no indentation to lose.
        { key: 'Escape', run: (view) => (view.setTabFocusMode(true), false) },
        { key: 'Tab', run: indentMore },
        { key: 'Shift-Tab', run: (view) => indented(view.state) && indentLess(view) },
      ]),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (at === null) return false;
          view.dispatch({ selection: { anchor: at } });
          return jump(view);
        },
      }),
      EditorView.contentAttributes.of({ 'aria-label': 'Rules', 'aria-description': 'Escape, then Tab, leaves the text', tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
      this.writable.of(EditorState.readOnly.of(false)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          update.view.setTabFocusMode(false);
          this.typed = performance.now();
          // Places have moved: the same numbers have to be drawn where they are now.
          this.counted = '';
          hooks.document?.changed(update.state.doc, update.changes);
        }
        if (update.docChanged || update.selectionSet) hooks.changed(update.view, update);
      }),
    ];
    this.view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
  }

  private async jump(view: EditorView, hooks: EditorHooks): Promise<void> {
    const at = view.state.selection.main.head;
    const answer = await hooks.document?.ask({ ask: 'definition', at }, 'places').catch(() => null);
    const place = answer?.places[0];
    if (place) this.select(place[0], place[1]);
  }

  /** The problems that are marked, with the changes that mend them. */
  private problems: Problem[] = [];

  /** Shows problems, with buttons for their fixes. Marks move with the text by themselves, so that most keys change none of them:
   * they are drawn anew only if they differ, because drawing forces a layout of everything that is seen. */
  show(problems: Problem[], current: (edits: PageEdit[]) => PageEdit[]): void {
    const { state } = this.view;
    const { length } = state.doc;
    const names = (all: Problem[]) => all.map((p) => `${p.code} ${p.fixes.map((f) => f.title).join()}`).join('\n');
    const same = names(problems) === names(this.problems);
    this.problems = problems;
    const marked: string[] = [];
    forEachDiagnostic(state, (d, from, to) => marked.push(`${from} ${to} ${d.severity} ${d.source} ${d.message}`));
    const diagnostics = problems.map((p, i): Diagnostic => ({
      from: Math.min(p.from, length),
      to: Math.min(Math.max(p.to, p.from), length),
      severity: p.error ? 'error' : 'warning',
      message: [p.message, ...p.help].join('\n'),
      source: p.code,
      // The newest answer knows where the changes belong.
      actions: p.fixes.slice(0, 3).map((fix, k) => ({ name: fix.title, apply: () => this.apply(current(this.problems[i]?.fixes[k]?.edits ?? [])) })),
    }));
    const wanted = diagnostics.map((d) => `${d.from} ${d.to} ${d.severity} ${d.source} ${d.message}`);
    if (same && wanted.length === marked.length && wanted.sort().join('\n') === marked.sort().join('\n')) return;
    this.view.dispatch(setDiagnostics(state, diagnostics));
  }

  private counted = '';
  private counting = 0;
  private typed = 0;

  /** Shows how often rules fired in some games. It waits while somebody types: numbers that run would be paid for with every key. */
  counts(rules: RuleCount[], games: number): void {
    clearTimeout(this.counting);
    const wait = this.typed + CALM - performance.now();
    if (wait > 0) {
      const { doc } = this.view.state;
      this.counting = window.setTimeout(() => {
        if (this.view.state.doc === doc) this.counts(rules, games);
      }, wait);
      return;
    }
    const sure = games >= SURE;
    const key = `${games} ${rules.map((r) => `${r.from} ${r.to} ${r.count}`).join()}`;
    if (key === this.counted) return;
    this.counted = key;
    this.view.dispatch({ effects: setCounts.of({ rules, games, sure }) });
  }

  /** Applies changes of the text as one step of the history. */
  apply(edits: PageEdit[]): void {
    if (edits.length === 0) return;
    this.view.dispatch({ changes: edits.map(({ from, to, insert }) => ({ from, to, insert })), userEvent: 'input.edit', scrollIntoView: false });
  }

  /** Replaces the whole text, as one step of the history. */
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, userEvent: 'input.edit' });
  }

  select(from: number, to: number, focus = true): void {
    const { length } = this.view.state.doc;
    this.view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }) });
    if (focus) this.view.focus();
  }

  readOnly(yes: boolean): void {
    this.view.dispatch({ effects: this.writable.reconfigure(EditorState.readOnly.of(yes)) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  undo = (): boolean => undo(this.view);
  redo = (): boolean => redo(this.view);
  search = (): boolean => openSearchPanel(this.view);
  destroy(): void {
    clearTimeout(this.counting);
    this.view.destroy();
  }
}
