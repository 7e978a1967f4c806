import { readStored, writeStored } from '#src/lib/storage.ts';
import { createStore, type Store } from '#src/lib/store.ts';
import { fileAddress } from '../text/text-files.ts';

/** The server forgets an upload that no edit has used after a day. */
const lifetimeMs = 24 * 60 * 60_000;

/** Uploads that a draft names and that no save has made files of yet. Tabs with the same draft share them. */
export interface UnsavedFiles {
  add(fileId: string): void;
  /** Those whose address is in a text. */
  namedIn(text: string): string[];
  remove(fileIds: readonly string[]): void;
  /** How often files were saved. */
  saves: Store<number>;
}

const filesByPage = new Map<string, UnsavedFiles>();

/** Those of a draft. */
export function unsavedFilesOf(draftKey: string): UnsavedFiles {
  const files = filesByPage.get(draftKey) ?? createUnsavedFiles(`files ${draftKey}`);
  filesByPage.set(draftKey, files);
  return files;
}

function createUnsavedFiles(storedAs: string): UnsavedFiles {
  const saves = createStore(0);
  /** For browsers that deny storage. */
  let ownHashes: ReadonlyMap<string, number> | null = null;
  const all = () => new Map(ownHashes ?? parse(readStored('local', storedAs)));
  const write = (files: ReadonlyMap<string, number>) => {
    const current = [...files].filter(([, at]) => at > Date.now() - lifetimeMs);
    const isStored = writeStored('local', storedAs, current.length === 0 ? null : JSON.stringify(current));
    ownHashes = isStored ? null : new Map(current);
  };
  return {
    saves,
    add: (fileId) => write(all().set(fileId, Date.now())),
    namedIn: (text) => [...all().keys()].filter((id) => text.includes(fileAddress(id))),
    remove(fileIds) {
      if (fileIds.length === 0) return;
      write(new Map([...all()].filter(([id]) => !fileIds.includes(id))));
      saves.set((count) => count + 1);
    },
  };
}

function parse(stored: string | null): [id: string, at: number][] {
  try {
    const entries: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
