import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** `nobody`: root may write everywhere. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const built = [
  'dist/console/index.html',
  'dist/server/main.js',
  'dist/reference/index.html',
  'dist/reader/reference.css',
];

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
/** Starts the copy as a user who may only read it. */
const start = () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bindery.mjs', 'serve'], {
    cwd: root,
    encoding: 'utf8',
    ...user,
  });
  return { status, stdout, stderr };
};
const setMode = (mode: number) => {
  for (const path of [...built.map((file) => dirname(file)), 'dist', 'scripts', 'src', '.']) {
    try {
      chmodSync(join(root, path), mode);
    } catch {
      // There is no build.
    }
  }
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bindery-read-only-'));
  for (const file of ['bindery.mjs', 'build-if-stale.mjs', 'end-with-parent.mjs', 'node-flags.json']) {
    mkdirSync(join(root, 'scripts'), { recursive: true });
    copyFileSync(join(import.meta.dirname, file), join(root, 'scripts', file));
  }
  write('src/main.tsx', '');
});
afterEach(() => {
  setMode(0o755);
  rmSync(root, { recursive: true });
});

it('starts what is built where a stale checkout can only be read, and says so in one sentence', () => {
  for (const path of built) write(path, "console.log('started')");
  const past = new Date('2020-01-01');
  for (const path of built) utimesSync(join(root, path), past, past);
  setMode(0o555);
  const { status, stdout, stderr } = start();
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'started\n' });
  expect(stderr).toMatch(
    /^The sources are newer than the build, but \S+ can't be written: what is built is started\.\n$/,
  );
});

it('says in one sentence why a checkout without a build cannot start', () => {
  setMode(0o555);
  const { status, stdout, stderr } = start();
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^There is no build yet, and \S+ can't be written: run npm run build as a user who may\.\n$/,
  );
});
