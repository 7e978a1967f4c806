// @module-tag both-engines
import { describe, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

const ROUNDS = 15;

/** The numbers of the latest entries of the audit log about some actions, by action. */
async function lastPositions(
  organizationId: string,
  actions: readonly string[],
): Promise<Map<string, number>> {
  const { db } = await testApp();
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', (column) => column.fn.max('seq').as('seq')])
    .where('organization_id', '=', organizationId)
    .where('action', 'in', actions)
    .groupBy('action')
    .execute();
  return new Map(rows.map(({ action, seq }) => [action, Number(seq)]));
}

describe('merge rules', () => {
  it('hold while the change request is edited at the same time', async () => {
    const w = await createOrganizationFixture();
    const { space, start } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const spaceUrl = `/v1/spaces/${space.id}`;
    await as(w.admin).patch(`${spaceUrl}/merge-rules`, { approvals: 1, currentApprovals: true });
    const { db } = await testApp();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { body } = await as(w.editor).post(`${spaceUrl}/change-requests`, {});
      const url = `${spaceUrl}/change-requests/${body.id}`;
      await as(w.reviewer).post(`${url}/reviews`, { status: 'approved' });
      const changes = [
        { operation: 'update_page', page: start.id, document: { markdown: `Round ${round}\n` } },
      ];
      const [merged, edited] = await Promise.all([
        as(w.reviewer).post(`${url}/merge`),
        as(w.editor).post(`${url}/content`, { changes }),
      ]);
      // One of both was first, and the other one is refused.
      expect([merged.status, edited.status].toSorted()).toEqual([200, 409]);
      if (merged.status !== 200) continue;
      const { parents } = await db
        .selectFrom('revisions')
        .select('parents')
        .where('id', '=', merged.body.revision)
        .executeTakeFirstOrThrow();
      expect(parents).toContain(body.revision);
    }
  });

  it('count equal attempts at the same time in one entry', async () => {
    const w = await createOrganizationFixture();
    const { space } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const spaceUrl = `/v1/spaces/${space.id}`;
    await as(w.admin).patch(`${spaceUrl}/merge-rules`, { approvals: 1 });
    const { body } = await as(w.editor).post(`${spaceUrl}/change-requests`, {});
    const merge = () => as(w.reviewer).post(`${spaceUrl}/change-requests/${body.id}/merge`);
    const answers = await Promise.all(Array.from({ length: ROUNDS }, merge));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: ROUNDS }, () => 409));
    const { items } = (await as(w.admin).get(`${spaceUrl}/merge-stops`)).body;
    expect(items).toMatchObject([{ times: ROUNDS }]);
  });

  it.each(['organization', 'space'])('of the %s hold from the moment they are changed', async (scope) => {
    const w = await createOrganizationFixture();
    const { space } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const spaceUrl = `/v1/spaces/${space.id}`;
    const rulesUrl = scope === 'space' ? `${spaceUrl}/merge-rules` : `${w.base}/merge-rules`;
    const changed = scope === 'space' ? 'updateSpaceMergeRules' : 'updateOrganizationMergeRules';
    for (let round = 0; round < ROUNDS; round += 1) {
      await as(w.admin).patch(rulesUrl, { approvals: 0 });
      const { body } = await as(w.editor).post(`${spaceUrl}/change-requests`, {});
      const [merged, ruled] = await Promise.all([
        as(w.reviewer).post(`${spaceUrl}/change-requests/${body.id}/merge`),
        as(w.admin).patch(rulesUrl, { approvals: 1 }),
      ]);
      expect(ruled.status).toBe(200);
      expect([200, 409]).toContain(merged.status);
      if (merged.status === 409) continue;
      const positions = await lastPositions(w.organization.id, ['mergeChangeRequest', changed]);
      expect(positions.get('mergeChangeRequest')).toBeLessThan(positions.get(changed) ?? 0);
    }
  });
});
