// Hash routes, so that any sub-path and any static host works.

export type Route =
  | { at: 'games' }
  | { at: 'matches' }
  | { at: 'play'; game: string; options: [string, string][] }
  | { at: 'match'; id: string; token: string | null }
  | { at: 'record'; packed: string }
  | { at: 'write'; draft: string | null; game: string | null }
  | { at: 'program'; packed: string }
  | { at: 'learn'; lesson: string | null };

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [head = '', one = '', two = ''] = path.split('/').map(decodeURIComponent);
  if (head === 'play' && one) {
    return { at: 'play', game: one, options: [...new URLSearchParams(query).entries()] };
  }
  if (head === 'm' && one) return { at: 'match', id: one, token: two || null };
  if (head === 'r' && one) return { at: 'record', packed: one };
  if (head === 'write') return { at: 'write', draft: one || null, game: new URLSearchParams(query).get('game') };
  if (head === 'p' && one) return { at: 'program', packed: one };
  if (head === 'learn') return { at: 'learn', lesson: one || null };
  if (head === 'matches') return { at: 'matches' };
  return { at: 'games' };
}

export const route = $state<{ now: Route }>({ now: parseRoute(location.hash) });

addEventListener('hashchange', () => {
  route.now = parseRoute(location.hash);
});

/** Goes somewhere without a new entry in the history. */
export function replaceRoute(hash: string): void {
  history.replaceState(null, '', hash);
  route.now = parseRoute(hash);
}
