import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/test/test-database.ts';
import { NamedQuery } from './named-query.ts';

let database: TestDatabase;
let client: pg.Client;
/** How often the columns of a result were asked for. */
let described: () => number;

const run = (name: string, text: string, ...values: unknown[]): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(new NamedQuery({ name, text, values }), (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result),
    );
  });

const select = (id: number) => run('select', 'select * from shelves where id >= $1 order by id', id);

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a named statement', () => {
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    client = new pg.Client({ connectionString: database.url, pipeline: true });
    await client.connect();
    await client.query('create temporary table shelves (id int, title text)');
    await client.query(`insert into shelves values (1, 'First'), (2, null)`);
    const describeResult = vi.spyOn(client.connection, 'describe');
    described = () => describeResult.mock.calls.length;
  });
  afterEach(() => client.end());

  it('returns the same rows when its columns are no longer asked for', async () => {
    const rows = [
      { id: 1, title: 'First' },
      { id: 2, title: null },
    ];
    expect((await select(1)).rows).toEqual(rows);
    expect((await select(2)).rows).toEqual(rows.slice(1));
    expect((await select(3)).rows).toEqual([]);
    expect(await select(1)).toMatchObject({ rows, command: 'SELECT', rowCount: 2 });
    expect(described()).toBe(1);
  });

  it('returns its own rows where several travel together', async () => {
    const titles = 'select title from shelves where id = $1';
    for (const id of [1, 2])
      expect(
        await Promise.all([select(id), run('titles', titles, id), select(2), run('titles', titles, 1)]),
      ).toMatchObject([
        { rowCount: 3 - id },
        { rows: [{ title: id === 1 ? 'First' : null }] },
        { rows: [{ id: 2, title: null }] },
        { rows: [{ title: 'First' }] },
      ]);
  });

  it('is refused, not misread, once it would return other columns', async () => {
    await select(1);
    await client.query('alter table shelves add column place text');
    await expect(select(1)).rejects.toThrow('cached plan must not change result type');
    expect((await run('places', 'select place from shelves where id = $1', 1)).rows).toEqual([
      { place: null },
    ]);
  });

  it('is not misread where somebody else has prepared it again after a change', async () => {
    await select(1);
    await client.query('alter table shelves add column place text');
    await client.query('deallocate "select"');
    await client.query('prepare "select" as select * from shelves where id >= $1 order by id');
    await expect(select(1)).rejects.toThrow('The columns of select have changed');
    expect((await select(2)).rows).toEqual([{ id: 2, title: null, place: null }]);
  });

  it('can fail and be run again, and may have no columns', async () => {
    const divide = (by: number) => run('divide', 'select 6 / $1::int as result', by);
    expect((await divide(3)).rows).toEqual([{ result: 2 }]);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect((await divide(2)).rows).toEqual([{ result: 3 }]);
    const rename = (id: number) => run('rename', `update shelves set title = 'Other' where id = $1`, id);
    expect(await rename(1)).toMatchObject({ rows: [], rowCount: 1 });
    expect(await rename(9)).toMatchObject({ rows: [], rowCount: 0 });
  });
});
