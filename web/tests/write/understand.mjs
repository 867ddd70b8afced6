// Run and understand: the machine, statistics, properties; and what never ends.

import assert from 'node:assert/strict';
import { violations } from '../axe.mjs';
import { all, check } from '../page/shared.mjs';
import { content, found, place, settled, tab, template, text, write } from './shared.mjs';

check('the machine: choose, back, branch, breakpoint, filter, why, trace, stages', async ({ page }) => {
  await template(page, 'Plain Ceptre');
  await settled(page);
  await tab(page, 'Step').click();
  await tab(page, 'State').click();
  await page.getByRole('button', { name: 'lift c' }).click();
  await page.locator('.atom', { hasText: 'holding c' }).locator('em').waitFor();
  assert.deepEqual(await page.locator('.atoms.gone li').allInnerTexts(), ['arm-free', 'clear c', 'on-table c']);
  await page.locator('.atom', { hasText: 'holding c' }).click();
  await page.locator('.why li', { hasText: 'made by step 1' }).waitFor();
  await page.getByRole('textbox', { name: /Ask why/ }).fill('pickup');
  await page.keyboard.press('Enter');
  await page.locator('.why li', { hasText: 'cannot fire' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'pickup a b' }).click();
  await page.getByRole('button', { name: 'or lift c' }).waitFor();
  await page.getByRole('combobox', { name: /Breakpoint/ }).fill('on c _');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run until nothing happens' }).click();
  await page.locator('.where', { hasText: 'on c _' }).waitFor();
  await page.getByRole('textbox', { name: /Filter/ }).fill('on X Y, clear X');
  await page.waitForFunction(() => [...document.querySelectorAll('.atoms:not(.gone) .atom')].every((a) => /^(on|clear) /.test(a.textContent.trim())));
  await tab(page, 'Trace').click();
  await page.locator('.gnode.rule').first().waitFor();
  // Only what is about one block, and a trace as a breakpoint.
  await page.getByRole('combobox', { name: /^About a player/ }).fill('a');
  await page.waitForFunction(() => [...document.querySelectorAll('.gnode.rule')].every((n) => / a\b/.test(n.textContent)));
  await page.getByRole('button', { name: 'Remove the breakpoint on c _' }).click();
  await page.getByRole('combobox', { name: /Breakpoint/ }).fill('lift X . any . put-on X c');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run until nothing happens' }).click();
  await page.locator('.where', { hasText: 'has a match' }).waitFor();
  await tab(page, 'Stages').click();
  await page.locator('.gnode.lit', { hasText: 'blocks' }).waitFor();
  assert.deepEqual(await violations(page), []);
});

check('statistics fill in, are drawn on the board, and compare the values of an option', async ({ page }) => {
  await page.goto(`${all.server.url}#/write?game=connect-four`);
  await page.waitForSelector('.live[aria-busy="false"] .said');
  await tab(page, 'Statistics').click();
  await page.locator('.shares tbody tr').nth(2).waitFor();
  await page.locator('.study h2', { hasText: 'Results of 20,000 games' }).waitFor();
  await found(page);
  // The middle column is the best first move of random play.
  const first = await page.locator('.heatboards .cell').evaluateAll((all) => all.filter((c) => c.querySelector('.heattext')).map((c) => [c.dataset.place, Number(c.querySelector('.heattext').textContent)]));
  assert.equal(first.length, 7);
  assert.equal(first.sort((a, b) => b[1] - a[1])[0][0], 'd1');
  await page.getByRole('combobox', { name: 'What the board shows' }).selectOption('1');
  await page.waitForFunction(() => document.querySelectorAll('.heatboards .heattext').length === 42);
  await page.getByRole('button', { name: /^Compare width 1 to 12/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('.chart').length === 2 && document.querySelectorAll('.chart')[1].querySelectorAll('circle').length === 12);
  await found(page);
  assert.deepEqual(await violations(page), []);
  // Bots take longer, and can be stopped; what was found stays.
  await page.getByRole('combobox', { name: 'Who plays' }).selectOption('400');
  await page.locator('.progress-row', { hasText: 'of 100 games' }).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await found(page);
  assert.match(await page.locator('.study h2').first().innerText(), /Results of \d+ game/);
});

check('properties: proved, refuted with a play that the board shows, and perfect play', async ({ page }) => {
  await page.goto(`${all.server.url}#/write?game=tic-tac-toe`);
  await page.waitForSelector('.live[aria-busy="false"] .said');
  await place(page, 'b2').click();
  await page.waitForSelector('.live .piece');
  await tab(page, 'Properties').click();
  await found(page);
  // What was found without being asked becomes a property, which holds.
  await page.getByRole('button', { name: 'Add to the rules' }).first().click();
  await page.locator('.property.proved').waitFor();
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('#never draw.\n');
  const refuted = page.locator('.property.refuted', { hasText: '#never draw' });
  await refuted.waitFor();
  await found(page);
  await refuted.getByRole('button', { name: 'Show on the board' }).click();
  await page.locator('.shown-play').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.live .piece').length === 0);
  for (let n = 1; n <= 9; n += 1) {
    await page.getByRole('button', { name: 'One move on' }).click();
    await page.waitForFunction((k) => document.querySelectorAll('.live .piece').length === k, n);
  }
  await page.locator('.live .said', { hasText: /draw/i }).waitFor();
  await page.getByRole('button', { name: 'Back to my play' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.live .piece').length === 1);
  await page.getByRole('button', { name: 'Count them' }).click();
  await page.getByText('These are all.').waitFor();
  assert.match(await page.locator('.study').innerText(), /5,478 positions/);
  await page.getByRole('button', { name: 'Solve the game' }).click();
  await page.getByText('With perfect play it is a draw.').waitFor();
  assert.equal(await page.locator('.heatboards .heattext').count(), 9);
  assert.deepEqual(await violations(page), []);
});

check('rules that never end can be stopped, and typing goes on', async ({ page }) => {
  await template(page, 'Empty page');
  await write(page, 'p : pred.\nstage s = {\n  r : p -o p * p.\n}\n#trace _ s { p }.\n');
  await tab(page, 'Step').click();
  await page.waitForSelector('.where');
  await page.getByRole('button', { name: 'Run until nothing happens' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Step', exact: true }).waitFor();
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('% still here');
  assert.match(await text(page), /still here/);
});

check('a program that runs by itself is stepped from its start', async ({ page }) => {
  await template(page, 'Plain Ceptre');
  await write(page, 't : type.  a : t.  b : t.\np t : pred.  q t : pred.\nstage s = {\n  go : p X -o q X.\n  back : q X -o p X.\n}\n#trace _ s { p a, p b }.\n');
  await page.waitForFunction(() => document.querySelector('.live[aria-busy="false"]') && !document.querySelector('.problem.error'));
  await tab(page, 'Step').click();
  await page.locator('.where', { hasText: /^0 steps/ }).waitFor();
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.locator('.where', { hasText: /^1 step\b/ }).waitFor();
});
