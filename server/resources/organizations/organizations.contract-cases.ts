import { type ApiFixture, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis, padded } from '#server/test/contract/texts.ts';
import { createOrganization } from '#server/test/factories.ts';
import { testApp } from '#server/test/test-app.ts';

async function joinAnotherOrganization({ admin, creator }: ApiFixture): Promise<void> {
  const { id } = await createOrganization();
  const { db, app } = await testApp();
  const membership = { organization_id: id, user_id: admin.id, role: 6, search_text: '' };
  const otherMembership = { ...membership, user_id: creator.id };
  await db.insertInto('members').values([membership, otherMembership]).execute();
  app.actors.invalidateAll();
}

export const organizationCases = contractCases({
  calls: {
    listOrganizations: organizationCall,
    listOrganizationsByEmailDomain: () => ({ params: { emailDomain: 'press.example' } }),
    getOrganization: organizationCall,
    streamOrganizationEvents: organizationCall,
    updateOrganization: () => ({ params: {}, body: { title: 'Test Press' } }),
  },
  // oxfmt-ignore
  permissions: {
    //                              none bad  outs disa gues read comm edit revi crea owne admi
    listOrganizations:              [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    listOrganizationsByEmailDomain: [401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    getOrganization:                [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    streamOrganizationEvents:       [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    updateOrganization:             [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {
    listOrganizations: {
      addItem: joinAnotherOrganization,
      deleteItem: ({ admin }, _, id) => `/v1/orgs/${id}/members/${admin.id}`,
    },
  },
  limits: {
    updateOrganization: {
      title: [2, 255, emojis],
      hostname: [3, 32, ascii],
      logo: [0, 2048, padded('https://press.example/', '', ascii)],
    },
  },
  references: [['updateOrganization', 'siteId', (id) => ({ defaultContent: { type: 'site', site: id } })]],
  ids: {
    organizationId: { otherKind: 'spaceId' },
  },
});
