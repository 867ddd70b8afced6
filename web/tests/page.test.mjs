// The page in a real Chromium, against a real server: SENET=path/to/senet node --test tests/

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { begin, browse, executablePath, newPage, serve } from './browser.mjs';

const binary = process.env.SENET ?? '../target/debug/senet';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const here = { who: 'here', name: null };
const link = { who: 'link', name: null };
const skip = executablePath ? false : 'no Chromium';

let server;
let browser;
before(async () => {
  if (skip) return;
  server = await serve(binary);
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A test with a page of its own, in which nothing may go wrong. */
function check(name, body, options = {}) {
  test(name, { skip }, async () => {
    const made = await newPage(browser, options);
    made.page.setDefaultTimeout(15000);
    try {
      await body(made);
      assert.deepEqual(made.problems, []);
    } finally {
      await made.context.close();
    }
  });
}

const place = (page, name) => page.locator(`.stagebox [data-place="${name}"]`);
const pieces = (page) => page.locator('.stagebox .piece').count();
const result = (page) => page.locator('.result').innerText();

/** What axe finds wrong with the page as it is. The policy of the page forbids scripts from outside. */
async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run());
  return found.violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`);
}

check('games are listed, searched and filtered', async ({ page }) => {
  await page.goto(server.url);
  await page.waitForSelector('.card svg');
  assert.ok((await page.locator('.card').count()) > 40);
  await page.getByRole('searchbox').fill('othello');
  assert.equal(await page.locator('.card').count(), 1);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Connection' }).click();
  assert.ok((await page.locator('.card').count()) < 12);
  assert.deepEqual(await violations(page), []);
});

check('one click leads to a playable board, and a bot answers', async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole('link', { name: /Tic-tac-toe/ }).click();
  await place(page, 'b2').click();
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .piece').length === 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .piece').length === 0);
  // The address is that of the match: a reload comes back to it.
  await place(page, 'a1').click();
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .piece').length === 2);
  await page.reload();
  await page.waitForSelector('.stagebox .piece');
  assert.equal(await pieces(page), 2);
});

check('tic-tac-toe by mouse, with a result that is announced', async ({ page }) => {
  await begin(page, server.url, { game: 'tic-tac-toe', seats: [here, here] });
  const put = async (at) => {
    await place(page, at).click();
    await page.waitForFunction((n) => document.querySelector(`[data-place="${n}"] .piece`), at);
  };
  for (const at of ['a1', 'b1', 'a2']) await put(at);
  await place(page, 'a2').click();
  await page.waitForSelector('.toast');
  assert.equal(await page.locator('.toast').innerText(), 'a2 is taken.');
  for (const at of ['b2', 'a3']) await put(at);
  assert.match(await result(page), /^X wins/);
  assert.equal(await page.locator('.stagebox .win').count(), 3);
  assert.equal(await page.locator('.result[role=status]').count(), 1);
  // The keys of the arrows lead through the game.
  await page.locator('body').press('Home');
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .piece').length === 0);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => document.querySelector('.moves')?.textContent.includes('No moves yet'));
  assert.deepEqual(await violations(page), []);
});

check('the goal is that of the person at the screen', async ({ page }) => {
  const bot = { who: 'level:1', name: null };
  const goal = () => page.locator('.goaltext').innerText();
  await begin(page, server.url, { game: 'hex', options: [['size', '3']], seats: [bot, here] });
  assert.match(await goal(), /^You connect .*\. Red connects /s);
  await begin(page, server.url, { game: 'hex', options: [['size', '3']], seats: [here, bot] });
  assert.match(await goal(), /^You connect .*\. Blue connects /s);
  await begin(page, server.url, { game: 'hex', options: [['size', '3']], seats: [here, here] });
  assert.match(await goal(), /^Red connects .*\. Blue connects /s);
});

check('a play is replayed at any speed', async ({ page }) => {
  await begin(page, server.url, { game: 'tic-tac-toe', seats: [here, here] });
  for (const at of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    await place(page, at).click();
    await page.waitForFunction((n) => document.querySelector(`[data-place="${n}"] .piece`), at);
  }
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .piece').length < 3);
  await page.getByLabel('Speed of the replay').fill('6');
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .piece').length === 5);
  await page.waitForSelector('.speed', { state: 'detached' });
  assert.deepEqual(await violations(page), []);
});

check('hex by keyboard alone', async ({ page }) => {
  await begin(page, server.url, { game: 'hex', options: [['size', '3']], seats: [here, here] });
  const go = async (keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await place(page, 'a1').focus();
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^a1, empty, legal move/);
  await go(['Enter']);
  await page.waitForSelector('.stagebox .piece');
  await place(page, 'a1').focus();
  await go(['ArrowRight', 'Enter']);
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .piece').length === 2);
  assert.match(await place(page, 'b1').getAttribute('aria-label'), /^b1, blue/);
  assert.equal(await page.locator('.stagebox [tabindex="0"]').count(), 1);
});

check('hex by touch on a phone', async ({ page }) => {
  await begin(page, server.url, { game: 'hex', options: [['size', '5']], seats: [here, here] });
  for (const at of ['a1', 'b1', 'a2', 'b2']) {
    await place(page, at).tap();
    await page.waitForFunction((n) => document.querySelector(`[data-place="${n}"] .piece`), at);
  }
  assert.equal(await pieces(page), 4);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  assert.deepEqual(await violations(page), []);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

check('edges of a graph are clicked (Shannon)', async ({ page }) => {
  await begin(page, server.url, { game: 'shannon', seats: [here, here] });
  await place(page, 'a1-b1').click({ force: true });
  await page.waitForSelector('.stagebox .link.taken', { state: 'attached' });
  await place(page, 'a2-b2').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.stagebox .link.taken').length === 2);
});

check('kalah: pits are sown', async ({ page }) => {
  await begin(page, server.url, { game: 'kalah', seats: [here, here] });
  await page.locator('.stagebox .target').nth(2).click();
  await page.waitForFunction(() => document.querySelector('.moves .ply'));
  assert.ok((await page.locator('.seat .score').first().innerText()).length > 0);
});

check('chess: a promotion is chosen', async ({ page }) => {
  await begin(page, server.url, { game: 'chess', seats: [here, here] });
  const go = async (from, to) => {
    await place(page, from).click();
    await place(page, to).click();
  };
  let plies = 0;
  for (const [from, to] of [['a2', 'a4'], ['b7', 'b5'], ['a4', 'b5'], ['a7', 'a6'], ['b5', 'a6'], ['c8', 'b7'], ['a6', 'b7'], ['h7', 'h6']]) {
    await go(from, to);
    plies += 1;
    await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length === n, plies);
  }
  await go('b7', 'a8');
  await page.waitForSelector('.chooser');
  await page.locator('.chooser button', { hasText: /knight/i }).first().click();
  await page.waitForFunction(() => !document.querySelector('.chooser'));
  assert.match(await place(page, 'a8').getAttribute('aria-label'), /knight/);
  await page.getByRole('button', { name: 'Flip the board' }).click();
  assert.deepEqual(await violations(page), []);
});

check('battleships: the device is passed on', async ({ page }) => {
  await begin(page, server.url, { game: 'battleships', seats: [here, here] });
  for (let i = 0; i < 6 && !(await page.locator('.curtain').count()); i++) {
    await page.locator('.choices .button').first().click();
    await page.waitForTimeout(150);
  }
  const name = await page.locator('.curtain b').innerText();
  await page.getByRole('button', { name: `I am ${name}` }).click();
  await page.waitForSelector('.choices .button');
  assert.deepEqual(await violations(page), []);
});

check('a story is played by its list of moves', async ({ page }) => {
  await begin(page, server.url, { game: 'story-world', seats: [here] });
  const first = page.locator('.choices .button').first();
  const text = await first.innerText();
  await first.click();
  await page.waitForFunction((t) => document.querySelector('.moves')?.textContent.includes(t), text);
  assert.deepEqual(await violations(page), []);
});

check('hint, new game and share', async ({ page }) => {
  await begin(page, server.url, { game: 'connect-four', seats: [here, here] });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForSelector('.stagebox .hint');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('To watch').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByLabel('Who plays').or(page.locator('dialog fieldset')).first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator('dialog select').first().selectOption('level:1');
  await page.locator('dialog').getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => document.querySelector('.moves .ply'));
});

check('two bots play, at a pace and step by step', async ({ page }) => {
  const bot = { who: 'level:1', name: null };
  await begin(page, server.url, { game: 'tic-tac-toe', seats: [bot, bot] });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForTimeout(300);
  const now = await page.locator('.moves .ply').count();
  await page.getByRole('button', { name: 'Step' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length === n + 1, now);
  assert.deepEqual(await violations(page), []);
});

check('<senet-board> plays, tells, and draws pieces of its own', async ({ page }) => {
  await page.goto(server.url);
  await page.evaluate(async () => {
    await import(new URL('senet-board.js', location.href).href);
    document.body.innerHTML = `<senet-board game="tic-tac-toe" seats="here here">
      <template data-piece="mark" data-seat="0"><rect class="own" width="1" height="1" /></template></senet-board>`;
    window.told = [];
    const board = document.querySelector('senet-board');
    for (const name of ['move', 'statechange', 'gameover']) board.addEventListener(name, () => window.told.push(name));
  });
  const board = page.locator('senet-board');
  for (const at of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    await board.locator(`[data-place="${at}"]`).click();
    await board.locator(`[data-place="${at}"] .piece`).waitFor({ state: 'attached' });
  }
  await page.waitForFunction(() => window.told.includes('gameover'));
  assert.equal(await page.evaluate(() => window.told.filter((n) => n === 'move').length), 5);
  assert.equal(await page.evaluate(() => document.querySelector('senet-board').state.over.winners[0]), 0);
  assert.equal(await board.locator('rect.own').count(), 3);
});

// One game for each shape of board. BLESS=1 writes the pictures anew.
const SHAPES = ['tic-tac-toe', 'hex', 'havannah', 'y', 'sim', 'shannon', 'gale', 'dots-and-boxes', 'pachisi', 'arithmetic-progression', 'kalah', 'nine-mens-morris', 'epidemic'];

check('boards of every shape are drawn as they were', async ({ page }) => {
  const folder = new URL('./golden/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const game of SHAPES) {
    await begin(page, server.url, { game, seed: '7', seats: [here, here] });
    await page.waitForSelector('.stagebox svg.board');
    const drawn = await page.$$eval('.stagebox svg.board', (all) =>
      all.map((svg) => svg.outerHTML.replace(/<!--.*?-->/g, '').replaceAll('><', '>\n<')).join('\n'));
    const file = new URL(`${game}.svg`, folder);
    if (process.env.BLESS) writeFileSync(file, drawn);
    assert.ok(existsSync(file), `${game} has no picture: run with BLESS=1, and look at it`);
    assert.ok(readFileSync(file, 'utf8') === drawn, `${game} is drawn differently: look, then run with BLESS=1`);
  }
});

test('two browsers, a reload in the middle, and hands that stay hidden', { skip }, async () => {
  const [one, two] = [await newPage(browser), await newPage(browser)];
  const made = await begin(one.page, server.url, { game: 'go-fish', seats: [here, link] });
  const token = made.tokens.find((t) => !t.host).token;
  await two.page.goto(`${server.url}#/m/${made.id}/${token}`);
  await two.page.waitForSelector('.table');
  for (let i = 0; i < 10; i++) {
    const mover = (await one.page.locator('.choices .button').count()) ? one.page : two.page;
    await mover.locator('.choices .button').first().click();
    await mover.waitForTimeout(200);
    if (i === 4) {
      await two.page.reload();
      await two.page.waitForSelector('.table');
    }
  }
  const hands = (frames, seat) =>
    frames.some((text) => {
      const message = JSON.parse(text);
      const view = message.view ?? message.answer?.view;
      return view?.panels?.some((p) => p.title.endsWith('hand') && p.seat === seat && p.kind !== 'hidden');
    });
  assert.ok(hands(one.frames, 0) && hands(two.frames, 1));
  assert.ok(!hands(one.frames, 1) && !hands(two.frames, 0));
  assert.deepEqual([...one.problems, ...two.problems], []);
  await one.context.close();
  await two.context.close();
});

test('the server is killed twenty times, and play goes on', { skip }, async () => {
  let own = await serve(binary);
  const port = Number(new URL(own.url).port);
  const { page, context } = await newPage(browser);
  page.setDefaultTimeout(20000);
  await begin(page, own.url, { game: 'hex', options: [['size', '7']], seats: [here, here] });
  const cells = await page.$$eval('.stagebox .cell', (all) => all.map((c) => c.dataset.place));
  const folder = own.store;
  for (let i = 0; i < 20; i++) {
    await place(page, cells[i]).click();
    await page.waitForFunction((at) => document.querySelector(`.stagebox [data-place="${at}"] .piece`), cells[i]);
    await own.kill();
    own = await serve(binary, [], folder, port);
    // The next click may come before the page has noticed anything.
    await page.waitForFunction((n) => document.querySelectorAll('.stagebox .piece').length === n, i + 1);
  }
  assert.equal(await pieces(page), 20);
  await context.close();
  await own.stop();
});
