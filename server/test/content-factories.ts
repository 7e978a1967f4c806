import { sql } from 'kysely';
import { newId } from '#server/base/ids.ts';
import { withPaths } from '#server/content/pages/page-tree.ts';
import {
  documentIdOf,
  type StoredFileRef,
  type StoredPage,
  type StoredReusableContent,
} from '#server/content/pages/storage.ts';
import { findIndexLanguages, indexInTurns, indexSpace } from '#server/content/stored/index-space.ts';
import { addRevision, storeTexts } from '#server/content/stored/revisions.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';
import { createSpace } from './factories.ts';
import { testApp } from './test-app.ts';

/** A page; without `text` it is a group. */
export interface PageFields extends Partial<Omit<StoredPage, 'pages'>> {
  title: string;
  text?: string;
  pages?: PageFields[];
}

/** One transparent pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Converts pages into their stored form; collects their texts. */
export function storedPages(pages: readonly PageFields[], texts: string[] = []): StoredPage[] {
  return withPaths(
    pages.map(({ text, pages: below = [], ...fields }) => {
      if (text !== undefined) texts.push(text);
      return {
        id: newId(),
        type: text === undefined ? 'group' : 'document',
        slug: fields.title.toLowerCase().replaceAll(' ', '-'),
        path: '',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
        ...(text !== undefined && { documentId: documentIdOf(text) }),
        ...fields,
        pages: storedPages(below, texts),
      };
    }),
  );
}

/** A reusable content to write. */
export interface ReusableFields extends Omit<StoredReusableContent, 'documentId'> {
  text: string;
}

/** Writes a new revision of a space directly to the database; returns its pages in tree order. */
export async function writeContent(
  space: Pick<Row<'spaces'>, 'id'>,
  pages: readonly PageFields[],
  files: StoredFileRef[] = [],
  reusable: readonly ReusableFields[] = [],
): Promise<{ revisionId: string; pages: StoredPage[] }> {
  const { db } = await testApp();
  const texts: string[] = [];
  const stored = storedPages(pages, texts);
  texts.push(...reusable.map(({ text }) => text));
  const revisionId = await inTransaction(db, async (trx) => {
    await storeTexts(trx, texts);
    const { revision_id: parent } = await trx
      .selectFrom('spaces')
      .select('revision_id')
      .where('id', '=', space.id)
      .executeTakeFirstOrThrow();
    const id = await addRevision(trx, {
      spaceId: space.id,
      changeRequestId: null,
      type: 'edits',
      parents: [parent],
      pages: stored,
      files,
      reusableContents: reusable.map(({ text, ...fields }) => ({
        ...fields,
        documentId: documentIdOf(text),
      })),
      createdBy: null,
      createdAt: new Date(),
    });
    await trx.updateTable('spaces').set({ revision_id: id }).where('id', '=', space.id).execute();
    await indexSpace(trx, space.id);
    return id;
  });
  // A job would index many pages.
  if (!(await findIndexLanguages(db, space.id, revisionId))) await indexInTurns(db, space.id);
  return { revisionId, pages: stored };
}

/** Creates an API specification with one version of a document, directly in the database. */
export async function createApiSpec(
  organizationId: string,
  slug: string,
  document: object,
): Promise<{ id: string; versionId: string }> {
  const { db } = await testApp();
  const [id, versionId] = [newId(), newId()];
  const source = {
    source_url: null,
    source_text: '{}',
    last_processed_at: null,
    last_process_error_code: null,
  };
  await db
    .insertInto('api_specs')
    .values({ id, organization_id: organizationId, slug, last_version_id: versionId, ...source })
    .execute();
  const filesystem = JSON.stringify({ 'openapi.json': document });
  await db
    .insertInto('api_spec_versions')
    .values({ id: versionId, api_spec_id: id, content_hash: versionId, filesystem })
    .execute();
  return { id, versionId };
}

/** Makes a document the latest version of an API specification. */
export async function addSpecVersion(specId: string, document: object): Promise<void> {
  const { db } = await testApp();
  const id = newId();
  const filesystem = JSON.stringify({ 'openapi.json': document });
  await db
    .insertInto('api_spec_versions')
    .values({ id, api_spec_id: specId, content_hash: id, filesystem })
    .execute();
  await db.updateTable('api_specs').set({ last_version_id: id }).where('id', '=', specId).execute();
}

/** The fields of a page that shows an API specification. */
export function computedPage(slug: string): Pick<StoredPage, 'type' | 'computed'> {
  const dependencies = { spec: { ref: { kind: 'openapi', spec: slug } } } as const;
  return { type: 'computed', computed: { type: 'builtin:openapi', dependencies, props: {} } };
}

/** Stores a file of a space that no revision references. */
export async function createFile(
  spaceId: string,
  fields: { name?: string; contentType?: string; data?: Buffer } = {},
): Promise<StoredFileRef> {
  const { db } = await testApp();
  const { name = 'dot.png', contentType = 'image/png', data = PIXEL } = fields;
  const ref = { id: newId(), name, contentType, size: data.length, width: 1, height: 1 };
  const { contentType: content_type, ...columns } = ref;
  await db
    .insertInto('files')
    .values({ ...columns, content_type, space_id: spaceId, data })
    .execute();
  return ref;
}

/** Creates a space with content: a page "Start" with a page "Deep" below it, a page "Other", and an image. */
export async function createWrittenSpace(fields: Parameters<typeof createSpace>[0]) {
  const space = await createSpace(fields);
  const file = await createFile(space.id);
  const { revisionId, pages } = await writeContent(
    space,
    [
      { title: 'Start', text: '# Start\n\nOne\n\nTwo\n', pages: [{ title: 'Deep', text: 'Deep text\n' }] },
      { title: 'Other', text: `![A dot](/files/${file.id})\n` },
    ],
    [file],
  );
  const [start, other] = pages;
  const deep = start?.pages[0];
  if (!start || !deep || !other) throw new Error('The pages were not written.');
  return { space, file, revisionId, start, deep, other };
}

/** Creates a change request directly in the database, with its space's content. */
export async function createChangeRequest(
  spaceId: string,
  fields: {
    createdBy?: string;
    status?: 'draft' | 'open' | 'archived';
    subject?: string;
    createdAt?: Date;
  } = {},
): Promise<Row<'change_requests'>> {
  const { db } = await testApp();
  const { createdBy = null, status = 'open', subject = 'Say it shorter', createdAt = new Date() } = fields;
  const created = await inTransaction(db, async (trx) => {
    const space = await trx
      .updateTable('spaces')
      .set((column) => ({
        change_requests_number: sql`change_requests_number + 1`,
        change_requests_total: sql`change_requests_total + 1`,
        change_requests_open: column('change_requests_open', '+', status === 'open' ? 1 : 0),
        change_requests_draft: column('change_requests_draft', '+', status === 'draft' ? 1 : 0),
      }))
      .where('id', '=', spaceId)
      .returning(['organization_id', 'revision_id', 'change_requests_number as number'])
      .executeTakeFirstOrThrow();
    const { revision_id: revisionId, ...place } = space;
    return trx
      .insertInto('change_requests')
      .values({
        id: newId(),
        ...place,
        space_id: spaceId,
        status,
        subject,
        created_by: createdBy,
        revision_id: revisionId,
        revision_initial: revisionId,
        revision_merged_ancestor: null,
        revision_merged: null,
        contributors: createdBy === null ? [] : [createdBy],
        created_at: createdAt,
        updated_at: createdAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  invalidateCounts(created.organization_id);
  return created;
}
