import { isFileMode, type ObjectFolder, TREE_MODE } from './object-folder.ts';
import { RepositoryError } from './repository-error.ts';

/** A file of a branch. */
export interface BranchFile {
  /** From the directory that is synchronized. */
  path: string;
  oid: string;
}

/** What of a directory is not synchronized, with the reason. */
export interface BranchNote {
  path: string;
  message: string;
}

export interface BranchFiles {
  files: BranchFile[];
  notes: BranchNote[];
  /** Whether the directory is there. */
  isPresent: boolean;
}

const MAX_FILES = 20_000;
/** Folders count, too: a folder may be there a million times and take no space. */
const MAX_VISITED = 100_000;
const MAX_DEPTH = 100;
const MAX_PATH_LENGTH = 1000;
const MAX_NOTES = 1000;
const LINK_MODE = '120000';
const SUBMODULE_MODE = '160000';

/** Names that systems or Git itself give a meaning, or that lead out of their folder. */
const REFUSED_NAME =
  // eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
  /^(?:\.{1,2}|\.git|git~\d+|)$|[\u0000-\u001F\u007F/\\]/i;

/** The files of a directory of a commit, in the order of Git, and what is left out. */
export async function listFiles(
  folder: ObjectFolder,
  { tree, directory }: { tree: string; directory: string },
): Promise<BranchFiles> {
  const listing = new Listing(folder);
  const root = await listing.find(tree, directory);
  if (root !== undefined) await listing.visit(root, '', 0);
  return { files: listing.files, notes: listing.notes, isPresent: root !== undefined };
}

class Listing {
  readonly files: BranchFile[] = [];
  readonly notes: BranchNote[] = [];
  readonly #folder: ObjectFolder;
  #visited = 0;

  constructor(folder: ObjectFolder) {
    this.#folder = folder;
  }

  async find(tree: string, directory: string): Promise<string | undefined> {
    let at: string | undefined = tree;
    for (const part of directory === '' ? [] : directory.split('/')) {
      if (at === undefined) return undefined;
      const lines = await this.#folder.readTree(at);
      at = lines.find(({ mode, name }) => mode === TREE_MODE && name.toString('utf8') === part)?.oid;
    }
    return at;
  }

  async visit(tree: string, parent: string, depth: number): Promise<void> {
    for (const { mode, name, oid } of await this.#folder.readTree(tree)) {
      this.#visited += 1;
      if (this.#visited > MAX_VISITED) throw tooManyFiles();
      const text = name.toString('utf8');
      const path = parent === '' ? text : `${parent}/${text}`;
      const problem = problemOf({ mode, name, text, path });
      if (problem !== undefined) this.#note(path, problem);
      else if (mode === TREE_MODE) {
        if (depth >= MAX_DEPTH) this.#note(path, `It is more than ${MAX_DEPTH} folders deep.`);
        else await this.visit(oid, path, depth + 1);
      } else {
        this.files.push({ path, oid });
        if (this.files.length > MAX_FILES) throw tooManyFiles();
      }
    }
  }

  #note(path: string, message: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push({ path: path.slice(0, MAX_PATH_LENGTH), message });
  }
}

const tooManyFiles = () =>
  new RepositoryError(
    'too-many-files',
    `The directory has more than ${MAX_FILES.toLocaleString('en')} files. Synchronize a directory with fewer.`,
  );

function problemOf(entry: { mode: string; name: Buffer; text: string; path: string }): string | undefined {
  const { mode, name, text, path } = entry;
  if (mode === LINK_MODE) return 'It is a symbolic link.';
  if (mode === SUBMODULE_MODE) return 'It is a submodule.';
  if (mode !== TREE_MODE && !isFileMode(mode)) return 'It is of a kind that is not known.';
  if (!Buffer.from(text, 'utf8').equals(name)) return 'Its name is not UTF-8.';
  if (REFUSED_NAME.test(text)) return 'Its name is not allowed.';
  return path.length > MAX_PATH_LENGTH ? `Its path has more than ${MAX_PATH_LENGTH} characters.` : undefined;
}
