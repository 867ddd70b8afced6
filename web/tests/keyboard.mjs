// Whether everything that can be clicked can be reached with the keyboard alone.

/** Names of controls that neither Tab nor, inside a list of tabs, a menu, a board or a group of choices, arrow keys
 * reach. The walk begins at the top of the page, or in the dialog that is open. */
export async function unreachable(page) {
  await page.evaluate(() => {
    const COMPOSITE = '[role=tablist],[role=menu],[role=grid],[role=radiogroup],[role=toolbar],svg';
    const wanted = new Set();
    const collect = (root) => {
      for (const e of root.querySelectorAll('*')) {
        if (e.shadowRoot) collect(e.shadowRoot);
        const control = e.matches('a[href],button,input,select,textarea,summary,[contenteditable=true],[role=button],[role=tab],[role=menuitem],[role=checkbox],[role=slider],[tabindex]');
        if (!control || e.matches(':disabled,[type=hidden]') || e.closest('[inert],[aria-hidden=true]')) continue;
        if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue;
        if (e.matches('[tabindex="-1"]') && !e.matches('a[href],button,[role]')) continue;
        if (e.matches('[role=tablist],[role=menu],dialog')) continue;
        wanted.add(e);
      }
    };
    const dialog = document.querySelector('dialog[open]');
    collect(dialog ?? document);
    const reached = new Set();
    const inside = (e) => e.closest(COMPOSITE) ?? (e.matches('[type=radio]') ? e.form ?? e.closest('fieldset') ?? e.name : null);
    Object.assign(window, { wanted, reached, inside });
    document.activeElement?.blur();
    (dialog ?? document.body).querySelectorAll('*')[0]?.scrollIntoView();
    getSelection()?.removeAllRanges();
  });
  // More may be drawn while the walk is under way. Where a list is drawn anew, the focus comes back to a neighbour: the walk is at its end where nothing new follows.
  let stale = 0;
  for (let i = 0; i < 1000; i += 1) {
    // The editor takes Tab for itself until Escape, as it says in its description. Escape would close a dialog.
    const editing = await page.evaluate(() => {
      let e = document.activeElement;
      while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      return Boolean(e?.classList.contains('cm-content'));
    });
    if (editing) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const again = await page.evaluate(() => {
      let e = document.activeElement;
      while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      const known = window.reached.has(e);
      if (e && e !== document.body) window.reached.add(e);
      return known;
    });
    stale = again ? stale + 1 : 0;
    if (stale > 15) break;
  }
  return page.evaluate(() => {
    const groups = new Set([...window.reached].map(window.inside).filter(Boolean));
    const missed = [...window.wanted].filter((e) => e.isConnected && !window.reached.has(e) && !groups.has(window.inside(e)));
    return missed.map((e) => `${e.localName} ${e.getAttribute('aria-label') ?? e.textContent?.trim().slice(0, 40)}`);
  });
}

/** Uses every control that Tab reaches, by Enter, or Space where that is what it answers; links are left out. What opens is
 * closed by Escape. The focus has to stay somewhere, or whoever has no mouse begins at the top of the page again. `reset`
 * brings the screen back, where something led elsewhere, and `calm` waits for what a control begins. Returns the controls after which the focus was lost,
 * and how many there are. */
export async function lostFocus(page, reset, calm = () => undefined) {
  const here = () =>
    page.evaluate(() => {
      let e = document.activeElement;
      while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      if (!e || e === document.body) return null;
      const name = `${e.localName} ${e.getAttribute('aria-label') ?? e.textContent?.trim().slice(0, 40) ?? ''}`;
      return { name, kind: e.localName, type: e.getAttribute('type') ?? '', editor: e.classList.contains('cm-content') };
    });
  const open = () => page.locator('dialog[open], [role=menu], .popup').count();
  const tab = async () => {
    if ((await here())?.editor) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    return here();
  };
  const [lost, used] = [[], new Set()];
  const begin = async () => {
    await reset();
    // The walk begins at the top, wherever the focus was.
    await page.evaluate(() => document.querySelector('a[href]')?.focus());
  };
  await begin();
  const address = page.url();
  for (let stop = 0; stop < 400; stop += 1) {
    const at = await tab();
    // Behind the last control the browser's own come: the walk is at its end.
    if (!at) break;
    if (used.has(at.name)) {
      if (at.kind === 'a' && at.name === [...used][0]) break;
      continue;
    }
    used.add(at.name);
    const ticked = at.type === 'checkbox' || at.type === 'radio';
    if (at.editor || ['a', 'textarea', 'select'].includes(at.kind) || (at.kind === 'input' && !ticked)) continue;
    await page.keyboard.press(ticked ? ' ' : 'Enter');
    // What opens may take its time on a busy machine.
    let stayed = false;
    for (let tries = 0; tries < 5 && !stayed && page.url() === address; tries += 1) {
      await page.waitForTimeout(150);
      await calm();
      if (page.url() === address && (await open())) await page.keyboard.press('Escape');
      stayed = page.url() === address && Boolean(await here()) && !(await open());
    }
    if (stayed) continue;
    if (page.url() === address) lost.push(at.name);
    // Back to where the walk was.
    await begin();
    for (let i = 0; i < 400 && (await tab())?.name !== at.name; i += 1);
  }
  return { lost, used: used.size };
}
