// Blocks: the same program as its text, a game written with them alone, and everything by keyboard.

import { lostFocus, unreachable } from '../keyboard.mjs';
import assert from 'node:assert/strict';
import { violations } from '../axe.mjs';
import { all, check, slow } from '../page/shared.mjs';
import { content, idle, place, settled, tab, template, text, wrote } from './shared.mjs';

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

check('blocks: pieces are put on the board, a set goes with its uses, stages are changed in the diagram', async ({ page }) => {
  await page.goto(`${all.server.url}#/write?game=tic-tac-toe`);
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
  await page.goto(all.server.url);
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
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Text', 'Shift-Tab leads back, through the editor too');
  await page.keyboard.press('ArrowRight');
  await page.locator('.blocks[aria-busy="false"] .rule').first().waitFor();
  await reach('New set');
  await page.keyboard.type('colour');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'set colour: rename' }).waitFor();
  assert.match(await text(page), /colour : type\./);
});

check('every control of every screen for writing and learning is reached by keys', async ({ page }) => {
  const walk = async (where) => assert.deepEqual(await unreachable(page), [], where);
  await page.goto(`${all.server.url}#/write`);
  await page.getByRole('button', { name: /^Board game/ }).waitFor();
  await walk('drafts');
  await template(page, 'Board game');
  await settled(page);
  for (const name of ['State', 'Trace', 'Stages', 'Statistics', 'Properties', 'Problems', 'Step']) {
    await page.getByRole('tab', { name }).first().click();
    await walk(name);
  }
  await page.getByRole('tab', { name: 'Blocks' }).click();
  await idle(page);
  await walk('blocks');
  // A menu is one stop, and arrow keys lead through it and back.
  await page.getByRole('button', { name: 'File' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Save to a file');
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'All drafts and templates');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'File');
  assert.equal(await page.getByRole('menu').count(), 0);
  await page.getByRole('button', { name: 'File' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  await page.getByRole('dialog').waitFor();
  await walk('versions');
  await page.goto(`${all.server.url}#/learn`);
  await page.locator('a[href="#/learn/blocks"]').waitFor();
  await walk('lessons');
  await page.goto(`${all.server.url}#/learn/blocks`);
  await page.locator('.verdict', { hasText: /\w/ }).waitFor();
  await walk('a lesson');
});

check('every control of the workbench is used by keys, and the focus stays', async ({ page }) => {
  await template(page, 'Board game');
  await settled(page);
  const draft = page.url();
  const open = (left, name) => async () => {
    await page.goto('about:blank');
    await page.goto(draft);
    await page.getByRole('tab', { name: left }).click();
    if (left === 'Blocks') await page.waitForSelector('.blocks .rule');
    await page.getByRole('tab', { name }).first().click();
    await page.locator('.live, .stepper').waitFor();
  };
  // With `--slow` all of them.
  const screens = [['Text', 'State'], ['Text', 'Stages'], ['Text', 'Step'], ...(slow ? [['Text', 'Trace'], ['Text', 'Statistics'], ['Text', 'Properties'], ['Blocks', 'Problems']] : [])];
  for (const [left, name] of screens) {
    const { lost, used } = await lostFocus(page, open(left, name), () => left === 'Blocks' && idle(page));
    assert.ok(used > 15, `${used} controls`);
    assert.deepEqual(lost, [], `${left}, ${name}`);
  }
});

check('every board that is offered is a board', async ({ page }) => {
  const add = () => page.getByRole('button', { name: '+ board' });
  const offers = page.locator('.popup [role=option], .popup button, .popup li');
  for (let i = 0; ; i += 1) {
    await template(page, 'Empty page');
    await tab(page, 'Blocks').click();
    await add().click();
    await page.locator('.popup').waitFor();
    const forms = (await offers.allInnerTexts()).map((t) => t.split('\n')[0].trim()).filter((t) => /^[a-z]+( \d+)+$/.test(t));
    assert.ok(forms.length > 5, forms.join(', '));
    if (i === forms.length) break;
    await page.keyboard.type(forms[i]);
    await page.keyboard.press('Enter');
    await wrote(page, `board cell = ${forms[i]}.`);
    // The next one begins with the text in view, as templates do.
    await tab(page, 'Text').click();
  }
});

check('a count that was stopped does not pass for all positions', async ({ page }) => {
  await page.goto(`${all.server.url}#/write?game=connect-four`);
  await page.waitForSelector('.live[aria-busy="false"] .said');
  await tab(page, 'Properties').click();
  await page.getByRole('button', { name: 'Count them' }).click();
  await page.locator('.study p', { hasText: /[\d,]+ positions/ }).first().waitFor();
  await page.locator('.progress-row').getByRole('button', { name: 'Stop' }).click();
  await page.locator('.study .warn', { hasText: 'There are more: ' }).waitFor();
  assert.doesNotMatch(await page.locator('.study').innerText(), /These are all/);
});
