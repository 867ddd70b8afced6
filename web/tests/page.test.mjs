// The page in a real Chromium, against a real server: SENET=path/to/senet node --test tests/page.test.mjs

import './page/screens.mjs';
import './page/play.mjs';
import './page/online.mjs';
import './page/boards.mjs';
