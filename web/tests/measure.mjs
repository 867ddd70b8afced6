// The budgets of the page, measured: sizes, the time to a first board, frames on the largest board.
// node tests/measure.mjs BINARY [--write], which puts the table into docs/web.md.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { begin, browse, newPage, serve } from './browser.mjs';
import { circumstances } from './circumstances.mjs';

const [, , binary = '../target/release/senet', write] = process.argv;
const dist = new URL('../dist/', import.meta.url);
const gzipped = (path) => gzipSync(readFileSync(new URL(path, dist)), { level: 9 }).length;
const kb = (bytes) => `${(bytes / 1024).toFixed(0)} KB`;
const html = readFileSync(new URL('index.html', dist), 'utf8');
const files = readdirSync(new URL('assets/', dist)).map((name) => `assets/${name}`);
// What index.html names is loaded at once, and what those files import without being asked.
const first = new Set(files.filter((path) => html.includes(path)));
for (const path of first) {
  const text = readFileSync(new URL(path, dist), 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+)["']/g)) first.add(`assets/${name}`);
}
const sum = (paths) => [...paths].reduce((n, path) => n + gzipped(path), 0);
const later = files.filter((path) => !first.has(path));

const moment = circumstances(binary);
const server = await serve(binary);
const browser = await browse();
const here = { who: 'here', name: null };

/** Milliseconds from an empty browser to a board that can be clicked. */
async function firstBoard(game, ready) {
  const { page, context } = await newPage(browser);
  const began = performance.now();
  await page.goto(`${server.url}#/play/${game}`);
  await page.waitForSelector(ready);
  const spent = performance.now() - began;
  await context.close();
  return spent;
}
const boards = [];
for (const [game, ready] of [['chess', '.target'], ['hex', '.target'], ['kalah', '.target'], ['go-fish', '.choices .button']]) {
  for (let i = 0; i < 5; i++) boards.push(await firstBoard(game, ready));
}
boards.sort((a, b) => a - b);

/** Frames a second while the mouse goes over a board of 19 × 19 and stones are placed. */
const { page } = await newPage(browser);
await begin(page, server.url, { game: 'connect6', options: [['size', '19']], seats: [here, here] });
await page.evaluate(() => {
  window.frames_ = [];
  const tick = (now) => {
    window.frames_.push(now);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
});
const box = await page.locator('.stagebox svg').boundingBox();
for (let i = 0; i < 60; i++) {
  await page.mouse.move(box.x + (box.width * ((i * 7) % 60)) / 60, box.y + (box.height * ((i * 11) % 60)) / 60);
  if (i % 10 === 5) await page.mouse.click(box.x + box.width * (0.2 + i / 100), box.y + box.height * 0.5);
}
const frames = await page.evaluate(() => window.frames_);
const gaps = frames.slice(1).map((t, i) => t - frames[i]).sort((a, b) => a - b);
const rate = (1000 * gaps.length) / (frames.at(-1) - frames[0]);
await browser.close();
await server.stop();

const ms = (value) => `${(value / 1000).toFixed(2)} s`;
const rows = [
  ['first load for playing, gzipped', kb(sum(first)), '150 KB'],
  ['what the editor loads beyond that, gzipped', later.length ? kb(sum(later)) : 'nothing yet', '350 KB'],
  ['`senet-board.js`, gzipped', kb(gzipped('senet-board.js')), '–'],
  ['from an empty browser to a board, median of 20 (slowest)', `${ms(boards[10])} (${ms(boards.at(-1))})`, '1 s'],
  ['frames a second over a board of 19 × 19, median gap (longest of 99 %)', `${rate.toFixed(0)}, ${gaps[Math.floor(gaps.length / 2)].toFixed(1)} ms (${gaps[Math.floor(gaps.length * 0.99)].toFixed(1)} ms)`, '60'],
];
const table = ['| what | measured | budget |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
console.log(table);
if (write === '--write') {
  const docs = new URL('../../docs/web.md', import.meta.url);
  const text = readFileSync(docs, 'utf8');
  const marked = /<!-- measured -->[^]*<!-- end -->/;
  if (!marked.test(text)) throw new Error('docs/web.md has no place for the table');
  writeFileSync(docs, text.replace(marked, `<!-- measured -->\n${moment}\n\n${table}\n<!-- end -->`));
}
