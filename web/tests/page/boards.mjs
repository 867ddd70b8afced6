// How boards are drawn, and the component <senet-board> on pages of others.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { begin, newPage, serve } from '../browser.mjs';
import { accessible, all, binary, check, here, skip, test } from './shared.mjs';

// One game for each shape of board. BLESS=1 writes the pictures anew.
const SHAPES = ['tic-tac-toe', 'hex', 'havannah', 'y', 'sim', 'shannon', 'gale', 'dots-and-boxes', 'pachisi', 'arithmetic-progression', 'kalah', 'nine-mens-morris', 'epidemic', 'chess', 'sokoban'];
/** Shapes that no game of the catalogue has. */
const SMALL = (board) => `board cell = ${board}. free cell : pred. stone cell : pred.
  stage play = { place : free C -o stone C. } #interactive play. #trace _ play { { free C | C : cell } }.`;
const OTHERS = { torus: SMALL('square 4 4 torus'), ring: SMALL('ring 8'), triangle: SMALL('triangle 4') };

check('boards of every shape are drawn as they were', async ({ page, url }) => {
  const folder = new URL('../golden/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const wishes = [...SHAPES.map((game) => ({ game, seats: [here, here] })), ...Object.entries(OTHERS).map(([game, text]) => ({ game, text, seats: [here] }))];
  for (const wish of wishes) {
    await begin(page, url, { seed: '7', ...wish });
    await page.waitForSelector('.stagebox svg.board');
    const drawn = await page.$$eval('.stagebox svg.board', (found) =>
      found.map((svg) => svg.outerHTML.replace(/<!--.*?-->/g, '').replaceAll('><', '>\n<')).join('\n'));
    const file = new URL(`${wish.game}.svg`, folder);
    if (process.env.BLESS) writeFileSync(file, drawn);
    assert.ok(existsSync(file), `${wish.game} has no picture: run with BLESS=1, and look at it`);
    assert.ok(readFileSync(file, 'utf8') === drawn, `${wish.game} is drawn differently: look, then run with BLESS=1`);
  }
});

check('<senet-board> plays, tells, and draws pieces of its own', async ({ page, url }) => {
  await page.goto(url);
  await page.evaluate(async () => {
    await import(new URL('senet-board.js', location.href).href);
    document.body.innerHTML = `<main><h1>Mine</h1><senet-board game="tic-tac-toe" seats="here here">
      <template data-piece="mark" data-seat="0"><rect class="own" width="1" height="1" /></template></senet-board></main>`;
    window.told = [];
    const board = document.querySelector('senet-board');
    // A renderer draws what a template cannot: something that depends on the place.
    board.renderers = { mark: ({ seat, place }) => (seat === 1 ? `<text class="own-o" data-on="${place}">o</text>` : undefined) };
    for (const name of ['move', 'statechange', 'gameover']) board.addEventListener(name, (event) => window.told.push([name, event.detail]));
  });
  const board = page.locator('senet-board');
  for (const at of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    await board.locator(`[data-place="${at}"]`).click();
    await board.locator(`[data-place="${at}"] .piece`).waitFor({ state: 'attached' });
  }
  await page.waitForFunction(() => window.told.some(([name]) => name === 'gameover'));
  const told = await page.evaluate(() => window.told);
  assert.deepEqual(told.filter(([name]) => name === 'move').map(([, move]) => move.text.split(' ').at(-1)), ['a1', 'b1', 'a2', 'b2', 'a3']);
  assert.equal(await page.evaluate(() => document.querySelector('senet-board').state.over.winners[0]), 0);
  assert.equal(await board.locator('rect.own').count(), 3);
  assert.deepEqual(await board.locator('.own-o').evaluateAll((all) => all.map((o) => o.dataset.on).sort()), ['b1', 'b2']);
  // Properties and methods.
  assert.equal(await page.evaluate(() => document.querySelector('senet-board').undo()), true);
  await page.waitForFunction(() => document.querySelector('senet-board').moves.length === 5);
  assert.equal(await page.evaluate(() => document.querySelector('senet-board').play(document.querySelector('senet-board').moves[0].name)), true);
  await accessible(page);
});

test('the example page in plain HTML plays on another origin', { skip }, async () => {
  let page = '';
  const foreign = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(page));
  await new Promise((ready) => foreign.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${foreign.address().port}`;
  const own = await serve(binary, ['--origin', origin]);
  page = readFileSync(new URL('../../example.html', import.meta.url), 'utf8').replaceAll('http://localhost:7368/', own.url);
  const made = await newPage(all.browser);
  await made.page.goto(origin);
  const board = made.page.locator('senet-board');
  await board.locator('[data-place="d4"]').click();
  await made.page.waitForFunction(() => /^Last move/.test(document.querySelector('#said')?.textContent ?? ''));
  await board.locator('.piece').nth(1).waitFor({ state: 'attached' });
  assert.deepEqual(made.problems, []);
  await made.context.close();
  await own.stop();
  foreign.close();
});

test('a game written in Rust is on the page', { skip: skip || (process.env.SENET_EXAMPLE ? false : 'SENET_EXAMPLE names no program') }, async () => {
  const own = await serve(process.env.SENET_EXAMPLE);
  const { page, context, problems } = await newPage(all.browser);
  await page.goto(own.url);
  await page.getByRole('link', { name: /Sticks/ }).click();
  await page.getByRole('button', { name: '3', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 2);
  assert.deepEqual(problems, []);
  await context.close();
  await own.stop();
});
