import { notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { loadChangeableSite, requireSiteMember } from '#server/sites/load-site.ts';
import { enqueueCheck, loadBasis } from './check-site.ts';
import { countFindings, findLastCheck, selectFindings, selectListed } from './site-checks.queries.ts';
import { toFindingView } from './site-checks.rules.ts';

/** Links of other servers die without a change of the site. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** What readers of a site stumble over. */
export const siteCheckHandlers = {
  async getSiteChecks(request) {
    const { db, clock } = request;
    const { site } = await loadChangeableSite(request);
    const member = requireSiteMember(request);
    const now = await loadBasis(db, site.id);
    if (!now) throw notFound('site');
    const last = await findLastCheck(db, site.id);
    const age = clock.now().getTime() - (last?.checked_at.getTime() ?? 0);
    const isCurrent = last?.basis === now.basis;
    // Without a primary, what was found last is all there is.
    if ((!isCurrent || age > MAX_AGE_MS) && !isReadOnly(db)) await enqueueCheck(db, site.id);
    return {
      object: 'site-checks',
      state: isCurrent ? 'current' : 'checking',
      ...(last && { checkedAt: last.checked_at.toISOString() }),
      counts: await countFindings(db, { member, siteId: site.id }, last?.partial ?? []),
    };
  },

  async listSiteFindings(request) {
    const { db, query } = request;
    const { site } = await loadChangeableSite(request);
    const member = requireSiteMember(request);
    const scope = { member, siteId: site.id, kind: query.kind };
    const page = await readPage(request, {
      scope: {
        operation: 'listSiteFindings',
        organizationId: site.organization_id,
        filters: [site.id, query.kind, member.userId],
      },
      query: selectListed(db, scope),
      order: [
        { column: 'site_findings.position', direction: 'asc' },
        { column: 'site_findings.id', direction: 'asc' },
      ],
      keysOf: ({ position, id }) => [position, id],
      count: () => countRows(selectFindings(db, scope)),
    });
    return toEnvelope(page, toFindingView);
  },
} satisfies Handlers<'getSiteChecks' | 'listSiteFindings'>;
