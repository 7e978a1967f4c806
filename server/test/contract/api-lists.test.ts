import { beforeEach, describe, expect, it } from 'vitest';
import { as } from '../test-app.ts';
import { CASES } from './all-cases.ts';
import { OPERATIONS, createApiFixture, createCall, send } from './api-calls.ts';
import type { ApiFixture } from './call-factories.ts';
import type { ListFixture } from './contract-cases.ts';

/** One organization per list, so that leftovers of another one do not appear. */
let fixture: ApiFixture;
beforeEach(async () => {
  fixture = await createApiFixture();
});

const LISTS = new Map<string, ListFixture>(Object.entries(CASES.lists));

/** The properties that identify an item of any list. */
interface Item {
  id?: string;
  space?: { id: string };
  team?: { id?: string };
  organization?: { id: string };
  user?: { id: string };
  page?: { id: string };
  subject?: { id: string };
  targetReference?: { url?: string; file?: { id: string } };
}
const idOf = ({ id, space, team, organization, user, page, subject, targetReference: target }: Item) =>
  id ??
  target?.url ??
  target?.file?.id ??
  page?.id ??
  subject?.id ??
  team?.id ??
  organization?.id ??
  user?.id ??
  space?.id ??
  '';

const lists = OPERATIONS.filter(
  ({ query: { properties = {} } }) => 'limit' in properties && 'page' in properties,
);

describe('the lists', () => {
  it('have a contract case each', () => {
    expect([...LISTS.keys()].toSorted()).toEqual(lists.map(({ id }) => id).toSorted());
  });

  it.each(lists.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    const list = LISTS.get(id);
    if (!list) throw new Error(`${id} has no contract case.`);
    const call = await createCall(operation, fixture);
    const read = async (query: string) => {
      const { status, body } = await send(fixture.admin, operation, call, query);
      expect({ status, body }, query).toMatchObject({ status: 200 });
      const items: Item[] = body.items;
      const next: string | undefined = body.next?.page;
      const count: number = body.count;
      return { ids: items.map(idOf), next, count, members: Object.keys(body).toSorted() };
    };
    const problemPath = async (query: string) => {
      const { status, body } = await send(fixture.admin, operation, call, query);
      expect({ status, body }, query).toMatchObject({ status: 400 });
      return body.error.details[0].path;
    };
    for (let created = 0; created < 5; created += 1) await list.addItem(fixture, call);

    // The envelope.
    const all = await read('limit=1000');
    expect(all.members.filter((member) => member !== 'stats')).toEqual(['count', 'items']);
    expect(all.count).toBe(all.ids.length);
    expect(new Set(all.ids).size).toBe(all.ids.length);
    const firstItem = await read('limit=1');
    expect(firstItem).toMatchObject({ ids: all.ids.slice(0, 1), count: all.count, next: expect.any(String) });
    expect((await read('unknown=1&limit=1')).ids).toEqual(firstItem.ids);
    expect((await read(`limit=${all.count}`)).next).toBeUndefined();

    // Invalid values.
    for (const limit of ['0', '-1', '1001', '1.5', 'many', '', '1&limit=2']) {
      expect(await problemPath(`limit=${limit}`)).toMatch(/^query\.limit/);
    }
    const cursor = firstItem.next ?? '';
    const flipped = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    for (const page of ['', 'x', '%00', flipped, cursor.slice(0, -2), `${cursor}AA`, `${cursor}%3D`]) {
      expect(await problemPath(`page=${page}`), page).toBe('query.page');
    }

    // Pagination while items are added and deleted.
    const start = await read('limit=2');
    const [readOne = '', readTwo = ''] = start.ids;
    const deletedId = all.ids[3] ?? '';
    for (const dropped of [readTwo, deletedId]) {
      const url = await list.deleteItem(fixture, call, dropped);
      if (url === undefined) continue;
      expect((await as(fixture.admin).delete(url)).status).toBeLessThan(300);
    }
    await list.addItem(fixture, call);
    const paginated = [readOne, readTwo];
    for (let page = start.next; page !== undefined;) {
      const step = await read(`limit=2&page=${page}`);
      expect(step.ids.length).toBeGreaterThan(0);
      paginated.push(...step.ids);
      page = step.next;
    }
    expect(new Set(paginated).size).toBe(paginated.length);
    expect(paginated.filter((item) => all.ids.includes(item))).toEqual(
      all.ids.filter((item) => item !== deletedId),
    );
  });

  it('reject the cursor of another list', async () => {
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
