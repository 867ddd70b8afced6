// The text editor: problems, fixes, completion, rename; drafts, links and tabs.

import assert from 'node:assert/strict';
import { violations } from '../axe.mjs';
import { all, check } from '../page/shared.mjs';
import { content, place, settled, template, text, write } from './shared.mjs';

check('a template is playable, keeps its play while the rules change, and shows its balance', async ({ page }) => {
  await page.goto(all.server.url);
  await page.getByRole('link', { name: /Write your own/ }).click();
  await page.getByRole('button', { name: /^Board game/ }).click();
  await place(page, 'b2').click();
  await page.waitForSelector('.live .piece');
  await place(page, 'c3').click();
  await page.waitForFunction(() => document.querySelectorAll('.live .piece').length === 2);
  await page.waitForSelector('.share i');
  assert.match(await page.locator('.meter .figures').innerText(), /moves · [\d,]+ random games/);
  await page.waitForFunction(() => document.querySelector('.textbox').shadowRoot.querySelector('.cm-counts')?.innerText.match(/\d/));
  // A larger board keeps both stones; a smaller one keeps the first.
  const doc = await text(page);
  await write(page, doc.replace('square 3 3', 'square 4 4'));
  await page.waitForSelector('.live [data-place="d4"]');
  await page.waitForFunction(() => document.querySelectorAll('.live .piece').length === 2);
  await write(page, doc.replace('square 3 3', 'square 2 2'));
  await page.waitForFunction(() => /1 of 2 moves are kept/.test(document.querySelector('.live .said')?.textContent ?? ''));
  assert.equal(await page.locator('.live .piece').count(), 1);
  // Reload: text and play are there.
  await page.waitForFunction(() => document.querySelector('.saved-state')?.textContent === 'saved');
  await page.reload();
  await page.waitForSelector('.live .piece');
  assert.match(await text(page), /square 2 2/);
  assert.deepEqual(await violations(page), []);
});

check('a mistake is told with a fix, and the fix mends it', async ({ page }) => {
  await template(page, 'Board game');
  await settled(page);
  const doc = await text(page);
  await write(page, doc.replace('-o stone P C * placed P', '-o stone P C * placd P'));
  await page.waitForSelector('.problem.error');
  await page.waitForFunction(() => document.querySelector('.textbox').shadowRoot.querySelector('.cm-lintRange-error'));
  assert.match(await page.locator('.live .said').innerText(), /last version that had none/);
  await page.locator('.problem').getByRole('button', { name: /placed/ }).click();
  await settled(page);
  assert.equal(await text(page), doc);
});

check('completion, rename, layout and undo', async ({ page }) => {
  await template(page, 'Empty page');
  await content(page).click();
  await page.keyboard.insertText('t : type.  a : t.\np t : pred.\nstage s = {\n  r : p X -o p X.\n  q : ');
  await page.keyboard.type('p');
  await page.locator('.cm-tooltip-autocomplete li').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' -o .\n}\n#trace _ s { p a }.\n');
  const before = await text(page);
  assert.match(before, /q : p/);
  // Rename the predicate from its declaration.
  await page.locator('.cm-line', { hasText: 'p t : pred' }).click({ position: { x: 5, y: 8 } });
  await page.keyboard.press('Home');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: /Rename/ }).fill('held');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.textbox').shadowRoot.querySelector('.cm-content').textContent.includes('held a'));
  assert.equal((await text(page)).match(/held/g).length, (before.match(/\bp\b/g) ?? []).length);
  await page.getByRole('button', { name: 'Undo a change of the rules' }).click();
  assert.equal(await text(page), before);
});

check('a link carries the program; a second tab reads, and takes over', async ({ page, context }) => {
  await template(page, 'Story');
  await settled(page);
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: 'Share as a link' }).click();
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector('.live .said');
  assert.equal(await text(other), await text(page));
  const here = page.url();
  await other.goto(here);
  await other.reload();
  await other.getByRole('button', { name: 'Take over' }).click();
  await other.waitForFunction(() => document.querySelector('.saved-state')?.textContent === 'saved');
  await page.locator('.saved-state', { hasText: 'read only' }).waitFor();
  await content(other).click();
  await other.keyboard.press('Control+Home');
  await other.keyboard.type('% from the second tab\n');
  await other.waitForFunction(() => document.querySelector('.saved-state')?.textContent === 'saved');
  await page.reload();
  await page.waitForSelector('.cm-content');
  assert.match(await text(page), /from the second tab/);
});

check('any game of the catalogue can be changed', async ({ page }) => {
  await page.goto(`${all.server.url}#/write?game=othello`);
  await page.waitForSelector('.live .piece');
  assert.match(await text(page), /#title "Othello"/);
  await page.waitForURL(/#\/write\/\w+$/);
});

check('on a phone there is one pane at a time', async ({ page }) => {
  await template(page, 'Board game');
  await page.waitForSelector('.share i');
  assert.equal(await page.locator('.live').isVisible(), false);
  await page.getByRole('button', { name: 'Game', exact: true }).click();
  await place(page, 'a1').click();
  await page.waitForSelector('.live .piece');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(page), []);
}, { viewport: { width: 360, height: 740 } });
