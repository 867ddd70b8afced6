// Under what circumstances something is measured, in a sentence for the documentation.

import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/** Asked before anything is started: the load of the machine is that of others. */
export function circumstances(binary) {
  const build = /release|dist/.test(binary) ? 'a release build' : 'a development build';
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  return `Measured on ${date} at ${commit} with ${build} on ${cpus().length} cores, with a load of ${loadavg()[0].toFixed(1)} from other work before.`;
}
