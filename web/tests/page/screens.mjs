// The other screens: the list of games, my matches, dialogs, links; light and dark, wide and narrow.

import assert from 'node:assert/strict';
import { begin, newPage } from '../browser.mjs';
import { lostFocus, unreachable } from '../keyboard.mjs';
import { accessible, all, bot, check, count, here, INPUTS, place, result } from './shared.mjs';

check('games are listed, searched and filtered', async ({ page, url }) => {
  await page.goto(url);
  await page.waitForSelector('.card svg');
  assert.ok((await page.locator('.card').count()) > 40);
  await page.getByRole('searchbox').fill('othello');
  assert.equal(await page.locator('.card').count(), 1);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Connection' }).click();
  assert.ok((await page.locator('.card').count()) < 12);
  await accessible(page);
});

const looks = { wide: { colorScheme: 'dark' }, narrow: { colorScheme: 'dark', ...INPUTS.touch.options } };
for (const [name, options] of Object.entries(looks)) {
  check(`every screen without violations, dark and ${name}`, async ({ page, url }) => {
    await page.goto(url);
    await page.waitForSelector('.card svg');
    await accessible(page);
    await begin(page, url, { game: 'hex', options: [['size', '5']], seats: [here, here] });
    await accessible(page);
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('dialog fieldset').nth(1).waitFor();
    await accessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByLabel('A copy of the game so far').waitFor();
    await accessible(page);
    await page.goto(`${url}#/matches`);
    await page.waitForSelector('.list-page li');
    await accessible(page);
    await page.goto(`${url}#/play/no-such-game`);
    await page.getByRole('alert').waitFor();
    await accessible(page);
    // Another address is another try.
    await page.goto(`${url}#/play/tic-tac-toe`);
    await page.waitForSelector('.table');
    await page.goto(`${url}#/m/0123`);
    await page.getByRole('alert').waitFor();
    await accessible(page);
  }, options);
}

check('a new game with a friend shows the link, and is in my matches', async ({ page, url }) => {
  await page.goto(`${url}#/play/tic-tac-toe`);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByRole('button', { name: 'With a friend, by link' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  const href = await page.getByLabel('To play o').inputValue();
  await page.getByRole('button', { name: 'Close' }).click();
  const friend = await newPage(all.browser);
  await friend.page.goto(href);
  await friend.page.getByText("X's turn").waitFor();
  await place(page, 'b2').click();
  await friend.page.getByText('Your turn').waitFor();
  // The friend's browser remembers the match too.
  await friend.page.getByRole('link', { name: 'My matches' }).click();
  await friend.page.getByRole('link', { name: /^Tic-tac-toe/ }).click();
  await place(friend.page, 'a1').click();
  await count(page, '.stagebox .piece', 2);
  await friend.context.close();
});

check('a position and a finished play are shared by link', async ({ page, url }) => {
  await begin(page, url, { game: 'tic-tac-toe', seats: [here, here] });
  for (const at of ['a1', 'b1', 'a2', 'b2', 'a3']) {
    await place(page, at).click();
    await page.waitForSelector(`.stagebox [data-place="${at}"] .piece`);
  }
  await page.locator('.moves .ply').nth(2).click();
  await count(page, '.stagebox .piece', 3);
  await page.getByRole('button', { name: 'Share' }).click();
  const position = await page.getByLabel('This position').inputValue();
  const whole = await page.getByLabel('The whole game').inputValue();
  const other = await newPage(all.browser);
  await other.page.goto(whole);
  assert.match(await result(other.page), /^X wins/);
  await other.page.getByRole('button', { name: 'First position' }).click();
  await count(other.page, '.stagebox .piece', 0);
  await other.page.goto(position);
  await count(other.page, '.stagebox .piece', 3);
  await place(other.page, 'c3').click();
  await count(other.page, '.stagebox .piece', 4);
  assert.deepEqual(other.problems, []);
  await other.context.close();
});


check('every control of every screen for play is reached by keys', async ({ page, url }) => {
  const walk = async () => assert.deepEqual(await unreachable(page), []);
  await page.goto(url);
  await page.waitForSelector('.card svg');
  await walk();
  await begin(page, url, { game: 'hex', options: [['size', '5']], seats: [here, here] });
  await walk();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('dialog fieldset').nth(1).waitFor();
  await walk();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('A copy of the game so far').waitFor();
  await walk();
  await begin(page, url, { game: 'go-fish', options: [], seats: [here, here] });
  await walk();
  await page.goto(`${url}#/matches`);
  await page.waitForSelector('.list-page li');
  await walk();
});

check('every control of a table is used by keys, and the focus stays', async ({ page, url }) => {
  const use = async (reset) => {
    const { lost, used } = await lostFocus(page, reset);
    assert.ok(used > 15, `${used} controls`);
    assert.deepEqual(lost, []);
  };
  await use(async () => {
    await begin(page, url, { game: 'tic-tac-toe', seats: [here, here] });
    await place(page, 'b2').click();
    await page.waitForSelector('.stagebox .piece');
  });
  await use(async () => {
    await begin(page, url, { game: 'go-fish', options: [], seats: [here, bot] });
    await page.locator('.state .button').first().waitFor();
  });
});
