// @module-tag both-engines
import { describe, expect, it } from 'vitest';
import type { CutToPage } from '#server/lists/lists.ts';
import { selectInOrganization } from '#server/resources/change-requests/organization-change-requests.queries.ts';
import { selectEffectivePermissions } from '#server/resources/permissions/permissions.queries.ts';
import { explain, findNodes } from '#server/test/explain.ts';
import { testApp } from '#server/test/test-app.ts';

const LIMIT = 51;
const cutToPage: CutToPage = (query) => query.limit(LIMIT);
const viewer = { userId: 'reader', teamIds: ['team'], role: 1 };
const JOIN = /Join|Nested Loop/;

// The tables are almost empty, so that nothing but the form of the query decides these parts of the plans.
describe('a page of a large list', () => {
  it.each(['needs-me', 'waiting', 'merged'] as const)(
    'of change requests in %s is found before their spaces are joined',
    async (bucket) => {
      const { db } = await testApp();
      const filter = { organizationId: 'large', bucket, now: new Date(0) };
      const plan = await explain(db, selectInOrganization(db, viewer, filter, cutToPage));
      const [page] = findNodes(plan, /^Limit$/);
      const joined = findNodes(plan, JOIN).length;
      expect(joined).toBeGreaterThan(0);
      expect(page && JSON.stringify(page)).toContain('change_requests');
      // Requested reviewers may be joined, spaces are looked up for each row.
      const spacesJoined = findNodes(page ?? plan, JOIN).filter((join) =>
        (join.Plans ?? []).some((side) => JSON.stringify({ ...side, Plans: [] }).includes('"spaces"')),
      );
      expect(spacesJoined).toEqual([]);
    },
  );

  it('of the members with one level takes a page of those with a grant and a page of the others', async () => {
    const { db } = await testApp();
    const target = { kind: 'space', id: 'space', organizationId: 'large', resolvedLevel: null } as const;
    const query = selectEffectivePermissions(db, target, { role: 3 }, cutToPage);
    const plan = await explain(db, query);
    const parts = findNodes(plan, /^Append$/).map(({ Plans = [] }) =>
      Plans.filter((part) => part['Node Type'] === 'Limit'),
    );
    expect(parts.map((limited) => limited.length)).toContain(2);
  });
});
