import { type Kysely, sql, type Transaction } from 'kysely';
import { copyGrants } from '#server/access/content-access.ts';
import { batchesOf } from '#server/base/batches.ts';
import { notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import {
  type Container,
  lockContainer,
  rankAfter,
  rebalanceIfNeeded,
} from '#server/content-tree/content-order.queries.ts';
import { insertDraft, showDraft, writeDraft } from '#server/content-tree/draft-spaces.ts';
import {
  bytesIdOf,
  documentIdOf,
  type StoredContent,
  type StoredFileRef,
  type StoredPage,
} from '#server/content/pages/storage.ts';
import { indexSpace } from '#server/content/stored/index-space.ts';
import { getRevision, type StoredRevision, storeTexts } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';
import { orRemoveDraft } from '#server/sites/remove-spaces.ts';

/** The row of `files` of a copy. */
interface CopiedBytes {
  id: string;
  size: number;
}

/** What one statement copies, in bytes: with the embedded engine, other requests wait for it. */
const FILE_BATCH = {
  count: 100,
  size: 4 * 1024 * 1024,
  sizeOf: ([, { size }]: [string, CopiedBytes]) => size,
};
/** Texts that are read at once. */
const TEXTS_PER_TURN = 200;

/** Old id to new id; missing ids are unchanged. */
type IdMap = ReadonlyMap<string, string>;

export function documentIdsOf(pages: readonly StoredPage[]): string[] {
  return pages.flatMap((page) => [
    ...(page.documentId === undefined ? [] : [page.documentId]),
    ...documentIdsOf(page.pages),
  ]);
}

/** A page tree that references the copied documents and files. */
export function replaceIds(pages: readonly StoredPage[], documents: IdMap, files: IdMap): StoredPage[] {
  return pages.map((page) => {
    const { documentId, cover, source } = page;
    const file = cover && files.get(cover.ref.file);
    const otherLineEnds = source?.otherLineEnds;
    const sourceText = otherLineEnds && documents.get(otherLineEnds.documentId);
    return {
      ...page,
      ...(documentId !== undefined && { documentId: documents.get(documentId) ?? documentId }),
      ...(otherLineEnds &&
        sourceText !== undefined && {
          source: { ...source, otherLineEnds: { ...otherLineEnds, documentId: sourceText } },
        }),
      ...(cover && file !== undefined && { cover: { ...cover, ref: { ...cover.ref, file } } }),
      pages: replaceIds(page.pages, documents, files),
    };
  });
}

/** Markdown that references the copied files. */
export function replaceFileIds(markdown: string, files: IdMap): string {
  return markdown.replace(/(\/files\/)(\w+)/g, (url, start: string, id: string) => {
    const file = files.get(id);
    return file === undefined ? url : start + file;
  });
}

const MAX_TITLE_LENGTH = 50;

/** Truncated to the maximum length. */
export function copyTitle(title: string): string {
  return [...`${title} (copy)`].slice(0, MAX_TITLE_LENGTH).join('');
}

/** A copy of a space's current content, with its files: a draft that `showCopy` makes a space. Returns its id; 404 where the original does not exist. */
export async function draftCopy(
  db: Kysely<Database>,
  originalId: string,
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<string> {
  const source = await db
    .selectFrom('spaces')
    .select(['organization_id as organizationId', 'title', 'emoji', 'revision_id'])
    .where('id', '=', originalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!source) throw notFound('space');
  const { organizationId, title, emoji } = source;
  const id = newId();
  await insertDraft(db, { id, organizationId, title: copyTitle(title), emoji });
  await orRemoveDraft(db, id, async () => {
    const content = await copyContent(db, await getRevision(db, originalId, source.revision_id), id);
    await writeDraft(db, id, { ...content, message: 'Copied the space', createdBy, now });
  });
  return id;
}

/** Makes a draft the copy of a space, after it, with its settings and grants; 404 where the original does not exist. */
export async function showCopy(
  trx: Transaction<Database>,
  original: { id: string; container: Container },
  draftId: string,
): Promise<void> {
  await lockContainer(trx, original.container);
  const source = await trx
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', original.id)
    .where('organization_id', '=', original.container.organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!source || source.parent_id !== original.container.parentId) throw notFound('space');
  const rank = await rankAfter(trx, original.container, source.rank, draftId);
  await showDraft(trx, draftId, { ...copiedSettings(source), ...copiedPaths(draftId, source), rank });
  await indexSpace(trx, draftId);
  await copyGrants(trx, source.id, draftId);
  await rebalanceIfNeeded(trx, original.container, rank);
}

/** Columns copied from the original. */
function copiedSettings(source: Row<'spaces'>) {
  return {
    organization_id: source.organization_id,
    parent_id: source.parent_id,
    title: copyTitle(source.title),
    emoji: source.emoji,
    icon: source.icon,
    visibility: source.visibility,
    edit_mode: source.edit_mode,
    writing_view: source.writing_view,
    default_level: source.default_level,
    resolved_level: source.resolved_level,
  };
}

/** The original's paths with the id of the copy. */
function copiedPaths(copyId: string, source: Row<'spaces'>) {
  const rename = (id: string) => (id === source.id ? copyId : id);
  return { ancestor_path: source.ancestor_path.map(rename), grant_path: source.grant_path.map(rename) };
}

async function copyContent(
  db: Kysely<Database>,
  { pages, files, reusableContents, book }: StoredRevision,
  spaceId: string,
): Promise<StoredContent> {
  const ids = new Map(files.map(({ id }) => [id, newId()]));
  /** The first file with some bytes is their row, others name it. */
  const bytes = new Map<string, CopiedBytes>();
  const copies = files.map((original): StoredFileRef => {
    const { data: _data, ...file } = original;
    const id = ids.get(file.id) ?? file.id;
    const bytesId = bytesIdOf(original);
    const firstCopy = bytes.get(bytesId);
    if (firstCopy) return { ...file, id, data: firstCopy.id };
    bytes.set(bytesId, { id, size: file.size });
    return { ...file, id };
  });
  await copyFiles(db, bytes, spaceId);
  const documents = await copyDocuments(db, documentIdsOf(pages), ids);
  return { pages: replaceIds(pages, documents, ids), files: copies, reusableContents, ...(book && { book }) };
}

/** Copies rows of files inside the database, some at a time. */
async function copyFiles(
  db: Kysely<Database>,
  files: ReadonlyMap<string, CopiedBytes>,
  spaceId: string,
): Promise<void> {
  for (const batch of batchesOf(files, FILE_BATCH)) {
    await sql`
      insert into files (id, space_id, name, content_type, size, width, height, data, storage_key, hash)
      select fresh.id, ${spaceId}, f.name, f.content_type, f.size, f.width, f.height, f.data, f.storage_key, f.hash
      from unnest(${batch.map(([oldId]) => oldId)}::text[], ${batch.map(([, { id }]) => id)}::text[]) as fresh(old_id, id)
      join files f on f.id = fresh.old_id`.execute(db);
  }
}

/** Rewrites documents that reference copied files; returns their new ids. Other documents are shared. */
async function copyDocuments(
  db: Kysely<Database>,
  documentIds: readonly string[],
  files: IdMap,
): Promise<IdMap> {
  const copyIds = new Map<string, string>();
  if (files.size === 0) return copyIds;
  for (const batch of batchesOf(documentIds, { count: TEXTS_PER_TURN })) {
    const originals = await db
      .selectFrom('documents')
      .select(['id', 'markdown'])
      .where('id', '=', sql<string>`any(${batch}::text[])`)
      .where('markdown', 'like', '%/files/%')
      .execute();
    const texts = originals.map(({ markdown }) => replaceFileIds(markdown, files));
    if (texts.length > 0) await inTransaction(db, (trx) => storeTexts(trx, texts));
    for (const [at, { id }] of originals.entries()) copyIds.set(id, documentIdOf(texts[at] ?? ''));
  }
  return copyIds;
}
