import { fileNameOf } from '#api/source-paths.ts';
import { newId } from '#server/base/ids.ts';
import type {
  ImportPlan,
  PlannedBook,
  PlannedPage,
  ReportEntry,
} from '#server/content/import/import-plan.ts';
import { MAX_POINTER_LENGTH, readPointer } from '#server/content/import/large-files.ts';
import { readEntry, type SourceEntry } from '#server/content/import/source-entry.ts';
import { type StoredBookOptions, toStoredContent } from '#server/content/import/stored-book.ts';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import { FileStore } from '#server/content/stored/file-store.ts';
import { storeTexts } from '#server/content/stored/revisions.ts';
import { storeManyTexts } from '#server/content/stored/store-many-texts.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { planRedirects } from '#server/sites/plan-redirects.ts';
import { draftSpaces } from './drafts/draft-books.ts';
import type { BookContent, PreparedBook, PreparedImport } from './prepared-import.ts';
import type { SourceReading } from './source/fetch-source.ts';

/** Stores the texts and files of a plan's books, which no revision names yet. */
export async function preparePlan(
  reading: SourceReading,
  plan: ImportPlan,
  entries: readonly SourceEntry[],
): Promise<PreparedImport> {
  const spaceIds = await draftSpaces(reading.context, reading.run, plan.books);
  await storeBookTexts(reading, plan.books);
  const now = reading.context.clock.now().toISOString();
  const books: PreparedBook[] = [];
  let store: FileStore | undefined;
  const total = plan.books.reduce((sum, book) => sum + book.files.length + book.inlineFiles.length, 0);
  let stored = 0;
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const ids = plan.books.map(() => new PlannedIds());
  for (const [index, book] of plan.books.entries()) {
    const spaceId = spaceIds[index] ?? '';
    const idOf = (key: string, number = index) => ids[number]?.of(key) ?? '';
    if (store?.spaceId !== spaceId) {
      await store?.flush();
      const { organization_id: organizationId, id: importId } = reading.run;
      store = await FileStore.open(reading.context, { organizationId, importId }, spaceId);
    }
    const refs = new Map<string, StoredFileRef>();
    const add = async (path: string, ref: StoredFileRef) => {
      refs.set(path, { ...ref, git: { path } });
      await reading.progress.count('store', (stored += 1), total);
    };
    for (const { from, path } of book.files) {
      const entry = byPath.get(from);
      if (!entry) continue;
      const bytes = entry.size <= MAX_POINTER_LENGTH ? await readEntry(entry) : undefined;
      if (bytes && readPointer(bytes)) await reading.progress.report([leftOutPointer(from)]);
      else if (bytes) await add(path, await store.add(storedNameOf(path), bytes));
      else await add(path, await store.addEntry(storedNameOf(path), entry));
    }
    for (const { path, base64 } of book.inlineFiles)
      await add(path, await store.add(storedNameOf(path), Buffer.from(base64, 'base64')));
    const { redirects, report } = planRedirects(book);
    await reading.progress.report(report);
    // In one space, the paths lead to its own pages.
    const neighbors = book.neighbors.flatMap(({ path, book: number, key }) => {
      const space = spaceIds[number] ?? spaceId;
      return space === spaceId ? [] : [{ path, space, page: idOf(key, number) }];
    });
    books.push({ spaceId, ...draftBook(book, { files: refs, redirects, neighbors, now, idOf }) });
  }
  await store?.flush();
  const pages = plan.books.reduce((sum, book) => sum + countPages(book.pages), 0);
  return { books, site: plan.site, found: pages + total };
}

const leftOutPointer = (path: string): ReportEntry => ({
  path,
  kind: 'left-out',
  message: 'It is stored with Git LFS, and the source has a pointer to it. Git Sync brings such files in.',
});

function countPages(pages: readonly PlannedPage[]): number {
  return pages.reduce((sum, page) => sum + 1 + countPages(page.pages), 0);
}

const storedNameOf = (path: string): string => fileNameOf(path).slice(-255);

/** The ids of a book's pages and reusable contents, which texts of other books may name before it is stored. */
class PlannedIds {
  readonly #ids = new Map<string, string>();

  of(key: string): string {
    const id = this.#ids.get(key) ?? newId();
    this.#ids.set(key, id);
    return id;
  }
}

/** A book as it is stored; its texts and files may not be yet. */
export function draftBook(book: PlannedBook, options: StoredBookOptions): BookContent {
  return { title: book.title, root: book.root, content: toStoredContent(book, options), specs: book.specs };
}

/** Stores the texts of books, parsed in task processes, batch by batch. */
async function storeBookTexts(reading: SourceReading, books: readonly PlannedBook[]): Promise<void> {
  const texts = new Set<string>();
  for (const book of books) {
    for (const page of flattenPlanned(book.pages)) if (page.markdown !== undefined) texts.add(page.markdown);
    for (const { markdown } of book.includes) texts.add(markdown);
  }
  const settings = books.flatMap((book) => book.texts.map(({ text }) => text));
  if (settings.length > 0) await inTransaction(reading.context.db, (trx) => storeTexts(trx, settings));
  await reading.progress.count('convert', 0, texts.size);
  await storeManyTexts(reading.context.db, texts, {
    organizationId: reading.run.organization_id,
    signal: reading.signal,
    progress: (done) => reading.progress.count('convert', done, texts.size),
  });
}

function flattenPlanned(pages: readonly PlannedPage[]): PlannedPage[] {
  return pages.flatMap((page) => [page, ...flattenPlanned(page.pages)]);
}
