import type { Action, SeededChoice } from './model-commands.ts';
import { isOutdated, mergePages, type Model, type ModelChangeRequest } from './model-state.ts';

const withRequests = ({ presentSpaces: present }: Model) =>
  present.filter(({ changeRequests }) => changeRequests.length > 0);
const hasRequests = (model: Model) => withRequests(model).length > 0;
const isClosed = ({ status }: ModelChangeRequest) => status === 'merged' || status === 'archived';

function pickRequest(model: Model, choice: SeededChoice) {
  const space = choice.pick(withRequests(model));
  const changeRequest = choice.pick(space.changeRequests);
  const url = `/v1/spaces/${space.id}/change-requests/${changeRequest.id}`;
  return { space, changeRequest, url, name: `#${changeRequest.number} of ${space.title}` };
}

/** Commands on change requests. */
export const reviewActions: Record<string, Action> = {
  startChangeRequest: {
    canRun: ({ presentSpaces: present }) => present.length > 0,
    run: async (model, server, choice) => {
      const space = choice.pick(model.presentSpaces);
      const url = `/v1/spaces/${space.id}/change-requests`;
      const { id, number } = await server.expect(201, server.as.post(url, {}));
      const { pages, version } = space;
      space.changeRequests.push({
        id,
        number: space.changeRequests.length + 1,
        status: 'draft',
        pages,
        base: pages,
        baseVersion: version,
        comments: [],
      });
      await server.compareSpace(space);
      return `start #${number} of ${space.title}`;
    },
  },

  insertPage: {
    canRun: hasRequests,
    run: async (model, server, choice) => {
      const { changeRequest, space, url, name } = pickRequest(model, choice);
      const title = model.newTitle('Page');
      const request = server.as.post(`${url}/content`, { changes: [{ operation: 'insert_page', title }] });
      if (isClosed(changeRequest)) {
        await server.expect(409, request);
        return `insert ${title} in ${name}, which is closed`;
      }
      const { pages } = await server.expect(200, request);
      changeRequest.pages = new Map([...changeRequest.pages, [pages[0], title]]);
      await server.compareChangeRequest(space, changeRequest);
      return `insert ${title} in ${name}`;
    },
  },

  changePage: {
    canRun: (model) =>
      model.presentSpaces.some(({ changeRequests }) => changeRequests.some(({ pages }) => pages.size > 0)),
    run: async (model, server, choice) => {
      const candidates = model.presentSpaces.flatMap((space) =>
        space.changeRequests
          .filter(({ pages }) => pages.size > 0)
          .map((changeRequest) => ({ space, changeRequest })),
      );
      const { space, changeRequest } = choice.pick(candidates);
      const [page, old] = choice.pick([...changeRequest.pages]);
      const title = choice.pick([model.newTitle('Page'), undefined]);
      const edit = title === undefined ? { operation: 'delete_page' } : { operation: 'update_page', title };
      const url = `/v1/spaces/${space.id}/change-requests/${changeRequest.number}/content`;
      const status = isClosed(changeRequest) ? 409 : 200;
      await server.expect(status, server.as.post(url, { changes: [{ page, ...edit }] }));
      const pages = new Map(changeRequest.pages);
      if (title === undefined) pages.delete(page);
      else pages.set(page, title);
      if (status === 200) changeRequest.pages = pages;
      await server.compareChangeRequest(space, changeRequest);
      return `make ${old} in #${changeRequest.number} of ${space.title} ${title ?? 'nothing'}: ${status}`;
    },
  },

  setStatus: {
    canRun: hasRequests,
    run: async (model, server, choice) => {
      const { changeRequest, space, url, name } = pickRequest(model, choice);
      const status = choice.pick(['open', 'archived', 'draft'] as const);
      // An archived one is reopened, or archived again, which changes nothing.
      const expected = changeRequest.status === 'merged' ? 409 : 200;
      await server.expect(expected, server.as.patch(url, { status }));
      if (expected === 200) changeRequest.status = status;
      await server.compareSpace(space);
      await server.compareChangeRequest(space, changeRequest);
      return `set ${name} to ${status}: ${expected}`;
    },
  },

  merge: {
    canRun: hasRequests,
    run: async (model, server, choice) => {
      const { changeRequest, space, url, name } = pickRequest(model, choice);
      const request = server.as.post(`${url}/merge`);
      if (isClosed(changeRequest)) {
        await server.expect(409, request);
        return `merge ${name}, which is closed`;
      }
      const merged = mergePages(space, changeRequest);
      const { result } = await server.expect(200, request);
      if (merged) {
        space.pages = merged;
        space.version += 1;
        changeRequest.status = 'merged';
      }
      const description = `merge ${name}: ${merged ? 'merge' : 'conflicts'}`;
      if (result !== (merged ? 'merge' : 'conflicts'))
        throw new Error(`${description}, but the result was ${result}`);
      await server.compareSpace(space);
      return description;
    },
  },

  update: {
    canRun: hasRequests,
    run: async (model, server, choice) => {
      const { changeRequest, space, url, name } = pickRequest(model, choice);
      const request = server.as.post(`${url}/update`);
      if (isClosed(changeRequest)) {
        await server.expect(409, request);
        return `update ${name}, which is closed`;
      }
      const merged = isOutdated(space, changeRequest)
        ? mergePages(space, changeRequest)
        : changeRequest.pages;
      const { result } = await server.expect(200, request);
      if (merged) {
        changeRequest.pages = merged;
        changeRequest.base = space.pages;
        changeRequest.baseVersion = space.version;
      }
      const description = `update ${name}: ${merged ? 'update' : 'conflicts'}`;
      if (result !== (merged ? 'update' : 'conflicts'))
        throw new Error(`${description}, but the result was ${result}`);
      await server.compareChangeRequest(space, changeRequest);
      return description;
    },
  },
};
