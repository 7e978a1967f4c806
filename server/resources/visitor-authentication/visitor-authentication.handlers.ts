import { randomBytes } from 'node:crypto';
import { forbidden } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { checkToken } from '#server/published/gate/visitor-tokens.ts';
import { loadSite, manageSite, recordSiteChange } from '#server/sites/load-site.ts';
import { canAdministrateSites } from '#server/sites/sites.rules.ts';
import {
  deleteVisitorKey,
  expireVisitorKeys,
  findClaimSchema,
  findSignInUrl,
  findVisitorKeys,
  insertVisitorKey,
  updateSignInUrl,
} from './visitor-authentication.queries.ts';
import {
  assertKeyCount,
  assertSignInUrl,
  isValidKey,
  toTokenCheckView,
  toVisitorAuthenticationView,
  toVisitorKeyView,
} from './visitor-authentication.rules.ts';

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;

/** Who signs in the visitors of a site. */
export const visitorAuthenticationHandlers = {
  async getSiteVisitorAuthentication(request) {
    const { db } = request;
    const { site } = await loadAdministratedSite(request);
    return toVisitorAuthenticationView(
      await findSignInUrl(db, site.id),
      await findVisitorKeys(db, site.id, request.service.secretKeys),
    );
  },

  async updateSiteVisitorAuthentication(request) {
    const { signInUrl } = request.body;
    if (signInUrl !== null) assertSignInUrl(signInUrl);
    const { result } = await manageSite(request, async (trx, site) => {
      const before = await findSignInUrl(trx, site.id);
      await updateSignInUrl(trx, site.id, signInUrl);
      await recordSiteChange(trx, request, site, {
        action: 'updateSiteVisitorAuthentication',
        summary:
          signInUrl === null
            ? `Removed the sign-in address of the site “${site.title}”.`
            : `Changed the sign-in address of the site “${site.title}”.`,
        before: { signInUrl: before },
        after: { signInUrl },
      });
      return toVisitorAuthenticationView(
        signInUrl,
        await findVisitorKeys(trx, site.id, request.service.secretKeys),
      );
    });
    return result;
  },

  async createSiteVisitorKey(request) {
    const { expirePreviousAfterHours: hours } = request.body;
    const { secretKeys } = request.service;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const { result } = await manageSite(request, async (trx, site) => {
      const now = request.clock.now();
      const valid = (await findVisitorKeys(trx, site.id, secretKeys)).filter((key) => isValidKey(key, now));
      assertKeyCount((hours === 0 ? 0 : valid.length) + 1);
      if (hours !== undefined && valid.length > 0) {
        const ids = valid.map(({ id }) => id);
        await expireVisitorKeys(trx, ids, new Date(now.getTime() + hours * HOUR_MS));
      }
      const created = await insertVisitorKey(trx, site.id, { secret, now, secretKeys });
      const { id, lastCharacters } = toVisitorKeyView(created);
      await recordSiteChange(trx, request, site, {
        action: 'createSiteVisitorKey',
        summary:
          hours === undefined || valid.length === 0
            ? `Created a key for visitors of the site “${site.title}”.`
            : `Rotated the key for visitors of the site “${site.title}”.`,
        after: { id, lastCharacters, expirePreviousAfterHours: hours },
      });
      return created;
    });
    return { ...toVisitorKeyView(result), secret };
  },

  async checkSiteVisitorToken(request) {
    const { db, body, clock } = request;
    const { site } = await loadAdministratedSite(request);
    const keys = await findVisitorKeys(db, site.id, request.service.secretKeys);
    const namedKeys = keys.map(({ id, secret, expires_at: expiresAt }) => ({ id, secret, expiresAt }));
    const checked = await checkToken(namedKeys, body.token.trim(), clock.now());
    return toTokenCheckView(checked, await findClaimSchema(db, site.id));
  },

  async deleteSiteVisitorKey(request) {
    await manageSite(request, async (trx, site) => {
      const deleted = await deleteVisitorKey(
        trx,
        site.id,
        request.params.visitorKeyId,
        request.service.secretKeys,
      );
      const { id, lastCharacters } = toVisitorKeyView(deleted);
      await recordSiteChange(trx, request, site, {
        action: 'deleteSiteVisitorKey',
        summary: `Deleted a key for visitors of the site “${site.title}”.`,
        before: { id, lastCharacters },
      });
    });
  },
} satisfies Handlers<
  | 'getSiteVisitorAuthentication'
  | 'updateSiteVisitorAuthentication'
  | 'createSiteVisitorKey'
  | 'deleteSiteVisitorKey'
  | 'checkSiteVisitorToken'
>;

/** The site, for its administrators: 403 for others. */
async function loadAdministratedSite(request: Parameters<typeof loadSite>[0]) {
  const { site, viewer } = await loadSite(request);
  if (!viewer || !canAdministrateSites(viewer)) {
    throw forbidden('You need the role "admin" in this organization to see who signs in visitors.');
  }
  return { site };
}
