import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { pageOf, preparePages, type SortKey } from './pages.ts';

interface ItemRow {
  id: string;
  rank: number;
  label: string;
}

let connection: TestDatabase;
beforeAll(async () => {
  connection = await openTestDatabase();
  await sql`create table page_items (id text collate "C" primary key, rank integer not null, label text not null)`.execute(
    connection.db,
  );
  await sql`insert into page_items select chr(97 + n), n / 3, case when n % 2 = 0 then 'even' else 'odd' end
    from generate_series(0, 19) n`.execute(connection.db);
});
afterAll(() => connection.close());

interface ItemFilter {
  label?: string | undefined;
  isRanked: boolean;
}

const itemsOf = ({ label, isRanked }: ItemFilter) => {
  const all = connection.db
    .withTables<{ page_items: ItemRow }>()
    .selectFrom('page_items')
    .select(['id', 'rank']);
  const labelled = label === undefined ? all : all.where('label', '=', label);
  return isRanked ? labelled.where(sql<boolean>`rank > 0`) : labelled;
};

const filters: ItemFilter[] = [
  { isRanked: false },
  { isRanked: true },
  { isRanked: true, label: 'odd' },
  { isRanked: true, label: 'even' },
];
/** Of one direction, and of two. */
const orders: SortKey[][] = (['asc', 'desc'] as const).map((direction) => [
  { column: 'rank', direction },
  { column: 'id', direction: 'asc' },
]);

describe('preparePages', () => {
  it('reads what the same statements read without it, and builds one for each filter, order, and first or later page', async () => {
    let built = 0;
    const pages = preparePages((_db, filter: ItemFilter) => {
      built += 1;
      return itemsOf(filter);
    });
    for (const filter of filters) {
      for (const order of orders) {
        for (const keys of [undefined, [2, 'g'], [3, 'k']]) {
          for (const size of [1, 4]) {
            const expected = await pageOf(itemsOf(filter), { order, keys, size }).execute();
            expect(expected).not.toEqual([]);
            expect(await pages(connection.db, filter).read({ order, keys, size })).toEqual(expected);
          }
        }
      }
    }
    expect(built).toBe(3 * orders.length * 2);
  });

  it('refuses a constant, which would stay that of the first call', async () => {
    const pages = preparePages((_db, filter: ItemFilter) => itemsOf(filter).where('rank', '>', 0));
    const first = pages(connection.db, { isRanked: false });
    await expect(async () =>
      first.read({ order: orders[0] ?? [], keys: undefined, size: 1 }),
    ).rejects.toThrow('other parameters');
  });
});
