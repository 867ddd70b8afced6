// Files: the File System Access API where there is one, an input and a download elsewhere.

type Handle = { name: string; createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>; getFile(): Promise<File> };
type Picker = { showOpenFilePicker?: (o: unknown) => Promise<Handle[]>; showSaveFilePicker?: (o: unknown) => Promise<Handle> };

const types = [{ description: 'Ceptre programs', accept: { 'text/plain': ['.cep', '.txt'] } }];
export type Opened = { name: string; text: string; handle: Handle | null };

export async function openFile(): Promise<Opened | null> {
  const picker = window as unknown as Picker;
  if (picker.showOpenFilePicker) {
    try {
      const [handle] = await picker.showOpenFilePicker({ types });
      if (!handle) return null;
      const file = await handle.getFile();
      return { name: handle.name, text: await file.text(), handle };
    } catch (why) {
      if (why instanceof DOMException && why.name === 'AbortError') return null;
      throw why;
    }
  }
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.cep,.txt,text/plain' });
    input.onchange = () => {
      const file = input.files?.[0];
      if (!file) resolve(null);
      else void file.text().then((text) => resolve({ name: file.name, text, handle: null }));
    };
    input.oncancel = () => resolve(null);
    input.click();
  });
}

/** Offers a text as a download. */
export function download(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function saveFile(name: string, text: string, handle: Handle | null): Promise<{ handle: Handle | null; where: string } | null> {
  const picker = window as unknown as Picker;
  if (handle || picker.showSaveFilePicker) {
    try {
      const to = handle ?? (await picker.showSaveFilePicker?.({ suggestedName: name, types })) ?? null;
      if (to) {
        const stream = await to.createWritable();
        await stream.write(text);
        await stream.close();
        return { handle: to, where: to.name };
      }
    } catch (why) {
      if (why instanceof DOMException && why.name === 'AbortError') return null;
      // The file cannot be written any more: a download always works.
    }
  }
  download(name, text);
  return { handle: null, where: name };
}

export const fileName = (title: string): string => `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'game'}.cep`;
export type FileHandle = Handle;
