import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { loadTextLinks } from '../links/parsed-texts.ts';
import { resolveLinks } from '../links/resolve-links.ts';
import { flattenPages } from '../page-tree.ts';
import type { StoredFileRef, StoredPage } from '../storage.ts';
import { writeSearchPages } from './index-pages.ts';

/** Increase this when the index of a space changes its content; older indexes are then rebuilt. */
export const INDEX_VERSION = 1;

const BATCH_SIZE = 100;

/** A space with the content of its current revision. */
export interface IndexedSpace {
  id: string;
  revisionId: string;
  pages: StoredPage[];
  files: StoredFileRef[];
}

/**
 * Updates the search index and the link counts of a space to its current revision. Call it in the transaction that
 * changes `spaces.revision_id`. The cost depends on the changes: unchanged pages are skipped, and a text is parsed only
 * once.
 */
export async function indexSpace(trx: Transaction<Database>, spaceId: string): Promise<void> {
  await indexBatch(trx, [spaceId]);
}

/** The same for all spaces with a missing or stale index, deleted ones too. Returns their number. */
export async function indexStaleSpaces(trx: Transaction<Database>): Promise<number> {
  const stale = await findStaleSpaces(trx);
  for (let start = 0; start < stale.length; start += BATCH_SIZE) {
    await indexBatch(trx, stale.slice(start, start + BATCH_SIZE));
  }
  return stale.length;
}

/**
 * Indexes content that is not indexed yet, of an older server or a restored database. One transaction per batch, so
 * that locks are short.
 */
export async function catchUpIndex(db: Kysely<Database>): Promise<void> {
  for (let found = BATCH_SIZE; found === BATCH_SIZE;) {
    const stale = await findStaleSpaces(db, BATCH_SIZE);
    found = stale.length;
    if (found > 0) await inTransaction(db, (trx) => indexBatch(trx, stale));
  }
}

/** Whether the index of a space is current. */
export async function isIndexed(db: Kysely<Database>, spaceId: string, revisionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('space_indexes')
    .select('space_id')
    .where('space_id', '=', spaceId)
    .where('revision_id', '=', revisionId)
    .where('version', '=', INDEX_VERSION)
    .executeTakeFirst();
  return row !== undefined;
}

async function findStaleSpaces(db: Kysely<Database>, limit?: number): Promise<string[]> {
  const stale = db
    .selectFrom('spaces')
    .leftJoin('space_indexes as done', (join) =>
      join
        .onRef('done.space_id', '=', 'spaces.id')
        .onRef('done.revision_id', '=', 'spaces.revision_id')
        .on('done.version', '=', INDEX_VERSION),
    )
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select('spaces.id')
    .where('done.space_id', 'is', null)
    .orderBy('spaces.id');
  const rows = await (limit === undefined ? stale : stale.limit(limit)).execute();
  return rows.map(({ id }) => id);
}

async function indexBatch(trx: Transaction<Database>, spaceIds: readonly string[]): Promise<void> {
  const spaces = await lockSpaces(trx, spaceIds);
  const pages = spaces.map((space) => flattenPages(space.pages));
  const documents = pages.flat().flatMap(({ documentId }) => (documentId === undefined ? [] : [documentId]));
  const textLinks = await loadTextLinks(trx, documents);
  await writeSearchPages(
    trx,
    spaces.map((space, at) => ({ spaceId: space.id, pages: pages[at] ?? [] })),
  );
  const counts = spaces.map((space) => {
    const links = resolveLinks({ ...space, spaceId: space.id, textLinks });
    const broken = links.filter(({ status }) => status === 'broken').length;
    return { space_id: space.id, revision_id: space.revisionId, links: links.length, broken };
  });
  if (counts.length === 0) return;
  await sql`
    insert into space_indexes (space_id, revision_id, version, links, broken)
    select space_id, revision_id, ${INDEX_VERSION}::smallint, links, broken
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as counts (space_id text, revision_id text, links int, broken int)
    on conflict (space_id) do update
    set revision_id = excluded.revision_id, version = excluded.version,
      links = excluded.links, broken = excluded.broken`.execute(trx);
}

/** Locked, so that no other revision can overtake the index and no two writers collide. */
async function lockSpaces(trx: Transaction<Database>, spaceIds: readonly string[]): Promise<IndexedSpace[]> {
  return trx
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['spaces.id', 'spaces.revision_id as revisionId'])
    .select((column) => [
      column.ref('revisions.pages').$castTo<StoredPage[]>().as('pages'),
      column.ref('revisions.files').$castTo<StoredFileRef[]>().as('files'),
    ])
    .where('spaces.id', '=', sql<string>`any(${spaceIds}::text[])`)
    .orderBy('spaces.id')
    .modifyEnd(sql`for no key update of spaces`)
    .execute();
}
