#!/usr/bin/env node
/** The command line from a checkout: `npm run -s bindery -- token create --email admin@demo.example`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';

/** Runs the built server's command line in a process of its own, with this one's terminal, signals and exit code. */
export function runBindery(words) {
  try {
    buildIfStale();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return;
  }
  const main = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, ...words], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runBindery(process.argv.slice(2));
