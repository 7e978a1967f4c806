import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { visibleSpaces } from '#server/access/content-access.ts';

/** A space that a site is to show. */
export interface SpaceToShow {
  id: string;
  title: string;
}

/** Spaces of the member's organization, in the order of the ids; 404 where the member sees no such space. */
export async function requireSpacesToShow(
  db: Kysely<Database>,
  member: Membership,
  ids: readonly string[],
): Promise<SpaceToShow[]> {
  const rows = await visibleSpaces(db, member, member.organizationId)
    .select(['spaces.id', 'spaces.title'])
    .where('spaces.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return ids.map((id) => {
    const space = rows.find((row) => row.id === id);
    if (!space) throw notFound('space');
    return space;
  });
}

/** One space of the member's organization; 404 where the member sees no such space. */
export async function requireSpaceToShow(
  db: Kysely<Database>,
  member: Membership,
  id: string,
): Promise<SpaceToShow> {
  const [space] = await requireSpacesToShow(db, member, [id]);
  if (!space) throw notFound('space');
  return space;
}
