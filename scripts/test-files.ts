import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['api', 'e2e', 'scripts', 'server', 'src'];

/** The test files of a stage of `npm test`. */
export function listTestFiles(stage: 'server' | 'browser'): string[] {
  const pattern = stage === 'browser' ? /\.spec\.ts$/ : /\.test\.tsx?$/;
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => pattern.test(path))
    .toSorted();
}

const splitWords = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Whether all words of a name follow each other in another one. */
function hasWords(name: string, part: string): boolean {
  return ` ${splitWords(name).join(' ')} `.includes(` ${splitWords(part).join(' ')} `);
}

/**
 * Whether a name means a test file: its words are whole words of the file's name or of a folder on its path. A name with
 * slashes is matched folder by folder.
 */
export function isMeant(path: string, name: string): boolean {
  const steps = path.split('/');
  const parts = name.replaceAll(/^\.?\/|\/$/g, '').split('/');
  return steps.some(
    (_, at) =>
      at + parts.length <= steps.length &&
      parts.every((part, index) => hasWords(steps[at + index] ?? '', part)),
  );
}

/**
 * Replaces names before the first flag by the files that they mean; flags and their values are passed to the runner.
 *
 * @throws if a name means no file
 */
export function replaceNames(args: readonly string[], files: readonly string[]): string[] {
  const firstFlag = args.findIndex((arg) => arg.startsWith('-'));
  const names = firstFlag < 0 ? args : args.slice(0, firstFlag);
  const meant = names.flatMap((name) => {
    const matches = files.filter((path) => isMeant(path, name));
    if (matches.length === 0)
      throw new Error(`No test file has the words “${name}” in its name or a folder's name.`);
    return matches;
  });
  return [...new Set(meant), ...args.slice(names.length)];
}
