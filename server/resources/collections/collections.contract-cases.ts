import {
  type ApiFixture,
  callWith,
  inOrganization,
  organizationCall,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { createCollection, createSpace } from '#server/test/factories.ts';

/** A collection that inherits its level. */
async function collectionParams(fixture: ApiFixture): Promise<{ collectionId: string }> {
  const { id } = await createCollection({ ...inOrganization(fixture), defaultLevel: 'inherit' });
  return { collectionId: id };
}

export const collectionCases = contractCases({
  calls: {
    listCollections: organizationCall,
    createCollection: () => ({ params: {}, body: { title: 'Manuals' } }),
    getCollection: callWith(collectionParams),
    updateCollection: callWith(collectionParams, { title: 'Manuals' }),
    deleteCollection: callWith(collectionParams),
    listCollectionSpaces: callWith(collectionParams),
    moveCollection: callWith(collectionParams, {}),
    transferCollection: async (fixture) => ({
      params: await collectionParams(fixture),
      body: { organization: fixture.secondOrganizationId },
    }),
  },
  // oxfmt-ignore
  permissions: {
    //                    none bad  outs disa gues read comm edit revi crea owne admi
    listCollections:      [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    createCollection:     [401, 401, 404, 403, 403, 403, 403, 403, 403, 201, 403, 201],
    getCollection:        [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateCollection:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteCollection:     [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    listCollectionSpaces: [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    moveCollection:       [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    transferCollection:   [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {
    listCollections: {
      addItem: (fixture) => createCollection(inOrganization(fixture)),
      deleteItem: (_fixture, _call, id) => `/v1/collections/${id}`,
    },
    listCollectionSpaces: {
      addItem: (fixture, { params: { collectionId = '' } }) =>
        createSpace({ ...inOrganization(fixture), parentId: collectionId }),
      deleteItem: (_fixture, _call, id) => `/v1/spaces/${id}`,
    },
  },
  limits: {
    createCollection: { title: [0, 50, emojis] },
    updateCollection: { title: [0, 50, emojis], description: [0, 100, emojis] },
  },
  references: [
    ['createCollection', 'collectionId', (id) => ({ title: 'Manuals', parent: id })],
    ['moveCollection', 'collectionId', (id) => ({ parent: id })],
    ['moveCollection', 'spaceId', (id) => ({ position: { before: { type: 'space', space: id } } })],
    ['transferCollection', 'organizationId', (id) => ({ organization: id })],
  ],
  ids: {
    collectionId: { otherKind: 'spaceId', url: ({ collectionId }) => `/v1/collections/${collectionId}` },
  },
  createIds: collectionParams,
});
