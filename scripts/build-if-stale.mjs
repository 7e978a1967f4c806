/**
 * Builds console and server if their sources are newer than the build. Plain JavaScript, because `npm start` runs it
 * before anything is compiled.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = [
  'src',
  'server',
  'api',
  'public',
  'scripts/vite',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** The last file written by each build. */
const results = [
  'dist/console/index.html',
  'dist/server/main.js',
  'dist/reference/index.html',
  'dist/reader/reference.css',
];

/** Latest mtime at or below `path`, in milliseconds; 0 if it doesn't exist. */
function lastChange(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  const below = readdirSync(path)
    // Tests are in neither build.
    .filter((name) => !/\.test\.tsx?$/.test(name) && name !== 'routes.gen.ts');
  return Math.max(0, ...below.map((name) => lastChange(join(path, name))));
}

/** Whether a source is newer than the build, or there is no build. */
function isStale() {
  const built = Math.min(...results.map((path) => lastChange(join(root, path))));
  return built === 0 || sources.some((path) => lastChange(join(root, path)) > built);
}

/** Builds if stale. Throws with the build's output if it fails. */
export function buildIfStale() {
  if (!isStale()) return;
  console.error('Building…');
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Build failed.\n${stdout}${stderr}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildIfStale();
