import type { Transaction } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import type { Database } from '#server/database/schema.ts';
import { badValue } from '#server/errors.ts';
import type { SiteCreate } from '#api/generated/types.gen.ts';
import { insertSiteSpace } from '../site-structure/site-spaces.queries.ts';
import { requireSpacesToShow, type SpaceToShow } from '../site-structure/structure.queries.ts';
import { insertSpace } from '../spaces/space-create.queries.ts';
import { writeSamplePages } from './sample-pages.ts';

const LONGEST_SPACE_TITLE = 50;

/**
 * Gives a new site its first site spaces, in order: existing spaces that the member can see, or one that is made for
 * it. 404 where the member sees no such space.
 */
export async function fillSite(
  trx: Transaction<Database>,
  site: { id: string; title: string },
  member: Membership,
  spaces: NonNullable<SiteCreate['spaces']>,
): Promise<void> {
  const chosen = Array.isArray(spaces)
    ? await chooseSpaces(trx, member, spaces)
    : [await makeSpace(trx, member, site.title, spaces)];
  for (const space of chosen) {
    await insertSiteSpace(trx, { site_id: site.id, section_id: null }, space);
  }
}

function chooseSpaces(
  trx: Transaction<Database>,
  member: Membership,
  ids: readonly string[],
): Promise<SpaceToShow[]> {
  if (new Set(ids).size < ids.length) throw badValue('body.spaces', 'names a space twice');
  return requireSpacesToShow(trx, member, ids);
}

async function makeSpace(
  trx: Transaction<Database>,
  member: Membership,
  siteTitle: string,
  kind: 'empty' | 'sample',
): Promise<SpaceToShow> {
  const title = [...siteTitle].slice(0, LONGEST_SPACE_TITLE).join('');
  const pages = kind === 'sample' ? await writeSamplePages(trx, siteTitle) : [];
  const container = { organizationId: member.organizationId, parentId: null };
  const id = await insertSpace(
    trx,
    container,
    { title, emoji: '', pages },
    { ...member, level: member.role },
  );
  return { id, title };
}
