// The lessons, from start to end, by doing what they say.

import assert from 'node:assert/strict';
import { violations } from '../axe.mjs';
import { all, check, slow } from '../page/shared.mjs';
import { text, write } from './shared.mjs';

/** Writes something into the stage, after the rules that it has. */
const rule = (all, written) => all.replace(/\n}\n/, `\n  ${written}\n}\n`);
const append = (all, { code }) => `${all}\n${code}\n`;
/** A rule that is shown goes into the stage, and everything else to the end of the text. */
const appendRule = (all, { code }) => {
  const blocks = code.split('\n\n');
  const shown = blocks.pop();
  return rule(append(all, { code: blocks.join('\n\n') }), shown);
};
/** What the learner writes in each step: what is shown, and what the step asks for in words. */
const WORK = {
  blocks: [
    (all, shown) => `${append(all, shown)}b : block.\nc : block.\n`,
    append,
    append,
    append,
    (all) => rule(all, `pickup-from-table : on-table X * clear X * arm-free -o holding X.
  put-on-block : holding X * clear Y -o on X Y * clear X * arm-free.
  put-on-table : holding X -o on-table X * clear X * arm-free.`),
    (all) => `hand : type.\nfront : hand.\nback : hand.\n${all}`
      .replace('arm-free : pred', 'arm-free hand : pred').replace('holding block : pred', 'holding hand block : pred')
      .replaceAll(/arm-free(?=\n|\.| -o)/g, 'arm-free H').replaceAll('holding X', 'holding H X')
      .replace('arm-free H\n}.', 'arm-free front, arm-free back\n}.'),
    (all) => all.replace('c : block.\n', 'c : block.\nd : block.\n').replace('clear c,', 'clear c, on d a,').replace('clear a,', 'clear d,'),
    (all, shown) => rule(append(all, shown), 'done : on X Y * on Y Z -o tower.'),
  ],
  board: [
    append,
    append,
    append,
    (all, shown) => append(all.replace(/\* next P Q\s+-o stone P C \* turn Q/, '-o stone P C * placed P').replace('free cell', 'placed player : pred.\nfree cell'), shown),
    append,
  ],
  story: [append, append, appendRule, appendRule, (all, shown) => `${append(all, shown)}#label marry "{P} marries {Q}".\n`],
};
const NAMES = Object.keys(WORK);

for (const [name, work] of Object.entries(WORK)) {
  check(`the lesson ${name} is done by doing what it says`, async ({ page }) => {
    await page.goto(`${all.server.url}#/learn`);
    await page.locator(`a[href="#/learn/${name}"]`).click();
    await page.waitForSelector('.cm-content');
    for (const [step, change] of work.entries()) {
      await page.locator('.verdict:not(.passed)', { hasText: /\w/ }).waitFor();
      const code = (await page.locator('.task pre').allInnerTexts()).join('\n\n');
      await write(page, change(await text(page), { code }));
      await page.locator('.verdict.passed').waitFor({ timeout: 20000 }).catch(async () => {
        assert.fail(`step ${step + 1}: ${await page.locator('.verdict').innerText()}\n${await text(page)}`);
      });
      if (step === 0) assert.deepEqual(await violations(page), []);
      if (step + 1 < work.length) await page.getByRole('button', { name: /^Next/ }).click();
    }
    await page.getByText('You have finished this lesson.').waitFor();
  });
}

for (const name of slow ? NAMES : ['story']) {
  check(`somebody who is stuck in ${name} gets a hint, and then the answer`, async ({ page }) => {
    await page.goto(`${all.server.url}#/learn/${name}`);
    await page.waitForSelector('.cm-content');
    for (let step = 1; step <= WORK[name].length; step += 1) {
      await page.locator('.verdict:not(.passed)', { hasText: /\w/ }).waitFor();
      await page.getByRole('button', { name: 'A hint' }).click();
      await page.getByRole('button', { name: 'Write it for me' }).click();
      await page.locator('.verdict.passed').waitFor();
      if (step < WORK[name].length) await page.getByRole('button', { name: /^Next/ }).click();
    }
    await page.getByText('You have finished this lesson.').waitFor();
  });
}
