// The page in a real Chromium, against a real server: SENET=path/to/senet node --test tests/page.test.mjs

import { describe, test } from 'node:test';
// The longest first, so that both lanes end at the same time.
import './write/blocks.mjs';
import './write/understand.mjs';
import './write/newcomer.mjs';
import './page/screens.mjs';
import './page/play.mjs';
import './page/online.mjs';
import './page/boards.mjs';
import './write/learn.mjs';
import './write/text.mjs';
import './write/keep.mjs';
import { tests } from './page/shared.mjs';

// Two at a time: each waits for the server and the browser half of its time.
describe('the page', { concurrency: 2 }, () => {
  for (const [name, options, body] of tests) test(name, options, body);
});
