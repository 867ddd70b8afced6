// What axe finds wrong with a page as it is.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations, in words. The policy of the page forbids scripts from outside, so that axe is given as text. Of the
 * list of games the first dozen is looked at: all cards are made alike, and their boards take axe ten seconds. */
export async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(() =>
    window.axe.run({ exclude: [['.cards > :nth-child(n+13)']] }, { resultTypes: ['violations'], preload: false }));
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`);
}
