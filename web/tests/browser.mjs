// A real Chromium and a real server, for the tests of the page.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const executablePath = BROWSERS.find((path) => path && existsSync(path));

/** Starts the server on a free port; `stop` ends it, `kill` ends it as a power cut would. */
export async function serve(binary, files = [], store = null, port = 0) {
  const folder = store ? null : mkdtempSync(join(tmpdir(), 'senet-page-'));
  const file = store ?? join(folder, 'matches.db');
  const child = spawn(binary, ['serve', ...files, '--no-open', '--port', String(port), '--store', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      const found = /at (http:\S+?)(#\S*)? /.exec(text);
      if (found) resolve(found[1]);
    });
    child.on('exit', () => reject(new Error(`the server ended: ${text}`)));
  });
  const end = (signal) =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    });
  return {
    url,
    pid: child.pid,
    store: file,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** No name but that of this machine is known to the browser. */
const LOOPBACK = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

/** Starts Chromium without anything that leads away from this machine. */
export async function browse() {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', LOOPBACK],
  });
}

/** A page of its own; problems in it are collected. */
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const frames = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
  });
  return { page, context, problems, frames };
}

/** One page for each server that only asks for matches, so that tests need not load the page twice. */
const askers = new Map();

/** Closes what was opened to ask for matches. */
export async function forget() {
  for (const page of askers.values()) await (await page).context().close();
  askers.clear();
}

/** A new match on a server: its name and its tokens. */
export async function create(browser, url, setup) {
  if (!askers.has(url)) {
    askers.set(url, (async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(url);
      return page;
    })());
  }
  const asker = await askers.get(url);
  return asker.evaluate(
    (wish) =>
      new Promise((resolve, reject) => {
        const address = new URL('ws', location.href);
        address.protocol = 'ws:';
        address.hash = '';
        const socket = new WebSocket(address);
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.is === 'welcome') {
            socket.send(JSON.stringify({ v: 1, id: 1, call: { do: 'new', setup: wish } }));
          } else if (message.is === 'answer') {
            socket.close();
            resolve({ id: message.answer.id, tokens: message.answer.tokens });
          } else if (message.is === 'refused') reject(new Error(message.why));
        };
      }),
    setup,
  );
}

/** Begins a match from a test, and opens it. */
export async function begin(page, url, setup) {
  const made = await create(page.context().browser(), url, setup);
  const host = made.tokens.find((t) => t.host).token;
  await page.goto(`${url}#/m/${made.id}/${host}`);
  await page.waitForSelector(`.table[data-match="${made.id}"]`);
  return { ...made, host };
}
