import type { FastifyRequest } from 'fastify';
import type { Site, SiteUpdate } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { badValue, forbidden, notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { findCustomization } from '#server/sites/customization.queries.ts';
import {
  manageSite,
  changeSite,
  loadReadableSite,
  recordSiteChange,
  selectSites,
  requireSiteMember,
  type SiteRequest,
} from '#server/sites/load-site.ts';
import { assertNotReserved } from '#server/sites/reserved-names.ts';
import { canChangeSites, canViewSites } from '#server/sites/sites.rules.ts';
import { setDefaults } from '../site-structure/changes/default-changes.ts';
import { findPathProblem } from '../site-structure/changes/structure-values.ts';
import { getRawStructure } from '../site-structure/structure-json.ts';
import { addInitialSpaces } from './new-site.ts';
import {
  countSites,
  deleteSite,
  findSiteWithCount,
  insertSite,
  matchSites,
  rotateShareKey,
  type SiteSettings,
  siteFacts,
  updateSettings,
} from './sites.queries.ts';
import { withDefaultCustomization, toSiteView } from './sites.rules.ts';

export const siteHandlers = {
  async listSites(request) {
    const { params, query, actor, db, service } = request;
    const viewer = membershipOr404(actor, params.organizationId);
    if (!canViewSites(viewer)) throw forbidden('Guests cannot see sites.');
    const { organizationId } = viewer;
    const filter = { spaceId: query.space, title: query.title, published: query.published };
    const page = await readPage(request, {
      scope: { operation: 'listSites', organizationId, filters: Object.values(filter) },
      query: selectSites(db)
        .select(siteFacts)
        .where('sites.organization_id', '=', organizationId)
        .where(matchSites(filter)),
      order: [
        { column: 'sites.created_at', direction: 'asc' },
        { column: 'sites.id', direction: 'asc' },
      ],
      count: () => countSites(db, organizationId, filter),
    });
    return toEnvelope(page, (site) => toSiteView(site, service));
  },

  async createSite(request) {
    const { params, body, actor, db } = request;
    const { organizationId } = params;
    const member = membershipOr404(actor, organizationId);
    if (!canChangeSites(member)) {
      throw forbidden('You need the role "create" or higher in this organization to create sites.');
    }
    const { title = 'Untitled site', type = 'basic', visibility = 'public', spaces } = body;
    const siteId = await inTransaction(db, async (trx) => {
      const id = await insertSite(trx, { organizationId, title, type, visibility });
      await addInitialSpaces(trx, { id, title }, member, spaces ?? []);
      await recordSiteChange(
        trx,
        request,
        { id, organization_id: organizationId },
        {
          action: 'createSite',
          summary: `Created the site “${title}”.`,
          after: { title, type, visibility, spaces },
        },
      );
      return id;
    });
    return viewSite(request, { organizationId, siteId });
  },

  async getSite(request) {
    requireSiteMember(request);
    return viewSite(request, request.params);
  },

  async deleteSite(request) {
    await manageSite(request, async (trx, site) => {
      await deleteSite(trx, site);
      await recordSiteChange(trx, request, site, {
        action: 'deleteSite',
        summary: `Deleted the site “${site.title}”.`,
        before: { title: site.title, visibility: site.visibility, published: site.published },
      });
    });
  },

  async updateSite(request) {
    const { body } = request;
    const problem = body.basename === undefined ? null : findPathProblem(body.basename);
    if (problem !== null) throw badValue('body.basename', problem);
    await changeSite(request, async (trx, site) => {
      assertNotReserved('body.basename', body.basename, site.basename);
      await setDefaults(trx, site.id, body);
      await updateSettings(trx, site.id, settingsColumns(body));
      // An old link must not work when the site is shared by link again.
      if (site.visibility === 'share-link' && (body.visibility ?? site.visibility) !== 'share-link')
        await rotateShareKey(trx, site.id);
      await recordSiteChange(trx, request, site, {
        action: 'updateSite',
        summary: `Changed the settings of the site “${site.title}”.`,
        before: {
          title: site.title,
          visibility: site.visibility,
          basename: site.basename,
          proxy: site.proxy,
        },
        after: body,
      });
    });
    return viewSite(request, request.params);
  },
} satisfies Handlers<'listSites' | 'createSite' | 'getSite' | 'deleteSite' | 'updateSite'>;

function settingsColumns({ title, visibility, basename, proxy, adaptiveContent }: SiteUpdate): SiteSettings {
  return { title, visibility, basename, proxy, adaptive_content: adaptiveContent?.enabled };
}

async function viewSite(
  { db, service }: Pick<FastifyRequest, 'db' | 'service'>,
  { organizationId, siteId }: SiteRequest['params'],
): Promise<Site> {
  const site = await findSiteWithCount(db, organizationId, siteId);
  if (!site) throw notFound('site');
  return toSiteView(site, service);
}

/** The published site, and publishing. */
export const publishedSiteHandlers = {
  async getPublishedSite(request) {
    const { db, service } = request;
    const context = await loadReadableSite(request);
    const { id, organization_id: organizationId } = context.site;
    const structure = await getRawStructure(request, context);
    const site = await findSiteWithCount(db, organizationId, id);
    if (!site) throw notFound('site');
    const { customization } = await findCustomization(db, id);
    return {
      object: 'published-content-site',
      site: toSiteView(site, service),
      structure,
      customizations: { site: withDefaultCustomization(site, customization, service) },
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
  const { context } = await changeSite(request, async (trx, site) => {
    if (site.published === published) return;
    await updateSettings(trx, site.id, { published });
    await recordSiteChange(trx, request, site, {
      action: published ? 'publishSite' : 'unpublishSite',
      summary: published ? `Published the site “${site.title}”.` : `Unpublished the site “${site.title}”.`,
      before: { published: site.published },
      after: { published },
    });
  });
  const { site, service } = context;
  const current = await findSiteWithCount(request.db, site.organization_id, site.id);
  if (!current) throw notFound('site');
  return toSiteView(current, service);
}
