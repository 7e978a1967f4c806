import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache');

/** What tests start in processes of their own. */
const programs = {
  main: 'server/main.ts',
  'durability-writer': 'server/test/processes/durability-writer.ts',
  'job-process': 'server/test/processes/job-process.ts',
  'second-process': 'server/test/processes/second-process.ts',
};

/** One of the programs that tests start. */
export type Program = keyof typeof programs;

const folderOf = (run: string): string => join(cache, `bindery-programs-${run}`);

let bundling: Promise<string> | undefined;

/**
 * The file that runs a program. All are bundled once a run, as they are for production: translating hundreds of modules
 * at each of the many starts takes longer than most of what is started.
 */
export async function bundledFile(program: Program): Promise<string> {
  bundling ??= bundle(folderOf(process.env.TEST_RUN ?? `alone-${process.pid}`));
  return join(await bundling, `${program}.mjs`);
}

/** Several workers may get here at once: a complete folder gets its name once, from whoever is first. */
async function bundle(folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const { build } = await import('vite');
  // Nothing is there on a fresh clone.
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

/** Deletes what was bundled for a run. */
export function removePrograms(run: string): void {
  rmSync(folderOf(run), { recursive: true, force: true });
}
