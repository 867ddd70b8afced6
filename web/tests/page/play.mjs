// Playing: every kind of board by mouse, by touch and by keyboard, and what surrounds a game.

import assert from 'node:assert/strict';
import { begin } from '../browser.mjs';
import { accessible, bot, check, count, here, INPUTS, pieces, place, plies, result } from './shared.mjs';

/** A few moves of a game, made by one way of input. */
const GAMES = {
  'tic-tac-toe': [{ seats: [here, here] }, async ({ page, choose }) => {
    for (const at of ['a1', 'b1', 'a2', 'b2', 'a3']) {
      await choose(place(page, at));
      await page.waitForSelector(`.stagebox [data-place="${at}"] .piece`);
    }
    assert.match(await result(page), /^X wins/);
    assert.equal(await page.locator('.stagebox .win').count(), 3, 'the row is marked by shape');
  }],
  hex: [{ options: [['size', '3']], seats: [here, here] }, async ({ page, choose }) => {
    for (const at of ['a1', 'b1', 'a2', 'b2', 'a3']) {
      await choose(place(page, at));
      await page.waitForSelector(`.stagebox [data-place="${at}"] .piece`);
    }
    assert.match(await result(page), /^Red wins/);
  }],
  shannon: [{ seats: [here, here] }, async ({ page, choose }) => {
    await choose(place(page, 'a1-b1'));
    await count(page, '.stagebox .link.taken', 1);
    await choose(place(page, 'a2-b2'));
    await count(page, '.stagebox .link.taken', 2);
  }],
  kalah: [{ seats: [here, here] }, async ({ page, choose }) => {
    assert.match(await place(page, 'd1').getAttribute('aria-label'), /^d1, 4 .*seeds, legal move/);
    await choose(place(page, 'd1'));
    await plies(page, 1);
    assert.match(await place(page, 'd1').getAttribute('aria-label'), /^d1, empty/);
    assert.match(await page.locator('.seat .score').last().innerText(), /1/);
  }],
  chess: [{ seats: [here, here] }, async ({ page, choose }) => {
    const moves = [['a2', 'a4'], ['b7', 'b5'], ['a4', 'b5'], ['a7', 'a6'], ['b5', 'a6'], ['c8', 'b7'], ['a6', 'b7'], ['h7', 'h6']];
    for (const [i, [from, to]] of moves.entries()) {
      await choose(place(page, from));
      await choose(place(page, to));
      await plies(page, i + 1);
    }
    await choose(place(page, 'b7'));
    await choose(place(page, 'a8'));
    await choose(page.locator('.chooser button', { hasText: /knight/i }).first());
    await plies(page, moves.length + 1);
    assert.match(await place(page, 'a8').getAttribute('aria-label'), /knight/);
  }],
  battleships: [{ seats: [here, here] }, async ({ page, choose }) => {
    // Boats are moored by both, and then the first one fires: each time the device is passed on.
    for (let i = 0, passed = 0; passed < 2; i++) {
      assert.ok(i < 20, 'the device is passed on');
      if (await page.locator('.curtain').count()) {
        passed += 1;
        await choose(page.locator('.curtain button'));
        await page.waitForFunction(() => !document.querySelector('.curtain'));
      }
      const picked = page.locator('.stagebox .target:not(.picked), .choices .button').first();
      const before = await page.locator('.moves').innerText();
      await choose(picked);
      // One cell of a boat may be picked without a move, and a second one decides.
      await page.waitForFunction(
        (text) => document.querySelector('.moves')?.innerText !== text || document.querySelector('.picked, .curtain, .chooser'), before);
      if (await page.locator('.chooser').count()) {
        await choose(page.locator('.chooser .button').first());
        // The next pick is one of the next position.
        await page.waitForFunction((text) => document.querySelector('.moves')?.innerText !== text || document.querySelector('.curtain'), before);
      }
    }
  }],
  'go-fish': [{ seats: [here, bot], seed: '5' }, async ({ page, choose }) => {
    const before = await page.locator('.moves .ply').count();
    await choose(page.locator('button.playing-card').first());
    await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length > n, before);
  }],
  'story-world': [{ seats: [here] }, async ({ page, choose }) => {
    const first = page.locator('.choices .button').first();
    const text = await first.innerText();
    await choose(first);
    await page.waitForFunction((t) => document.querySelector('.moves')?.textContent.includes(t), text);
  }],
};

for (const [name, input] of Object.entries(INPUTS)) {
  check(`eight games by ${name}`, async ({ page, url }) => {
    for (const [game, [setup, moves]] of Object.entries(GAMES)) {
      await begin(page, url, { game, ...setup });
      try {
        await moves({ page, choose: (at) => input.choose(page, at) });
      } catch (why) {
        throw new Error(`${game} by ${name}: ${why.message}`, { cause: why });
      }
      // A narrow screen differs by its widgets, not by the shape of the board.
      if (name === 'mouse' || (name === 'touch' && ['chess', 'battleships', 'go-fish', 'story-world'].includes(game))) await accessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${game}: the page is ${wide} px too wide`);
    }
  }, input.options);
}

check('one click leads to a playable board, and a bot answers', async ({ page, url }) => {
  await page.goto(url);
  await page.getByRole('link', { name: /Tic-tac-toe/ }).first().click();
  await place(page, 'b2').click();
  await count(page, '.stagebox .piece', 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await count(page, '.stagebox .piece', 0);
  // The address is that of the match: a reload comes back to it.
  await place(page, 'a1').click();
  await count(page, '.stagebox .piece', 2);
  await page.reload();
  await count(page, '.stagebox .piece', 2);
});

check('the arrow keys lead over the board, and one place is in the order of tabs', async ({ page, url }) => {
  await begin(page, url, { game: 'hex', options: [['size', '3']], seats: [here, here] });
  await place(page, 'a1').focus();
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^a1, empty, legal move/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await count(page, '.stagebox .piece', 1);
  assert.match(await place(page, 'b1').getAttribute('aria-label'), /^b1, red/);
  assert.equal(await page.locator('.stagebox [tabindex="0"]').count(), 1);
});

check('small cells are tapped twice', async ({ page, url }) => {
  await begin(page, url, { game: 'hex', options: [['size', '11']], seats: [here, here] });
  await place(page, 'e5').tap();
  await page.getByText('Tap e5 again').waitFor();
  await place(page, 'f6').tap();
  await place(page, 'f6').tap();
  await count(page, '.stagebox .piece', 1);
  assert.match(await place(page, 'f6').getAttribute('aria-label'), /^f6, red/);
}, INPUTS.touch.options);

check('a place that is no move says why', async ({ page, url }) => {
  const says = async (at, text) => {
    await place(page, at).click();
    await page.locator('.toast', { hasText: text }).waitFor();
  };
  await begin(page, url, { game: 'tic-tac-toe', seats: [here, here] });
  await place(page, 'b2').click();
  await count(page, '.stagebox .piece', 1);
  await says('b2', 'b2 is taken');
  await begin(page, url, { game: 'chess', seats: [here, here] });
  await says('e7', 'is not yours');
  await says('e5', 'nothing to move on e5');
  // The goal of a move is a beginning: it says from where.
  await says('e4', 'now click e2');
  await place(page, 'e2').click();
  await page.locator('[data-place="e4"] .piece').waitFor();
});

check('hint, evaluation bar, branches, replay, flip', async ({ page, url }) => {
  await begin(page, url, { game: 'connect-four', seats: [here, here] });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForSelector('.stagebox .hint');
  await page.getByRole('button', { name: 'Evaluation' }).click();
  await page.waitForFunction(() => /\d+ %/.test(document.querySelector('.bar span')?.textContent ?? ''));
  await accessible(page);
  for (const [i, at] of ['d1', 'd2', 'd3'].entries()) {
    await place(page, at).click();
    await plies(page, i + 1);
  }
  // A move in an earlier position begins a branch, and the other line is kept.
  await page.getByRole('button', { name: 'One back' }).click();
  await page.getByText('Earlier position').waitFor();
  await place(page, 'c1').click();
  await page.waitForSelector('.moves .others .ply');
  assert.match(await place(page, 'c1').getAttribute('aria-label'), /red/);
  await page.locator('.moves .others .ply').first().click();
  await page.waitForFunction(() => /red/.test(document.querySelector('.stagebox [data-place="d3"]')?.getAttribute('aria-label') ?? ''));
  await page.getByRole('button', { name: 'Flip the board' }).click();
  const [a, g] = [await place(page, 'a1').boundingBox(), await place(page, 'g1').boundingBox()];
  assert.ok(a.x > g.x, 'the board is turned');
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByLabel('Speed of the replay').fill('6');
  await page.waitForSelector('.speed', { state: 'detached' });
  assert.equal(await pieces(page), 3);
});

check('swap, pass by the rules, resign, rematch, clocks', async ({ page, url }) => {
  await begin(page, url, { game: 'hex', options: [['size', '5']], seats: [here, here], swap: true, clock: '60+0' });
  await place(page, 'c3').click();
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await page.waitForFunction(() => /swap/i.test(document.querySelector('.moves')?.textContent ?? ''));
  assert.match(await page.locator('.clock').first().innerText(), /^\d:\d\d/);
  await page.getByRole('button', { name: 'Resign' }).click();
  assert.match(await result(page), /resigned/);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await count(page, '.stagebox .piece', 0);
});

check('two bots play at a pace, and step by step', async ({ page, url }) => {
  await begin(page, url, { game: 'tic-tac-toe', seats: [bot, bot] });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Step' }).waitFor();
  const now = await page.locator('.moves .ply').count();
  await page.getByRole('button', { name: 'Step' }).click();
  await plies(page, now + 1);
  await accessible(page);
  await page.getByLabel('Speed of the bots').fill('4');
  await page.waitForSelector('.result');
});

check('a program in which nobody decides tells its story', async ({ page, url }) => {
  await begin(page, url, { game: 'automaton', seats: [here] });
  await count(page, '.told p', 8);
  assert.deepEqual((await page.locator('.told p').allInnerTexts()).slice(-2), ['□■■■□□■■', 'That was the last generation.']);
});

check('a program without an end goes on at a pace, and is searched', async ({ page, url }) => {
  await begin(page, url, { game: 'outbreak', seats: [here, here] });
  await page.waitForSelector('.state');
  await accessible(page);
});
