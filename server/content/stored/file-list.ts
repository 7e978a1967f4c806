import type { StoredFileRef } from '../pages/storage.ts';

/** So many files are looked for in texts. Where more are wanted, all are read. */
const MAX_SEARCHES = 8;
/** About the characters of a file in JSON. */
const FILE_LENGTH = 130;

/** Files of a list. Of two with the same path, the first is found. */
class IndexedFiles {
  readonly byId: ReadonlyMap<string, StoredFileRef>;
  readonly byPath: ReadonlyMap<string, StoredFileRef>;

  constructor(files: readonly StoredFileRef[]) {
    this.byId = new Map(files.map((file) => [file.id, file]));
    this.byPath = new Map(
      files.flatMap((file) => (file.git ? [[file.git.path, file] as const] : [])).toReversed(),
    );
  }
}

/**
 * The files of a revision, by id and by path. A page shows a few of thousands, so that a list in parts stays text until it
 * is needed: the part that has a file is found by its JSON, and only this one is read.
 */
export class FileList {
  /** Pieces of the list with whole files, as JSON until they are read. */
  #parts: (string | IndexedFiles)[];
  #readAll: () => readonly StoredFileRef[];
  #searches = 0;
  /** About how many files there are, as a weight in caches. */
  readonly weight: number;

  /** @param texts of the parts; none where the list is short, or read already */
  constructor(texts: readonly string[], readAll: () => readonly StoredFileRef[]) {
    this.#readAll = readAll;
    this.#parts = texts.length === 0 ? [new IndexedFiles(this.all())] : [...texts];
    this.weight =
      texts.length === 0
        ? this.all().length
        : Math.ceil(texts.reduce((length, text) => length + text.length, 0) / FILE_LENGTH);
  }

  all(): readonly StoredFileRef[] {
    const files = this.#readAll();
    // Frees the texts that they were read from.
    this.#readAll = () => files;
    return files;
  }

  get(id: string): StoredFileRef | undefined {
    return this.#find('byId', id, `"id":${JSON.stringify(id)}`);
  }

  atPath(path: string): StoredFileRef | undefined {
    return this.#find('byPath', path, `"git":{"path":${JSON.stringify(path)}}`);
  }

  #find(index: keyof IndexedFiles, key: string, json: string): StoredFileRef | undefined {
    if (this.#parts.some((part) => typeof part === 'string')) {
      this.#searches += 1;
      if (this.#searches > MAX_SEARCHES) this.#parts = [new IndexedFiles(this.all())];
    }
    for (const [at, part] of this.#parts.entries()) {
      if (typeof part === 'string' && !part.includes(json)) continue;
      const files = typeof part === 'string' ? new IndexedFiles(readPart(part)) : part;
      this.#parts[at] = files;
      const file = files[index].get(key);
      if (file) return file;
    }
    return undefined;
  }
}

/** A part begins with the sign before its first file, and the last one ends with the end of the list. */
function readPart(text: string): StoredFileRef[] {
  return JSON.parse(`[${text.replace(/^[[,]/, '').replace(/\]$/, '')}]`);
}
