import { type Actor, membershipOr404 } from '#server/access/actor.ts';
import { normalizeEmailDomain } from '#server/base/email-addresses.ts';
import { badValue, forbidden, notFound } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import {
  changeSettings,
  findOrganization,
  findOrganizationsOfDomain,
  hasSite,
  parseOrganizationChanges,
  selectOrganizationsIn,
} from './organizations.queries.ts';
import { canUpdateOrganization, toOrganizationView } from './organizations.rules.ts';

/** The caller's organizations and their settings. */
export const organizationHandlers = {
  async listOrganizations(request) {
    const { actor, db, service } = request;
    const page = await readPage(request, {
      scope: { operation: 'listOrganizations', filters: [actor.user.id] },
      query: selectOrganizationsIn(db, activeOrganizationIds(actor)),
      order: [
        { column: 'organizations.created_at', direction: 'asc' },
        { column: 'organizations.id', direction: 'asc' },
      ],
      count: async () => activeOrganizationIds(actor).length,
    });
    return toEnvelope(page, (row) => toOrganizationView(row, membershipOr404(actor, row.id), service));
  },

  async getOrganization({ params, actor, db, service }) {
    const viewer = membershipOr404(actor, params.organizationId);
    const row = await findOrganization(db, params.organizationId);
    if (!row) throw notFound('organization');
    return toOrganizationView(row, viewer, service);
  },

  async updateOrganization({ params, body, actor, actors, db, service }) {
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    if (!canUpdateOrganization(viewer)) {
      throw forbidden('You need the role "admin" in this organization to change its settings.');
    }
    const changes = await parseOrganizationChanges(body);
    const siteId = changes.default_content_site_id;
    if (siteId && !(await hasSite(db, organizationId, siteId))) {
      throw badValue('body.defaultContent.site', 'is not a site of this organization');
    }
    const row = await inTransaction(db, (trx) => changeSettings(trx, { organizationId, actor }, changes));
    // API tokens that were created without single sign-on lose or regain the organization.
    if (changes.sso !== undefined) actors.invalidateAll();
    return toOrganizationView(row, viewer, service);
  },

  async listOrganizationsByEmailDomain({ params, actor, db, service }) {
    const domain = normalizeEmailDomain(params.emailDomain);
    if (domain === null) throw badValue('path.emailDomain', 'is not a valid domain, such as example.org');
    const rows = await findOrganizationsOfDomain(db, activeOrganizationIds(actor), domain);
    return {
      organizations: rows.map((row) => toOrganizationView(row, membershipOr404(actor, row.id), service)),
    };
  },
} satisfies Handlers<
  'listOrganizations' | 'getOrganization' | 'updateOrganization' | 'listOrganizationsByEmailDomain'
>;

/** Organizations where the caller is not disabled. */
function activeOrganizationIds(actor: Actor): string[] {
  return actor.memberships.filter(({ disabled }) => !disabled).map(({ organizationId }) => organizationId);
}
