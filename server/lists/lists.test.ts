// @module-tag both-engines
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '#server/database/engine/connect.ts';
import { invalidateLocalCounts } from '#server/lists/count-cache.ts';
import { CursorSigner } from '#server/lists/cursors.ts';
import { openTestDatabase } from '#server/test/test-database.ts';
import { containsPattern, type ListPlan, readPage, toEnvelope } from './lists.ts';
import type { SortKey } from './pages.ts';

interface ItemRow {
  id: string;
  rank: number;
  at: Date;
}

let connection: Connection;
let counted: number;
beforeAll(async () => {
  connection = await openTestDatabase();
  await sql`create table items (id text collate "C" primary key, rank int not null, at timestamptz(3) not null)`.execute(
    connection.db,
  );
});
afterAll(() => connection.close());
beforeEach(async () => {
  await sql`delete from items`.execute(connection.db);
  // Not published to the other processes of the app that the worker's files share: their messages come at any
  // time.
  invalidateLocalCounts('organization');
  counted = 0;
});

const cursors = new CursorSigner('secret');
const itemsTable = () => connection.db.withTables<{ items: ItemRow }>();

/** Writes rows of which many share a rank and a time. */
async function write(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await itemsTable()
    .insertInto('items')
    .values(ids.map((id, index) => ({ id, rank: index % 3, at: new Date(1_700_000_000_000 + (index % 2)) })))
    .execute();
}

async function read(
  order: readonly SortKey[],
  query: { page?: string; limit?: number } = {},
  more: Partial<ListPlan<{ items: ItemRow }, 'items', ItemRow>> = {},
) {
  return readPage(
    { cursors, query },
    {
      scope: { operation: 'listItems', organizationId: 'organization', filters: [] },
      query: itemsTable().selectFrom('items').select(['id', 'rank', 'at']),
      order,
      count: async () => {
        counted += 1;
        const { total } = await itemsTable()
          .selectFrom('items')
          .select(sql<number>`count(*)::int`.as('total'))
          .executeTakeFirstOrThrow();
        return total;
      },
      ...more,
    },
  );
}

/** Reads a list to its end; calls `between` after each page. */
async function readAll(
  order: readonly SortKey[],
  limit: number,
  between: () => Promise<void> = async () => {},
) {
  const ids: string[] = [];
  let page = await read(order, { limit });
  for (;;) {
    ids.push(...page.rows.map(({ id }) => id));
    if (!page.next) return ids;
    await between();
    page = await read(order, { limit, page: page.next.page });
  }
}

const byRank: SortKey[] = [
  { column: 'items.rank', direction: 'asc' },
  { column: 'items.id', direction: 'asc' },
];
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('readPage', () => {
  it('reads every row once, in any order and with any page size', async () => {
    const direction = fc.constantFrom<'asc' | 'desc'>('asc', 'desc');
    await write(letters);
    await fc.assert(
      fc.asyncProperty(
        direction,
        direction,
        direction,
        fc.integer({ min: 1, max: 9 }),
        async (a, b, c, limit) => {
          const order: SortKey[] = [
            { column: 'items.rank', direction: a },
            { column: 'items.at', direction: b },
            { column: 'items.id', direction: c },
          ];
          const { rows } = await sql<ItemRow>`select id from items order by
          rank ${sql.raw(a)}, at ${sql.raw(b)}, id ${sql.raw(c)}`.execute(connection.db);
          expect(await readAll(order, limit)).toEqual(rows.map(({ id }) => id));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('neither repeats nor hides rows while others are added and deleted', async () => {
    await write(letters);
    let round = 0;
    const seenItems = await readAll(byRank, 3, async () => {
      round += 1;
      await sql`delete from items where id in ('a', 'z0')`.execute(connection.db);
      await write([`z${round}`]);
    });
    expect(new Set(seenItems).size).toBe(seenItems.length);
    expect(letters.filter((letter) => !seenItems.includes(letter))).toEqual([]);
  });

  it('reads remaining rows exactly once, whatever is added and deleted', async () => {
    const change = fc.record({
      gone: fc.subarray(letters, { maxLength: 3 }),
      added: fc.uniqueArray(fc.stringMatching(/^[a-z][0-9]$/), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(change), async (limit, changes) => {
        await sql`delete from items`.execute(connection.db);
        await write(letters);
        const removedIds = new Set<string>();
        const remaining = changes.values();
        const seenItems = await readAll(byRank, limit, async () => {
          const { value } = remaining.next();
          if (value === undefined) return;
          for (const id of value.gone) removedIds.add(id);
          await sql`delete from items where id = any(${[...value.gone, ...value.added]}::text[])`.execute(
            connection.db,
          );
          await write(value.added);
        });
        expect(seenItems.filter((id) => letters.includes(id) && !removedIds.has(id)).toSorted()).toEqual(
          letters.filter((letter) => !removedIds.has(letter)),
        );
        const isOriginal = (id: string) => letters.includes(id);
        expect(new Set(seenItems.filter(isOriginal)).size).toBe(seenItems.filter(isOriginal).length);
      }),
      { numRuns: 40 },
    );
  });

  it('omits the next page on the last one, also when it is full', async () => {
    await write(letters);
    expect((await read(byRank, { limit: 8 })).next).toBeUndefined();
    const first = await read(byRank, { limit: 4 });
    const second = await read(byRank, { limit: 4, page: first.next?.page ?? '' });
    expect(second.rows).toHaveLength(4);
    expect(second.next).toBeUndefined();
    expect(
      await read(byRank, {}, { query: itemsTable().selectFrom('items').selectAll().where('rank', '>', 9) }),
    ).toEqual({
      rows: [],
      count: 0,
    });
  });

  it('counts only if there are more pages, once, and again after a change', async () => {
    // Counts are kept for a moment, which may pass on a slow machine.
    vi.useFakeTimers({ toFake: ['performance'] });
    await write(letters);
    expect((await read(byRank)).count).toBe(8);
    expect(counted).toBe(0);
    const first = await read(byRank, { limit: 3 });
    expect(first.count).toBe(8);
    await read(byRank, { limit: 3 });
    expect(counted).toBe(1);
    await write(['x']);
    invalidateLocalCounts('organization');
    expect((await read(byRank, { limit: 3 })).count).toBe(9);
    // Later pages keep the total of their first page.
    expect((await read(byRank, { limit: 3, page: first.next?.page ?? '' })).count).toBe(8);
    expect(counted).toBe(2);
  });

  it('reuses sort keys that the rows contain', async () => {
    await write(letters);
    const keysOf = ({ rank, id }: ItemRow) => [rank, id];
    const first = await read(byRank, { limit: 3 }, { keysOf });
    expect(first.rows[0]).toEqual({ id: 'a', rank: 0, at: new Date(1_700_000_000_000) });
    const plain = await read(byRank, { limit: 3 });
    expect(plain.next).toEqual(first.next);
  });
});

afterEach(() => vi.useRealTimers());

describe('toEnvelope', () => {
  it('omits what is undefined', () => {
    expect(toEnvelope({ rows: [1, 2], count: 5 }, String)).toEqual({ count: 5, items: ['1', '2'] });
    expect(toEnvelope({ rows: [1], count: 5, next: { page: 'x' } }, String)).toEqual({
      count: 5,
      items: ['1'],
      next: { page: 'x' },
    });
  });
});

describe('containsPattern', () => {
  it('is lower case and escapes wildcards', () => {
    expect(containsPattern('50%_Off\\')).toBe('%50\\%\\_off\\\\%');
    expect(containsPattern('HORVÁTH')).toBe('%horvath%');
  });
});
