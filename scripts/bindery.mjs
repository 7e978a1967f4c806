#!/usr/bin/env node
/** The command line in a checkout: `npm run -s bindery -- token create --email admin@demo.example`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { onStop } from './end-with-parent.mjs';

try {
  buildIfStale();
  const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
  // A young generation of twice the size is collected half as often; Node takes it at the start only.
  const flags = JSON.parse(readFileSync(new URL('node-flags.json', import.meta.url), 'utf8'));
  const child = spawn(process.execPath, [...flags, main, ...process.argv.slice(2)], {
    // The server ends when the channel closes, also if this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  onStop((signal) => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
