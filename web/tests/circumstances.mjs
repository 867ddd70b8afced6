// Under what circumstances something is measured, in a sentence for the documentation.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** Whether this process, and so all that it starts, has real-time priority (`chrt -r 5`): field 41 of its line in `/proc`, where 1
 * and 2 are the real-time policies. The name, field 2, may hold blanks. */
function realTime() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return ['1', '2'].includes(fields[41 - 3]);
  } catch {
    return false;
  }
}

/** Asked before anything is started: the load of the machine is that of others. */
export function circumstances(binary) {
  const build = /release|dist/.test(binary) ? 'a release build' : 'a development build';
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  return `Measured on ${date} at ${commit} with ${build} on ${cpus().length} cores, with a load of ${loadavg()[0].toFixed(1)} from other work before${realTime() ? ' and with real-time priority, so that the other work counts as little as it can' : ''}.`;
}
