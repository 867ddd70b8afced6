// Drafts in this browser: the text as it is, and earlier versions of it.

export type Draft = {
  id: string;
  title: string;
  text: string;
  /** When it was changed, in milliseconds since 1970. */
  at: number;
  /** The play in the middle pane, as a record. */
  record: string | null;
  /** Where it comes from: a template, a game, a file, a link. */
  origin: string;
  /** Filters of the state, saved with the program. */
  filter: string;
};
export type Version = { draft: string; at: number; text: string; hash: string };

/** So many versions of a draft are kept; between them lies at least `SPACING`. */
const KEPT = 60;
const SPACING = 60_000;

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('senet', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drafts', { keyPath: 'id' });
      const versions = request.result.createObjectStore('versions', { autoIncrement: true });
      versions.createIndex('draft', ['draft', 'at']);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage of this browser cannot be opened'));
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage of this browser does not answer'));
  });

const finished = (tr: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tr.oncomplete = () => resolve();
    tr.onabort = tr.onerror = () => reject(tr.error ?? new Error('the storage of this browser is full'));
  });

export async function drafts(): Promise<Draft[]> {
  const tr = (await database()).transaction('drafts');
  const all = (await done(tr.objectStore('drafts').getAll())) as Draft[];
  return all.sort((a, b) => b.at - a.at);
}

/** Drafts that this browser could not keep: they live as long as the page. */
const unkept = new Map<string, { draft: Draft; why: string }>();

/** Why a new draft could not be kept. */
export const whyUnkept = (id: string): string | null => unkept.get(id)?.why ?? null;

export async function draft(id: string): Promise<Draft | undefined> {
  const here = unkept.get(id);
  if (here) return here.draft;
  const tr = (await database()).transaction('drafts');
  return (await done(tr.objectStore('drafts').get(id))) as Draft | undefined;
}

export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(36).padStart(2, '0')).join('').slice(0, 10);

export async function create(text: string, title: string, origin: string): Promise<Draft> {
  const one: Draft = { id: newId(), title, text, at: Date.now(), record: null, origin, filter: '' };
  // Without storage one can still write, and save to a file: the page says so.
  await save(one).catch((why: unknown) => unkept.set(one.id, { draft: one, why: why instanceof Error ? why.message : String(why) }));
  return one;
}

async function hash(text: string): Promise<string> {
  if (!crypto.subtle) return text;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes).slice(0, 12), (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Saves a draft, and a version of it if the last one is old enough. */
export async function save(one: Draft): Promise<void> {
  const name = await hash(one.text);
  const db = await database();
  const tr = db.transaction(['drafts', 'versions'], 'readwrite');
  tr.objectStore('drafts').put(one);
  const index = tr.objectStore('versions').index('draft');
  const range = IDBKeyRange.bound([one.id, 0], [one.id, Number.MAX_SAFE_INTEGER]);
  const request = index.openCursor(range, 'prev');
  let n = 0;
  request.onsuccess = () => {
    const cursor = request.result;
    const version = cursor?.value as Version | undefined;
    if (n === 0 && (!version || (version.hash !== name && Date.now() - version.at > SPACING))) {
      tr.objectStore('versions').add({ draft: one.id, at: Date.now(), text: one.text, hash: name } satisfies Version);
    }
    n += 1;
    if (!cursor) return;
    if (n > KEPT) cursor.delete();
    cursor.continue();
  };
  await finished(tr);
  unkept.delete(one.id);
}

/** Keeps the text as it is now as a version of its own. */
export async function keep(one: Draft): Promise<void> {
  const name = await hash(one.text);
  const tr = (await database()).transaction('versions', 'readwrite');
  tr.objectStore('versions').add({ draft: one.id, at: Date.now(), text: one.text, hash: name } satisfies Version);
  await finished(tr);
}

export async function versions(id: string): Promise<Version[]> {
  const tr = (await database()).transaction('versions');
  const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
  const all = (await done(tr.objectStore('versions').index('draft').getAll(range))) as Version[];
  return all.reverse();
}

export async function remove(id: string): Promise<void> {
  const db = await database();
  const tr = db.transaction(['drafts', 'versions'], 'readwrite');
  tr.objectStore('drafts').delete(id);
  const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
  const request = tr.objectStore('versions').index('draft').openCursor(range);
  request.onsuccess = () => {
    request.result?.delete();
    request.result?.continue();
  };
  await finished(tr);
}

/** Lines that differ between two texts: a longest common subsequence, cut off for very long texts. */
export function difference(old: string, now: string): { sign: ' ' | '+' | '-'; line: string }[] {
  const [a, b] = [old.split('\n'), now.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [x, y] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const out: { sign: ' ' | '+' | '-'; line: string }[] = a.slice(Math.max(0, head - 2), head).map((line) => ({ sign: ' ', line }));
  if (x.length * y.length > 1_000_000) {
    out.push(...x.map((line) => ({ sign: '-' as const, line })), ...y.map((line) => ({ sign: '+' as const, line })));
  } else {
    const best = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
    for (let i = x.length - 1; i >= 0; i -= 1) {
      for (let j = y.length - 1; j >= 0; j -= 1) {
        const row = best[i] as Uint16Array;
        row[j] = x[i] === y[j] ? (best[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(best[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
      }
    }
    let [i, j] = [0, 0];
    while (i < x.length || j < y.length) {
      if (i < x.length && j < y.length && x[i] === y[j]) {
        out.push({ sign: ' ', line: x[i] as string });
        i += 1;
        j += 1;
      } else if (j >= y.length || (i < x.length && (best[i + 1]?.[j] ?? 0) >= (best[i]?.[j + 1] ?? 0))) {
        out.push({ sign: '-', line: x[i] as string });
        i += 1;
      } else {
        out.push({ sign: '+', line: y[j] as string });
        j += 1;
      }
    }
  }
  out.push(...a.slice(a.length - tail, a.length - tail + 2).map((line) => ({ sign: ' ' as const, line })));
  return out;
}
