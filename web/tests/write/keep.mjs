// What is written is kept: versions, a crash, a full storage, files in and out.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { all, check } from '../page/shared.mjs';
import { content, place, settled, tab, template, text, write } from './shared.mjs';

const kept = (page, state = 'saved') => page.locator('.saved-state', { hasText: new RegExp(`^${state}$`) }).waitFor();
async function menu(page, item) {
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
/** What an entry of the menu downloads. */
async function exported(page, item) {
  const [file] = await Promise.all([page.waitForEvent('download'), menu(page, item)]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

check('earlier versions are compared and brought back', async ({ page }) => {
  await template(page, 'Board game');
  await settled(page);
  // The first version is stored before the clock jumps: the template is kept under an address of its own.
  await page.waitForURL(/#\/write\/\w+$/);
  const first = await text(page);
  // A version for every minute of writing: the clock goes on.
  await page.clock.install();
  await page.clock.fastForward(120_000);
  await write(page, first.replace('square 3 3', 'square 4 4'));
  await page.clock.runFor(2000);
  await kept(page);
  await menu(page, 'Versions…');
  await page.locator('.versions li').nth(1).waitFor();
  await page.locator('.versions li button').last().click();
  assert.match(await page.locator('.diff .minus').innerText(), /square 3 3/);
  assert.match(await page.locator('.diff .plus').innerText(), /square 4 4/);
  await page.getByRole('button', { name: 'Go back to this version' }).click();
  assert.equal(await text(page), first);
  await page.getByRole('button', { name: 'Undo a change of the rules' }).click();
  assert.match(await text(page), /square 4 4/);
});

check('a crash of the tab loses nothing', async ({ page, context }) => {
  await template(page, 'Story');
  await settled(page);
  await page.waitForURL(/#\/write\/\w+$/);
  const url = page.url();
  await content(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('% before the crash\n');
  await kept(page, 'saving…').catch(() => undefined);
  await kept(page);
  const crashed = page.waitForEvent('crash');
  const client = await context.newCDPSession(page);
  client.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(url);
  await again.waitForSelector('.cm-content');
  assert.match(await text(again), /^% before the crash/);
  assert.equal(await again.locator('.saved-state').innerText(), 'saved');
});

check('a full storage is told, and nothing that was written is lost', async ({ page }) => {
  const full = (yes) => page.evaluate((on) => {
    const own = (window.put_ ??= IDBObjectStore.prototype.put);
    IDBObjectStore.prototype.put = on ? () => { throw new DOMException('The storage is full', 'QuotaExceededError'); } : own;
  }, yes);
  await page.goto(`${all.server.url}#/write`);
  await full(true);
  await page.getByRole('button', { name: /^Board game/ }).click();
  // One can write, play, and take the text along.
  await settled(page);
  await page.getByRole('alert').filter({ hasText: 'The storage is full' }).waitFor();
  await content(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('% not kept\n');
  await kept(page, 'not saved');
  await place(page, 'b2').click();
  await page.waitForSelector('.live .piece');
  // File System Access has a dialog of its own: a browser without it downloads.
  await page.evaluate(() => delete window.showSaveFilePicker);
  assert.match((await exported(page, 'Save to a file')).text, /^% not kept/);
  // There is room again: the next key keeps everything.
  await full(false);
  await content(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('% kept, ');
  // What was waiting for room may be kept first: the text with these keys follows a third of a second after the last.
  await page.waitForTimeout(600);
  await kept(page);
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.reload();
  await page.waitForSelector('.cm-content');
  assert.match(await text(page), /^% kept, % not kept/);
});

check('files: the program, plain Ceptre, a picture, the play, a report; and back', async ({ page }) => {
  await template(page, 'Board game');
  await settled(page);
  await page.evaluate(() => { delete window.showSaveFilePicker; delete window.showOpenFilePicker; });
  await place(page, 'b2').click();
  await page.waitForSelector('.live .piece');
  const program = await exported(page, 'Save to a file');
  assert.equal(program.name, 'my-game.cep');
  assert.equal(program.text, await text(page));
  const picture = await exported(page, 'Picture of the board (SVG)');
  assert.match(picture.text, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(picture.text, /<circle[^>]*fill="rgb/);
  const record = await exported(page, 'Record of the play');
  assert.match(record.text, /place a stone on b2|place black b2|b2/);
  const report = await exported(page, 'Report (HTML)');
  assert.match(report.text, /<html[^]*My game/);
  await menu(page, 'Plain Ceptre…');
  const plain = await page.locator('dialog pre').innerText();
  assert.ok(!plain.includes('board cell') && plain.includes('#interactive'), plain.slice(0, 300));
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // The file comes back as a draft of its own, and so does plain Ceptre.
  for (const [name, words] of [['mine.cep', program.text], ['plain.cep', plain]]) {
    await page.goto(`${all.server.url}#/write`);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a file…' }).click()]);
    await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });
    await page.waitForSelector('.cm-content');
    await settled(page);
    assert.equal(await text(page), words);
  }
});

check('a state is saved and loaded apart from the program; the filter stays with it', async ({ page }) => {
  await template(page, 'Plain Ceptre');
  await settled(page);
  await tab(page, 'Step').click();
  await tab(page, 'State').click();
  await page.getByRole('button', { name: 'lift c' }).click();
  await page.locator('.atom', { hasText: 'holding c' }).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save state' }).click()]);
  const path = await file.path();
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.locator('.atom', { hasText: 'on-table c' }).waitFor();
  await page.evaluate(() => delete window.showOpenFilePicker);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Load state' }).click()]);
  await chooser.setFiles({ name: 'state.txt', mimeType: 'text/plain', buffer: readFileSync(path) });
  await page.locator('.atom', { hasText: 'holding c' }).waitFor();
  // Two groups, each with its own variables: what takes part in an answer of one of them is shown.
  await page.getByRole('textbox', { name: /Filter/ }).fill('on X Y, clear X\nholding Z');
  await page.waitForFunction(() => /[1-9]\d* not shown/.test(document.querySelector('.tab-state')?.textContent ?? ''));
  assert.deepEqual((await page.locator('.atoms:not(.gone) .atom').allInnerTexts()).map((t) => t.split('\n')[0].trim()).sort(), ['clear a', 'holding c', 'on a b']);
  await kept(page);
  await page.reload();
  await tab(page, 'State').click();
  await page.waitForFunction(() => document.querySelector('textarea.filter')?.value.startsWith('on X Y, clear X'));
  await page.waitForFunction(() => /[1-9]\d* not shown/.test(document.querySelector('.tab-state')?.textContent ?? ''));
});

check('rules are dragged into another order, and another stage', async ({ page }) => {
  await template(page, 'Plain Ceptre');
  await settled(page);
  await tab(page, 'Blocks').click();
  await page.waitForSelector('.blocks .rule');
  const names = () => page.locator('.blocks .rule .rule-head .named').allInnerTexts();
  const before = await names();
  await page.locator('.rule').nth(2).dragTo(page.locator('.rule').first(), { sourcePosition: { x: 200, y: 8 }, targetPosition: { x: 200, y: 8 } });
  await page.waitForFunction((n) => document.querySelector('.blocks .rule')?.textContent.includes(n), before[2]);
  assert.deepEqual(await names(), [before[2], before[0], before[1], ...before.slice(3)]);
  await page.getByRole('button', { name: 'Undo a change of the rules' }).click();
  await page.waitForFunction((n) => document.querySelector('.blocks .rule')?.textContent.includes(n), before[0]);
});
