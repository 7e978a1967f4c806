import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Modules that open a database, in this process or in a child process. */
const openers = ['server/database/engine/connect.ts', 'server/test/processes/child-process.ts'];

/** Imports that exist at run time. */
const importPattern =
  /^(?:import|export)\s(?!type\b)[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/**
 * The server's tests that import none of these modules, even indirectly: the engine makes no difference to them.
 */
export function testsWithoutDatabase(): string[] {
  for (const path of openers)
    if (!existsSync(path))
      throw new Error(`${path} no longer exists. Update the list of modules that open a database.`);
  const reaching = new Map<string, boolean>(openers.map((path) => [path, true]));
  const reaches = (path: string): boolean => {
    if (!reaching.has(path)) {
      // In a cycle it is requested again before it is known.
      reaching.set(path, false);
      reaching.set(path, importsOf(path).some(reaches));
    }
    return reaching.get(path) === true;
  };
  return readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('server', path))
    .filter((path) => !reaches(path));
}

function importsOf(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(importPattern)]
    .map(([, named, bare, lazy]) => named ?? bare ?? lazy ?? '')
    .filter((name) => /^[.#]/.test(name))
    .map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)))
    .filter((name) => existsSync(name));
}
