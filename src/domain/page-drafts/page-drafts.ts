/**
 * Unsaved texts of pages, kept in this browser until the server has them. Those of forms are kept in this tab, by
 * `src/components/tab-drafts/tab-drafts.ts`; src/README.md compares them.
 */
import type { PageCoverInput, PageLayout } from '#api/generated/types.gen.ts';
import type { Variable } from '#src/domain/variables/variables.ts';

/** The fields of a page beside its text. Empty texts and null stand for absent values. */
export interface PageFields {
  title: string;
  slug: string;
  description: string;
  emoji: string;
  icon: string;
  cover: PageCoverInput | null;
  layout: PageLayout | null;
  hidden: boolean;
  noIndex: boolean;
  /** Values that expressions in its text may name. */
  vars: readonly Variable[];
}

/** New values of fields. */
export type FieldChanges = Partial<PageFields>;

/** A page in a change request, as the server has it. */
export interface PageVersion {
  /** Revision of the change request. */
  revision: string;
  /** With its own ends of lines. */
  text: string;
  fields: PageFields;
}

/** A stored draft of a page. */
export interface PageDraft {
  /** Lines end with `\n`. */
  text: string;
  /** The version that the text was made from. */
  base: PageVersion;
  /** Fields that were changed. */
  changes: FieldChanges;
}

/** The result of reading a draft; `unread` if reading failed, so that a draft may exist. */
export type ReadDraft = PageDraft | null | 'unread';

/** Where drafts are kept. Rejects if the browser denies storage or the disk is full. */
export interface DraftStorage {
  read(key: string): Promise<PageDraft | null>;
  write(key: string, draft: PageDraft): Promise<void>;
  delete(key: string): Promise<void>;
}

const storeName = 'drafts';

let opening: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('bindery.pages', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('success', () => {
      const database = request.result;
      // Closed by the browser, for instance when someone clears its data: the next use opens it again.
      database.addEventListener('close', () => (opening = undefined));
      database.addEventListener('versionchange', () => {
        opening = undefined;
        database.close();
      });
      resolve(database);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('No storage.')));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** Opens what drafts are kept in, which takes a browser longer than to read one. Does nothing where it denies storage. */
export async function openPageDrafts(): Promise<void> {
  await openDatabase().catch(() => {});
}

/** Runs one request; resolves once what it read is there, or what it wrote is on disk. */
async function run<Result>(
  mode: IDBTransactionMode,
  start: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  return new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    const request = start(transaction.objectStore(storeName));
    if (mode === 'readonly') request.addEventListener('success', () => resolve(request.result));
    // Not only once the request was answered: the tab may be closing.
    transaction.commit();
    transaction.addEventListener('complete', () => resolve(request.result));
    const fail = () => reject(transaction.error ?? request.error ?? new Error('Not stored.'));
    transaction.addEventListener('abort', fail);
    transaction.addEventListener('error', fail);
  });
}

const isDraft = (value: unknown): value is PageDraft =>
  typeof value === 'object' && value !== null && 'text' in value && 'base' in value && 'changes' in value;

/**
 * The key of a person's draft: their id and the parts. At servers that don't return the current user, there
 * is no id.
 */
export const pageDraftKey = (userId: string | undefined, ...parts: readonly string[]): string =>
  [userId, ...parts].join(' ');

const keysOf = (userId: string | undefined) =>
  IDBKeyRange.bound(`${userId ?? ''} `, `${userId ?? ''} \uffff`);

/** The person's drafts. */
export async function listPageDrafts(userId: string | undefined): Promise<PageDraft[]> {
  const storedDrafts: unknown[] = await run('readonly', (store) => store.getAll(keysOf(userId)));
  return storedDrafts.filter(isDraft);
}

export async function deletePageDrafts(userId: string | undefined): Promise<void> {
  await run('readwrite', (store) => store.delete(keysOf(userId)));
}

/** Drafts in IndexedDB: pages can be longer than what other storage has room for. */
export const pageDrafts: DraftStorage = {
  async read(key) {
    const storedDraft: unknown = await run('readonly', (store) => store.get(key));
    if (!isDraft(storedDraft)) return null;
    const { base } = storedDraft;
    // Drafts of earlier versions have no variables.
    return { ...storedDraft, base: { ...base, fields: { ...base.fields, vars: base.fields.vars ?? [] } } };
  },
  async write(key, draft) {
    await run('readwrite', (store) => store.put(draft, key));
  },
  async delete(key) {
    await run('readwrite', (store) => store.delete(key));
  },
};

/** The draft of a key. A browser that denies storage has none, but one that fails once may have. */
export const readPageDraft = (key: string): Promise<ReadDraft> => pageDrafts.read(key).catch(() => 'unread');
