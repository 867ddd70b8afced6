// Playing together: two browsers, spectators, engines, and a server that dies.

import assert from 'node:assert/strict';
import { begin, create, newPage, serve } from '../browser.mjs';
import { all, binary, check, count, here, link, pieces, place, plies, skip, slow, test } from './shared.mjs';

/** Two browsers in one match, and one that watches. */
async function together(setup, body) {
  const browsers = await Promise.all([0, 1, 2].map(() => newPage(all.browser)));
  const [one, two, three] = browsers;
  const made = await begin(one.page, all.server.url, setup);
  const token = made.tokens.find((t) => !t.host).token;
  await two.page.goto(`${all.server.url}#/m/${made.id}/${token}`);
  await three.page.goto(`${all.server.url}#/m/${made.id}`);
  for (const { page } of [two, three]) await page.waitForSelector('.table');
  await body(one, two, three);
  assert.deepEqual(browsers.flatMap((b) => b.problems), []);
  for (const { context } of browsers) await context.close();
}

test('taking back needs the agreement of the other browser', { skip }, () =>
  together({ game: 'tic-tac-toe', seats: [here, link] }, async (one, two, three) => {
    await place(one.page, 'b2').click();
    await count(two.page, '.stagebox .piece', 1);
    await one.page.getByRole('button', { name: 'Undo' }).click();
    await one.page.getByText('You asked to take back').waitFor();
    await two.page.getByRole('button', { name: 'Decline' }).click();
    await one.page.getByText('You asked to take back').waitFor({ state: 'detached' });
    assert.equal(await pieces(one.page), 1);
    await one.page.getByRole('button', { name: 'Undo' }).click();
    await two.page.getByRole('button', { name: 'Agree' }).click();
    for (const { page } of [one, two, three]) await count(page, '.stagebox .piece', 0);
    // Nobody is helped against somebody elsewhere, and who watches cannot play.
    assert.equal(await one.page.getByRole('button', { name: 'Hint' }).count(), 0);
    assert.equal(await three.page.locator('.target').count(), 0);
  }));

test('two browsers, a reload in the middle, and hands that stay hidden', { skip }, () =>
  together({ game: 'go-fish', seats: [here, link], seed: '11' }, async (one, two, three) => {
    for (let i = 0; i < 10; i++) {
      const [a, b] = [one.page, two.page];
      const turn = await Promise.race([a, b].map((page) => page.waitForSelector('.choices .button').then(() => page, () => new Promise(() => {}))));
      const before = await turn.locator('.moves .ply').count();
      await turn.locator('.choices .button').first().click();
      for (const page of [a, b]) await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length > n, before);
      if (i === 4) {
        await b.reload();
        await b.waitForSelector('.table');
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
    assert.ok(!hands(three.frames, 0) && !hands(three.frames, 1));
  }));

test('the server is killed in mid-game, and play goes on', { skip }, async () => {
  const times = slow ? 20 : 3;
  let own = await serve(binary);
  const port = Number(new URL(own.url).port);
  const { page, context } = await newPage(all.browser);
  page.setDefaultTimeout(30000);
  const made = await create(all.browser, own.url, { game: 'hex', options: [['size', '7']], seats: [here, here] });
  await page.goto(`${own.url}#/m/${made.id}/${made.tokens[0].token}`);
  await page.waitForSelector('.stagebox .cell');
  const cells = await page.$$eval('.stagebox .cell', (found) => found.map((c) => c.dataset.place));
  for (let i = 0; i < times; i++) {
    await place(page, cells[i]).click();
    await page.waitForSelector(`.stagebox [data-place="${cells[i]}"] .piece`);
    await own.kill();
    own = await serve(binary, [], own.store, port);
    // The next click may come before the page has noticed anything.
    await count(page, '.stagebox .piece', i + 1);
  }
  assert.equal(await pieces(page), times);
  await context.close();
  await own.stop();
});

test('an external engine plays, and its command stays on the server', { skip }, async () => {
  const own = await serve(binary, ['--engine', `tic-tac-toe=${binary} ugi tic-tac-toe --bot random`]);
  const { page, context, frames, problems } = await newPage(all.browser);
  await page.goto(`${own.url}#/play/tic-tac-toe`);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('dialog select').nth(1).selectOption({ label: 'senet, 1 s a move' });
  await page.locator('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.seat', { hasText: 'senet, engine' }).waitFor();
  await place(page, 'b2').click();
  await plies(page, 2);
  assert.ok(!frames.some((f) => f.includes('--bot random')));
  assert.deepEqual(problems, []);
  await context.close();
  await own.stop();
});

check('a wrong link is refused in words', async ({ page, url }) => {
  const made = await create(all.browser, url, { game: 'hex', seats: [here, link] });
  await page.goto(`${url}#/m/${made.id}/${'0'.repeat(32)}`);
  await page.getByText('This link is not valid').waitFor();
});
