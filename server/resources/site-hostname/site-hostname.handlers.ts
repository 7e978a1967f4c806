import { randomBytes } from 'node:crypto';
import { conflict, forbidden } from '#server/base/errors.ts';
import { assertIfMatch, laterThan, NEVER } from '#server/base/etag.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { requestedLookups } from '#server/network/name-proof.ts';
import { checkHostname, findSiteServedAt } from '#server/sites/hostname-checks.ts';
import { loadSite, manageSite, recordSiteChange, type SiteRequest } from '#server/sites/load-site.ts';
import { canAdministrateSites } from '#server/sites/sites.rules.ts';
import { findHostname, storeHostname } from './site-hostname.queries.ts';
import { readHostname, toHostnameView } from './site-hostname.rules.ts';

const TOKEN_BYTES = 20;

/** Where a site is served beside its address on this server. */
export const siteHostnameHandlers = {
  async getSiteHostname(request) {
    const site = await loadManagedSite(request);
    return toHostnameView(await findHostname(request.db, site.id));
  },

  async setSiteHostname(request) {
    const { service, clock, body } = request;
    const hostname = body.hostname === null ? null : readHostname(body.hostname, service);
    const { result } = await manageSite(request, async (trx, site) => {
      const before = await findHostname(trx, site.id);
      const version = before.hostname_set_at ?? NEVER;
      assertIfMatch(request, version);
      if (before.hostname === hostname && (hostname === null || before.hostname_token !== null))
        return before;
      const owner = hostname === null ? undefined : await findSiteServedAt(trx, hostname);
      if (owner !== undefined && owner !== site.id)
        throw conflict(`Another site is served at ${hostname ?? ''}.`);
      const token = hostname === null ? null : `bindery-site=${randomBytes(TOKEN_BYTES).toString('hex')}`;
      const now = laterThan(version, clock.now());
      const after = await storeHostname(trx, site.id, { hostname, token, now });
      await recordSiteChange(trx, request, site, {
        action: 'setSiteHostname',
        summary:
          hostname === null
            ? `Removed the hostname of the site “${site.title}”.`
            : `Set the hostname of the site “${site.title}” to ${hostname}.`,
        before: { hostname: before.hostname },
        after: { hostname },
      });
      return after;
    });
    return toHostnameView(result);
  },

  async checkSiteHostname(request) {
    const { db, clock, lookUpTexts: lookUp } = request;
    const site = await loadManagedSite(request);
    const check = async () => {
      const {
        hostname,
        hostname_token: token,
        hostname_set_at: setAt,
        ...fields
      } = await findHostname(db, site.id);
      if (hostname === null || token === null || setAt === null)
        throw conflict('This site has no hostname to check. Set one first.');
      const checked = { id: site.id, hostname, hostname_token: token, setAt, ...fields };
      await checkHostname(db, checked, { lookUp, now: clock.now() });
    };
    await requestedLookups.run(site.id, check, { signal: request.gone });
    const after = toHostnameView(await findHostname(db, site.id));
    // A proxy may ask for the certificate at once.
    request.server.servedNames.forget(after.hostname ?? '');
    const { hostname = '', state, problem } = after;
    const record = {
      action: 'checkSiteHostname' as const,
      summary: `Checked the hostname ${hostname} of the site “${site.title}”: ${state ?? ''}.`,
      after: { hostname, state, problem },
    };
    await inTransaction(db, (trx) => recordSiteChange(trx, request, site, record));
    return after;
  },
} satisfies Handlers<'getSiteHostname' | 'setSiteHostname' | 'checkSiteHostname'>;

async function loadManagedSite(request: SiteRequest) {
  const { site, viewer } = await loadSite(request);
  if (!viewer || !canAdministrateSites(viewer)) {
    throw forbidden('You need the role "admin" in this organization to manage the hostname of a site.');
  }
  return site;
}
