import { membershipOr404 } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { heavyDocuments } from '#server/plugins/limits/heavy-limits.ts';
import { loadSiteTree } from '#server/published/visit/site-tree.queries.ts';
import { loadSite } from '#server/sites/load-site.ts';
import { ownUrl, publishedUrl } from '#server/sites/sites.rules.ts';
import { findDestinations, findLinksWith, findReadableSpaces } from './incoming-links.queries.ts';
import { addressesOf, type LinkedSite, textsOfLinks, toIncomingLinks } from './incoming-links.ts';

/** The links to parts of a site. */
export const incomingLinkHandlers = {
  async getSiteIncomingLinks(request) {
    const { db, params, query, actor } = request;
    const { site, service } = await loadSite(request);
    const tree = await loadSiteTree(db, site.id, site.structure_version);
    const urls = [publishedUrl(site, service), ownUrl(site, service)].filter((url) => url !== undefined);
    const linked: LinkedSite = { tree, siteSpaceIds: new Set(query.siteSpaces), urls: [...new Set(urls)] };
    const readable = await findReadableSpaces(db, membershipOr404(actor, params.organizationId));
    const find = async () => {
      const spaceIds = readable.map(({ id }) => id);
      const rows = await findLinksWith(db, spaceIds, textsOfLinks(linked));
      const destinations = await findDestinations(db, { siteId: site.id, tree }, addressesOf(linked, rows));
      return toIncomingLinks(linked, rows, { readable, destinations });
    };
    // It looks at all texts of the organization.
    return heavyDocuments.run(params.organizationId, find, { signal: request.gone });
  },
} satisfies Handlers<'getSiteIncomingLinks'>;
