import { type Kysely, type RawBuilder, sql } from 'kysely';
import { slugOf } from '#api/slug.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { DocumentLink } from '#server/database/tables/stored-texts.ts';
import { flattenPages } from '../../pages/page-tree.ts';
import type { StoredPage } from '../../pages/storage.ts';
import type { SpecOutline } from '../../specifications/divide-reference.ts';
import { specOf } from '../../specifications/reference-pages.ts';
import { loadStoredOutlines } from './spec-page.ts';

/** The outlines of the specifications that pages and texts name, by slug or address; undefined for one without an outline yet. */
export type NamedOutlines = ReadonlyMap<string, SpecOutline | undefined>;

/** The specifications that pages and texts name, by slug or address. */
export function specificationNames(
  pages: readonly StoredPage[],
  texts: ReadonlyMap<string, { links: readonly DocumentLink[] }>,
): string[] {
  const slugs = flattenPages(pages).flatMap((page) => specOf(page) ?? []);
  const uses = [...texts.values()].flatMap(({ links }) =>
    links.flatMap(({ specification }) => specification?.spec ?? []),
  );
  return [...new Set([...slugs, ...uses])].filter((name) => name !== '');
}

/** The names of places on a page of a reference; those on its first page lead on to the other ones. */
export function referenceAnchors(page: StoredPage, { sections, schemas }: SpecOutline): ReadonlySet<string> {
  const part = page.reference?.part;
  if (part?.kind === 'operations') return new Set([...part.anchors, slugOf(page.title)]);
  if (part?.kind === 'schema') return new Set([part.anchor]);
  return new Set([
    ...PLACES,
    ...sections.flatMap(({ kind, title, operations }) => [
      kind === 'tag' ? slugOf(title) : kind === 'others' ? 'operations' : kind,
      ...operations.map(({ anchor }) => anchor),
    ]),
    ...schemas.map(({ anchor }) => anchor),
  ]);
}

/** Of headings that every reference may have. */
const PLACES = ['authentication', 'servers', 'schemas'];

/** A digest of the versions that names stand for, and of whether they have outlines; null without any. */
export const versionsOf = (names: RawBuilder<unknown>, organizationId: RawBuilder<unknown>) => sql<
  string | null
>`(
  select md5(string_agg(named.id || ' ' || named.last_version_id || ' ' || (version.outline is not null), ',' order by named.id))
  from api_specs as named inner join api_spec_versions as version on version.id = named.last_version_id
  where named.organization_id = ${organizationId} and (named.slug = any(${names}) or named.source_url = any(${names})))`;

/** The same of some names. Read it before their outlines, so that a later version is not taken for the one that was read. */
export async function findVersionsDigest(
  db: Kysely<Database>,
  organizationId: string,
  names: readonly string[],
): Promise<string | null> {
  if (names.length === 0) return null;
  const { rows } = await sql<{ digest: string | null }>`
    select ${versionsOf(sql`${names}::text[]`, sql`${organizationId}`)} as digest`.execute(db);
  return rows[0]?.digest ?? null;
}

/** A digest for each of some spaces whose pages or texts name specifications. */
export async function findSpecVersionsOf(
  db: Kysely<Database>,
  spaceIds: readonly string[],
): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('space_indexes')
    .innerJoin('spaces', 'spaces.id', 'space_indexes.space_id')
    .select(versionsOf(sql.ref('space_indexes.specs'), sql.ref('spaces.organization_id')).as('digest'))
    .where('space_indexes.space_id', '=', sql<string>`any(${spaceIds}::text[])`)
    .where(sql<boolean>`space_indexes.specs <> '{}'`)
    .orderBy('spaces.id')
    .execute();
  return rows.map(({ digest }) => digest);
}

/** The latest version of each specification, by the slug or address that names it. */
export async function findNamedVersions(
  db: Kysely<Database>,
  organizationId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_specs')
    .select(['slug', 'source_url', 'last_version_id'])
    .where('organization_id', '=', organizationId)
    .where(({ eb, or }) =>
      or([
        eb('slug', '=', sql<string>`any(${names}::text[])`),
        eb('source_url', '=', sql<string>`any(${names}::text[])`),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ slug, source_url: url, last_version_id: id }) =>
      id === null ? [] : [[slug, id] as const, ...(url === null ? [] : [[url, id] as const])],
    ),
  );
}

/** Whether there is a specification with a slug or address, read or not. */
export async function hasSpecification(
  db: Kysely<Database>,
  organizationId: string,
  name: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('api_specs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(({ eb, or }) => or([eb('slug', '=', name), eb('source_url', '=', name)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The outlines that are stored, of the latest versions. None is read: a transaction may wait for this. */
export async function loadNamedOutlines(
  db: Kysely<Database>,
  organizationId: string,
  names: readonly string[],
): Promise<NamedOutlines> {
  const versions = await findNamedVersions(db, organizationId, names);
  const outlines = await loadStoredOutlines(db, [...versions.values()]);
  return new Map([...versions].map(([name, id]) => [name, outlines.get(id)] as const));
}
