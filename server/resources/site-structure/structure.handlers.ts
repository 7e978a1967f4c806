import type { SiteStructureItem } from '#api/generated/types.gen.ts';
import { grantHolderOf } from '#server/access/content-access.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { notFound } from '#server/errors.ts';
import { loadReadableSite } from '#server/sites/load-site.ts';
import { heavyReads } from '#server/tasks/heavy-requests.ts';
import { moveOnSite } from './carry-out-move.ts';
import { getOutline } from './outline.ts';
import { planSort } from './sort-structure.ts';
import { loadStructure } from './structure.queries.ts';
import { toSiteStructureView } from './structure.rules.ts';

/** The whole structure of a site. */
export const siteStructureHandlers = {
  async getSiteStructure(request, reply) {
    const { db, actor, gone: signal, params, query } = request;
    const context = await loadReadableSite(request);
    if (query.form === 'outline') return getOutline(request, reply, context);
    const load = async () =>
      toSiteStructureView(await loadStructure(db, grantHolderOf(actor), context.site.id), context);
    return heavyReads.run(params.organizationId, load, { signal });
  },

  async sortSiteStructure(request) {
    const { actor, body, db } = request;
    const { item, position } = body;
    const { context } = await moveOnSite(request, (connection, site) =>
      planSort(connection, { ...item, actor, site, operation: 'sortSiteStructure' }, position),
    );
    const { structure } = toSiteStructureView(
      await loadStructure(db, grantHolderOf(actor), context.site.id),
      context,
    );
    const view = structure
      .flatMap(withDescendants)
      .find(({ object, id }) => object === item.type && id === item.id);
    // The item may have been deleted concurrently.
    if (!view) throw notFound('item of this site');
    return view;
  },
} satisfies Handlers<'getSiteStructure' | 'sortSiteStructure'>;

/** An item with all its descendants. */
function withDescendants(item: SiteStructureItem): SiteStructureItem[] {
  if (item.object === 'site-space') return [item];
  const inner = item.object === 'site-section' ? item.siteSpaces : item.sections;
  return [item, ...inner.flatMap(withDescendants)];
}
