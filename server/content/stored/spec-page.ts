import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { flattenPages } from '../pages/page-tree.ts';
import { hashId, type StoredPage } from '../pages/storage.ts';

/** The slug of the API specification of a computed page; undefined for other pages. */
export function specOf(page: Pick<StoredPage, 'computed'>): string | undefined {
  return page.computed?.dependencies['spec']?.ref.spec;
}

/** Whether a page of a tree shows an API specification. */
export function showsSpec(pages: readonly StoredPage[]): boolean {
  return pages.some((page) => specOf(page) !== undefined || showsSpec(page.pages));
}

/** Whether a computed page shows the definitions that operations share: unless it says otherwise. */
export function showsDefinitions(page: Pick<StoredPage, 'computed'>): boolean {
  return page.computed?.props['models'] !== false;
}

/** The latest version id of each API specification that pages of a tree use, by slug. */
export async function loadSpecVersions(
  db: Kysely<Database>,
  organizationId: string,
  pages: readonly StoredPage[],
): Promise<ReadonlyMap<string, string>> {
  const slugs = flattenPages(pages).flatMap((page) => specOf(page) ?? []);
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_specs')
    .select(['slug', 'last_version_id'])
    .where('organization_id', '=', organizationId)
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  return new Map(rows.flatMap(({ slug, last_version_id: id }) => (id === null ? [] : [[slug, id] as const])));
}

/** The documents of a version of an API specification by file name, as JSON. */
export async function loadSpecDocuments(
  db: Kysely<Database>,
  versionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_spec_versions')
    .select(sql<string>`filesystem::text`.as('documents'))
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.documents;
}

/** Increase this when the same specification gives another text. */
const TEXT_VERSION = 2;

/** Changes whenever the output of a computed page would change. */
export function seedOf(page: StoredPage, versionId: string | undefined): string {
  return hashId(JSON.stringify([page.computed, page.documentId, versionId ?? null, TEXT_VERSION]));
}
