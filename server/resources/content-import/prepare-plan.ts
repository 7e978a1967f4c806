import { slugOf } from '#api/slug.ts';
import { fileNameOf } from '#api/source-paths.ts';
import { batchesOf } from '#server/base/batches.ts';
import { newId } from '#server/base/ids.ts';
import {
  bookPathOf,
  type ImportPlan,
  type PlannedBook,
  type PlannedPage,
} from '#server/content/import/import-plan.ts';
import {
  documentIdOf,
  type StoredBook,
  type StoredBookRedirect,
  type StoredFileRef,
  type StoredPage,
  type StoredReusableContent,
} from '#server/content/pages/storage.ts';
import { storeParsedTexts } from '#server/content/stored/parsed-texts.ts';
import { storeTexts } from '#server/content/stored/revisions.ts';
import { runTask, TaskLimitError } from '#server/content/tasks/run-task.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { draftSpaces } from './drafts/draft-books.ts';
import { planRedirects } from './plan-redirects.ts';
import type { BookContent, PreparedBook, PreparedImport } from './prepared-import.ts';
import type { SourceReading } from './source/fetch-source.ts';
import type { SourceEntry } from './source/source-entries.ts';
import { FileStore } from './store-files.ts';

/** What is parsed and stored at once; sizes are characters. */
const TEXT_BATCH = { count: 100, size: 500_000, sizeOf: (text: string) => text.length };
const MAX_TITLE_LENGTH = 200;

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
  for (const [index, book] of plan.books.entries()) {
    const spaceId = spaceIds[index] ?? '';
    if (store?.spaceId !== spaceId) {
      await store?.flush();
      store = await FileStore.open(reading.context, reading.run, spaceId);
    }
    const refs = new Map<string, StoredFileRef>();
    const add = async (path: string, ref: StoredFileRef) => {
      refs.set(path, { ...ref, git: { path } });
      await reading.progress.count('store', (stored += 1), total);
    };
    for (const { from, path } of book.files) {
      const entry = byPath.get(from);
      if (entry) await add(path, await store.addEntry(storedNameOf(path), entry));
    }
    for (const { path, base64 } of book.inlineFiles)
      await add(path, await store.add(storedNameOf(path), Buffer.from(base64, 'base64')));
    const { redirects, report } = planRedirects(book);
    await reading.progress.report(report);
    books.push({ spaceId, ...draftBook(book, refs, redirects, now) });
  }
  await store?.flush();
  const pages = plan.books.reduce((sum, book) => sum + countPages(book.pages), 0);
  return { books, site: plan.site, found: pages + total };
}

function countPages(pages: readonly PlannedPage[]): number {
  return pages.reduce((sum, page) => sum + 1 + countPages(page.pages), 0);
}

const storedNameOf = (path: string): string => fileNameOf(path).slice(-255);

/** A book as it is stored; its texts and files may not be yet. */
export function draftBook(
  book: PlannedBook,
  files: ReadonlyMap<string, StoredFileRef>,
  redirects: readonly StoredBookRedirect[],
  now: string,
): BookContent {
  const reusableContents = book.includes.map(({ path, markdown, ...fields }): StoredReusableContent => {
    return { ...fields, id: newId(), documentId: documentIdOf(markdown), git: { path } };
  });
  return {
    title: book.title,
    root: book.root,
    content: {
      pages: book.pages.map((page) => toStoredPage(page, files, now)),
      files: [...files.values()],
      reusableContents,
      book: toStoredBook(book, redirects),
    },
    specs: book.specs,
  };
}

function toStoredBook(
  { root, folder, vars, tags, texts }: PlannedBook,
  redirects: readonly StoredBookRedirect[],
): StoredBook {
  return {
    ...(root !== folder && { root: bookPathOf({ root: folder }, root) }),
    ...(texts.length > 0 && {
      texts: texts.map(({ text, ...fields }) => ({ ...fields, documentId: documentIdOf(text) })),
    }),
    ...(Object.keys(vars).length > 0 && { vars }),
    ...(tags.length > 0 && { tags }),
    ...(redirects.length > 0 && { redirects: [...redirects] }),
  };
}

function toStoredPage(
  planned: PlannedPage,
  files: ReadonlyMap<string, StoredFileRef>,
  now: string,
): StoredPage {
  const { key: _key, isConverted: _isConverted, cover, markdown, pages, slug, title, ...fields } = planned;
  const file = cover && files.get(cover.path);
  return {
    ...fields,
    id: newId(),
    title: [...title].slice(0, MAX_TITLE_LENGTH).join(''),
    slug: slug ?? slugOf(title),
    path: '',
    ...(cover && file && { cover: { ref: { kind: 'file', file: file.id }, yPos: cover.yPos } }),
    ...(markdown !== undefined && { documentId: documentIdOf(markdown) }),
    createdAt: now,
    updatedAt: now,
    pages: pages.map((page) => toStoredPage(page, files, now)),
  };
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
  let done = 0;
  await reading.progress.count('convert', done, texts.size);
  for (const batch of batchesOf(texts, TEXT_BATCH)) {
    await storeBatch(reading, batch);
    done += batch.length;
    await reading.progress.count('convert', done, texts.size);
  }
}

function flattenPlanned(pages: readonly PlannedPage[]): PlannedPage[] {
  return pages.flatMap((page) => [page, ...flattenPlanned(page.pages)]);
}

/** A text that cannot be parsed within the limits is stored as it is: it has no links, and is found by its title only. */
async function storeBatch(reading: SourceReading, batch: readonly string[]): Promise<void> {
  const { context, run, signal } = reading;
  const options = { organizationId: run.organization_id, signal };
  try {
    await storeParsedTexts(context.db, await runTask('parseTexts', { texts: [...batch] }, options));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    if (batch.length === 1) await inTransaction(context.db, (trx) => storeTexts(trx, batch));
    else for (const text of batch) await storeBatch(reading, [text]);
  }
}
