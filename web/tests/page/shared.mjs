// What all tests of the page share: one server, one Chromium, and the ways to play.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { violations } from '../axe.mjs';
import { browse, executablePath, forget, newPage, serve } from '../browser.mjs';

export const binary = process.env.SENET ?? '../target/debug/senet';
export const here = { who: 'here', name: null };
export const link = { who: 'link', name: null };
export const bot = { who: 'level:1', name: null };
export const skip = executablePath ? false : 'no Chromium';
/** `cargo xtask test --slow` asks for more of everything. */
export const slow = Boolean(process.env.SENET_SLOW);

/** The server and the browser that most tests use. */
export const all = { server: null, browser: null };
before(async () => {
  if (skip) return;
  [all.server, all.browser] = await Promise.all([serve(binary), browse()]);
});
after(async () => {
  await forget();
  await all.browser?.close();
  await all.server?.stop();
});

/** The tests, which `page.test.mjs` runs two at a time. */
export const tests = [];
export const test = (name, options, body) => tests.push([name, options, body]);

/** A test with a page of its own, in which nothing may go wrong. */
export function check(name, body, options = {}) {
  test(name, { skip }, async () => {
    const made = await newPage(all.browser, options);
    made.page.setDefaultTimeout(60000);
    try {
      await body({ ...made, url: all.server.url });
      assert.deepEqual(made.problems, []);
    } finally {
      await made.context.close();
    }
  });
}

export const place = (page, name) => page.locator(`.stagebox [data-place="${name}"]`);
export const pieces = (page) => page.locator('.stagebox .piece').count();
export const result = (page) => page.locator('.result').innerText();
export const plies = (page, n) => page.waitForFunction((m) => document.querySelectorAll('.moves .ply').length === m, n);
export const count = (page, selector, n) =>
  page.waitForFunction(([s, m]) => document.querySelectorAll(s).length === m, [selector, n]);

/** Nothing that axe finds is wrong with the page as it is. */
export const accessible = async (page) => assert.deepEqual(await violations(page), []);

/** Mouse, finger and keyboard: how something is chosen, and on what kind of screen. */
export const INPUTS = {
  mouse: { options: {}, choose: (page, at) => at.click({ force: true }) },
  touch: {
    options: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
    choose: async (page, at) => {
      await at.scrollIntoViewIfNeeded();
      await at.tap({ force: true });
    },
  },
  keyboard: {
    options: {},
    choose: async (page, at) => {
      await at.focus();
      await page.keyboard.press('Enter');
    },
  },
};
