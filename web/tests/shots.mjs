// Contact sheets: every game at 1440 px, some at 360 and 768 px, light and dark.
// SIZES=360x740,1440x900 SCHEMES=light,dark PLIES=6 node tests/shots.mjs BINARY OUT [GAME…]

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browse, newPage, serve } from './browser.mjs';

const [, , binary, out, ...wanted] = process.argv;
const sizes = (process.env.SIZES ?? '1440x900').split(',').map((s) => s.split('x').map(Number));
const schemes = (process.env.SCHEMES ?? 'light').split(',');
const plies = Number(process.env.PLIES ?? 6);
mkdirSync(out, { recursive: true });
/** The pictures that were taken, by size and colours. */
const taken = new Map();
const server = await serve(binary);
const browser = await browse();
const ask = await newPage(browser);
await ask.page.goto(server.url);
await ask.page.waitForSelector('.card');
const names = await ask.page.$$eval('a.card[href^="#/play/"]', (all) => all.map((a) => decodeURIComponent(a.getAttribute('href').split('/').pop())));
await ask.context.close();
for (const [width, height] of sizes) {
  for (const scheme of schemes) {
    const { page, context, problems } = await newPage(browser, {
      viewport: { width, height }, colorScheme: scheme, hasTouch: width < 800, isMobile: width < 800,
    });
    if (!wanted.length || wanted.includes('home')) {
      await page.goto(server.url);
      await page.waitForSelector('.card svg');
      await page.waitForTimeout(1500);
      await page.screenshot({ path: join(out, `home-${width}-${scheme}.png`) });
    }
    for (const name of names.filter((n) => !wanted.length || wanted.includes(n))) {
      const began = Date.now();
      await page.goto(`${server.url}#/play/${name}`);
      try {
        await page.waitForSelector('.table', { timeout: 20000 });
        const ready = Date.now() - began;
        // A few moves, to have something to look at.
        for (let i = 0; i < plies; i++) {
          const move = (await page.$$('.stagebox .target')).at(i * 3 % 5) ?? (await page.$('.stagebox .target')) ?? (await page.$('.choices .button'));
          if (!move) { await page.waitForTimeout(250); continue; }
          await move.dispatchEvent('click');
          await page.waitForTimeout(120);
          const choose = await page.$('.chooser .button');
          if (choose) await choose.dispatchEvent('click');
          await page.waitForTimeout(180);
        }
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(out, `${name}-${width}-${scheme}.png`) });
        const kind = `${width}-${scheme}`;
        taken.set(kind, [...(taken.get(kind) ?? []), `${name}-${kind}`]);
        console.log(`${name} ${width} ${scheme} ${ready} ms`);
      } catch (why) {
        console.log(`${name} ${width} ${scheme} FAILED: ${String(why).split('\n')[0]}`);
        await page.screenshot({ path: join(out, `${name}-${width}-${scheme}.png`) });
      }
    }
    if (problems.length) console.log('problems:', [...new Set(problems)].slice(0, 10));
    await context.close();
  }
}

/** Some pictures side by side, each with its name. */
async function sheet(path, shots, columns, width) {
  const page = await browser.newPage({ viewport: { width: columns * width, height: 600 } });
  const figure = (shot) => `<figure style="margin:0;width:${width}px"><img style="width:100%;display:block"
    src="data:image/png;base64,${readFileSync(join(out, `${shot}.png`)).toString('base64')}">
    <figcaption style="font:12px sans-serif">${shot}</figcaption></figure>`;
  await page.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap">${shots.map(figure).join('')}</body>`);
  await page.screenshot({ path: join(out, path), fullPage: true });
  await page.close();
}
for (const [kind, shots] of taken) {
  const wide = Number.parseInt(kind, 10) >= 800;
  const [each, columns, width] = wide ? [9, 3, 640] : [12, 6, 320];
  for (let i = 0; i < shots.length; i += each) await sheet(`sheet-${kind}-${i / each}.png`, shots.slice(i, i + each), columns, width);
}
await browser.close();
await server.stop();
process.exit(0);
