import type { Handlers } from '#server/contract.ts';
import { loadReadableSite } from '../sites/load-site.ts';
import { grantsOf } from '../spaces/spaces.access.ts';
import { readParts } from './structure.queries.ts';
import { toSiteStructureView } from './structure.view.ts';

/** What a site is made of, all at once. */
export const siteStructureHandlers = {
  async getSiteStructure(request) {
    const { db, actor } = request;
    const scene = await loadReadableSite(request);
    return toSiteStructureView(await readParts(db, grantsOf(actor), scene.site.id), scene);
  },
} satisfies Handlers<'getSiteStructure'>;
