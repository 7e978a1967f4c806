import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { PublishedSite } from './published-site.ts';
import type { SiteTree } from './site-tree.ts';

/** The site on which a page of a space is previewed: a published one before others, then the oldest. */
export async function findSiteOfSpace(db: Kysely<Database>, spaceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_spaces')
    .innerJoin('sites', 'sites.id', 'site_spaces.site_id')
    .select('sites.id')
    .where('site_spaces.space_id', '=', spaceId)
    .orderBy('sites.published', 'desc')
    .orderBy('sites.created_at')
    .orderBy('sites.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** A site for a space that is on none: no look, no title, and nothing but the space. Only previews show it. */
export function siteOfSpace(
  organizationId: string,
  spaceId: string,
): { site: PublishedSite; tree: SiteTree } {
  const item = { id: spaceId, title: '', path: '', isDefault: true, condition: null };
  const siteSpaces = [{ ...item, spaceId, icon: '', emoji: '' }];
  return {
    site: {
      id: '',
      organizationId,
      title: '',
      hostname: null,
      isHostnameProven: false,
      basename: null,
      proxy: null,
      published: false,
      visibility: 'visitor-auth',
      shareKey: '',
      adaptiveContent: false,
      structureVersion: '',
      organizationHostname: null,
      customization: {},
      countsVisits: false,
      asksFeedback: false,
      adaptiveSchema: null,
      visitorSignInUrl: null,
      visitorKeys: [],
      revisions: new Map(),
      unconnected: new Set(),
    },
    tree: {
      version: spaceId,
      sections: [{ ...item, icon: null, description: null, isNamed: false, group: null, siteSpaces }],
      hasConditions: false,
    },
  };
}
