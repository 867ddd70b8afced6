// The little Markdown that the workbench writes: paragraphs, lists, code.

function inline(text: string, into: HTMLElement): void {
  for (const part of text.split(/(`[^`]*`|\*\*[^*]*\*\*)/)) {
    if (part.startsWith('`') && part.endsWith('`') && part.length > 1) {
      into.append(Object.assign(document.createElement('code'), { textContent: part.slice(1, -1) }));
    } else if (part.startsWith('**') && part.endsWith('**') && part.length > 3) {
      into.append(Object.assign(document.createElement('b'), { textContent: part.slice(2, -2) }));
    } else into.append(part);
  }
}

export function markdown(text: string): HTMLElement {
  const out = document.createElement('div');
  const blocks = text.split(/(```[\s\S]*?```)/);
  for (const block of blocks) {
    const code = /^```\w*\n?([\s\S]*?)\n?```$/.exec(block);
    if (code) {
      out.append(Object.assign(document.createElement('pre'), { textContent: code[1] ?? '' }));
      continue;
    }
    for (const paragraph of block.split(/\n{2,}/).map((p) => p.trim()).filter(Boolean)) {
      if (paragraph === '---') continue;
      const lines = paragraph.split('\n');
      if (lines.every((l) => /^[-*] /.test(l))) {
        const list = out.appendChild(document.createElement('ul'));
        for (const line of lines) inline(line.slice(2), list.appendChild(document.createElement('li')));
      } else inline(lines.join(' '), out.appendChild(document.createElement('p')));
    }
  }
  return out;
}
