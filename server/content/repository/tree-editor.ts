import { isFileMode, type ObjectFolder, TREE_MODE, type TreeLine } from './object-folder.ts';

const FILE_MODE = '100644';

/** A folder of a tree, read on first use. */
interface OpenFolder {
  lines: Map<string, TreeLine>;
  below: Map<string, OpenFolder>;
  isChanged: boolean;
}

/** Changes single files of a tree. Everything else stays the same object. */
export class TreeEditor {
  readonly #folder: ObjectFolder;
  #root: OpenFolder;
  /** Trees that were written. */
  readonly written: string[] = [];

  private constructor(folder: ObjectFolder, root: OpenFolder) {
    this.#folder = folder;
    this.#root = root;
  }

  /** Without a tree, it begins with an empty one. */
  static async open(folder: ObjectFolder, tree: string | undefined): Promise<TreeEditor> {
    return new TreeEditor(folder, await openFolder(folder, tree));
  }

  /** The id of the file at a path. */
  async find(path: string): Promise<string | undefined> {
    const { parent, name } = await this.#locate(path, false);
    const line = parent?.lines.get(name);
    return line && isFileMode(line.mode) ? line.oid : undefined;
  }

  /** Whether something that is no file has the path, or a file one of its folders. */
  async isBlocked(path: string): Promise<boolean> {
    const parts = path.split('/');
    let at = this.#root;
    for (const [index, part] of parts.entries()) {
      const line = at.lines.get(keyOf(part));
      if (!line) return false;
      const isLast = index === parts.length - 1;
      if (isLast) return !isFileMode(line.mode);
      if (line.mode !== TREE_MODE) return true;
      at = await this.#below(at, keyOf(part), line.oid);
    }
    return false;
  }

  async set(path: string, oid: string): Promise<void> {
    const { parent, name } = await this.#locate(path, true);
    if (!parent) return;
    const present = parent.lines.get(name);
    parent.lines.set(name, {
      // A file that was executable stays it.
      mode: present && isFileMode(present.mode) ? present.mode : FILE_MODE,
      name: Buffer.from(name, 'latin1'),
      oid,
    });
    parent.isChanged = true;
  }

  async delete(path: string): Promise<void> {
    const { parent, name } = await this.#locate(path, false);
    if (parent?.lines.delete(name) === true) parent.isChanged = true;
  }

  /** Writes what has changed; returns the tree. */
  async write(): Promise<string> {
    return (await this.#writeFolder(this.#root)) ?? this.#writeLines([]);
  }

  async #writeFolder(folder: OpenFolder): Promise<string | undefined> {
    for (const [name, below] of folder.below) {
      const before = folder.lines.get(name)?.oid;
      const oid = await this.#writeFolder(below);
      if (oid === before) continue;
      folder.isChanged = true;
      if (oid === undefined) folder.lines.delete(name);
      else folder.lines.set(name, { mode: TREE_MODE, name: Buffer.from(name, 'latin1'), oid });
    }
    // A folder without files is none.
    if (folder.lines.size === 0) return undefined;
    return this.#writeLines([...folder.lines.values()]);
  }

  async #writeLines(lines: readonly TreeLine[]): Promise<string> {
    const oid = await this.#folder.writeTree(lines);
    this.written.push(oid);
    return oid;
  }

  async #locate(path: string, isCreated: boolean): Promise<{ parent: OpenFolder | undefined; name: string }> {
    const parts = path.split('/').map((part) => keyOf(part));
    const name = parts.pop() ?? '';
    let at: OpenFolder = this.#root;
    for (const part of parts) {
      const line = at.lines.get(part);
      const isOpen = at.below.has(part);
      if (!line && !isOpen && !isCreated) return { parent: undefined, name };
      if (line && line.mode !== TREE_MODE) return { parent: undefined, name };
      at = await this.#below(at, part, line?.oid);
    }
    return { parent: at, name };
  }

  async #below(at: OpenFolder, name: string, oid: string | undefined): Promise<OpenFolder> {
    const present = at.below.get(name);
    if (present) return present;
    const opened = await openFolder(this.#folder, oid);
    at.below.set(name, opened);
    return opened;
  }
}

/** Names are bytes: each is a character of its own. */
const keyOf = (name: string): string => Buffer.from(name, 'utf8').toString('latin1');

async function openFolder(folder: ObjectFolder, tree: string | undefined): Promise<OpenFolder> {
  const lines = tree === undefined ? [] : await folder.readTree(tree);
  return {
    lines: new Map(lines.map((line) => [line.name.toString('latin1'), line])),
    below: new Map(),
    isChanged: false,
  };
}
