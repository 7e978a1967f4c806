import { type Kysely, sql, type Transaction } from 'kysely';
import { copyGrants } from '#server/access/content-access.ts';
import { notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import {
  type Container,
  lockContainer,
  rankAfter,
  rebalanceIfNeeded,
} from '#server/content-tree/content-order.queries.ts';
import {
  bytesIdOf,
  documentIdOf,
  type StoredFileRef,
  type StoredPage,
} from '#server/content/pages/storage.ts';
import { indexSpace } from '#server/content/stored/index-space.ts';
import { storeTexts } from '#server/content/stored/revisions.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

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

/**
 * Copies a space to the position after it: settings, grants and current content with its files, as the first revision.
 * Returns the id of the copy; 404 where the original does not exist.
 */
export async function copySpace(
  trx: Transaction<Database>,
  original: { id: string; container: Container },
  copiedBy: string,
): Promise<string> {
  await lockContainer(trx, original.container);
  const source = await trx
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', original.id)
    .where('organization_id', '=', original.container.organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!source || source.parent_id !== original.container.parentId) throw notFound('space');
  const copy = { id: newId(), revision_id: newId() };
  const rank = await rankAfter(trx, original.container, source.rank, copy.id);
  await trx
    .insertInto('spaces')
    .values({ ...copiedSettings(source), ...copy, ...copiedPaths(copy.id, source), rank })
    .execute();
  await copyRevision(trx, source, copy, copiedBy);
  await indexSpace(trx, copy.id);
  await copyGrants(trx, source.id, copy.id);
  await rebalanceIfNeeded(trx, original.container, rank);
  return copy.id;
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
    default_level: source.default_level,
    resolved_level: source.resolved_level,
  };
}

/** The original's paths with the id of the copy. */
function copiedPaths(copyId: string, source: Row<'spaces'>) {
  const rename = (id: string) => (id === source.id ? copyId : id);
  return { ancestor_path: source.ancestor_path.map(rename), grant_path: source.grant_path.map(rename) };
}

async function copyRevision(
  trx: Transaction<Database>,
  source: Row<'spaces'>,
  copy: { id: string; revision_id: string },
  copiedBy: string,
): Promise<void> {
  const revision = await getRevision(trx, source.revision_id);
  const files = new Map(revision.files.map((file) => [file.id, newId()]));
  const bytes = new Map(revision.files.map((file) => [bytesIdOf(file), files.get(file.id) ?? file.id]));
  await copyFiles(trx, bytes, copy.id);
  const documents = await copyDocuments(trx, documentIdsOf(revision.pages), files);
  await trx
    .insertInto('revisions')
    .values({
      id: copy.revision_id,
      space_id: copy.id,
      pages: JSON.stringify(replaceIds(revision.pages, documents, files)),
      files: JSON.stringify(
        revision.files.map(({ data: _data, ...file }) => ({ ...file, id: files.get(file.id) })),
      ),
      reusable_contents: JSON.stringify(revision.reusable_contents),
      book: revision.book === null ? null : JSON.stringify(revision.book),
      message: 'Copied the space',
      created_by: copiedBy,
    })
    .execute();
}

function getRevision(db: Kysely<Database>, revisionId: string) {
  return db
    .selectFrom('revisions')
    .select((column) => [
      column.ref('pages').$castTo<StoredPage[]>().as('pages'),
      column.ref('files').$castTo<StoredFileRef[]>().as('files'),
      'reusable_contents',
      'book',
    ])
    .where('id', '=', revisionId)
    .executeTakeFirstOrThrow();
}

/** Copies file rows inside the database. */
async function copyFiles(trx: Transaction<Database>, files: IdMap, spaceId: string): Promise<void> {
  if (files.size === 0) return;
  await sql`
    insert into files (id, space_id, name, content_type, size, width, height, data)
    select fresh.id, ${spaceId}, f.name, f.content_type, f.size, f.width, f.height, f.data
    from unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[]) as fresh(old_id, id)
    join files f on f.id = fresh.old_id`.execute(trx);
}

/** Rewrites documents that reference copied files; returns their new ids. Other documents are shared. */
async function copyDocuments(
  trx: Transaction<Database>,
  documentIds: string[],
  files: IdMap,
): Promise<IdMap> {
  if (files.size === 0 || documentIds.length === 0) return new Map();
  const originals = await trx
    .selectFrom('documents')
    .select(['id', 'markdown'])
    .where('id', '=', sql<string>`any(${documentIds}::text[])`)
    .where('markdown', 'like', '%/files/%')
    .execute();
  const copies = originals.map(({ id, markdown }) => ({
    oldId: id,
    markdown: replaceFileIds(markdown, files),
  }));
  await storeTexts(
    trx,
    copies.map(({ markdown }) => markdown),
  );
  return new Map(copies.map(({ oldId, markdown }) => [oldId, documentIdOf(markdown)]));
}
