import type { Handlers } from '#server/contract.ts';
import { notFound } from '#server/errors.ts';
import type { Site } from '#api/generated/types.gen.ts';
import { changeSite, loadReadableSite, recordSiteChange, type SiteRequest } from '#server/sites/load-site.ts';
import { readParts } from '../site-structure/structure.queries.ts';
import { toSiteStructureView } from '../site-structure/structure.rules.ts';
import { grantsOf } from '#server/access/content-access.ts';
import { findCountedSite, findCustomization, writeSettings } from './sites.queries.ts';
import { completeCustomization } from './customization.ts';
import { toSiteView } from './sites.view.ts';

/** What visitors of a site get, and whether they do. */
export const publishedSiteHandlers = {
  async getPublishedSite(request) {
    const { db, actor } = request;
    const scene = await loadReadableSite(request);
    const { site, service } = scene;
    const parts = await readParts(db, grantsOf(actor), site.id);
    const chosen = await findCustomization(db, site.id);
    return {
      object: 'published-content-site',
      site: toSiteView({ ...site, site_spaces: parts.siteSpaces.length }, service),
      structure: toSiteStructureView(parts, scene),
      customizations: { site: completeCustomization(site.title, chosen) },
    };
  },

  async publishSite(request) {
    return setPublished(request, true);
  },

  async unpublishSite(request) {
    return setPublished(request, false);
  },
} satisfies Handlers<'getPublishedSite' | 'publishSite' | 'unpublishSite'>;

async function setPublished(request: SiteRequest, published: boolean): Promise<Site> {
  const { scene } = await changeSite(request, async (trx, site) => {
    if (site.published === published) return;
    await writeSettings(trx, site.id, { published });
    await recordSiteChange(trx, request, site, {
      action: published ? 'publishSite' : 'unpublishSite',
      summary: published
        ? `Published the site “${site.title}”.`
        : `Took the site “${site.title}” off the net.`,
      before: { published: site.published },
      after: { published },
    });
  });
  const { site, service } = scene;
  const current = await findCountedSite(request.db, site.organization_id, site.id);
  if (!current) throw notFound('site');
  return toSiteView(current, service);
}
