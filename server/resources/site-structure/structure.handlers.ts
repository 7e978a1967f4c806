import type { Handlers } from '#server/contract/contract.ts';
import { openSite } from '#server/sites/load-site.ts';
import { moveOnSite } from './carry-out-move.ts';
import { getOutline } from './outline.ts';
import { requireGroup, requireSection } from './queries/sections.queries.ts';
import { planSort } from './sort-structure.ts';
import { getStructure } from './structure-json.ts';
import { viewGroup, viewSection, viewSiteSpace } from './view-items.ts';

/** The whole structure of a site. */
export const siteStructureHandlers = {
  async getSiteStructure(request, reply) {
    const context = await openSite(request);
    if (request.query.form === 'outline') return getOutline(request, reply, context);
    return getStructure(request, context);
  },

  async sortSiteStructure(request) {
    const { actor, body, db } = request;
    const { item, position } = body;
    const { context } = await moveOnSite(request, (connection, site) =>
      planSort(connection, { ...item, actor, site, operation: 'sortSiteStructure' }, position),
    );
    const siteId = context.site.id;
    switch (item.type) {
      case 'site-space':
        return viewSiteSpace(request, context, { site_id: siteId, id: item.id });
      case 'site-section':
        return viewSection(request, context, await requireSection(db, siteId, item.id));
      case 'site-section-group':
        return viewGroup(request, context, await requireGroup(db, siteId, item.id));
    }
  },
} satisfies Handlers<'getSiteStructure' | 'sortSiteStructure'>;
