/**
 * Builds console and server if their sources are newer than the build. Plain JavaScript, because `npm start` runs it
 * before anything is compiled.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** When the build was written, in milliseconds; 0 if a part of it is missing. */
function builtAt() {
  return Math.min(...results.map((path) => lastChange(join(root, path))));
}

/** Whether a source is newer than the build, or there is no build. */
function isStale() {
  const built = builtAt();
  return built === 0 || sources.some((path) => lastChange(join(root, path)) > built);
}

/** The folders that a build writes to. */
const written = ['dist', ...results.map((path) => dirname(path)), 'node_modules'];

/** The first folder that a build could not write to; undefined if there is none. */
function findReadOnly() {
  const folders = written.map((path) => join(root, path)).filter((path) => existsSync(path));
  return [...folders, ...(existsSync(join(root, 'dist')) ? [] : [root])].find((path) => {
    try {
      accessSync(path, constants.W_OK);
      return false;
    } catch {
      return true;
    }
  });
}

/**
 * Builds if stale. What is built is used where nothing can be written, as in an image or another user's checkout. Throws
 * with one sentence if there is nothing, and with the build's output if that fails.
 */
export function buildIfStale() {
  if (!isStale()) return;
  const readOnly = findReadOnly();
  if (readOnly !== undefined) {
    if (builtAt() === 0)
      throw new Error(
        `There is no build yet, and ${readOnly} can't be written: run npm run build as a user who may.`,
      );
    console.error(
      `The sources are newer than the build, but ${readOnly} can't be written: what is built is started.`,
    );
    return;
  }
  console.error('Building…');
  const { status, stdout, stderr, error } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error) throw new Error(`Couldn't run npm to build: ${error.message}.`);
  if (status !== 0) throw new Error(`Build failed.\n${stdout}${stderr}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    buildIfStale();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
