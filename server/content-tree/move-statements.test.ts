// @module-tag both-engines
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { sharedDatabase, startApp } from '#server/test/test-app.ts';

/** Runs requests on an app and counts their statements, except begin and commit. */
async function countStatements(token: string, moves: { method: 'POST'; url: string; payload: object }[]) {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const [first] = result.rows;
      // The rows of each statement, where a whole transaction was sent at once.
      count += Array.isArray(first) ? result.rows.length : 1;
      return result;
    },
  };
  const { app, close } = await startApp({ database: await sharedDatabase(counter) });
  const headers = { authorization: `Bearer ${token}` };
  // The caller is cached from here on.
  await app.inject({ url: '/v1/user', headers });
  const counts: number[] = [];
  for (const move of moves) {
    count = 0;
    const { statusCode } = await app.inject({ ...move, headers });
    expect(statusCode).toBe(200);
    counts.push(count);
  }
  await close();
  return counts;
}

describe('a move', () => {
  it('takes the same few statements, whatever the size of the list', async () => {
    const w = await createOrganizationFixture();
    const site = await SiteEditor.open(w);
    for (const title of ['A1', 'B2', 'C3']) await site.addSection(title);
    const before = { type: 'site-section', siteSection: site.idOf('A1') };
    const spaces = [];
    for (const title of ['One', 'Two', 'Three']) {
      spaces.push(await createSpace({ organizationId: w.organization.id, title }));
    }
    const [first, , last] = spaces;
    const counts = await countStatements(w.admin.token, [
      {
        method: 'POST',
        url: site.url(`/sections/${site.idOf('C3')}/move`),
        payload: { position: { before } },
      },
      {
        method: 'POST',
        url: `/v1/spaces/${last?.id}/move`,
        payload: { position: { before: { type: 'space', space: first?.id } } },
      },
    ]);
    // A section: named items, neighbors, then lock and update with audit row in one exchange, then a read for the response.
    // A space: lock, named items, neighbors, update with audit row, and a read before and after.
    expect(counts).toEqual([5, 6]);
  });
});
