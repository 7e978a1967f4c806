import { maxPickedFiles, type PickedFile } from '#src/domain/uploads/picked-files.ts';
import { createStore } from '#src/lib/store.ts';

/** The contract's limits of an import. */
export const maxFiles = maxPickedFiles;
export const maxBytes = 1024 ** 3;

/** Files that were dropped on another screen and wait for the import screen, which takes them. */
export const droppedFiles = createStore<readonly PickedFile[] | null>(null);

/** Why files can't be imported, as a sentence; undefined if they can. */
export function findPickedProblem(files: readonly PickedFile[]): string | undefined {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (files.length === 0) return 'There are no files in it.';
  if (files.length > maxFiles) return 'These are more than 20,000 files. Import a part at a time.';
  if (bytes > maxBytes) return 'These are more than 1 GB. Import a part at a time.';
  if (bytes === 0) return 'All of these files are empty.';
  return undefined;
}

/** What was chosen, in words: a file's name, or the number of files with the name of their folder. */
export function describePicked(files: readonly PickedFile[]): string {
  const [first] = files;
  if (!first) return '';
  if (files.length === 1) return first.path;
  const folders = new Set(files.map(({ path }) => (path.includes('/') ? path.split('/', 1)[0] : '')));
  const [folder = ''] = folders;
  return folders.size === 1 ? folder : '';
}
