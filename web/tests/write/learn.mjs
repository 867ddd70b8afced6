// The lessons, from start to end, by doing what they say.

import assert from 'node:assert/strict';
import { violations } from '../axe.mjs';
import { all, check } from '../page/shared.mjs';

for (const [name, steps] of [['blocks', 8], ['board', 5], ['story', 5]]) {
  check(`the lesson ${name} can be done from start to end`, async ({ page }) => {
    await page.goto(`${all.server.url}#/learn`);
    await page.locator(`a[href="#/learn/${name}"]`).click();
    await page.waitForSelector('.cm-content');
    for (let step = 1; step <= steps; step += 1) {
      await page.locator('.verdict:not(.passed)', { hasText: /\w/ }).waitFor();
      await page.getByRole('button', { name: 'A hint' }).click();
      await page.getByRole('button', { name: 'Write it for me' }).click();
      await page.locator('.verdict.passed').waitFor();
      if (step === 1) assert.deepEqual(await violations(page), []);
      if (step < steps) await page.getByRole('button', { name: /^Next/ }).click();
    }
    await page.getByText('You have finished this lesson.').waitFor();
  });
}
