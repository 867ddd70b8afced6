// The words of the language: names, variables, the words with a meaning of their own, and the arrows that
// begin like a name. The same rules as `crates/senet-syntax/src/lexer.rs`: the longest token wins.

import { ExternalTokenizer } from '@lezer/lr';
import {
  Arrow, ContextMention, ContextWord, DirectiveName, For, HostName, Name, Ordered, Pred, StageMention, StageWord,
  Variable, Wildcard,
} from './parser.terms.js';

const LETTER = /^\p{Alphabetic}$/u;
const FIRST = /^[\p{Alphabetic}/\\-]$/u;
const REST = /^[\p{Alphabetic}0-9_/\\\-']$/u;
const UPPER = /^\p{Uppercase}$/u;

const FIXED = new Map([
  ['pred', Pred],
  ['stage', StageMention],
  ['context', ContextMention],
  ['-o', Arrow],
  ['o-', Arrow],
]);

/** The character at an offset, whole even if it is a pair of code units. */
function at(input, offset) {
  const unit = input.peek(offset);
  if (unit < 0) return '';
  const pair = unit >= 0xd800 && unit < 0xdc00;
  const next = pair ? input.peek(offset + 1) : -1;
  return next < 0 ? String.fromCharCode(unit) : String.fromCharCode(unit, next);
}

/** The longest run of characters of a class. */
function run(input, offset, kind) {
  let text = '';
  for (;;) {
    const char = at(input, offset + text.length);
    if (!char || !kind.test(char)) return text;
    text += char;
  }
}

const BLANK = /^[ \t\r\n]$/;

/** The offset behind white space. */
function behindBlanks(input, offset) {
  return offset + run(input, offset, BLANK).length;
}

/** Whether a word is followed by white space and a word that fits. */
function before(input, offset, what) {
  const next = behindBlanks(input, offset);
  return next > offset && what.test(run(input, next, REST));
}

/** Whether a name and `=` or `{` follow, as in `stage s = {`. */
function defines(input, offset) {
  const name = behindBlanks(input, offset);
  const letters = run(input, name, REST);
  const sign = at(input, behindBlanks(input, name + letters.length));
  return letters !== '' && (sign === '=' || sign === '{');
}

export const words = new ExternalTokenizer((input, stack) => {
  const first = at(input, 0);
  const next = input.peek(1);
  if (first === '<' && next === 45) return input.acceptToken(Arrow, 2);
  if (first === '-' && next === 62) return input.acceptToken(Arrow, 2);
  if (first === '#') {
    const letter = at(input, 1);
    if (!LETTER.test(letter)) return;
    const name = run(input, 1, /^[\p{Alphabetic}0-9_-]$/u);
    return input.acceptToken(DirectiveName, 1 + name.length);
  }
  if (first === '_') {
    const name = run(input, 1, REST);
    return input.acceptToken(name ? HostName : Wildcard, 1 + name.length);
  }
  if (!FIRST.test(first)) return;
  const word = first + run(input, first.length, REST);
  let term = FIXED.get(word) ?? (UPPER.test(first) ? Variable : Name);
  // Words that mean something else where an item begins.
  if (word === 'stage' && stack.canShift(StageWord) && defines(input, word.length)) term = StageWord;
  if (word === 'context' && stack.canShift(ContextWord) && defines(input, word.length)) term = ContextWord;
  if (word === 'ordered' && stack.canShift(Ordered) && before(input, word.length, /^stage$/)) term = Ordered;
  if (word === 'for' && stack.canShift(For) && before(input, word.length, /^\p{Uppercase}/u)) term = For;
  input.acceptToken(term, word.length);
}, { contextual: true });
