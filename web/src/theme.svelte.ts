// Light and dark: what the system says, unless the reader chose.

const KEY = 'senet.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

export const theme = $state<{ dark: boolean }>({ dark: chosen() ?? system.matches });

function chosen(): boolean | null {
  try {
    const word = localStorage.getItem(KEY);
    return word === 'dark' ? true : word === 'light' ? false : null;
  } catch {
    return null;
  }
}

system.addEventListener('change', () => {
  if (chosen() === null) theme.dark = system.matches;
});

export function toggleTheme(): void {
  theme.dark = !theme.dark;
  try {
    localStorage.setItem(KEY, theme.dark ? 'dark' : 'light');
  } catch {
    // Only the memory of the choice is lost.
  }
}
