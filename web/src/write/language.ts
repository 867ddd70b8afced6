// The language for the editor: structure and colours from the grammar, indentation by braces.

import { HighlightStyle, indentNodeProp, Language, LanguageSupport, LRLanguage, foldInside, foldNodeProp, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import { parser } from './grammar/parser.js';

const inside = (context: { baseIndent: number; unit: number; textAfter: string }) => context.baseIndent + (/^\s*\}/.test(context.textAfter) ? 0 : context.unit);

const ceptre: Language = LRLanguage.define({
  name: 'ceptre',
  parser: parser.configure({
    props: [
      indentNodeProp.add({ Block: inside, Braces: inside, Parentheses: inside, Statement: (c) => c.baseIndent + (c.node.from < c.pos ? c.unit : 0) }),
      foldNodeProp.add({ Block: foldInside, Braces: foldInside }),
    ],
  }),
  languageData: { commentTokens: { line: '%' }, closeBrackets: { brackets: ['(', '{', '"'] } },
});

export const language = new LanguageSupport(ceptre);

export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.lineComment, color: 'var(--quiet)' },
    { tag: [tags.definitionKeyword, tags.processingInstruction], color: 'var(--blue-ink)', fontWeight: '600' },
    { tag: tags.definition(tags.variableName), fontWeight: '600' },
    { tag: [tags.controlOperator, tags.operator], color: 'var(--blue-ink)' },
    { tag: [tags.string, tags.number], color: 'var(--accent-ink)' },
    { tag: [tags.variableName, tags.special(tags.variableName)], fontStyle: 'italic' },
  ]),
);
