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
  const most = (await page.evaluate(() => window.wanted.size)) + 40;
  for (let i = 0; i < most; i += 1) {
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
    if (again) break;
  }
  return page.evaluate(() => {
    const groups = new Set([...window.reached].map(window.inside).filter(Boolean));
    const missed = [...window.wanted].filter((e) => e.isConnected && !window.reached.has(e) && !groups.has(window.inside(e)));
    return missed.map((e) => `${e.localName} ${e.getAttribute('aria-label') ?? e.textContent?.trim().slice(0, 40)}`);
  });
}
