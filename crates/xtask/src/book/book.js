// Search in the book: every word has to be in a section; sections with the words in their heading come first.
const field = document.querySelector('nav input');
const found = document.querySelector('#found');
const contents = document.querySelector('#contents');
const MOST = 30;

function search(words) {
  const hits = [];
  for (const [address, page, heading, text] of SECTIONS) {
    const head = `${page} ${heading}`.toLowerCase();
    const body = text.toLowerCase();
    let score = 0;
    for (const word of words) {
      if (head.includes(word)) score += 3;
      else if (body.includes(word)) score += 1;
      else { score = -1; break; }
    }
    if (score > 0) hits.push({ score, address, page, heading, text, at: body.indexOf(words[0]) });
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, MOST);
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  contents.hidden = words.length > 0;
  found.replaceChildren();
  if (words.length === 0) return;
  const hits = search(words);
  if (hits.length === 0) found.textContent = 'Nothing found.';
  for (const { address, page, heading, text, at } of hits) {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = heading && heading !== page ? `${page}: ${heading}` : page;
    const excerpt = document.createElement('small');
    const start = Math.max(0, at - 40);
    excerpt.textContent = text.slice(start, start + 120);
    link.append(excerpt);
    found.append(link);
  }
}

field.addEventListener('input', show);
addEventListener('keydown', (event) => {
  if (event.key === 's' && document.activeElement !== field) { event.preventDefault(); field.focus(); }
  if (event.key === 'Escape' && document.activeElement === field) { field.value = ''; show(); field.blur(); }
});
