// Colours of the language: a small tokenizer. What needs understanding comes from the workbench.

import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const WORDS = new Set(['stage', 'ordered', 'board', 'context', 'type', 'pred', 'bwd', 'sense', 'action', 'qui', 'not', 'count', 'sum', 'min', 'max', 'forall', 'rows']);
type State = { depth: number; comment: number };

export const language = StreamLanguage.define<State>({
  name: 'ceptre',
  startState: () => ({ depth: 0, comment: 0 }),
  token(stream: StringStream, state: State): string | null {
    if (stream.eatSpace()) return null;
    if (stream.match('%') ) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^#[\w-]*/)) return 'meta';
    if (stream.match(/^(-o|<-|->)/)) return 'operator';
    if (stream.match('{')) {
      state.depth += 1;
      return 'bracket';
    }
    if (stream.match('}')) {
      state.depth = Math.max(0, state.depth - 1);
      return 'bracket';
    }
    if (stream.match(/^[$!]/)) return 'modifier';
    if (stream.match(/^\d+(\.\.\d+)?/)) return 'number';
    if (stream.match(/^[A-Z_][\w'-]*/)) return 'variableName';
    const word = stream.match(/^[a-z][\w'-]*/);
    if (word && word !== true) {
      if (WORDS.has(word[0])) return 'keyword';
      // The name of a rule, in a stage.
      if (state.depth > 0 && stream.match(/^\s*:(?!=)/, false)) return 'definition';
      return null;
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '%' }, closeBrackets: { brackets: ['(', '{', '"'] } },
  tokenTable: {
    definition: tags.definition(tags.variableName),
    variableName: tags.variableName,
    modifier: tags.modifier,
  },
});

export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, color: 'var(--quiet)' },
    { tag: [tags.keyword, tags.meta], color: 'var(--blue-ink)', fontWeight: '600' },
    { tag: tags.definition(tags.variableName), color: 'var(--red-ink)', fontWeight: '600' },
    { tag: [tags.modifier, tags.operator], color: 'var(--blue-ink)', fontWeight: '600' },
    { tag: [tags.string, tags.number], color: 'var(--accent-ink)' },
    { tag: tags.variableName, fontStyle: 'italic' },
  ]),
);
