import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

const ID_PATTERN = /^[0-9A-Za-z]{20}$/;

/** All ids in a value, as strings or as keys. */
export function collectIds(value: unknown): string[] {
  if (typeof value === 'string') return ID_PATTERN.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const ids = Object.entries(value).flatMap(([name, inside]) => [...collectIds(name), ...collectIds(inside)]);
  return [...new Set(ids)];
}

/** The names of ids as a JSON object, as a part of another statement. Ids without a name are left out. */
export function namesAsJson(organizationId: string, ids: readonly string[]): RawBuilder<string | null> {
  const idArray = sql`${ids}::text[]`;
  const inOrganization = sql`organization_id = ${organizationId}`;
  return sql<string | null>`(select jsonb_object_agg(id, name) from (
    select id, display_name as name from users where id = any(${idArray})
    union all select id, title from teams where id = any(${idArray}) and ${inOrganization}
    union all select id, title from spaces where id = any(${idArray}) and ${inOrganization}
    union all select id, title from collections where id = any(${idArray}) and ${inOrganization}
    union all select id, title from sites where id = any(${idArray}) and ${inOrganization}
    union all select id, '#' || number || ' ' || subject from change_requests
      where id = any(${idArray}) and ${inOrganization}
    union all select id, label from saml_providers where id = any(${idArray}) and ${inOrganization}
    union all select id, label from oidc_providers where id = any(${idArray}) and ${inOrganization}
    union all select id, title from translations where id = any(${idArray}) and ${inOrganization}
    union all select id, title from site_sections where id = any(${idArray})
    union all select id, title from site_section_groups where id = any(${idArray})
    union all select site_spaces.id, spaces.title from site_spaces
      join spaces on spaces.id = site_spaces.space_id where site_spaces.id = any(${idArray})
  ) as named)`;
}

/** The names of ids. Ids without a name are left out. */
export async function findNames(
  db: Kysely<Database>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { names } = await db
    .selectNoFrom(namesAsJson(organizationId, ids).$castTo<Record<string, string> | null>().as('names'))
    .executeTakeFirstOrThrow();
  return new Map(Object.entries(names ?? {}));
}

const nameList = new Intl.ListFormat('en', { type: 'conjunction' });

/** How many names a sentence lists; the entry has all of them. */
const MAX_NAMED = 3;

/** The names of several ids for a sentence: "Ada Lovelace, Eve Moss and 48 others". */
export async function describeNames(
  db: Kysely<Database>,
  organizationId: string,
  ids: readonly string[],
): Promise<string> {
  const names = await findNames(db, organizationId, ids);
  const all = ids.map((id) => names.get(id) ?? 'an unnamed item');
  if (all.length <= MAX_NAMED + 1) return nameList.format(all);
  const rest = all.length - MAX_NAMED;
  return nameList.format([...all.slice(0, MAX_NAMED), `${rest} others`]);
}
