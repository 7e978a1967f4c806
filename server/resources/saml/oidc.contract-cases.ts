import {
  type ApiFixture,
  callWith,
  createdId,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis, padded } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

const settings = {
  label: 'Work',
  issuer: 'https://login.press.example',
  clientID: 'bindery',
  clientSecret: 'a secret of the provider',
};

async function oidcProviderParams({ admin, base }: ApiFixture): Promise<{ oidcProviderId: string }> {
  return { oidcProviderId: await createdId(as(admin).post(`${base}/oidc`, settings)) };
}

export const oidcCases = contractCases({
  calls: {
    listOidcProviders: organizationCall,
    createOidcProvider: () => ({ params: {}, body: settings }),
    getOidcProvider: callWith(oidcProviderParams),
    updateOidcProvider: callWith(oidcProviderParams, { label: 'Home' }),
    deleteOidcProvider: callWith(oidcProviderParams),
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    listOidcProviders:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    createOidcProvider: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    getOidcProvider:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    updateOidcProvider: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteOidcProvider: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 204],
  },
  lists: {
    listOidcProviders: { addItem: oidcProviderParams, deleteItem: ({ base }, _, id) => `${base}/oidc/${id}` },
  },
  limits: {
    createOidcProvider: {
      label: [1, 30, emojis],
      issuer: [0, 2048, padded('https://press.example/', '', ascii)],
      clientID: [1, 255, ascii],
      clientSecret: [1, 1024, ascii],
    },
    updateOidcProvider: {
      label: [1, 30, emojis],
      issuer: [0, 2048, null],
      clientID: [1, 255, ascii],
      clientSecret: [1, 1024, ascii],
    },
  },
  references: [
    ['createOidcProvider', 'teamId', (id) => ({ ...settings, defaultTeam: id })],
    ['updateOidcProvider', 'teamId', (id) => ({ defaultTeam: id })],
  ],
  ids: {
    oidcProviderId: {
      otherKind: 'teamId',
      url: ({ oidcProviderId }, base) => `${base}/oidc/${oidcProviderId}`,
    },
  },
  createIds: oidcProviderParams,
});
