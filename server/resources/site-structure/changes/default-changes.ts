import type { Transaction } from 'kysely';
import type { StructureDefaults } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { setDefaultSection, setDefaultSiteSpace } from '../queries/structure.queries.ts';
import { type OpenSite, recordPart } from './open-site.ts';

/** Sets the default section of a site, or its default site space where it has no sections; with the site locked. */
export async function setDefaults(
  trx: Transaction<Database>,
  siteId: string,
  { defaultSiteSection, defaultSiteSpace }: StructureDefaults,
): Promise<void> {
  if (defaultSiteSection !== undefined) await setDefaultSection(trx, siteId, defaultSiteSection);
  if (defaultSiteSpace !== undefined) await setDefaultSiteSpace(trx, siteId, defaultSiteSpace);
}

/** The part of a change of a site that a draft can have. */
export async function changeDefaults(open: OpenSite, body: StructureDefaults): Promise<void> {
  const { trx, site } = open;
  await setDefaults(trx, site.id, body);
  await recordPart(open, {
    action: 'updateSite',
    summary: `Changed the settings of the site “${site.title}”.`,
    after: body,
  });
}
