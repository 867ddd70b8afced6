// The budgets of writing, measured: typing in a program of a thousand lines, memory over thousands of edits, a
// trace of a thousand steps. node tests/measure-write.mjs BINARY [--write] [EDITS], which puts the table into docs/web.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { browse, newPage, serve } from './browser.mjs';
import { circumstances } from './circumstances.mjs';

const [, , binary = '../target/release/senet', write, count = '5000'] = process.argv;
const moment = circumstances(binary);
const server = await serve(binary);
const browser = await browse();

/** A program of a thousand lines without a warning: a game, and as many stages after its end as are needed. */
const game = readFileSync(new URL('../../games/tic-tac-toe.cep', import.meta.url), 'utf8');
const more = [];
for (let i = 0; game.split('\n').length + more.length < 1000; i += 1) {
  const from = i === 0 ? 'over * $free C * $mark _ C' : `extra-${i - 1}`;
  more.push(`qui * stage ${from} -o stage extra-${i}.`, `stage extra-${i} = {`, `  % A rule that is never used, number ${i}.`, `  rule-${i} : turn P * free C -o mark P C * moved P.`, '}');
}
const program = `${game}${more.join('\n')}\n`;

async function open(text) {
  const { page, context } = await newPage(browser);
  page.setDefaultTimeout(60000);
  await page.goto(`${server.url}#/write`);
  await page.getByRole('button', { name: /^Empty page/ }).click();
  await page.waitForSelector('.cm-content');
  await page.locator('.cm-content').evaluate((e, t) => {
    const { view } = e.cmTile;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: t } });
  }, text);
  await page.waitForSelector('.live[aria-busy="false"] .said');
  return { page, context };
}
const at = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))];

/** Milliseconds from a key to the frame that shows it, and to the problems of what was written. A headless browser paints every
 * 16.7 ms, as most screens do, so that a key waits for up to that long: the page's own work, which is what it can do something
 * about, is counted apart. It is that from the key to the end of its events, and that of the frame from its first callback to its end. */
async function typing() {
  const { page, context } = await open(program);
  await page.locator('.cm-content').click();
  await page.evaluate(() => {
    window.keys_ = [];
    const root = document.querySelector('.textbox').shadowRoot;
    let [began, handled] = [0, 0];
    // The last listeners on the way up: what a key does is done by then, be it a letter or Enter.
    for (const event of ['keydown', 'input']) addEventListener(event, () => (handled = performance.now()));
    root.addEventListener('keydown', () => {
      began = performance.now();
      // The first callback of the frame: the editor asks for its own when the text has changed.
      requestAnimationFrame(() => {
        const frame = performance.now();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          const painted = performance.now();
          window.keys_.push({ painted: painted - began, work: handled - began + painted - frame });
        };
        channel.port2.postMessage(0);
      });
    }, true);
  });
  await page.locator('.cm-content').evaluate((e) => {
    const { view } = e.cmTile;
    view.dispatch({ selection: { anchor: view.state.doc.line(500).from }, scrollIntoView: true });
    view.focus();
  });
  // Processor time of the page's thread, which other work on the machine does not count into.
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => (await client.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000;
  const before = await worked();
  // Lines of forty characters, which no pane scrolls sideways for.
  for (let i = 0; i < 5; i += 1) await page.keyboard.type(`% ${'words and '.repeat(3)}more.\n`, { delay: 60 });
  const times = await page.evaluate(() => window.keys_);
  const [keys, work] = ['painted', 'work'].map((what) => times.map((t) => t[what]).sort((a, b) => a - b));
  const cpu = ((await worked()) - before) / keys.length;
  // From the last key of a mistake to its mark, both seen from within the page.
  await page.evaluate(() => {
    window.marks_ = [];
    let began = 0;
    document.querySelector('.textbox').shadowRoot.addEventListener('beforeinput', () => (began = performance.now()), true);
    new MutationObserver(() => {
      if (!began || !document.querySelector('.problem.error')) return;
      window.marks_.push(performance.now() - began);
      began = 0;
    }).observe(document.querySelector('.workbench'), { subtree: true, childList: true, attributes: true });
  });
  const marks = [];
  for (let i = 0; i < 10; i += 1) {
    await page.keyboard.press('Control+End');
    await page.evaluate(() => (window.marks_ = []));
    await page.keyboard.insertText('nonsense');
    await page.waitForFunction(() => window.marks_.length > 0);
    marks.push(await page.evaluate(() => window.marks_[0]));
    for (let k = 0; k < 8; k += 1) await page.keyboard.press('Backspace');
    await page.waitForFunction(() => !document.querySelector('.problem.error'));
  }
  marks.sort((a, b) => a - b);
  await context.close();
  return { keys, work, marks, cpu };
}

/** Milliseconds from a change of the rules to new figures of the balance meter. */
async function meter() {
  const { page, context } = await open(game);
  const times = [];
  for (let i = 0; i < 10; i += 1) {
    await page.waitForSelector('.meter-box[aria-busy="false"] .figures');
    times.push(await page.locator('.cm-content').evaluate((e) => new Promise((done) => {
      const { view } = e.cmTile;
      const at = view.state.doc.toString().indexOf('square ') + 7;
      const began = performance.now();
      // Dots after the old figures only say that new ones are on the way.
      const figures = () => document.querySelector('.meter-box .figures')?.textContent.replace('…', '');
      const old = figures();
      new MutationObserver((_, observer) => {
        if (figures() === old) return;
        observer.disconnect();
        done(performance.now() - began);
      }).observe(document.querySelector('.meter-box'), { subtree: true, characterData: true, childList: true });
      view.dispatch({ changes: { from: at, to: at + 1, insert: view.state.sliceDoc(at, at + 1) === '3' ? '4' : '3' } });
    })));
  }
  await context.close();
  return times.sort((a, b) => a - b);
}

/** Memory of the page and of the server, after garbage collection, in the course of many edits. */
async function memory(edits) {
  const { page, context } = await open(game);
  const client = await context.newCDPSession(page);
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;
  const heap = async () => {
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
  };
  const points = [];
  const slice = Math.max(1, Math.floor(edits / 10));
  for (let made = 0; made <= edits; made += slice) {
    await page.waitForSelector('.live[aria-busy="false"] .said');
    points.push({ made, heap: await heap(), rss: rss() });
    if (made === edits) break;
    await page.locator('.cm-content').evaluate(async (e, n) => {
      const { view } = e.cmTile;
      for (let i = 0; i < n; i += 1) {
        // A word of a comment grows and shrinks, and every tenth edit changes the board.
        const text = view.state.doc.toString();
        const size = text.indexOf('square ') + 7;
        const change = i % 10 === 9
          ? { from: size, to: size + 1, insert: text[size] === '3' ? '4' : '3' }
          : i % 2 ? { from: 2, to: 3, insert: '' } : { from: 2, insert: 'x' };
        view.dispatch({ changes: change });
        await new Promise((done) => setTimeout(done, i % 25 === 24 ? 150 : 4));
      }
    }, slice);
  }
  await context.close();
  return points;
}

/** A trace of a thousand steps: how long it takes to be drawn, and frames while it is dragged. */
async function trace() {
  const { page, context } = await open('t : type.  a : t.  b : t.  c : t.\np t : pred.  q t : pred.\nstage s = {\n  go : p X -o q X.\n  back : q X -o p X.\n}\n#trace _ s { p a, p b, p c }.\n');
  await page.getByRole('tab', { name: 'Step' }).first().click();
  await page.getByLabel('How many steps').fill('1000');
  await page.getByRole('button', { name: 'Steps', exact: true }).click();
  await page.locator('.where', { hasText: '1000 steps' }).waitFor();
  await page.getByRole('tab', { name: 'Trace' }).first().click();
  await page.locator('.gnode').first().waitFor();
  const began = performance.now();
  await page.locator('.graph-tools select').last().selectOption('1000');
  await page.waitForFunction(() => (document.querySelector('.graph')?.dataset.nodes ?? 0) >= 1000);
  const drawn = performance.now() - began;
  await page.evaluate(() => {
    window.frames_ = [];
    const tick = (now) => {
      window.frames_.push(now);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const box = await page.locator('.graph').boundingBox();
  const [x, y] = [box.x + 12, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 0; i < 180; i += 1) await page.mouse.move(x + 20 * Math.sin(i / 9), y + 250 * Math.sin(i / 25));
  await page.mouse.up();
  const frames = await page.evaluate(() => window.frames_);
  const elements = await page.locator('.graph svg *').count();
  const gaps = frames.slice(1).map((t, i) => t - frames[i]).sort((a, b) => a - b);
  await context.close();
  return { drawn, gaps, elements, rate: (1000 * gaps.length) / (frames.at(-1) - frames[0]) };
}

const { keys, work, marks, cpu } = await typing();
const figures = await meter();
const lines = await trace();
const points = await memory(Number(count));
await browser.close();
await server.stop();
const [first, last] = [points[1], points.at(-1)];
const rows = [
  ['a key in a program of 1,000 lines, to the painted frame: median, p95', `${at(keys, 0.5).toFixed(1)} ms, ${at(keys, 0.95).toFixed(1)} ms`, 'p95 30 ms'],
  ['of that without waiting for the frame, which comes every 16.7 ms: median, p95', `${at(work, 0.5).toFixed(1)} ms, ${at(work, 0.95).toFixed(1)} ms`, '–'],
  ['processor time of the page for a key, with everything that follows from it', `${cpu.toFixed(1)} ms`, '–'],
  ['a mistake in it, from the last key to its mark: median, slowest of 10', `${at(marks, 0.5).toFixed(0)} ms, ${marks.at(-1).toFixed(0)} ms`, '100 ms'],
  ['a change of the rules of tic-tac-toe, to new figures of the balance meter: median, slowest of 10', `${at(figures, 0.5).toFixed(0)} ms, ${figures.at(-1).toFixed(0)} ms`, '500 ms'],
  [`memory of the page after ${first.made.toLocaleString('en')} and after ${last.made.toLocaleString('en')} edits`, `${first.heap.toFixed(1)} MB, ${last.heap.toFixed(1)} MB`, 'flat'],
  ['memory of the server at the same moments', `${first.rss.toFixed(0)} MB, ${last.rss.toFixed(0)} MB`, 'flat'],
  ['a trace of 1,000 steps: until it is drawn', `${(lines.drawn / 1000).toFixed(2)} s`, '–'],
  ['frames a second while it is dragged, median gap (longest of 99 %)', `${lines.rate.toFixed(0)}, ${at(lines.gaps, 0.5).toFixed(1)} ms (${at(lines.gaps, 0.99).toFixed(1)} ms)`, '60'],
];
const table = ['| what | measured | budget |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
console.log(table);
console.log(points.map((p) => `${p.made}: ${p.heap.toFixed(1)} MB, ${p.rss.toFixed(0)} MB`).join('\n'), lines.elements);
if (write === '--write') {
  const docs = new URL('../../docs/web.md', import.meta.url);
  const text = readFileSync(docs, 'utf8');
  const marked = /<!-- writing measured -->[^]*<!-- end of writing -->/;
  if (!marked.test(text)) throw new Error('docs/web.md has no place for the table');
  writeFileSync(docs, text.replace(marked, `<!-- writing measured -->\n${moment}\n\n${table}\n<!-- end of writing -->`));
}
