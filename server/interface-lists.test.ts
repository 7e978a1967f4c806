import { beforeEach, describe, expect, it } from 'vitest';
import { accessLists, type ListFixture } from './test/access-lists.ts';
import { changeRequestLists } from './test/change-request-lists.ts';
import { contentLists } from './test/content-lists.ts';
import {
  makeCollection,
  makeMember,
  makeOrganization,
  makeSite,
  makeSpace,
  makeTeam,
} from './test/factories.ts';
import {
  createCall,
  type Call,
  createApiFixture,
  type ApiFixture,
  OPERATIONS,
  send,
} from './test/interface-calls.ts';
import { discussionLists, recordLists } from './test/record-lists.ts';
import { specLists } from './test/spec-lists.ts';
import { as, testApp } from './test/test-app.ts';

/** One organization for each list: what another one left behind must not stand in it. */
let fixture: ApiFixture;
beforeEach(async () => {
  fixture = await createApiFixture();
});

const inOrganization = () => ({ organizationId: fixture.organization.id });
const below = (path: string) => (_: Call, id: string) => `${fixture.base}/${path}/${id}`;
const inSite = (path: string) => (call: Call, id: string) =>
  `${fixture.base}/sites/${call.params.siteId}/${path}/${id}`;
const addSpaceTo = (path: string) => async (call: Call) => {
  const { id } = await makeSpace(inOrganization());
  const url = `${fixture.base}/sites/${call.params.siteId}/${path}`;
  return as(fixture.admin).post(url, { spaceId: id });
};

async function joinAnotherOrganization(): Promise<void> {
  const { id } = await makeOrganization();
  const { db, app } = await testApp();
  const place = { organization_id: id, user_id: fixture.admin.id, role: 6, search_text: '' };
  const other = { ...place, user_id: fixture.creator.id };
  await db.insertInto('members').values([place, other]).execute();
  app.actors.forgetEveryone();
}

async function joinTeam({ params: { teamId = '' } }: Call): Promise<void> {
  const { id } = await makeMember(inOrganization());
  await as(fixture.admin).put(`${fixture.base}/teams/${teamId}/members/${id}`, {});
}

async function addGroup(call: Call): Promise<void> {
  await addSpaceTo('sections')(call);
  const url = `${fixture.base}/sites/${call.params.siteId}/section-groups`;
  await as(fixture.admin).post(url, { title: 'Reference' });
}

/** How each list gets and loses items. */
const LISTS: Record<string, ListFixture> = {
  ...accessLists(() => fixture),
  ...changeRequestLists(() => fixture),
  ...contentLists(() => fixture),
  ...discussionLists(() => fixture),
  ...recordLists(() => fixture),
  ...specLists(() => fixture),
  listOrganizations: {
    addItem: joinAnotherOrganization,
    deleteItem: (_, id) => `/v1/orgs/${id}/members/${fixture.admin.id}`,
  },
  listLinkInvites: {
    addItem: () => as(fixture.admin).post(`${fixture.base}/link-invites`, { role: 'read' }),
    deleteItem: below('link-invites'),
  },
  listMembers: { addItem: () => makeMember(inOrganization()), deleteItem: below('members') },
  listMemberSpaces: { addItem: () => makeSpace(inOrganization()), deleteItem: (_, id) => `/v1/spaces/${id}` },
  listMemberTeams: {
    addItem: ({ params: { userId = '' } }) => makeTeam({ ...inOrganization(), members: [userId] }),
    deleteItem: below('teams'),
  },
  listTeams: { addItem: () => makeTeam(inOrganization()), deleteItem: below('teams') },
  listTeamMembers: {
    addItem: joinTeam,
    deleteItem: (call, id) => `${fixture.base}/teams/${call.params.teamId}/members/${id}`,
  },
  listCollections: {
    addItem: () => makeCollection(inOrganization()),
    deleteItem: (_, id) => `/v1/collections/${id}`,
  },
  listCollectionSpaces: {
    addItem: ({ params: { collectionId = '' } }) =>
      makeSpace({ ...inOrganization(), parentId: collectionId }),
    deleteItem: (_, id) => `/v1/spaces/${id}`,
  },
  listContent: { addItem: () => makeSpace(inOrganization()), deleteItem: (_, id) => `/v1/spaces/${id}` },
  listSpaces: { addItem: () => makeSpace(inOrganization()), deleteItem: (_, id) => `/v1/spaces/${id}` },
  listSites: { addItem: () => makeSite(inOrganization()), deleteItem: below('sites') },
  listSiteSections: { addItem: addSpaceTo('sections'), deleteItem: inSite('sections') },
  listSiteSectionGroups: { addItem: addGroup, deleteItem: inSite('section-groups') },
  listSiteSpaces: { addItem: addSpaceTo('site-spaces'), deleteItem: inSite('site-spaces') },
};

/** What an item of any list is called by. */
interface Item {
  id?: string;
  space?: { id: string };
  team?: { id?: string };
  organization?: { id: string };
  user?: { id: string };
  page?: { id: string };
  targetReference?: { url?: string; file?: { id: string } };
}
const idOf = ({ id, space, team, organization, user, page, targetReference: target }: Item) =>
  id ??
  target?.url ??
  target?.file?.id ??
  page?.id ??
  team?.id ??
  organization?.id ??
  user?.id ??
  space?.id ??
  '';

const lists = OPERATIONS.filter(
  ({ query: { properties = {} } }) => 'limit' in properties && 'page' in properties,
);

describe('the lists', () => {
  it('are all that are served', () => {
    expect(Object.keys(LISTS).toSorted()).toEqual(lists.map(({ id }) => id).toSorted());
  });

  it.each(lists.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const list = LISTS[id];
    if (!list) throw new Error(`${id} does not grow.`);
    const call = await createCall(operation, fixture);
    const read = async (query: string) => {
      const { status, body } = await send(fixture.admin, operation, call, query);
      expect({ status, body }, query).toMatchObject({ status: 200 });
      const items: Item[] = body.items;
      const next: string | undefined = body.next?.page;
      const count: number = body.count;
      return { ids: items.map(idOf), next, count, members: Object.keys(body).toSorted() };
    };
    const placeOfProblem = async (query: string) => {
      const { status, body } = await send(fixture.admin, operation, call, query);
      expect({ status, body }, query).toMatchObject({ status: 400 });
      return body.error.details[0].path;
    };
    for (let made = 0; made < 5; made += 1) await list.addItem(call);

    // The envelope.
    const all = await read('limit=1000');
    expect(all.members.filter((member) => member !== 'stats')).toEqual(['count', 'items']);
    expect(all.count).toBe(all.ids.length);
    expect(new Set(all.ids).size).toBe(all.ids.length);
    const one = await read('limit=1');
    expect(one).toMatchObject({ ids: all.ids.slice(0, 1), count: all.count, next: expect.any(String) });
    expect((await read('unknown=1&limit=1')).ids).toEqual(one.ids);
    expect((await read(`limit=${all.count}`)).next).toBeUndefined();

    // What it refuses.
    for (const limit of ['0', '-1', '1001', '1.5', 'many', '', '1&limit=2']) {
      expect(await placeOfProblem(`limit=${limit}`)).toMatch(/^query\.limit/);
    }
    const cursor = one.next ?? '';
    const flipped = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    for (const page of ['', 'x', '%00', flipped, cursor.slice(0, -2), `${cursor}AA`, `${cursor}%3D`]) {
      expect(await placeOfProblem(`page=${page}`), page).toBe('query.page');
    }

    // A walk, while an item that was read, one that was not, and a new one come and go.
    const start = await read('limit=2');
    const [readOne = '', readTwo = ''] = start.ids;
    const gone = all.ids[3] ?? '';
    for (const dropped of [readTwo, gone]) {
      const address = await list.deleteItem(call, dropped);
      if (address === undefined) continue;
      expect((await as(fixture.admin).delete(address)).status).toBeLessThan(300);
    }
    await list.addItem(call);
    const walked = [readOne, readTwo];
    for (let page = start.next; page !== undefined;) {
      const step = await read(`limit=2&page=${page}`);
      expect(step.ids.length).toBeGreaterThan(0);
      walked.push(...step.ids);
      page = step.next;
    }
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.filter((item) => all.ids.includes(item))).toEqual(all.ids.filter((item) => item !== gone));
  });

  it('take no cursor of another list', async () => {
    const cursors = new Map<string, string>();
    for (const operation of lists) {
      const { body } = await send(fixture.admin, operation, await createCall(operation, fixture), 'limit=1');
      if (body.next) cursors.set(operation.id, body.next.page);
    }
    expect(cursors.size).toBeGreaterThan(5);
    for (const operation of lists) {
      const call = await createCall(operation, fixture);
      for (const [owner, cursor] of cursors) {
        if (owner === operation.id) continue;
        const { status } = await send(fixture.admin, operation, call, `page=${cursor}`);
        expect(status, `${operation.id} with a cursor of ${owner}`).toBe(400);
      }
    }
  });
});
