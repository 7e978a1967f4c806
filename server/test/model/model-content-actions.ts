import type { Action } from './model-commands.ts';
import type { ModelSpace } from './model-state.ts';

const always = () => true;

/** Commands on the organization, its collections and its spaces. */
export const contentActions: Record<string, Action> = {
  renameOrganization: {
    canRun: always,
    run: async (model, server) => {
      model.title = model.newTitle('Press');
      await server.expect(200, server.as.patch(server.base, { title: model.title }));
      return `rename the organization to ${model.title}`;
    },
  },

  createCollection: {
    canRun: always,
    run: async (model, server, choice) => {
      const title = model.newTitle('Collection');
      const parent = choice.pick([undefined, ...model.collections]);
      const body = { title, ...(parent && { parent: parent.id }) };
      const { id } = await server.expect(201, server.as.post(`${server.base}/collections`, body));
      const created = { kind: 'collection' as const, id, title };
      model.collections.push(created);
      model.content.add(created, parent?.id ?? null);
      return `create ${title} in ${parent?.title ?? 'the organization'}`;
    },
  },

  createSpace: {
    canRun: always,
    run: async (model, server, choice) => {
      const title = model.newTitle('Space');
      const parent = choice.pick([undefined, ...model.collections]);
      const body = { title, ...(parent && { parent: parent.id }) };
      const { id } = await server.expect(201, server.as.post(`${server.base}/spaces`, body));
      const created: ModelSpace = {
        kind: 'space',
        id,
        title,
        isDeleted: false,
        version: 0,
        pages: new Map(),
        changeRequests: [],
        comments: [],
      };
      model.spaces.push(created);
      model.content.add(created, parent?.id ?? null);
      await server.compareSpace(created);
      return `create ${title} in ${parent?.title ?? 'the organization'}`;
    },
  },

  move: {
    canRun: ({ content }) => content.items().length > 1,
    run: async (model, server, choice) => {
      const items = [...model.collections, ...model.presentSpaces];
      const moved = choice.pick(items);
      const neighbor = choice.pick(items.filter((item) => item !== moved));
      const side = choice.pick(['before', 'after'] as const);
      const parentId = model.content.parentOf(neighbor.id);
      const outcome = model.content.move({ moved, target: { parentId, [side]: neighbor } });
      const reference = { type: neighbor.kind, [neighbor.kind]: neighbor.id };
      const url = `/v1/${moved.kind === 'space' ? 'spaces' : 'collections'}/${moved.id}/move`;
      const body = { parent: parentId, position: { [side]: reference } };
      await server.expect(outcome === 'moved' ? 200 : outcome, server.as.post(url, body));
      return `move ${moved.title} ${side} ${neighbor.title}: ${outcome}`;
    },
  },

  deleteCollection: {
    canRun: ({ collections }) => collections.length > 0,
    run: async (model, server, choice) => {
      const collection = choice.pick(model.collections);
      await server.expect(205, server.as.delete(`/v1/collections/${collection.id}`));
      const removedIds = new Set(model.content.remove(collection));
      for (const space of model.spaces) if (removedIds.has(space.id)) space.isDeleted = true;
      const remainingCollections = model.collections.filter(({ id }) => model.content.lists.has(id));
      model.collections.splice(0, model.collections.length, ...remainingCollections);
      await server.expect(404, server.as.get(`/v1/collections/${collection.id}`));
      return `delete ${collection.title}`;
    },
  },

  deleteSpace: {
    canRun: ({ presentSpaces: present }) => present.length > 0,
    run: async (model, server, choice) => {
      const space = choice.pick(model.presentSpaces);
      await server.expect(205, server.as.delete(`/v1/spaces/${space.id}`));
      model.content.remove(space);
      space.isDeleted = true;
      await server.compareSpace(space);
      return `delete ${space.title}`;
    },
  },

  restoreSpace: {
    canRun: ({ spaces }) => spaces.length > 0,
    run: async (model, server, choice) => {
      const space = choice.pick(model.spaces);
      const request = server.as.post(`/v1/spaces/${space.id}/restore`);
      if (!space.isDeleted) {
        await server.expect(409, request);
        return `restore ${space.title}, which is not deleted`;
      }
      const { parent: parentId = null } = await server.expect(200, request);
      space.isDeleted = false;
      model.content.add(space, parentId);
      // The server chooses the position of a restored space; the order of the others must not change.
      const list = await server.list(`${server.base}/content`);
      const siblings = list.filter(({ parent = null }) => parent === parentId);
      const index = siblings.findIndex(({ id }) => id === space.id);
      const next = siblings[index + 1];
      if (next) {
        const before = model.content.listOf(parentId).find(({ id }) => id === next.id);
        model.content.move({ moved: space, target: { parentId, before } });
      }
      await server.compareSpace(space);
      return `restore ${space.title}`;
    },
  },
};
