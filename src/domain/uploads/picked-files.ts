/** Files and folders that a person chooses or drops, with their paths. */

/** A file with its path within what was chosen: `docs/intro.md`; its name alone if it was chosen by itself. */
export interface PickedFile {
  path: string;
  file: File;
}

/** As many as an import takes; a drop with more is cut after them. */
export const maxPickedFiles = 20_000;

/** Folders and files that programs write and nobody means. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '.svn', '.hg']);
const skippedNames: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** The files of an input with `webkitdirectory`, or of a plain one. */
export function filesOfInput(files: FileList | null): PickedFile[] {
  return [...(files ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => isChosen(path));
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
  if (!isChosen(path) || picked.length > maxPickedFiles) return;
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

/** Whether a person, not a program, made a file. */
function isChosen(path: string): boolean {
  const parts = path.split('/');
  return !skippedNames.has(parts.at(-1) ?? '') && !parts.some((part) => skippedFolders.has(part));
}
