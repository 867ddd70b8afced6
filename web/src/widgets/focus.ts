// Focus is not lost: where a button that was just pressed goes away or is switched off, the one nearest to it takes over.
// Without this, whoever has no mouse begins at the top of the page again after "Undo", or after a card of the hand.

const CONTROLS = 'a[href],button,input,select,textarea,summary,[tabindex]:not([tabindex="-1"])';

/** Whether something can have the focus. */
const takes = (e: Element): e is HTMLElement | SVGElement =>
  (e instanceof HTMLElement || e instanceof SVGElement) && e.matches(CONTROLS) && !e.matches(':disabled') && e.getAttribute('tabindex') !== '-1' && e.checkVisibility({ visibilityProperty: true });

/** Watches a page. Cost: a comparison for each change of the page, and a search in the neighbourhood when focus was lost. */
export function keepFocus(page: Document): void {
  let last: Element | null = null;
  /** What stood around it, from the inside out, and its place among the controls there. */
  let around: { box: Element; place: number }[] = [];
  page.addEventListener('focusin', (event) => {
    if (!(event.target instanceof Element)) return;
    last = event.target;
    around = [];
    // Another screen is no neighbourhood.
    for (let box = last.parentElement; box && box.id !== 'app'; box = box.parentElement) {
      const { length } = around;
      // Counting is done where it is cheap: in the boxes near by.
      around.push({ box, place: length < 5 ? [...box.querySelectorAll(CONTROLS)].indexOf(last) : 0 });
    }
  });
  page.addEventListener('pointerdown', () => (last = null), true);
  const isLost = (e: Element | null): e is Element => e !== null && (!e.isConnected || e.matches(':disabled'));
  const look = (): void => {
    if (!isLost(last) || (page.activeElement !== page.body && page.activeElement !== last)) return;
    last = null;
    for (const { box, place } of around) {
      if (!box.isConnected) continue;
      const all = [...box.querySelectorAll(CONTROLS)];
      const next = all.slice(place).find(takes) ?? all.slice(0, place).reverse().find(takes);
      if (next) return next.focus({ preventScroll: true });
    }
  };
  new MutationObserver(() => isLost(last) && requestAnimationFrame(look)).observe(page.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
}
