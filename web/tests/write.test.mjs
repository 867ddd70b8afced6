// Writing and learning in a real Chromium, against a real server: SENET=path/to/senet node --test tests/

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { browse, executablePath, newPage, serve } from './browser.mjs';

const binary = process.env.SENET ?? '../target/debug/senet';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const skip = executablePath ? false : 'no Chromium';

let server;
let browser;
before(async () => {
  if (skip) return;
  server = await serve(binary);
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const checks = [];
function check(name, body, options = {}) {
  checks.push([name, async () => {
    const made = await newPage(browser, options);
    made.page.setDefaultTimeout(20000);
    try {
      await body(made);
      assert.deepEqual(made.problems, []);
    } finally {
      await made.context.close();
    }
  }]);
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run());
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`);
}

const content = (page) => page.locator('.cm-content');
const text = (page) => page.locator('.cm-content').evaluate((e) => e.cmTile?.view?.state.doc.toString() ?? e.innerText);
const place = (page, name) => page.locator(`.live [data-place="${name}"]`);
const tab = (page, name) => page.getByRole('tab', { name }).first();

async function template(page, title) {
  await page.goto(`${server.url}#/write`);
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await page.waitForSelector('.cm-content');
}
/** Replaces the whole text, as pasting does. */
async function write(page, text) {
  await content(page).click();
  await page.keyboard.press('Control+a');
  await content(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
/** Waits until what was written was read. */
const settled = (page) => page.waitForFunction(() => !document.querySelector('.problem.error') && document.querySelector('.live[aria-busy="false"] .said'));

check('a template is playable, keeps its play while the rules change, and shows its balance', async ({ page }) => {
  await page.goto(server.url);
  await page.getByRole('link', { name: /Write your own/ }).click();
  await page.getByRole('button', { name: /^Board game/ }).click();
  await place(page, 'b2').click();
  await page.waitForSelector('.live .piece');
  await place(page, 'c3').click();
  await page.waitForFunction(() => document.querySelectorAll('.live .piece').length === 2);
  await page.waitForSelector('.share i');
  assert.match(await page.locator('.meter .figures').innerText(), /moves · [\d,]+ games/);
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
  await page.locator('.problem').getByRole('button', { name: /`placed`/ }).click();
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

/** Until the blocks show the last change. */
const idle = (page) => page.locator('.blocks[aria-busy="false"]').waitFor();

check('blocks and text are one program', async ({ page }) => {
  await template(page, 'Plain Ceptre');
  await settled(page);
  await tab(page, 'Both').click();
  await page.waitForSelector('.blocks .rule');
  const before = await text(page);
  // Another element, a mark, an argument, a rename.
  await page.getByRole('textbox', { name: 'New element of block' }).fill('d');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.textbox').shadowRoot.querySelector('.cm-content').textContent.includes('d : block.'));
  await idle(page);
  await page.locator('.rule').first().locator('.mark').nth(1).click();
  await page.waitForFunction(() => document.querySelector('.textbox').shadowRoot.querySelector('.cm-content').textContent.includes('$clear X'));
  await idle(page);
  await page.getByRole('button', { name: 'rule lift: rename' }).click();
  await page.keyboard.type('lift-up');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.textbox').shadowRoot.querySelector('.cm-content').textContent.includes('lift-up :'));
  assert.match(await text(page), /% `senet run`; Ceptre itself runs it, too\./, 'comments stay');
  // What the text says, the blocks show.
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\nheavy block : pred.\n');
  await page.getByRole('button', { name: 'predicate heavy: rename' }).waitFor();
  // A slot offers what fits, and nothing else.
  await idle(page);
  await page.locator('.rule').first().locator('.slot.set').first().click();
  await page.locator('.popup li code').first().waitFor();
  const offered = await page.locator('.popup li code').allInnerTexts();
  assert.ok(offered.includes('X') && offered.includes('d') && !offered.includes('blocks'), offered.join());
  await page.keyboard.press('Escape');
  // One list of undo for both.
  for (let i = 0; i < 8; i += 1) await page.getByRole('button', { name: 'Undo a change of the rules' }).click();
  assert.equal(await text(page), before);
  assert.deepEqual(await violations(page), []);
});

check('tic-tac-toe from an empty page, with blocks alone', async ({ page }) => {
  await template(page, 'Empty page');
  await tab(page, 'Blocks').click();
  const add = async (label, value) => {
    await idle(page);
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Enter');
  };
  /** Opens a list by a button, and chooses or writes. */
  const choose = async (button, value) => {
    await idle(page);
    await button.click();
    await page.getByRole('combobox', { name: 'Choose' }).fill(value);
    await page.keyboard.press('Enter');
    await page.locator('.popup').waitFor({ state: 'detached' });
  };
  const there = (name) => page.getByRole('button', { name }).first().waitFor();
  const more = async (of, item) => {
    await idle(page);
    await page.getByRole('button', { name: `More for ${of}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  /** A part has arrived when the list of the rule is longer. */
  const part = async (rule, side, value) => {
    const list = page.getByRole('list', { name: `${rule} ${side}`, exact: true }).last();
    const before = await list.locator('> .part').count();
    await choose(page.getByRole('button', { name: `Add what ${rule} ${side}` }).last(), value);
    await list.locator('> .part').nth(before).waitFor();
  };
  await choose(page.getByRole('button', { name: '+ board' }), 'square 3 3');
  await there('board cell: rename');
  await add('New set', 'player');
  await there('set player: rename');
  for (const value of ['x', 'o']) {
    await add('New element of player', value);
    await there(`element ${value}: rename`);
  }
  await more('player', 'These are the players');
  await page.locator('.tag', { hasText: 'players' }).waitFor();
  for (const predicate of ['turn player', 'moved player', 'free cell', 'mark player cell', 'win player', 'draw']) {
    await add('New predicate: its name, then the types of its arguments', predicate);
    await there(`predicate ${predicate.split(' ')[0]}: rename`);
  }
  await more('win', 'It means: won');
  await page.locator('.set-list .word', { hasText: 'Winner' }).waitFor();
  await more('draw', 'It means: draw');
  await page.locator('.set-list .word', { hasText: 'Draw' }).waitFor();
  for (const stage of ['play', 'judge', 'over']) {
    await add('New stage', stage);
    await there(`stage ${stage}: rename`);
  }
  await idle(page);
  await page.getByRole('region', { name: 'Stage play' }).getByLabel('somebody chooses').check();
  await add('New rule in play', 'place');
  await there('rule place: rename');
  // It says whose move it is from the start.
  await page.getByRole('list', { name: 'place needs' }).getByText('turn', { exact: true }).waitFor();
  await part('place', 'needs', 'free C');
  for (const make of ['mark P C', 'moved P']) await part('place', 'makes', make);
  await add('New rule in judge', 'three');
  await there('rule three: rename');
  for (const need of ['moved P', '$mark P A', '$mark P B', '$mark P C', 'line A B C']) await part('three', 'needs', need);
  await part('three', 'makes', 'win P');
  const link = async (from, to, needs, makes) => {
    const before = await page.locator('.rule.link').count();
    await choose(page.getByRole('button', { name: '+ link from…' }), from);
    await page.locator('.rule.link').nth(before).waitFor();
    const target = page.locator('.rule.link').last().getByRole('list', { name: 'link makes' }).locator('.slot').first();
    if ((await target.innerText()) !== to) {
      await choose(target, to);
      await page.locator('.rule.link').last().getByRole('list', { name: 'link makes' }).locator('.slot', { hasText: to }).waitFor();
    }
    for (const need of needs) await part('link', 'needs', need);
    for (const make of makes) await part('link', 'makes', make);
  };
  await link('play', 'judge', ['$moved _'], []);
  await link('judge', 'play', ['moved P', 'next P Q', '$free _'], ['turn Q']);
  await link('judge', 'over', ['moved _', 'not free _'], ['draw']);
  await choose(page.getByRole('button', { name: '+ start in stage…' }), 'play');
  for (const atom of ['turn x', '{ free C | C : cell }']) {
    const before = await page.locator('.startbox .part').count();
    await choose(page.getByRole('button', { name: 'Add an atom to the start' }), atom);
    await page.locator('.startbox .part').nth(before).waitFor();
  }
  await settled(page);
  for (const [i, cell] of ['a1', 'b1', 'a2', 'b2', 'a3'].entries()) {
    await place(page, cell).click();
    await page.waitForFunction((n) => document.querySelectorAll('.live .piece').length === n, i + 1);
  }
  await page.locator('.live .said', { hasText: /x.* wins|x has won|X wins/i }).waitFor();
});

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
  await page.getByRole('button', { name: 'To quiescence' }).click();
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
  await page.getByRole('button', { name: 'To quiescence' }).click();
  await page.locator('.where', { hasText: 'has a match' }).waitFor();
  await tab(page, 'Stages').click();
  await page.locator('.gnode.lit', { hasText: 'blocks' }).waitFor();
  assert.deepEqual(await violations(page), []);
});

/** Until the text has some words, or has them no more; also where the editor does not show them. */
const wrote = (page, words, is = true) =>
  page.waitForFunction(([part, wanted]) => document.querySelector('.textbox').shadowRoot.querySelector('.cm-content').cmTile.view.state.doc.toString().includes(part) === wanted, [words, is]);
/** Until nothing is being found out. */
const found = (page) => page.locator('.study[aria-busy="false"]').waitFor();

check('statistics fill in, are drawn on the board, and compare the values of an option', async ({ page }) => {
  await page.goto(`${server.url}#/write?game=connect-four`);
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
  await page.goto(`${server.url}#/write?game=tic-tac-toe`);
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

check('blocks: pieces are put on the board, a set goes with its uses, stages are changed in the diagram', async ({ page }) => {
  await page.goto(`${server.url}#/write?game=tic-tac-toe`);
  await page.waitForSelector('.live[aria-busy="false"] .said');
  await tab(page, 'Both').click();
  await page.waitForSelector('.boardblock .board');
  await page.locator('.startboard').getByRole('combobox').selectOption('mark x');
  const before = await text(page);
  await page.locator('.startboard [data-place="a1"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.startboard .piece').length === 1);
  await page.waitForFunction(() => document.querySelectorAll('.live .piece').length === 1);
  assert.match(await text(page), /mark x a1/);
  await idle(page);
  await page.locator('.startboard [data-place="a1"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.startboard .piece').length === 0);
  assert.equal(await text(page), before);
  await idle(page);
  // The diagram: another stage, linked.
  await tab(page, 'Stages').click();
  await page.getByRole('textbox', { name: 'New stage in the diagram' }).fill('rest');
  await page.keyboard.press('Enter');
  await page.locator('.gnode', { hasText: 'rest' }).waitFor();
  await page.getByRole('button', { name: 'Link to…' }).click();
  await page.getByRole('combobox', { name: 'Choose' }).fill('over');
  await page.keyboard.press('Enter');
  await wrote(page, 'stage rest -o stage over');
  await page.locator('.stage-tools[aria-busy="false"] .rule').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator('.stage-tools').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove what uses it, too' }).click();
  await wrote(page, 'rest', false);
  await idle(page);
  // The set of players is used in many places.
  await page.getByRole('button', { name: 'More for player', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog', { name: 'Remove player' }).waitFor();
  assert.match(await page.getByRole('dialog').innerText(), /used in \d+ places: .*the predicate turn/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Cancel' }).click();
});

check('everything by keyboard: begin, write a rule in blocks, play, step, ask', async ({ page }) => {
  /** Presses Tab until something with this name has the focus. */
  const reach = async (name, most = 120) => {
    for (let i = 0; i < most; i += 1) {
      const at = await page.evaluate(() => {
        let e = document.activeElement;
        while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
        return e?.getAttribute('aria-label') ?? e?.textContent?.trim() ?? '';
      });
      if (name instanceof RegExp ? name.test(at) : at === name) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${name} cannot be reached by Tab`);
  };
  await page.goto(server.url);
  await reach(/^Write your own/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Board game/ }).waitFor();
  await reach(/^Board game/);
  await page.keyboard.press('Enter');
  await settled(page);
  // The editor takes Tab for itself until Escape.
  await page.keyboard.press('Escape');
  await reach(/, empty, legal move$/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.live .piece');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.live .piece').length === 2);
  // Tabs are one stop, with arrows between them.
  await reach('Problems');
  await page.keyboard.press('ArrowRight');
  await page.locator('[role=tab][aria-selected=true]', { hasText: 'State' }).waitFor();
  await page.locator('.atom').first().waitFor();
  await reach(/^Ask why/);
  await page.keyboard.type('place');
  await page.keyboard.press('Enter');
  await page.locator('.why li').first().waitFor();
  // Blocks: a new element, by keys alone.
  for (let i = 0; i < 80 && !(await page.evaluate(() => document.activeElement?.textContent === 'Text')); i += 1) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await page.locator('.blocks[aria-busy="false"] .rule').first().waitFor();
  await reach('New set');
  await page.keyboard.type('colour');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'set colour: rename' }).waitFor();
  assert.match(await text(page), /colour : type\./);
});

check('rules that never end can be stopped, and typing goes on', async ({ page }) => {
  await template(page, 'Empty page');
  await write(page, 'p : pred.\nstage s = {\n  r : p -o p * p.\n}\n#trace _ s { p }.\n');
  await tab(page, 'Step').click();
  await page.waitForSelector('.where');
  await page.getByRole('button', { name: 'To quiescence' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Step', exact: true }).waitFor();
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('% still here');
  assert.match(await text(page), /still here/);
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
  await page.goto(`${server.url}#/write?game=othello`);
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

for (const [name, steps] of [['blocks', 8], ['board', 5], ['story', 5]]) {
  check(`the lesson ${name} can be done from start to end`, async ({ page }) => {
    await page.goto(`${server.url}#/learn`);
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

// Two at a time: each waits for the server half of its time.
describe('writing', { concurrency: 2 }, () => {
  for (const [name, body] of checks) test(name, { skip }, body);
});
