// My matches: tokens stay in this browser.

export type Mine = {
  id: string;
  token: string | null;
  title: string;
  game: string;
  at: number;
  links: { seats: number[]; token: string }[];
  done?: string;
};

const KEY = 'senet.matches';

export function myMatches(): Mine[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Mine[];
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

export function remember(one: Mine): void {
  const others = myMatches().filter((m) => m.id !== one.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([one, ...others].slice(0, 200)));
  } catch {
    // A full or forbidden storage costs only the list.
  }
}

export function forget(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(myMatches().filter((m) => m.id !== id)));
  } catch {
    // As above.
  }
}

export const recall = (id: string): Mine | undefined => myMatches().find((m) => m.id === id);
