// What the tests of writing share: ways into the workbench, and what to wait for.

import { all } from '../page/shared.mjs';

export const content = (page) => page.locator('.cm-content');
export const text = (page) => page.locator('.cm-content').evaluate((e) => e.cmTile?.view?.state.doc.toString() ?? e.innerText);
export const place = (page, name) => page.locator(`.live [data-place="${name}"]`);
export const tab = (page, name) => page.getByRole('tab', { name }).first();

export async function template(page, title) {
  await page.goto(`${all.server.url}#/write`);
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await page.waitForSelector('.cm-content');
}
/** Replaces the whole text, as pasting does. */
export async function write(page, text) {
  await content(page).click();
  await page.keyboard.press('Control+a');
  await content(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
/** Waits until what was written was read. */
export const settled = (page) => page.waitForFunction(() => !document.querySelector('.problem.error') && document.querySelector('.live[aria-busy="false"] .said'));

/** Until the blocks show the last change. */
export const idle = (page) => page.locator('.blocks[aria-busy="false"]').waitFor();
/** Until the text has some words, or has them no more; also where the editor does not show them. */
export const wrote = (page, words, is = true) =>
  page.waitForFunction(([part, wanted]) => document.querySelector('.textbox').shadowRoot.querySelector('.cm-content').cmTile.view.state.doc.toString().includes(part) === wanted, [words, is]);
/** Until nothing is being found out. */
export const found = (page) => page.locator('.study[aria-busy="false"]').waitFor();
