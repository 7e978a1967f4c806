import { type Kysely, sql } from 'kysely';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { flattenPages } from '../../pages/page-tree.ts';
import { hashId, type StoredPage } from '../../pages/storage.ts';
import type { SpecOutline } from '../../specifications/divide-reference.ts';
import { specOf, withReferencePages } from '../../specifications/reference-pages.ts';
import { runTask, TaskLimitError } from '../../tasks/run-task.ts';

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
const TEXT_VERSION = 4;

/** Changes whenever the output of a computed page would change. */
export function seedOf(page: StoredPage, versionId: string | undefined): string {
  const key = page.reference?.part.key ?? null;
  return hashId(JSON.stringify([page.computed, page.documentId, versionId ?? null, key, TEXT_VERSION]));
}

/** Increase this when specifications are outlined differently. */
const OUTLINE_VERSION = 2;

/** Outlines of versions, which never change; weights are numbers of operations and schemas. */
const outlines = new WeightedCache<SpecOutline>(50_000);

interface StoredOutline {
  version: number;
  outline: SpecOutline;
}

/** The outlines of versions of specifications, by slug. One that takes too long to read is missing. */
export async function loadOutlines(
  db: Kysely<Database>,
  organizationId: string,
  versions: ReadonlyMap<string, string>,
): Promise<Map<string, SpecOutline>> {
  const stored = await loadStoredOutlines(db, [...versions.values()]);
  const loaded = new Map<string, SpecOutline>();
  for (const [slug, id] of versions) {
    const outline = stored.get(id) ?? (await readOutline(db, organizationId, id));
    if (outline) loaded.set(slug, outline);
  }
  return loaded;
}

/** The outlines of versions by their ids; those that are not stored are missing. */
export async function loadStoredOutlines(
  db: Kysely<Database>,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, SpecOutline>> {
  const loaded = new Map(
    versionIds.flatMap((id) => {
      const outline = outlines.get(id);
      return outline ? [[id, outline] as const] : [];
    }),
  );
  const missing = versionIds.filter((id) => !loaded.has(id));
  if (missing.length === 0) return loaded;
  const rows = await db
    .selectFrom('api_spec_versions')
    .select('id')
    .select((column) => column.ref('outline').$castTo<StoredOutline | null>().as('stored'))
    .where('id', '=', sql<string>`any(${missing}::text[])`)
    .execute();
  for (const { id, stored } of rows) {
    if (stored?.version !== OUTLINE_VERSION) continue;
    outlines.set(id, stored.outline, weightOf(stored.outline));
    loaded.set(id, stored.outline);
  }
  return loaded;
}

function weightOf({ sections, schemas }: SpecOutline): number {
  return sections.reduce((sum, { operations }) => sum + operations.length, schemas.length + 1);
}

/** Reads and stores an outline, in a task process. */
export async function readOutline(
  db: Kysely<Database>,
  organizationId: string,
  versionId: string,
): Promise<SpecOutline | undefined> {
  const specification = (await loadSpecDocuments(db, versionId)) ?? '{}';
  try {
    const outline = await runTask('outlineReference', { specification }, { organizationId });
    outlines.set(versionId, outline, weightOf(outline));
    if (isReadOnly(db)) return outline;
    const stored: StoredOutline = { version: OUTLINE_VERSION, outline };
    await db
      .updateTable('api_spec_versions')
      .set({ outline: JSON.stringify(stored) })
      .where('id', '=', versionId)
      .execute();
    return outline;
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return undefined;
  }
}

/** A tree with the pages of its API references, and the version of each specification by slug. */
export async function expandReferences(
  db: Kysely<Database>,
  organizationId: string,
  pages: readonly StoredPage[],
  { withSchemas }: { withSchemas: boolean },
): Promise<{ pages: StoredPage[]; versions: ReadonlyMap<string, string> }> {
  const versions = await loadSpecVersions(db, organizationId, pages);
  const found = await loadOutlines(db, organizationId, versions);
  return { pages: withReferencePages(pages, { outlines: found, withSchemas }), versions };
}
