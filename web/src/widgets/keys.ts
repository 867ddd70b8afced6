// Arrow keys inside what is one stop of Tab: lists of tabs, and menus.

const among = (box: HTMLElement, role: string) => [...box.querySelectorAll<HTMLElement>(`[role=${role}]`)];

/** Left and right go to the next tab and open it. */
export function tabKeys(event: KeyboardEvent): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const all = among(event.currentTarget as HTMLElement, 'tab');
  const at = all.indexOf(event.target as HTMLElement);
  const next = all[(at + (event.key === 'ArrowRight' ? 1 : all.length - 1)) % all.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}

/** Up, down, Home and End go through a menu and the button that opens it; Escape closes it. */
export function menuKeys(event: KeyboardEvent, close: () => void): void {
  const box = event.currentTarget as HTMLElement;
  const all = among(box, 'menuitem');
  if (all.length === 0) return;
  const at = all.indexOf(document.activeElement as HTMLElement);
  const aims: Record<string, number> = { ArrowDown: (at + 1) % all.length, ArrowUp: (Math.max(at, 0) + all.length - 1) % all.length, Home: 0, End: all.length - 1 };
  const aim = aims[event.key];
  if (event.key === 'Escape') {
    close();
    box.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
  } else if (aim === undefined) return;
  else all[aim]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
