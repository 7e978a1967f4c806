import { describe, expect, it } from 'vitest';
import { makeGrant, makeMember, makeSpace } from '#server/test/factories.ts';
import { startApp, testApp } from '#server/test/test-app.ts';
import { HOUSEKEEPING_MS, housekeepingJobs, keepHouse, planHousekeeping } from './housekeeping.ts';
import { runDueJobs } from './queue.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('keepHouse', () => {
  it('removes spaces for good a week after they were deleted, with all that hangs on them', async () => {
    const { db, clock } = await testApp();
    const { id: userId, organizationId } = await makeMember();
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const old = await makeSpace({ organizationId, deletedAt: daysAgo(7.01) });
    const recent = await makeSpace({ organizationId, deletedAt: daysAgo(6.9) });
    const living = await makeSpace({ organizationId });
    await makeGrant({ organizationId, spaceId: old.id, userId, level: 'edit' });
    await keepHouse(db, clock.now());
    const spaces = await db
      .selectFrom('spaces')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute();
    expect(spaces.map(({ id }) => id).toSorted()).toEqual([recent.id, living.id].toSorted());
    const grants = await db.selectFrom('grants').select('id').where('content_id', '=', old.id).execute();
    expect(grants).toEqual([]);
    const revisions = await db.selectFrom('revisions').select('id').where('space_id', '=', old.id).execute();
    expect(revisions).toEqual([]);
    await keepHouse(db, clock.now());
  });
});

describe('planHousekeeping', () => {
  it('puts it into the queue once, and again when it is time', async () => {
    const { db, clock, close } = await startApp();
    const run = () => runDueJobs(db, housekeepingJobs, clock);
    await planHousekeeping(db, clock.now());
    await planHousekeeping(db, clock.now());
    expect(await run()).toBe(1);
    await planHousekeeping(db, clock.now());
    expect(await run()).toBe(0);
    clock.advance(HOUSEKEEPING_MS + 1000);
    await planHousekeeping(db, clock.now());
    expect(await run()).toBe(1);
    await close();
  });
});
