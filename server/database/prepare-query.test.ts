import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/database/transaction.ts';
import { type TestDatabase, openTestDatabase } from '#server/test/test-database.ts';
import { prepareQuery } from './prepare-query.ts';

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

  it('refuses a query that looks at its parameters', async () => {
    const wrapped = prepareQuery((db, id: string) => db.selectNoFrom(sql`${[id]}::text[]`.as('ids')));
    await expect(wrapped(database.db, 'a')).rejects.toThrow('other parameters');
    const ignored = prepareQuery((db, id: string | undefined) =>
      db.selectNoFrom(sql`${id === undefined ? 1 : 2}::int`.as('number')),
    );
    await expect(ignored(database.db, undefined)).rejects.toThrow('other parameters');
  });
});
