// The grammar of the page's editor against the lexer: the shared corpus of tokens, and every game.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parser } from '../src/write/grammar/parser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the nodes are called in the corpus. */
const CLASSES = {
  Comment: 'comment',
  String: 'text',
  DirectiveName: 'directive',
  Arrow: 'arrow',
  Pred: 'keyword',
  StageWord: 'keyword',
  StageMention: 'keyword',
  ContextWord: 'keyword',
  ContextMention: 'keyword',
  Variable: 'variable',
  Name: 'name',
  Ordered: 'name',
  For: 'name',
  HostName: 'host',
  Wildcard: 'wildcard',
  Number: 'number',
  Operator: 'operator',
  Equals: 'operator',
  Punctuation: 'punctuation',
  '.': 'punctuation',
  '(': 'punctuation',
  ')': 'punctuation',
  '{': 'punctuation',
  '}': 'punctuation',
};

/** The tokens of a text, and where the grammar does not understand it. */
function parsed(text) {
  const tokens = [];
  const errors = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) errors.push(text.slice(Math.max(0, node.from - 40), node.to + 20));
      const kind = CLASSES[node.name];
      if (kind) tokens.push([kind, text.slice(node.from, node.to)]);
    },
  });
  return { tokens, errors };
}

test('the tokens are those of the shared corpus', () => {
  const file = (name) => readFileSync(join(root, 'editors/corpus', name), 'utf8');
  const lines = file('tokens.txt').trimEnd().split('\n');
  const expected = lines.map((line) => line.split('\t')).map(([kind, token]) => [kind, JSON.parse(token)]);
  const { tokens, errors } = parsed(file('tokens.cep'));
  assert.deepEqual(errors, []);
  assert.deepEqual(tokens, expected);
});

test('every game is understood, with the tokens of the lexer', () => {
  const games = readdirSync(join(root, 'games')).filter((name) => name.endsWith('.cep'));
  assert.ok(games.length > 30);
  for (const name of games) {
    const path = join(root, 'games', name);
    const text = readFileSync(path, 'utf8');
    const { tokens, errors } = parsed(text);
    assert.deepEqual(errors, [], name);
    // Without comments and space, the tokens side by side are the text.
    const letters = tokens.map(([, token]) => token).join('');
    assert.equal(letters.replace(/\s/g, ''), text.replace(/\s/g, ''), name);
    if (!process.env.SENET) continue;
    const listed = execFileSync(process.env.SENET, ['debug', 'tokens', path], { encoding: 'utf8' });
    const words = listed.split('\n').filter((line) => line && !/^\s*\S+\s+Space\b/.test(line));
    assert.equal(tokens.length, words.length, `${name}: as many tokens as the lexer has`);
  }
});

test('every program of the corpus is understood that the parser of the language understands', () => {
  const folder = join(root, 'tests/corpus');
  const files = readdirSync(folder).filter((name) => name.endsWith('.cep'));
  const sections = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n%% '));
  // Sections that expect a syntax error (E00…) have one.
  const clean = sections.filter((text) => !/%~\^* E00|\^ E00/.test(text));
  assert.ok(clean.length > 100);
  for (const section of clean) assert.deepEqual(parsed(`% ${section}`).errors, [], section.split('\n')[0]);
});

test('the committed parser is that of the grammar', () => {
  const file = join(tmpdir(), `senet-parser-${process.pid}.js`);
  const grammar = join(root, 'web/src/write/grammar/senet.grammar');
  const generator = join(root, 'web/node_modules/@lezer/generator/src/lezer-generator.cjs');
  execFileSync(process.execPath, [generator, grammar, '--output', file]);
  const made = readFileSync(file, 'utf8');
  assert.equal(readFileSync(join(root, 'web/src/write/grammar/parser.js'), 'utf8'), made, 'run `npm run grammar`');
  rmSync(file);
  rmSync(file.replace('.js', '.terms.js'));
});
