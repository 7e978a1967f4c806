import type { Handlers } from '#server/contract.ts';
import { changeSite, loadReadableSite } from '../sites/load-site.ts';
import { grantsOf } from '../spaces/spaces.access.ts';
import { sortPart } from './sort.ts';
import { readParts } from './structure.queries.ts';
import { toSiteStructureView } from './structure.view.ts';

/** What a site is made of, all at once. */
export const siteStructureHandlers = {
  async getSiteStructure(request) {
    const { db, actor } = request;
    const scene = await loadReadableSite(request);
    return toSiteStructureView(await readParts(db, grantsOf(actor), scene.site.id), scene);
  },

  async sortSiteStructure(request) {
    const { actor, body, db } = request;
    const { item, position } = body;
    const { scene } = await changeSite(request, (trx, site) =>
      sortPart(trx, { ...item, actor, site, operation: 'sortSiteStructure' }, position),
    );
    const parts = await readParts(db, grantsOf(actor), scene.site.id);
    return { structure: toSiteStructureView(parts, scene), item };
  },
} satisfies Handlers<'getSiteStructure' | 'sortSiteStructure'>;
