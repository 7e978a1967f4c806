import {
  type ApiFixture,
  callWith,
  createdId,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis, padded } from '#server/test/contract/texts.ts';
import { publishPage } from '#server/test/fake-web.ts';
import { IdentityProvider } from '#server/test/sign-on/identity-provider.ts';
import { metadataOf } from '#server/test/sign-on/provider-metadata.ts';
import { as } from '#server/test/test-app.ts';

/** An identity provider that is not fully configured. */
async function samlProviderParams({ admin, base }: ApiFixture): Promise<{ samlProviderId: string }> {
  return { samlProviderId: await createdId(as(admin).post(`${base}/saml`, { label: 'Work' })) };
}

const METADATA_URL = 'https://login.press.example/metadata.xml';
const METADATA_TYPE = 'application/samlmetadata+xml';

/** One whose metadata is read from an address. */
async function publishedProviderParams({ admin, base }: ApiFixture): Promise<{ samlProviderId: string }> {
  publishPage(METADATA_URL, metadataOf(new IdentityProvider()), METADATA_TYPE);
  const body = { label: 'Work', metadataURL: METADATA_URL };
  return { samlProviderId: await createdId(as(admin).post(`${base}/saml`, body)) };
}

export const samlCases = contractCases({
  calls: {
    listSamlProviders: organizationCall,
    createSamlProvider: () => ({ params: {}, body: { label: 'Work' } }),
    getSamlProvider: callWith(samlProviderParams),
    updateSamlProvider: callWith(samlProviderParams, { label: 'Home' }),
    readSamlMetadata: callWith(publishedProviderParams),
    deleteSamlProvider: callWith(samlProviderParams),
    listSsoLogins: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //                  none bad  outs disa gues read comm edit revi crea owne admi
    listSamlProviders:  [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    createSamlProvider: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    getSamlProvider:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    updateSamlProvider: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    readSamlMetadata:   [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteSamlProvider: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 204],
    listSsoLogins:      [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  lists: {
    listSamlProviders: { addItem: samlProviderParams, deleteItem: ({ base }, _, id) => `${base}/saml/${id}` },
  },
  limits: {
    createSamlProvider: {
      label: [1, 30, emojis],
      entityID: [0, 1024, ascii],
      ssoURL: [0, 2048, padded('https://press.example/', '', ascii)],
      certificate: [0, 10_000, null],
      metadataXML: [0, 400_000, null],
    },
    updateSamlProvider: {
      label: [1, 30, emojis],
      entityID: [0, 1024, ascii],
      ssoURL: [0, 2048, padded('https://press.example/', '', ascii)],
      certificate: [0, 10_000, null],
      metadataXML: [0, 400_000, null],
    },
  },
  exceptions: {
    readSamlMetadata: {
      // Only what has changed is recorded.
      async prepareAudit({ admin, base }, { params }) {
        const { body } = await as(admin).get(`${base}/saml/${params.samlProviderId}`);
        publishPage(METADATA_URL, metadataOf({ ...body, ssoURL: 'https://idp.example/new' }), METADATA_TYPE);
      },
    },
  },
  references: [
    ['createSamlProvider', 'teamId', (id) => ({ label: 'Work', defaultTeam: id })],
    ['updateSamlProvider', 'teamId', (id) => ({ defaultTeam: id })],
  ],
  ids: {
    samlProviderId: {
      otherKind: 'teamId',
      url: ({ samlProviderId }, base) => `${base}/saml/${samlProviderId}`,
    },
  },
  createIds: samlProviderParams,
});
