// What the nodes of the grammar are to a highlighter.

import { styleTags, tags as t } from '@lezer/highlight';

export const highlighting = styleTags({
  Comment: t.lineComment,
  String: t.string,
  Number: t.number,
  DirectiveName: t.processingInstruction,
  Arrow: t.controlOperator,
  'Pred StageWord StageMention ContextWord ContextMention Ordered For': t.definitionKeyword,
  'Stage/Name Context/Name': t.definition(t.variableName),
  Name: t.name,
  Variable: t.variableName,
  HostName: t.special(t.name),
  Wildcard: t.special(t.variableName),
  'Operator Equals': t.operator,
  'Punctuation "."': t.punctuation,
  '( )': t.paren,
  '{ }': t.brace,
});
