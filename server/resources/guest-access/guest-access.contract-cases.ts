import { type ApiFixture, organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { createMember, createSpace } from '#server/test/factories.ts';
import { testApp } from '#server/test/test-app.ts';

/** Puts a guest on the list, as an upgrade does. */
async function addItem({ organization }: ApiFixture) {
  const { db } = await testApp();
  const { id } = await createMember({ organizationId: organization.id, role: null });
  await createSpace({ organizationId: organization.id, defaultLevel: 'read' });
  await db
    .insertInto('former_guest_access')
    .values({ organization_id: organization.id, user_id: id, until: new Date(Date.now() + 60_000) })
    .execute();
  return { userId: id };
}

export const guestAccessCases = contractCases({
  calls: {
    listFormerGuestAccess: organizationCall,
    decideFormerGuestAccess: async (fixture) => {
      await addItem(fixture);
      return { params: {}, body: { grant: true } };
    },
  },
  // oxfmt-ignore
  permissions: {
    //                       none bad  outs disa gues read comm edit revi crea owne admi
    listFormerGuestAccess:   [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    decideFormerGuestAccess: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {
    listFormerGuestAccess: {
      addItem,
      deleteItem: ({ base }, _, id) => `${base}/members/${id}`,
    },
  },
  ids: {},
});
