import { beforeEach, describe, expect, it } from 'vitest';
import { accessLists, type Growing } from './test/access-lists.ts';
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
import { arrange, type Call, makeScene, type Scene, SERVED, send } from './test/interface-calls.ts';
import { discussionLists, recordLists } from './test/record-lists.ts';
import { specLists } from './test/spec-lists.ts';
import { as, testApp } from './test/test-app.ts';

/** One organization for each list: what another one left behind must not stand in it. */
let scene: Scene;
beforeEach(async () => {
  scene = await makeScene();
});

const there = () => ({ organizationId: scene.organization.id });
const below = (path: string) => (_: Call, id: string) => `${scene.base}/${path}/${id}`;
const inSite = (path: string) => (call: Call, id: string) =>
  `${scene.base}/sites/${call.params.siteId}/${path}/${id}`;
const addSpaceTo = (path: string) => async (call: Call) => {
  const { id } = await makeSpace(there());
  const url = `${scene.base}/sites/${call.params.siteId}/${path}`;
  return as(scene.admin).post(url, { spaceId: id });
};

async function joinAnother(): Promise<void> {
  const { id } = await makeOrganization();
  const { db, app } = await testApp();
  const place = { organization_id: id, user_id: scene.admin.id, role: 6, search_text: '' };
  const other = { ...place, user_id: scene.creator.id };
  await db.insertInto('members').values([place, other]).execute();
  app.actors.forgetEveryone();
}

async function joinTeam({ params: { teamId = '' } }: Call): Promise<void> {
  const { id } = await makeMember(there());
  await as(scene.admin).put(`${scene.base}/teams/${teamId}/members/${id}`, {});
}

async function addGroup(call: Call): Promise<void> {
  await addSpaceTo('sections')(call);
  const url = `${scene.base}/sites/${call.params.siteId}/section-groups`;
  await as(scene.admin).post(url, { title: 'Reference' });
}

/** How each list gets and loses items. */
const LISTS: Record<string, Growing> = {
  ...accessLists(() => scene),
  ...changeRequestLists(() => scene),
  ...contentLists(() => scene),
  ...discussionLists(() => scene),
  ...recordLists(() => scene),
  ...specLists(() => scene),
  listOrganizations: { grow: joinAnother, drop: (_, id) => `/v1/orgs/${id}/members/${scene.admin.id}` },
  listLinkInvites: {
    grow: () => as(scene.admin).post(`${scene.base}/link-invites`, { role: 'read' }),
    drop: below('link-invites'),
  },
  listMembers: { grow: () => makeMember(there()), drop: below('members') },
  listMemberSpaces: { grow: () => makeSpace(there()), drop: (_, id) => `/v1/spaces/${id}` },
  listMemberTeams: {
    grow: ({ params: { userId = '' } }) => makeTeam({ ...there(), members: [userId] }),
    drop: below('teams'),
  },
  listTeams: { grow: () => makeTeam(there()), drop: below('teams') },
  listTeamMembers: {
    grow: joinTeam,
    drop: (call, id) => `${scene.base}/teams/${call.params.teamId}/members/${id}`,
  },
  listCollections: { grow: () => makeCollection(there()), drop: (_, id) => `/v1/collections/${id}` },
  listCollectionSpaces: {
    grow: ({ params: { collectionId = '' } }) => makeSpace({ ...there(), parentId: collectionId }),
    drop: (_, id) => `/v1/spaces/${id}`,
  },
  listContent: { grow: () => makeSpace(there()), drop: (_, id) => `/v1/spaces/${id}` },
  listSpaces: { grow: () => makeSpace(there()), drop: (_, id) => `/v1/spaces/${id}` },
  listSites: { grow: () => makeSite(there()), drop: below('sites') },
  listSiteSections: { grow: addSpaceTo('sections'), drop: inSite('sections') },
  listSiteSectionGroups: { grow: addGroup, drop: inSite('section-groups') },
  listSiteSpaces: { grow: addSpaceTo('site-spaces'), drop: inSite('site-spaces') },
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

const lists = SERVED.filter(
  ({ query: { properties = {} } }) => 'limit' in properties && 'page' in properties,
);

describe('the lists', () => {
  it('are all that are served', () => {
    expect(Object.keys(LISTS).toSorted()).toEqual(lists.map(({ id }) => id).toSorted());
  });

  it.each(lists.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const list = LISTS[id];
    if (!list) throw new Error(`${id} does not grow.`);
    const call = await arrange(operation, scene);
    const read = async (query: string) => {
      const { status, body } = await send(scene.admin, operation, call, query);
      expect({ status, body }, query).toMatchObject({ status: 200 });
      const items: Item[] = body.items;
      const next: string | undefined = body.next?.page;
      const count: number = body.count;
      return { ids: items.map(idOf), next, count, members: Object.keys(body).toSorted() };
    };
    const placeOfProblem = async (query: string) => {
      const { status, body } = await send(scene.admin, operation, call, query);
      expect({ status, body }, query).toMatchObject({ status: 400 });
      return body.error.details[0].path;
    };
    for (let made = 0; made < 5; made += 1) await list.grow(call);

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
      const address = await list.drop(call, dropped);
      if (address === undefined) continue;
      expect((await as(scene.admin).delete(address)).status).toBeLessThan(300);
    }
    await list.grow(call);
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
      const { body } = await send(scene.admin, operation, await arrange(operation, scene), 'limit=1');
      if (body.next) cursors.set(operation.id, body.next.page);
    }
    expect(cursors.size).toBeGreaterThan(5);
    for (const operation of lists) {
      const call = await arrange(operation, scene);
      for (const [owner, cursor] of cursors) {
        if (owner === operation.id) continue;
        const { status } = await send(scene.admin, operation, call, `page=${cursor}`);
        expect(status, `${operation.id} with a cursor of ${owner}`).toBe(400);
      }
    }
  });
});
