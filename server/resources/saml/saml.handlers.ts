import type { FastifyRequest } from 'fastify';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { serviceOf as oidcServiceOf } from '#server/accounts/oidc/relying-party.ts';
import { refreshMetadata } from '#server/accounts/saml/refresh-metadata.ts';
import { isConfigured, serviceOf } from '#server/accounts/saml/service-provider.ts';
import { conflict } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { readGivenMetadata } from './given-metadata.ts';
import { selectOidcProviders } from './oidc.queries.ts';
import {
  addProvider,
  countProviders,
  findProviderOr404,
  removeProvider,
  selectProviders,
  getDefaultTeams,
  updateProvider,
} from './saml.queries.ts';
import {
  type ProviderRow,
  parseProvider,
  requireSamlManager,
  toSamlProviderView,
  toSsoLoginView,
} from './saml.rules.ts';

/** Identity providers of an organization, and its SSO logins. */
export const samlHandlers = {
  async listSamlProviders(request) {
    const { params, db, service } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const { organizationId } = viewer;
    const page = await readPage(request, {
      scope: { operation: 'listSamlProviders', organizationId, filters: [] },
      query: selectProviders(db, organizationId),
      order: [
        { column: 'saml_providers.created_at', direction: 'desc' },
        { column: 'saml_providers.id', direction: 'desc' },
      ],
      count: () => countProviders(db, organizationId),
    });
    const teams = await getDefaultTeams(db, page.rows);
    return toEnvelope(page, (row) =>
      toSamlProviderView(row, teams.get(row.default_team_id ?? ''), { viewer, service }),
    );
  },

  async createSamlProvider(request) {
    const { params, body, actor, db, clock, fetcher } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const { label = body.label, ...given } = parseProvider(body, clock.now());
    const columns = { ...given, ...(await readGivenMetadata(body, { fetcher, now: clock.now() })) };
    const row = await inTransaction(db, (trx) =>
      addProvider(trx, { ...params, actor }, { ...columns, label }),
    );
    return viewProvider(request, row, viewer);
  },

  async getSamlProvider(request) {
    const { params, db } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const row = await findProviderOr404(db, params);
    return viewProvider(request, row, viewer);
  },

  async updateSamlProvider(request) {
    const { params, body, actor, db, clock, fetcher } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const providerFields = parseProvider(body, clock.now());
    const columns = { ...providerFields, ...(await readGivenMetadata(body, { fetcher, now: clock.now() })) };
    const row = await inTransaction(db, (trx) => updateProvider(trx, { ...params, actor }, columns));
    return viewProvider(request, row, viewer);
  },

  async readSamlMetadata(request) {
    const { params, actor, db, clock, fetcher, mailer } = request;
    const viewer = requireSamlManager(request, params.organizationId);
    const row = await findProviderOr404(db, params);
    if (row.metadata_url === null) throw conflict('This identity provider has no metadata address.');
    await refreshMetadata(db, row, { fetcher, mailer, now: clock.now(), actor });
    return viewProvider(request, await findProviderOr404(db, params), viewer);
  },

  async deleteSamlProvider(request) {
    const { params, actor, db } = request;
    requireSamlManager(request, params.organizationId);
    await inTransaction(db, (trx) => removeProvider(trx, { ...params, actor }));
  },

  async listSsoLogins({ actor, db, params, service }) {
    const { organizationId } = membershipOr404(actor, params.organizationId);
    const saml = await selectProviders(db, organizationId).execute();
    const oidc = await selectOidcProviders(db, organizationId).execute();
    const startable = [
      ...saml.filter(isConfigured).map((row) => ({ row, start: serviceOf(service, row.id) })),
      ...oidc.map((row) => ({ row, start: oidcServiceOf(service, row.id) })),
    ];
    const byAge = startable.toSorted(
      (a, b) => a.row.created_at.getTime() - b.row.created_at.getTime() || (a.row.id < b.row.id ? -1 : 1),
    );
    return { items: byAge.map(({ row, start }) => toSsoLoginView(row, start)) };
  },
} satisfies Handlers<
  | 'listSamlProviders'
  | 'createSamlProvider'
  | 'getSamlProvider'
  | 'updateSamlProvider'
  | 'readSamlMetadata'
  | 'deleteSamlProvider'
  | 'listSsoLogins'
>;

async function viewProvider(
  { db, service }: Pick<FastifyRequest, 'db' | 'service'>,
  row: ProviderRow,
  viewer: Membership,
) {
  const teams = await getDefaultTeams(db, [row]);
  return toSamlProviderView(row, teams.get(row.default_team_id ?? ''), { viewer, service });
}
