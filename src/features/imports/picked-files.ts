import { createStore } from '#src/lib/store.ts';

/** A file with its path within what was chosen: `docs/intro.md`; its name alone if it was chosen by itself. */
export interface PickedFile {
  path: string;
  file: File;
}

/** The contract's limits of an import. */
export const maxFiles = 20_000;
export const maxBytes = 1024 ** 3;

/** Folders that programs write and nobody imports. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '.svn', '.hg']);
const skippedNames: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Files that were dropped on another screen and wait for the import screen, which takes them. */
export const droppedFiles = createStore<readonly PickedFile[] | null>(null);

/** The files of an input with `webkitdirectory`, or of a plain one. */
export function filesOfInput(files: FileList | null): PickedFile[] {
  return [...(files ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => isImportable(path));
}

/** Whether a drag holds files from this computer. */
export const holdsFiles = ({ types }: DataTransfer): boolean => types.includes('Files');

/**
 * The files of a drop, those of folders with their paths. The entries are taken at once: after the event the browser
 * forgets them.
 */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  const entries = [...items]
    .filter(({ kind }) => kind === 'file')
    .flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return filesOfInput(files);
  const picked: PickedFile[] = [];
  for (const entry of entries) await walk(entry, picked);
  return picked;
}

async function walk(entry: FileSystemEntry, picked: PickedFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\/+/, '');
  if (!isImportable(path) || picked.length > maxFiles) return;
  if (isFileEntry(entry)) {
    picked.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
  } else if (isFolderEntry(entry)) {
    const reader = entry.createReader();
    for (;;) {
      // Browsers return a hundred at a time, and none at the end.
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (batch.length === 0) break;
      for (const child of batch) await walk(child, picked);
    }
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Whether a file may belong to a documentation. */
function isImportable(path: string): boolean {
  const parts = path.split('/');
  return !skippedNames.has(parts.at(-1) ?? '') && !parts.some((part) => skippedFolders.has(part));
}

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
