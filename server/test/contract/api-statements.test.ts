import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { invalidateCounts } from '#server/lists/count-cache.ts';
import { sharedDatabase, startApp } from '../test-app.ts';
import { CASES } from './all-cases.ts';
import { OPERATIONS, createApiFixture, createCall, urlOf } from './api-calls.ts';
import type { Statuses } from './contract-cases.ts';

const expectedStatuses = new Map<string, Statuses>(Object.entries(CASES.permissions));

/** The statements that an operation runs for an administrator, without begin and commit, and without any cached count. */
async function countStatements(): Promise<string> {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1;
      return result;
    },
  };
  const database = await sharedDatabase(counter);
  // Each reader of events that a test before this one has begun would be looked at.
  await database.db.deleteFrom('event_cursors').execute();
  const { app, close } = await startApp({ database });
  const fixture = await createApiFixture();
  const headers = { authorization: `Bearer ${fixture.admin.token}` };
  const lines: string[] = [];
  // Streams come last: what they read in the background would count for the operations after them.
  const operations = OPERATIONS.toSorted((a, b) => Number(a.isEventStream) - Number(b.isEventStream));
  for (const operation of operations) {
    const { params, query = '', body } = await createCall(operation, fixture);
    invalidateCounts(fixture.organization.id);
    app.actors.invalidateAll();
    // The caller is cached from here on.
    await app.inject({ url: '/v1/user', headers });
    count = 0;
    const response = await app.inject({
      // A stream is open with its headers, and has no end.
      payloadAsStream: operation.isEventStream,
      method: operation.method,
      url: `${urlOf(operation, params)}?${query}`,
      headers,
      ...(body && { payload: body }),
    });
    if (operation.isEventStream) response.raw.res.destroy();
    expect([operation.id, response.statusCode]).toEqual([
      operation.id,
      expectedStatuses.get(operation.id)?.at(-1),
    ]);
    lines.push(`${operation.id} ${count}\n`);
  }
  await close();
  return lines.toSorted().join('');
}

it('each operation runs as many statements as are written down', { timeout: 300_000 }, async () => {
  // Where one more is needed: `npx vitest run --project server-pglite api-statements -u`.
  await expect(await countStatements()).toMatchFileSnapshot('./statement-counts.txt');
});
