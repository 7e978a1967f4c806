import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache');

/** The programs that tests start. */
const programs = {
  main: 'server/main.ts',
  'job-process': 'server/test/processes/job-process.ts',
  'run-fuzz': 'server/test/fuzz/run-fuzz.ts',
  'stopped-engine': 'server/test/processes/stopped-engine.ts',
  'second-process': 'server/test/processes/second-process.ts',
};

export type Program = keyof typeof programs;

const folderOf = (run: string): string => join(cache, `bindery-programs-${run}`);

let bundling: Promise<string> | undefined;

/**
 * The file of a program. All are bundled once per run, as for production: transpiling hundreds of modules on every
 * start takes longer.
 */
export async function bundledFile(program: Program): Promise<string> {
  bundling ??= bundle(folderOf(process.env.TEST_RUN ?? `alone-${process.pid}`));
  return join(await bundling, `${program}.mjs`);
}

/** Several workers may bundle at once: a complete folder is renamed by the first that finishes. */
async function bundle(folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const { build } = await import('vite');
  // The folder is missing on a fresh clone.
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: unfinished,
      target: 'node20',
      rolldownOptions: {
        input: programs,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

/** Deletes the bundles of a run. */
export function removePrograms(run: string): void {
  rmSync(folderOf(run), { recursive: true, force: true });
}
