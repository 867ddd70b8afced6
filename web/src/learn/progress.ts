// How far a lesson is, and the text of it, in this browser.

export type Progress = { at: number; done: number; text: string };

const key = (lesson: string) => `senet.learn.${lesson}`;

export function progress(lesson: string): Progress | null {
  try {
    const found = JSON.parse(localStorage.getItem(key(lesson)) ?? 'null') as Progress | null;
    return found && typeof found.text === 'string' ? found : null;
  } catch {
    return null;
  }
}

export function keepProgress(lesson: string, now: Progress): void {
  try {
    localStorage.setItem(key(lesson), JSON.stringify(now));
  } catch {
    // The lesson works without.
  }
}
