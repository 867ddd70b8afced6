// Pictures of every screen, to be looked at: narrow, usual and huge, light and dark.
// SIZES=360x740,1440x900,3840x2160 SCHEMES=light,dark node tests/screens.mjs BINARY OUT [SCREEN…]

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browse, newPage, serve } from './browser.mjs';

const [, , binary, out, ...wanted] = process.argv;
const sizes = (process.env.SIZES ?? '360x740,1280x800,3840x2160').split(',').map((s) => s.split('x').map(Number));
const schemes = (process.env.SCHEMES ?? 'light,dark').split(',');
mkdirSync(out, { recursive: true });
const server = await serve(binary);
const browser = await browse();

const pane = async (page, name) => (await page.locator('.panes').isVisible()) && page.locator('.panes button', { hasText: name }).click();
const tab = async (page, name) => page.getByRole('tab', { name }).first().click();
async function write(page, title = 'Board game') {
  await page.goto(`${server.url}#/write`);
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await page.locator('.cm-content').waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.waitForFunction(() => document.querySelector('.live[aria-busy="false"] .said'), null, { timeout: 30000 }).catch(() => undefined);
}
const inspect = (name) => async (page) => {
  await write(page);
  await pane(page, 'Game');
  for (const at of ['a1', 'b2', 'a2']) {
    await page.locator(`.live [data-place="${at}"]`).click();
    await page.waitForSelector(`.live [data-place="${at}"] .piece`);
  }
  await pane(page, 'Inspect');
  await tab(page, name);
  await page.waitForTimeout(4000);
};
/** What is shown, and how to get there. */
const SCREENS = {
  games: async (page) => {
    await page.goto(server.url);
    await page.waitForSelector('.card svg');
    await page.waitForTimeout(2500);
  },
  'games-end': async (page) => {
    await page.goto(server.url);
    await page.waitForSelector('.card svg');
    await page.locator('.cards li').last().scrollIntoViewIfNeeded();
    await page.waitForTimeout(3500);
  },
  table: async (page) => {
    await page.goto(`${server.url}#/play/hex`);
    await page.waitForSelector('.table .target');
    await page.locator('.stagebox .target').nth(40).dispatchEvent('click');
    await page.waitForTimeout(2500);
  },
  battleships: async (page) => {
    await page.goto(`${server.url}#/play/battleships`);
    await page.waitForSelector('.table');
    await page.waitForTimeout(1500);
  },
  'go-fish': async (page) => {
    await page.goto(`${server.url}#/play/go-fish`);
    await page.waitForSelector('.table');
    await page.waitForTimeout(1500);
  },
  setup: async (page) => {
    await page.goto(`${server.url}#/play/go-fish`);
    await page.waitForSelector('.table');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('dialog fieldset').nth(1).waitFor();
    await page.waitForTimeout(500);
  },
  share: async (page) => {
    await page.goto(`${server.url}#/play/chess`);
    await page.waitForSelector('.table');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForTimeout(800);
  },
  matches: async (page) => {
    await page.goto(`${server.url}#/play/kalah`);
    await page.waitForSelector('.table');
    await page.goto(`${server.url}#/matches`);
    await page.waitForTimeout(500);
  },
  start: async (page) => {
    await page.goto(`${server.url}#/write`);
    await page.waitForSelector('.template');
    await page.waitForTimeout(500);
  },
  text: async (page) => {
    await write(page);
    await page.waitForTimeout(3000);
  },
  mistake: async (page) => {
    await write(page);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('stage x = { a : turn P * fre C -o turn Q. }');
    await page.waitForTimeout(1500);
    await pane(page, 'Inspect');
    await page.waitForTimeout(300);
  },
  blocks: async (page) => {
    await write(page);
    await tab(page, 'Blocks');
    await page.waitForSelector('.blocks .rule');
    await page.waitForTimeout(2000);
  },
  'blocks-end': async (page) => {
    await write(page);
    await tab(page, 'Blocks');
    await page.waitForSelector('.blocks .startboard');
    await page.locator('.startboard').scrollIntoViewIfNeeded();
    await page.waitForTimeout(2000);
  },
  both: async (page) => {
    await write(page, 'Puzzle');
    await tab(page, 'Both');
    await page.waitForSelector('.blocks .rule');
    await page.waitForTimeout(2000);
  },
  story: async (page) => {
    await write(page, 'Story');
    await pane(page, 'Game');
    await page.waitForTimeout(1500);
  },
  step: async (page) => {
    await write(page);
    await pane(page, 'Game');
    await tab(page, 'Step');
    await page.waitForTimeout(2500);
  },
  live: async (page) => {
    await write(page);
    await pane(page, 'Game');
    await page.waitForTimeout(2500);
  },
  state: inspect('State'),
  trace: inspect('Trace'),
  stages: inspect('Stages'),
  statistics: inspect('Statistics'),
  properties: inspect('Properties'),
  versions: async (page) => {
    await write(page);
    await page.getByRole('button', { name: 'File' }).click();
    await page.getByRole('menuitem', { name: 'Versions…' }).click();
    await page.waitForTimeout(500);
  },
  learn: async (page) => {
    await page.goto(`${server.url}#/learn`);
    await page.locator('a[href="#/learn/blocks"]').waitFor();
  },
  lesson: async (page) => {
    await page.goto(`${server.url}#/learn/blocks`);
    await page.locator('.verdict', { hasText: /\w/ }).waitFor();
    await page.waitForTimeout(1500);
  },
};

for (const [width, height] of sizes) {
  for (const scheme of schemes) {
    const { page, context, problems } = await newPage(browser, { viewport: { width, height }, colorScheme: scheme, hasTouch: width < 800, isMobile: width < 800 });
    page.setDefaultTimeout(20000);
    for (const [name, go] of Object.entries(SCREENS).filter(([n]) => !wanted.length || wanted.includes(n))) {
      try {
        await go(page);
      } catch (why) {
        console.log(`${name} ${width} ${scheme} FAILED: ${String(why).split('\n')[0]}`);
      }
      // Nothing sticks out to the right of the page.
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 1) console.log(`${name} ${width} ${scheme} is ${wide} pixels too wide`);
      await page.screenshot({ path: join(out, `${name}-${width}-${scheme}.png`) });
    }
    if (problems.length) console.log('problems:', [...new Set(problems)].slice(0, 10));
    await context.close();
  }
}
await browser.close();
await server.stop();
process.exit(0);
