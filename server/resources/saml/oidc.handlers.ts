import type { FastifyRequest } from 'fastify';
import type { Membership } from '#server/access/actor.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import {
  addOidcProvider,
  countOidcProviders,
  findOidcProvider,
  removeOidcProvider,
  selectOidcProviders,
  updateOidcProvider,
} from './oidc.queries.ts';
import { checkIssuer, parseOidcProvider, toOidcProviderView } from './oidc.rules.ts';
import { getDefaultTeams } from './saml.queries.ts';
import { requireSamlManager } from './saml.rules.ts';

/** Identity providers of an organization with OpenID Connect. */
export const oidcHandlers = {
  async listOidcProviders(request) {
    const { params, db, service } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const { organizationId } = viewer;
    const page = await readPage(request, {
      scope: { operation: 'listOidcProviders', organizationId, filters: [] },
      query: selectOidcProviders(db, organizationId),
      order: [
        { column: 'oidc_providers.created_at', direction: 'desc' },
        { column: 'oidc_providers.id', direction: 'desc' },
      ],
      count: () => countOidcProviders(db, organizationId),
    });
    const teams = await getDefaultTeams(db, page.rows);
    return toEnvelope(page, (row) =>
      toOidcProviderView(row, teams.get(row.default_team_id ?? ''), { viewer, service }),
    );
  },

  async createOidcProvider(request) {
    const { params, body, actor, db, fetcher, service } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const columns = await checkIssuer(parseOidcProvider(body, fetcher.allowPrivate), fetcher);
    const { label = '', issuer = '', client_id = '', client_secret = '' } = columns;
    const row = await inTransaction(db, (trx) =>
      addOidcProvider(
        trx,
        { ...params, actor, secretKeys: service.secretKeys },
        { ...columns, label, issuer, client_id, client_secret },
      ),
    );
    return viewProvider(request, row, viewer);
  },

  async getOidcProvider(request) {
    const { params, db } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const row = await findOidcProvider(db, params.organizationId, params.oidcProviderId);
    return viewProvider(request, row, viewer);
  },

  async updateOidcProvider(request) {
    const { params, body, actor, db, fetcher, service } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const columns = await checkIssuer(parseOidcProvider(body, fetcher.allowPrivate), fetcher);
    const row = await inTransaction(db, (trx) =>
      updateOidcProvider(trx, { ...params, actor, secretKeys: service.secretKeys }, columns),
    );
    return viewProvider(request, row, viewer);
  },

  async deleteOidcProvider(request) {
    const { params, actor, db } = request;
    requireSamlManager(request, params.organizationId);
    await inTransaction(db, (trx) => removeOidcProvider(trx, { ...params, actor }));
  },
} satisfies Handlers<
  'listOidcProviders' | 'createOidcProvider' | 'getOidcProvider' | 'updateOidcProvider' | 'deleteOidcProvider'
>;

async function viewProvider(
  { db, service }: Pick<FastifyRequest, 'db' | 'service'>,
  row: Row<'oidc_providers'>,
  viewer: Membership,
) {
  const teams = await getDefaultTeams(db, [row]);
  return toOidcProviderView(row, teams.get(row.default_team_id ?? ''), { viewer, service });
}
