import { type Kysely, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { ContentChange, PlannedChanges } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import type { ImportPlan, PlannedPage } from '#server/content/import/import-plan.ts';
import type { SourceEntry } from '#server/content/import/source-entry.ts';
import { listChanges } from '#server/content/merge/compare-content.ts';
import { differsMuch, pagePositions } from '#server/content/pages/page-tree.ts';
import {
  bytesIdOf,
  documentIdOf,
  type StoredContent,
  type StoredFileRef,
} from '#server/content/pages/storage.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { draftBook } from '../prepare-plan.ts';
import type { ImportTarget } from '../prepared-import.ts';
import type { SourceReading } from '../source/fetch-source.ts';
import { joinBooks } from '../source/join-books.ts';
import { addBook } from '../update-book.ts';

/** More than a space and a source can have together. */
const MAX_CHANGES = 100_000;
/** Rows are written by so many characters. */
const BATCH_LENGTH = 500_000;
const BATCH_ROWS = 200;

interface ChangeRow {
  import_id: string;
  position: number;
  change: string;
  document_id: string | null;
  text: string | null;
}

/** Compares a plan with the content that it goes into, and stores the differences with the texts that are new. */
export async function storePlannedChanges(
  reading: SourceReading,
  plan: ImportPlan,
  entries: readonly SourceEntry[],
  { content, previousPaths }: ImportTarget,
): Promise<PlannedChanges> {
  const { context, run, signal } = reading;
  const book = await draftContent(reading, plan, entries, content);
  const change = addBook(content, book, { previousPaths });
  const input = { base: content, now: change.content, limit: MAX_CHANGES };
  const work = { files: entries.length, bytes: 0 };
  const { changes } = differsMuch(content.pages, change.content.pages)
    ? await runTask('listChanges', input, { organizationId: run.organization_id, signal, work })
    : listChanges(input);
  const textsBefore = textIdsOf(content);
  const textsAfter = textIdsOf(change.content);
  const texts = textsOf(plan);
  const rows = changes.map((one, position): ChangeRow => {
    const id = one.page?.id ?? one.reusableContent?.id ?? '';
    const [before, after] = [textsBefore.get(id), textsAfter.get(id)];
    const text = after === before ? undefined : texts.get(after ?? '');
    return {
      import_id: run.id,
      position,
      change: JSON.stringify(one),
      document_id: before ?? null,
      // A text that stays is the one of the space.
      text: text ?? null,
    };
  });
  await insertChanges(context.db, rows);
  const { addedPages, updatedPages, removedPages, files } = change;
  return { addedPages, updatedPages, removedPages, files };
}

/** What the import would bring as one book, whose files have no bytes yet. */
async function draftContent(
  { context }: SourceReading,
  { books }: ImportPlan,
  entries: readonly SourceEntry[],
  current: StoredContent,
): Promise<StoredContent> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const entryOf = new Map<string, SourceEntry>();
  const now = context.clock.now().toISOString();
  const drafts = books.map((book) => {
    const refs = new Map<string, StoredFileRef>();
    for (const { from, path } of book.files) {
      const entry = byPath.get(from);
      if (!entry) continue;
      const ref = {
        id: newId(),
        name: path.slice(path.lastIndexOf('/') + 1),
        size: entry.size,
        git: { path },
      };
      refs.set(path, { ...ref, contentType: 'application/octet-stream', width: null, height: null });
      entryOf.set(ref.id, entry);
    }
    return draftBook(book, { files: refs, redirects: [], now, idOf: newId });
  });
  const [only] = drafts;
  const { content } = drafts.length === 1 && only ? only : joinBooks(drafts, now);
  const files = await matchFiles(context.db, content.files, entryOf, current.files);
  return { ...content, files };
}

/** The files with the names of the same bytes where the space has these at their paths. Only equal sizes are read. */
async function matchFiles(
  db: Kysely<Database>,
  files: readonly StoredFileRef[],
  entryOf: ReadonlyMap<string, SourceEntry>,
  current: readonly StoredFileRef[],
): Promise<StoredFileRef[]> {
  const present = new Map(current.flatMap((file) => (file.git ? [[file.git.path, file] as const] : [])));
  const ids = current.map(bytesIdOf);
  const rows = await db
    .selectFrom('files')
    .select(['id', 'hash'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]));
  const matched: StoredFileRef[] = [];
  for (const file of files) {
    const same = file.git && present.get(file.git.path);
    const entry = entryOf.get(file.id);
    const isSame =
      same && entry && same.size === entry.size && hashes.get(bytesIdOf(same)) === (await hashOf(entry));
    matched.push(isSame ? { ...same, id: file.id, data: bytesIdOf(same) } : file);
  }
  return matched;
}

async function hashOf(entry: SourceEntry): Promise<string> {
  const hashing = createHash('sha256');
  for await (const part of await entry.open()) hashing.update(part);
  return hashing.digest('hex');
}

/** The document ids of pages and reusable contents, by their ids. */
function textIdsOf({ pages, reusableContents }: StoredContent): Map<string, string | undefined> {
  const ids = new Map([...pagePositions(pages)].map(([id, { page }]) => [id, page.documentId]));
  for (const { id, documentId } of reusableContents) ids.set(id, documentId);
  return ids;
}

/** The texts of a plan by their document ids. */
function textsOf({ books }: ImportPlan): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (markdown: string | undefined) => {
    if (markdown !== undefined) texts.set(documentIdOf(markdown), markdown);
  };
  const addPages = (pages: readonly PlannedPage[]) => {
    for (const page of pages) {
      add(page.markdown);
      addPages(page.pages);
    }
  };
  for (const { pages, includes } of books) {
    addPages(pages);
    for (const { markdown } of includes) add(markdown);
  }
  return texts;
}

async function insertChanges(db: Kysely<Database>, rows: readonly ChangeRow[]): Promise<void> {
  let batch: ChangeRow[] = [];
  let length = 0;
  for (const row of rows) {
    const size = row.change.length + (row.text?.length ?? 0);
    if (batch.length > 0 && (length + size > BATCH_LENGTH || batch.length >= BATCH_ROWS)) {
      await db.insertInto('import_changes').values(batch).execute();
      [batch, length] = [[], 0];
    }
    batch.push(row);
    length += size;
  }
  if (batch.length > 0) await db.insertInto('import_changes').values(batch).execute();
}

export function selectChanges(db: Kysely<Database>, importId: string) {
  return db
    .selectFrom('import_changes')
    .select((column) => [
      'import_changes.position',
      column.ref('import_changes.change').$castTo<ContentChange>().as('change'),
    ])
    .where('import_changes.import_id', '=', importId);
}

/** The change of an import at a position, with its texts; undefined if there is none. */
export async function findChangeTexts(db: Kysely<Database>, importId: string, position: number) {
  return db
    .selectFrom('import_changes')
    .leftJoin('documents', 'documents.id', 'import_changes.document_id')
    .select((column) => [
      'documents.markdown as before',
      'import_changes.text as after',
      column.ref('import_changes.change').$castTo<ContentChange>().as('change'),
    ])
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .executeTakeFirst();
}
