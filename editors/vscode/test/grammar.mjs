// The TextMate grammar against what the lexer says.
//
// Input: files of lines `CLASS<TAB>TOKEN as JSON`, first the shared corpus, then those given as arguments.
// All patterns of our grammar are flat `match` patterns within the subset that Oniguruma and JavaScript share,
// so a few lines play TextMate: at each place the leftmost match wins, and of these the first pattern.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const grammar = JSON.parse(readFileSync(here('../syntaxes/senet.tmLanguage.json'), 'utf8'));
const patterns = grammar.patterns.map(({ name, match }) => ({ name, regex: new RegExp(match, 'gu') }));

/** What the editor's scopes are called in the corpus. */
const CLASSES = [
  ['comment', 'comment'],
  ['string', 'text'],
  ['keyword.control.directive', 'directive'],
  ['keyword.operator.arrow', 'arrow'],
  ['storage.type', 'keyword'],
  ['support', 'name'],
  ['variable.parameter', 'variable'],
  ['entity.name', 'name'],
  ['constant.other.host', 'host'],
  ['variable.language.wildcard', 'wildcard'],
  ['constant.numeric', 'number'],
  ['keyword.operator', 'operator'],
  ['punctuation', 'punctuation'],
];

function tokens(text) {
  const out = [];
  for (const line of text.split('\n')) {
    let at = 0;
    while (at < line.length) {
      let best;
      for (const { name, regex } of patterns) {
        regex.lastIndex = at;
        const found = regex.exec(line);
        if (found && (!best || found.index < best.index)) best = { name, index: found.index, token: found[0] };
      }
      if (!best) break;
      const known = CLASSES.find(([scope]) => best.name.startsWith(scope));
      out.push([known[1], best.token]);
      at = best.index + best.token.length;
    }
  }
  return out;
}

let wrong = 0;
let seen = 0;
for (const file of [here('../../corpus/tokens.txt'), ...process.argv.slice(2)]) {
  const expected = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('//'))
    .map((line) => line.split('\t'))
    .map(([kind, token]) => [kind, JSON.parse(token)]);
  const text = expected.map(([kind, token]) => token + (kind === 'comment' ? '\n' : '')).join('\n');
  // Tokens stand on lines of their own, so that neither side depends on white space.
  const found = tokens(text);
  seen += expected.length;
  expected.forEach(([kind, token], i) => {
    const [other, text] = found[i] ?? [];
    if (wrong < 10 && (kind !== other || token !== text)) {
      console.error(`${file}: token ${i + 1}: the lexer has ${kind} ${token}, TextMate has ${other} ${text}`);
      wrong += 1;
    }
  });
}
console.log(`${seen} tokens, ${wrong} differences`);
process.exit(wrong ? 1 : 0);
