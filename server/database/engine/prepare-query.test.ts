import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '#server/test/test-database.ts';
import { prepareQuery, prepareShapes } from './prepare-query.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('a prepared query', () => {
  it('is built once, and returns the rows of each call', async () => {
    let built = 0;
    const selectTexts = prepareQuery((db, first: string, second: string, all: readonly string[]) => {
      built += 1;
      return db.selectNoFrom([
        sql<string>`${second}::text`.as('second'),
        sql<string>`${first}::text || ${second}::text`.as('both'),
        sql<string[]>`${all}::text[]`.as('all'),
      ]);
    });
    expect(await selectTexts(database.db, 'a', 'b', ['x', 'y'])).toEqual([
      { second: 'b', both: 'ab', all: ['x', 'y'] },
    ]);
    expect(await selectTexts(database.db, 'c', 'd', [])).toEqual([{ second: 'd', both: 'cd', all: [] }]);
    expect(built).toBe(1);
  });

  it('runs in the transaction that it is given', async () => {
    const findTitles = prepareQuery((db, title: string) =>
      db.selectFrom('organizations').select('title').where('title', '=', title),
    );
    const inside = inTransaction(database.db, async (trx) => {
      await trx
        .insertInto('organizations')
        .values({ id: 'prepared', title: 'Prepared', hostname: 'prepared' })
        .execute();
      expect(await findTitles(trx, 'Prepared')).toHaveLength(1);
      throw new Error('undo');
    });
    await expect(inside).rejects.toThrow('undo');
    expect(await findTitles(database.db, 'Prepared')).toEqual([]);
  });

  it('is built once for each of its shapes', async () => {
    interface Words {
      first: string;
      second: string | undefined;
    }
    const built: boolean[] = [];
    const select = prepareShapes<Words, { text: string }>(
      ({ second }) => String(second !== undefined),
      ({ first, second }, replace) => ({
        first: replace(first),
        second: second === undefined ? undefined : replace(second),
      }),
      ({ first, second }) => {
        built.push(second !== undefined);
        return sql`select ${first}::text ${second === undefined ? sql`` : sql`|| ${second}::text`} as text`;
      },
    );
    const textOf = async (first: string, second?: string) =>
      (await database.db.executeQuery(select(database.db, { first, second }))).rows[0]?.text;
    expect([await textOf('a'), await textOf('a', 'b'), await textOf('c'), await textOf('d', 'e')]).toEqual([
      'a',
      'ab',
      'c',
      'de',
    ]);
    expect(built).toEqual([false, true]);
  });

  it('refuses a query that looks at its parameters', async () => {
    const wrapped = prepareQuery((db, id: string) => db.selectNoFrom(sql`${[id]}::text[]`.as('ids')));
    await expect(wrapped(database.db, 'a')).rejects.toThrow('other parameters');
    const ignored = prepareQuery((db, id: string | undefined) =>
      db.selectNoFrom(sql`${id === undefined ? 1 : 2}::int`.as('number')),
    );
    await expect(ignored(database.db, undefined)).rejects.toThrow('other parameters');
  });
});
