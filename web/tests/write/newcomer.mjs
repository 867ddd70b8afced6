// What somebody does who writes a game here for the first time, and what stood in the way once.

import assert from 'node:assert/strict';
import { violations } from '../axe.mjs';
import { all, check } from '../page/shared.mjs';
import { idle, place, settled, tab, template, text, write, wrote } from './shared.mjs';

/** Ways of somebody who writes with blocks. */
const hand = (page) => {
  const add = async (label, value) => {
    await idle(page);
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Enter');
  };
  const choose = async (button, value) => {
    await idle(page);
    await button.click();
    await page.getByRole('combobox', { name: 'Choose' }).fill(value);
    await page.keyboard.press('Enter');
    await page.locator('.popup').waitFor({ state: 'detached' });
    await idle(page);
  };
  const more = async (of, item) => {
    await idle(page);
    await page.getByRole('button', { name: `More for ${of}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  return { add, choose, more, there: (name) => page.getByRole('button', { name }).first().waitFor() };
};

check('a second game of one\'s own: two kings on a board that crumbles, with blocks alone', async ({ page }) => {
  await template(page, 'Empty page');
  await tab(page, 'Blocks').click();
  const { add, choose, more, there } = hand(page);
  await choose(page.getByRole('button', { name: '+ board' }), 'square 3 3');
  await there('board cell: rename');
  await add('New set', 'player');
  await there('set player: rename');
  for (const value of ['red', 'blue']) {
    await add('New element of player', value);
    await there(`element ${value}: rename`);
  }
  await more('player', 'These are the players');
  await page.locator('.tag', { hasText: 'players' }).waitFor();
  for (const predicate of ['turn player', 'king player cell', 'free cell', 'stuck player']) {
    await add('New predicate: its name, then the types of its arguments', predicate);
    await there(`predicate ${predicate.split(' ')[0]}: rename`);
  }
  await more('stuck', 'It means: lost');
  await page.locator('.set-list .word', { hasText: 'Loser' }).waitFor();
  for (const stage of ['play', 'over']) {
    await add('New stage', stage);
    await there(`stage ${stage}: rename`);
  }
  await idle(page);
  await page.getByRole('region', { name: 'Stage play' }).getByLabel('somebody chooses').check();
  await add('New rule in play', 'walk');
  await there('rule walk: rename');
  const needs = page.getByRole('button', { name: 'Add what walk needs' });
  await choose(needs, 'king P A');
  // Whether diagonals count is said where it is chosen.
  await idle(page);
  await needs.click();
  await page.getByRole('combobox', { name: 'Choose' }).fill('adjacent');
  assert.match(await page.locator('.popup li').first().innerText(), /share a side, not diagonally/);
  await page.getByRole('combobox', { name: 'Choose' }).fill('step');
  assert.match(await page.locator('.popup li').first().innerText(), /also diagonally/);
  await page.keyboard.press('Enter');
  await page.locator('.popup').waitFor({ state: 'detached' });
  await wrote(page, 'step D A B');
  for (const need of ['free B', 'next P Q']) await choose(needs, need);
  // `D` is used once: the warning offers a wildcard.
  for (const make of ['king P B', 'turn Q']) await choose(page.getByRole('button', { name: 'Add what walk makes' }), make);
  await choose(page.getByRole('button', { name: '+ link from…' }), 'play');
  const link = page.locator('.rule.link').last();
  await link.waitFor();
  assert.equal(await link.getByRole('list', { name: 'link makes' }).locator('.slot').first().innerText(), 'over');
  await choose(page.getByRole('button', { name: 'Add what link needs' }), 'turn P');
  await choose(page.getByRole('button', { name: 'Add what link makes' }), 'stuck P');
  await choose(page.getByRole('button', { name: '+ start in stage…' }), 'play');
  await choose(page.getByRole('button', { name: 'Add an atom to the start' }), 'turn red');
  // The start offers to put something on every cell; which, is chosen from what fits.
  await choose(page.getByRole('button', { name: 'Add an atom to the start' }), 'every …');
  await page.locator('.startbox .parts.inner.makes .slot.head').waitFor();
  await wrote(page, '{ free C | C : cell }');
  await settled(page);
  // Two kings are clicked onto the board, which stays where it is.
  const board = page.locator('.startboard .board');
  const put = async (piece, cell) => {
    await page.locator('.startboard').getByRole('combobox').selectOption(piece);
    await board.scrollIntoViewIfNeeded();
    const before = await board.boundingBox();
    await page.locator(`.startboard [data-place="${cell}"]`).click();
    await wrote(page, `${piece} ${cell}`);
    await page.locator(`.startboard [data-place="${cell}"] .piece`).waitFor();
    await idle(page);
    assert.equal((await board.boundingBox()).y, before.y, 'nothing moves under the pointer');
  };
  await put('king red', 'a1');
  await put('king blue', 'c3');
  // Both cells are free too, which is said, and taken away on demand.
  const doubt = page.locator('.startboard .doubt');
  assert.match(await doubt.innerText(), /Also free, although something lies there: a1, c3/);
  await doubt.getByRole('button', { name: 'Take it away there' }).click();
  await wrote(page, '{ free C | C : cell, C <> a1, C <> c3 }');
  await doubt.waitFor({ state: 'detached' });
  await settled(page);
  assert.deepEqual(await violations(page), []);
  // Orthogonal steps only: a condition more. Then a name that nobody needs is replaced by what the fix offers.
  await choose(needs, 'orthogonal D');
  await settled(page);
  await page.getByRole('tab', { name: /Problems/ }).click();
  const kings = () => page.locator('.live .piece').count();
  assert.equal(await kings(), 2);
  // The cell that is left crumbles: red walks round, blue too, until somebody cannot.
  // A click on the goal alone says what is missing; a move is its two cells in order.
  await place(page, 'b1').click();
  await page.locator('.live .said', { hasText: 'b1' }).waitFor();
  for (const [from, to] of [['a1', 'b1'], ['c3', 'c2'], ['b1', 'b2'], ['c2', 'c1'], ['b2', 'b3']]) {
    await place(page, from).click();
    await place(page, to).click();
    await page.locator(`.live [data-place="${to}"] .piece`).waitFor();
  }
  await page.locator('.live .said', { hasText: /red wins/i }).waitFor();
});

check('what newcomers stumbled over: cards, counts, widths, names that are used, one mistake and its consequences', async ({ page, url }) => {
  // Cards say whole sentences, and each has its picture.
  await page.goto(url);
  await page.waitForSelector('.card svg');
  const cards = page.locator('.card:not(.own)');
  const n = await cards.count();
  for (let i = 0; i < n; i += 1) {
    const words = await cards.nth(i).locator('p').innerText();
    assert.match(words, /[.!?]$/, words);
    assert.doesNotMatch(words, /--/);
  }
  assert.equal(await page.locator('.card p').evaluateAll((all) => all.filter((p) => p.scrollHeight > p.clientHeight + 1).length), 0, 'nothing is cut');
  for (let i = 0; i < n; i += 1) await cards.nth(i).scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.querySelectorAll('.card .picture')].every((p) => p.querySelector('svg')));
  const outside = await page.locator('.card .picture').evaluateAll((all) => all.filter((p) => {
    const [frame, ...inner] = [p, ...p.querySelectorAll('svg')].map((e) => e.getBoundingClientRect());
    return inner.some((r) => r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1);
  }).map((p) => p.parentElement.querySelector('h2')?.textContent));
  assert.deepEqual(outside, [], 'pictures lie inside of their cards');
  // Why not every game can be changed.
  await page.goto(`${url}#/write`);
  await page.getByText(/The other \d+ games of the list are programs in Rust/).waitFor();

  await page.setViewportSize({ width: 1280, height: 800 });
  await template(page, 'Board game');
  await settled(page);
  assert.doesNotMatch(await text(page), /%\?|senet test/);
  // Numbers and shares say what they are.
  await page.getByText(/The numbers beside rules: how often each fires in a game, from [\d,]+ random games/).waitFor();
  await page.getByText(/draw \d+\.\d %.*moves.*random games/).waitFor();
  assert.match(await page.locator('.cm-counts span').last().getAttribute('title'), /fired|never/);
  // The text has at least fifty columns, and more where its border is moved, which is remembered.
  const columns = () => page.locator('.cm-content').evaluate((e) => {
    const { view } = e.cmTile;
    return e.clientWidth / view.defaultCharacterWidth;
  });
  const usual = await columns();
  assert.ok(usual > 50, `${usual} columns`);
  const border = page.getByRole('separator', { name: 'Width of the rules' });
  await border.focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
  const keyed = await columns();
  assert.ok(keyed > usual + 8, `${keyed} columns`);
  const at = await border.boundingBox();
  await page.mouse.move(at.x + 4, at.y + 200);
  await page.mouse.down();
  await page.mouse.move(at.x + 44, at.y + 200, { steps: 4 });
  await page.mouse.up();
  const dragged = await columns();
  assert.ok(dragged > keyed + 3, `${dragged} columns`);
  await page.reload();
  await settled(page);
  assert.ok(Math.abs((await columns()) - dragged) < 2, 'the width is remembered');
  await border.focus();
  await page.keyboard.press('Home');
  assert.ok(Math.abs((await columns()) - usual) < 2);
  // One mistake is one problem: what follows from it is not told.
  const right = await text(page);
  await write(page, right.replace(' * placed P.', '.'));
  await page.getByRole('tab', { name: 'Problems 1' }).waitFor();
  assert.match(await page.locator('.problems li').innerText(), /can never fire/);
  await write(page, right);
  await page.getByRole('tab', { name: 'Problems', exact: true }).waitFor();
  await settled(page);
  // A rule goes together with the label that names it.
  await tab(page, 'Blocks').click();
  await page.waitForSelector('.blocks .rule');
  await idle(page);
  await page.getByRole('button', { name: 'More for place', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  assert.match(await page.getByRole('dialog', { name: 'Remove place' }).innerText(), /used in 1 place: #label/);
  await page.getByRole('button', { name: 'Remove what uses it, too' }).click();
  await wrote(page, '#label', false);
  await page.getByRole('button', { name: 'Undo a change of the rules' }).click();
  await wrote(page, '#label place');
});

check('conditions are added to what is made for every cell', async ({ page }) => {
  await template(page, 'Empty page');
  await write(page, 'board cell = square 2 2.\nlit cell : pred. dark cell : pred. night : pred.\nstage s = { fall : night -o { lit C -o dark C }. }\n#trace _ s { night, { lit C | C : cell } }.\n');
  await settled(page);
  await tab(page, 'Blocks').click();
  const { choose } = hand(page);
  await choose(page.getByRole('button', { name: 'Add a condition to { lit C -o dark C }' }), 'corner C');
  await wrote(page, '{ lit C * corner C -o dark C }');
  await choose(page.getByRole('button', { name: 'Add what { lit C * corner C -o dark C } makes' }), 'lit C');
  await wrote(page, '-o dark C * lit C }');
  await choose(page.getByRole('button', { name: 'Add a condition to { lit C | C : cell }' }), 'C <> a1');
  await wrote(page, '{ lit C | C : cell, C <> a1 }');
  await settled(page);
});

check('moves without a place are whole buttons under the board', async ({ page }) => {
  await template(page, 'Board game');
  await settled(page);
  await write(page, (await text(page)).replace('stage judge', '% .\nstage judge').replace('placed P.\n}', 'placed P.\n  wait : turn P -o placed P.\n  rest : turn P -o placed P.\n}'));
  await page.locator('.live .loose .button').nth(1).waitFor();
  const cut = await page.locator('.live .loose .button').evaluateAll((all) => all.filter((b) => {
    const [own, frame] = [b.getBoundingClientRect(), b.closest('.loose').getBoundingClientRect()];
    const list = b.closest('.choices').getBoundingClientRect();
    return own.bottom > frame.bottom + 1 || own.bottom > list.bottom + 1;
  }).length);
  assert.equal(cut, 0);
});

/** Each turn has two halves: a stone, then a neighbour of it that is blocked. */
const STONE_AND_BLOCK = `#title "Stone and block".
board cell = square 3 3.
player : type.  black : player.  white : player.
#players player.
turn player : pred.  free cell : pred.  stone player cell : pred.
last player cell : pred.  blocked cell : pred.  won player : pred.
#win won.
stage play = {
  place : turn P * free C -o stone P C * last P C.
  block : last P C * adjacent C B * free B * next P Q -o blocked B * turn Q.
}
#interactive play.
#label block "block {B} beside {C}".
stage over = {}
stuck : qui * stage play * last P C -o stage over * won P.
full : qui * stage play * turn P -o stage over * won P.
#tell stuck "{P} has no room left on {C}.".
#trace _ play { turn black, { free C | C : cell } }.
`;

check('what all moves have in common is chosen beforehand, and what is told is shown', async ({ page }) => {
  await template(page, 'Empty page');
  await write(page, STONE_AND_BLOCK);
  await settled(page);
  const said = (text) => page.locator('.live .said', { hasText: text }).waitFor();
  await said('Black to move: place …');
  await place(page, 'b2').click();
  // The stone that was placed is chosen already; its neighbours are offered.
  await said('Black to move: block …');
  await page.locator('.live [data-place="b2"].picked').waitFor();
  assert.equal(await page.locator('.live .dot').count(), 4);
  // What is refused is forgotten when something is chosen.
  await place(page, 'a1').click();
  await said('leads from b2 to a1');
  await place(page, 'b1').click();
  await said('White to move');
  // Somebody has no room left, which the rules tell.
  await place(page, 'c1').click();
  await place(page, 'c2').click();
  await place(page, 'a1').click();
  await place(page, 'a2').click();
  await place(page, 'a3').click();
  await place(page, 'b3').click();
  await place(page, 'c3').click();
  await said(/Black wins/);
  await page.locator('.live .told', { hasText: /no room left on c3/ }).waitFor();
  assert.equal(await page.locator('.live .win:not(.lost)').count(), 1);
  // A stone of the one who lost decides as well, but is not marked as if it won.
  await write(page, STONE_AND_BLOCK.replace('#win won', '#lose won'));
  await said(/White wins/);
  await page.locator('.live .win.lost').waitFor();
  // Step and the state follow the play.
  await tab(page, 'Step').click();
  await page.locator('.where', { hasText: 'where the play stands' }).waitFor();
  assert.doesNotMatch(await page.locator('.where').innerText(), /^0 steps/);
  const steps = await page.locator('.where b').first().innerText();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.locator('.where', { hasText: 'a run of its own', hasNotText: steps }).waitFor();
  await page.getByRole('button', { name: 'Follow the play' }).click();
  await page.locator('.where', { hasText: 'where the play stands' }).filter({ hasText: steps }).waitFor();
});

check('the goal of a move can be clicked first', async ({ page }) => {
  await template(page, 'Empty page');
  await write(page, `#title "Kings".
board cell = square 3 3.
player : type.  red : player.  blue : player.
#players player.
turn player : pred.  free cell : pred.  king player cell : pred.
stage play = { walk : turn P * king P A * adjacent A B * free B * next P Q -o king P B * free A * turn Q. }
#interactive play.
#trace _ play { turn red, king red a1, king red c1, king blue a3, { free C | C : cell, C <> a1, C <> c1, C <> a3 } }.
`);
  await settled(page);
  await place(page, 'b1').click();
  await page.locator('.live .said', { hasText: 'A move leads to b1: now click a1 or c1.' }).waitFor();
  assert.equal(await page.locator('.live .aim').count(), 2);
  await place(page, 'c1').click();
  await page.locator('.live [data-place="b1"] .piece').waitFor();
  assert.doesNotMatch(await page.locator('.live .said').innerText(), /now click/);
});

check('cards of a hand say whose they are, and are played by a click', async ({ page }) => {
  await template(page, 'Card game');
  await settled(page);
  const hand = page.locator('.live [data-panel="hand"]', { hasText: "Ann's hand" });
  await hand.waitFor();
  const cards = hand.getByRole('button');
  assert.equal(await cards.count(), 3);
  await cards.first().click();
  await page.locator('.live .curtain', { hasText: 'Bob' }).waitFor();
});

check('choices: a capital letter is a variable, and descriptions are searched', async ({ page }) => {
  await template(page, 'Empty page');
  await write(page, STONE_AND_BLOCK);
  await settled(page);
  await tab(page, 'Blocks').click();
  await idle(page);
  const field = page.getByRole('combobox', { name: 'Choose' });
  const first = () => page.locator('.popup li').first().innerText();
  await page.getByRole('list', { name: 'block needs' }).getByRole('button', { name: /^B, cell/ }).first().click();
  await field.fill('C');
  assert.match(await first(), /^C\b/);
  await field.fill('D');
  assert.match(await first(), /^D new variable/);
  await field.fill('c1');
  assert.match(await first(), /^c1/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add what place needs' }).click();
  await field.fill('neighb');
  // The cell that the rule speaks of already is the first one.
  assert.match(await first(), /^adjacent C B/);
  await page.keyboard.press('Escape');
  // What is added on the left is filled like what is added on the right.
  await page.getByRole('button', { name: 'Add what place needs' }).click();
  await field.fill('blocked');
  await page.keyboard.press('Enter');
  await wrote(page, 'free C * blocked C');
});

check('the first board game shows the balance of which it speaks', async ({ page, url }) => {
  await page.goto(`${url}#/learn/board`);
  await page.locator('.lesson .cm-content').waitFor();
  await write(page, STONE_AND_BLOCK);
  await page.locator('.lesson .meter .share').waitFor();
  const cut = await page.locator('.lesson .task pre').evaluateAll((all) => all.filter((p) => p.scrollWidth > p.clientWidth + 1).length);
  assert.equal(cut, 0);
});

check('a problem marks its block, and names a rule that has no name', async ({ page }) => {
  await template(page, 'Empty page');
  await write(page, STONE_AND_BLOCK.replace('stuck : qui', 'qui').replace('#tell stuck "{P} has no room left on {C}.".\n', '').replace('last P C.\n  block', 'last P C.\n  idle : blocked A * stone P A * lost P -o turn P.\n  block')
    .replace('won player : pred.', 'won player : pred.  lost player : pred.').replace('* turn P -o stage over', '* lost P -o stage over').replace('full : ', ''));
  await page.locator('.problems li', { hasText: /this rule can never fire: qui \* stage play \* lost P/ }).waitFor();
  await tab(page, 'Blocks').click();
  await page.locator('.rule.wrong', { hasText: 'idle' }).getByText(/can never fire/).waitFor();
});
