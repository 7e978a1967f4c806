import { type Kysely, sql, type Transaction } from 'kysely';
import type { RevisionGit, RevisionType } from '#api/generated/types.gen.ts';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { MAX_INCLUDE_DEPTH, type ReusableContents } from '../pages/reusable-contents.ts';
import {
  documentIdOf,
  type StoredBook,
  type StoredContent,
  type StoredGitFile,
  type StoredPage,
  type StoredReusableContent,
} from '../pages/storage.ts';
import type { IncludedSources } from '../source/included-markdown.ts';
import { findIncludes } from '../visitor-text/include-tags.ts';
import { readLists, selectLists, storeLists } from './revision-lists.ts';

/** A stored revision with typed columns. */
export interface StoredRevision extends StoredContent {
  id: string;
  spaceId: string;
  changeRequestId: string | null;
  type: RevisionType;
  parents: string[];
  git: RevisionGit | null;
  createdAt: Date;
}

/** A revision of a space or of one of its change requests; undefined if the space has none with this id. */
export async function findRevision(
  db: Kysely<Database>,
  spaceId: string,
  revisionId: string,
): Promise<StoredRevision | undefined> {
  return (await findRevisions(db, spaceId, [revisionId])).get(revisionId);
}

/** A revision that must exist; throws if it is missing. */
export async function getRevision(
  db: Kysely<Database>,
  spaceId: string,
  revisionId: string,
): Promise<StoredRevision> {
  const revision = await findRevision(db, spaceId, revisionId);
  if (!revision) throw new Error(`The revision ${revisionId} of the space ${spaceId} is missing.`);
  return revision;
}

/** Several revisions of a space by id. */
export async function findRevisions(
  db: Kysely<Database>,
  spaceId: string,
  revisionIds: readonly string[],
): Promise<Map<string, StoredRevision>> {
  const rows = await db
    .selectFrom('revision_rows')
    .select(['id', 'space_id as spaceId', 'change_request_id as changeRequestId', 'parents'])
    .select('created_at as createdAt')
    .select((column) => [
      ...selectLists(column),
      column.ref('type').$castTo<RevisionType>().as('type'),
      column.ref('reusable_contents').$castTo<StoredReusableContent[]>().as('reusableContents'),
      column.ref('git').$castTo<RevisionGit | null>().as('git'),
      column.ref('book').$castTo<StoredBook | null>().as('book'),
    ])
    .where('id', '=', sql<string>`any(${revisionIds}::text[])`)
    .where('space_id', '=', spaceId)
    .execute();
  const revisions = await readLists(db, rows);
  return new Map(revisions.map((revision) => [revision.id, withoutNull(revision)]));
}

function withoutNull({
  book,
  ...row
}: Omit<StoredRevision, 'book'> & { book: StoredBook | null }): StoredRevision {
  return book ? { ...row, book } : row;
}

/** The Markdown of documents by id, in one query. */
export async function loadTexts(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, string>> {
  if (documentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'markdown'])
    .where('id', '=', sql<string>`any(${documentIds}::text[])`)
    .execute();
  return new Map(rows.map(({ id, markdown }) => [id, markdown]));
}

/** The Markdown of one page; empty if it has no text. */
export async function loadText(
  db: Kysely<Database>,
  { documentId }: Pick<StoredPage, 'documentId'>,
): Promise<string> {
  if (documentId === undefined) return '';
  return (await loadTexts(db, [documentId])).get(documentId) ?? '';
}

/** What texts include, also in one another. Level by level, as each text has to be read to know more of them. */
export async function loadIncluded(
  db: Kysely<Database>,
  roots: Iterable<{ markdown: string; file: StoredGitFile | undefined }>,
  reusable: ReusableContents,
): Promise<IncludedSources> {
  const texts = new Map<string, string>();
  let level = [...roots];
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && level.length > 0; depth += 1) {
    const contents = new Map<string, StoredReusableContent>();
    for (const { markdown, file } of level) {
      for (const { address } of findIncludes(markdown)) {
        const content = reusable.find(address, file);
        if (content && !texts.has(content.documentId)) contents.set(content.id, content);
      }
    }
    const loaded = await loadTexts(
      db,
      [...contents.values()].map(({ documentId }) => documentId),
    );
    for (const [id, text] of loaded) texts.set(id, text);
    level = [...contents.values()].map(({ documentId, git }) => ({
      markdown: loaded.get(documentId) ?? '',
      file: git,
    }));
  }
  return { contents: reusable.list, texts };
}

/** Stores texts that are missing; their ids are `documentIdOf` each. */
export async function storeTexts(trx: Transaction<Database>, texts: Iterable<string>): Promise<void> {
  const rows = [...new Set(texts)]
    .map((markdown) => ({ id: documentIdOf(markdown), markdown }))
    // Always in the same order, so that concurrent writers of the same texts do not deadlock.
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (rows.length === 0) return;
  // Old unreferenced texts are deleted (`jobs/delete-texts.ts`), so refresh or insert these before they are referenced.
  await trx
    .updateTable('documents')
    .set({ created_at: sql`now()` })
    .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)}::text[])`)
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
  await trx
    .insertInto('documents')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export interface NewRevision extends StoredContent {
  spaceId: string;
  changeRequestId: string | null;
  type: RevisionType;
  parents: string[];
  message?: string | undefined;
  /** The author; null for the server itself. */
  createdBy: string | null;
  createdAt: Date;
  /** The commit that it was made of. */
  git?: RevisionGit | null | undefined;
  /** When the first of the saves was made that it stands for, if there are several. */
  firstSavedAt?: Date | undefined;
}

/** From now on a newer revision stands for this one. */
export async function markSuperseded(trx: Transaction<Database>, id: string, now: Date): Promise<void> {
  await trx.updateTable('revision_rows').set({ superseded_at: now }).where('id', '=', id).execute();
}

/** Inserts a revision without making it the newest; returns its id. */
export async function addRevision(trx: Transaction<Database>, revision: NewRevision): Promise<string> {
  const id = newId();
  await trx
    .insertInto('revision_rows')
    .values({
      id,
      space_id: revision.spaceId,
      change_request_id: revision.changeRequestId,
      type: revision.type,
      parents: revision.parents,
      ...(await storeLists(trx, revision)),
      reusable_contents: JSON.stringify(revision.reusableContents),
      book: revision.book ? JSON.stringify(revision.book) : null,
      git: revision.git ? JSON.stringify(revision.git) : null,
      message: revision.message ?? null,
      created_by: revision.createdBy,
      created_at: revision.createdAt,
      first_saved_at: revision.firstSavedAt ?? null,
    })
    .execute();
  return id;
}
