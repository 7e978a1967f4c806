import git from 'isomorphic-git';
import fs from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';

/** A line of a tree. Names are bytes in Git; those that are no UTF-8 are kept as they are. */
export interface TreeLine {
  /** `40000` for a folder. */
  mode: string;
  name: Buffer;
  oid: string;
}

export interface Commit {
  oid: string;
  tree: string;
  parents: string[];
  /** As written. */
  author: string;
  message: string;
}

/** A new commit; times are seconds. */
export interface NewCommit {
  tree: string;
  parents: readonly string[];
  author: CommitPerson;
  message: string;
}

export interface CommitPerson {
  name: string;
  email: string;
  timestamp: number;
}

export const TREE_MODE = '40000';

/** Files and executable ones, as old versions of Git wrote them, too. */
export const isFileMode = (mode: string): boolean => mode.startsWith('100');

/** The objects of a repository in a folder: packs that were received, and new ones. Of one task at a time. */
export class ObjectFolder {
  readonly gitdir: string;
  /** Indexes of packs, kept by the library. */
  readonly #cache = {};

  constructor(gitdir: string) {
    this.gitdir = gitdir;
  }

  static async create(gitdir: string): Promise<ObjectFolder> {
    await mkdir(`${gitdir}/objects/pack`, { recursive: true });
    return new ObjectFolder(gitdir);
  }

  async remove(): Promise<void> {
    await rm(this.gitdir, { recursive: true, force: true });
  }

  async has(oid: string): Promise<boolean> {
    try {
      await this.#read(oid);
      return true;
    } catch {
      return false;
    }
  }

  async readCommit(oid: string): Promise<Commit> {
    const { type, bytes } = await this.#read(oid);
    if (type !== 'commit') throw new ObjectError(`${oid} is no commit.`);
    const text = bytes.toString('utf8');
    const end = text.indexOf('\n\n');
    const head = end === -1 ? text : text.slice(0, end);
    const [, tree] = /^tree ([\da-f]{40})$/m.exec(head) ?? [];
    if (tree === undefined) throw new ObjectError(`The commit ${oid} has no tree.`);
    return {
      oid,
      tree,
      parents: [...head.matchAll(/^parent ([\da-f]{40})$/gm)].flatMap(([, parent]) => parent ?? []),
      author: /^author (.*)$/m.exec(head)?.[1] ?? '',
      message: end === -1 ? '' : text.slice(end + 2),
    };
  }

  async readTree(oid: string): Promise<TreeLine[]> {
    const { type, bytes } = await this.#read(oid);
    if (type !== 'tree') throw new ObjectError(`${oid} is no tree.`);
    const lines: TreeLine[] = [];
    for (let at = 0; at < bytes.length;) {
      const blank = bytes.indexOf(0x20, at);
      const end = blank === -1 ? -1 : bytes.indexOf(0, blank);
      if (end === -1 || end + 21 > bytes.length) throw new ObjectError(`The tree ${oid} is damaged.`);
      lines.push({
        mode: bytes.toString('latin1', at, blank).replace(/^0+/, ''),
        name: bytes.subarray(blank + 1, end),
        oid: bytes.toString('hex', end + 1, end + 21),
      });
      at = end + 21;
    }
    return lines;
  }

  async readBlob(oid: string): Promise<Buffer> {
    const { type, bytes } = await this.#read(oid);
    if (type !== 'blob') throw new ObjectError(`${oid} is no file.`);
    return bytes;
  }

  writeBlob(bytes: Buffer): Promise<string> {
    return git.writeBlob({ fs, gitdir: this.gitdir, blob: bytes });
  }

  /** The empty tree is one, too. */
  writeTree(lines: readonly TreeLine[]): Promise<string> {
    const sortKey = ({ name, mode }: TreeLine) =>
      mode === TREE_MODE ? Buffer.concat([name, Buffer.from('/')]) : name;
    const sorted = lines.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
    const bytes = sorted.flatMap(({ mode, name, oid }) => [
      Buffer.from(`${mode} `),
      name,
      Buffer.from([0]),
      Buffer.from(oid, 'hex'),
    ]);
    return this.#write('tree', Buffer.concat(bytes));
  }

  writeCommit({ tree, parents, author, message }: NewCommit): Promise<string> {
    const person = `${author.name} <${author.email}> ${author.timestamp} +0000`;
    const head = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${person}`,
      `committer ${person}`,
    ];
    return this.#write('commit', Buffer.from(`${head.join('\n')}\n\n${message.trimEnd()}\n`));
  }

  /** A pack of objects, written to a file. */
  async pack(oids: readonly string[], file: string): Promise<void> {
    const { packfile } = await git.packObjects({ fs, gitdir: this.gitdir, oids: [...oids] });
    await fs.promises.writeFile(file, packfile ?? Buffer.alloc(0));
  }

  /** Makes the objects of a pack in this folder readable. `name`: its path from the folder. */
  async index(name: string): Promise<void> {
    await git.indexPack({ fs, dir: this.gitdir, gitdir: this.gitdir, filepath: name, cache: this.#cache });
  }

  async #read(oid: string): Promise<{ type: string; bytes: Buffer }> {
    const { object, type } = await git.readObject({
      fs,
      gitdir: this.gitdir,
      oid,
      format: 'content',
      cache: this.#cache,
    });
    if (!(object instanceof Uint8Array)) throw new ObjectError(`The object ${oid} cannot be read.`);
    return { type, bytes: Buffer.from(object.buffer, object.byteOffset, object.byteLength) };
  }

  #write(type: 'tree' | 'commit', object: Buffer): Promise<string> {
    return git.writeObject({ fs, gitdir: this.gitdir, type, object, format: 'content' });
  }
}

/** An object that is not what it should be. */
export class ObjectError extends Error {}
