import {
  callWith,
  inOrganization,
  organizationCall,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { createSpace } from '#server/test/factories.ts';

export const spaceCases = contractCases({
  calls: {
    listSpaces: organizationCall,
    createSpace: () => ({ params: {}, body: { title: 'Guide' } }),
    getSpace: callWith(spaceParams),
    updateSpace: callWith(spaceParams, { title: 'Guide' }),
    deleteSpace: callWith(spaceParams),
    duplicateSpace: callWith(spaceParams),
    restoreSpace: callWith((fixture) => spaceParams(fixture, { deletedAt: new Date() })),
    moveSpace: callWith(spaceParams, {}),
    transferSpace: async (fixture) => ({
      params: await spaceParams(fixture),
      body: { organization: fixture.secondOrganizationId },
    }),
  },
  // oxfmt-ignore
  permissions: {
    //              none bad  outs disa gues read comm edit revi crea owne admi
    listSpaces:     [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    createSpace:    [401, 401, 404, 403, 403, 403, 403, 403, 403, 201, 403, 201],
    getSpace:       [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateSpace:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    deleteSpace:    [401, 401, 404, 403, 404, 403, 403, 403, 403, 205, 403, 205],
    duplicateSpace: [401, 401, 404, 403, 404, 403, 403, 403, 403, 201, 403, 201],
    restoreSpace:   [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    moveSpace:      [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
    transferSpace:  [401, 401, 404, 403, 404, 403, 403, 403, 403, 200, 403, 200],
  },
  lists: {
    listSpaces: {
      addItem: (fixture) => createSpace(inOrganization(fixture)),
      deleteItem: (_fixture, _call, id) => `/v1/spaces/${id}`,
    },
  },
  limits: {
    createSpace: { title: [0, 50, emojis], emoji: [0, 50, null], icon: [0, 2048, null] },
    updateSpace: { title: [0, 50, emojis], emoji: [0, 50, null], icon: [0, 2048, null] },
  },
  references: [
    ['createSpace', 'collectionId', (id) => ({ title: 'Guide', parent: id })],
    ['moveSpace', 'collectionId', (id) => ({ parent: id })],
    ['moveSpace', 'spaceId', (id) => ({ position: { after: { type: 'space', space: id } } })],
    ['moveSpace', 'collectionId', (id) => ({ position: { after: { type: 'collection', collection: id } } })],
    ['transferSpace', 'organizationId', (id) => ({ organization: id })],
  ],
  exceptions: {
    restoreSpace: { takesDeleted: true },
  },
  ids: {
    spaceId: { otherKind: 'collectionId', url: ({ spaceId }) => `/v1/spaces/${spaceId}` },
  },
});
