import { sql, type Transaction } from 'kysely';
import type { StructureDraftChangeCreate } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import { conflict } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { MAX_STEPS } from '../drafts/drafts.queries.ts';
import { planStructure } from './plan-structure.ts';
import { findSpaceTitles, readStructures } from './versions.queries.ts';
import { missingOf, spaceIdsOf, toPlannedStructure } from './versions.rules.ts';

/** The way back to an earlier structure. */
interface Restoration {
  changes: StructureDraftChangeCreate[];
  /** What can't come back, one sentence each. */
  missing: string[];
  /** Since when the structure is another one. */
  at: Date;
}

/** The changes that lead back to the structure before a version, as far as its spaces are there; with the site locked. */
export async function planRestoration(
  trx: Transaction<Database>,
  member: Membership,
  { siteId, structureVersionId }: { siteId: string; structureVersionId: string },
): Promise<Restoration> {
  const { current, earlier, at } = await readStructures(trx, siteId, structureVersionId);
  const ids = spaceIdsOf(current, earlier);
  const visible = await visibleSpaces(trx, member, member.organizationId)
    .select('spaces.id')
    .where('spaces.id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const seen = new Set(visible.map(({ id }) => id));
  const shown = new Set(spaceIdsOf(current));
  const titles = await findSpaceTitles(trx, member.organizationId, ids);
  // What is on the site stays also where the caller can't see it.
  const has = (id: string) => seen.has(id) || (shown.has(id) && titles.has(id));
  const changes = planStructure(
    toPlannedStructure(current, (id) => titles.has(id)),
    toPlannedStructure(earlier, has),
    { titleOf: (id) => titles.get(id) ?? 'a deleted space' },
  );
  if (changes.flatMap(({ steps }) => steps).length > MAX_STEPS)
    throw conflict(`It takes more than the ${MAX_STEPS} operations that a draft holds.`);
  return { changes, missing: missingOf(earlier, { has, titles }), at };
}
