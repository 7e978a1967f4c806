// @module-tag both-engines
import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { enqueue, runDueJobs } from '#server/queue/job-queue.ts';
import { createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { createGrant, createMember, createSite, createSpace } from '#server/test/factories.ts';
import { startApp, testApp } from '#server/test/test-app.ts';
import { CLEANUP_INTERVAL_MS, cleanupJobs, runCleanup, enqueueCleanup } from './cleanup.ts';
import { deleteOldStops, MAX_STOPS } from './delete-stops.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('runCleanup', () => {
  it('deletes spaces a week after their deletion, with everything that belongs to them', async () => {
    const { db, clock } = await testApp();
    const { id: userId, organizationId } = await createMember();
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    const old = await createSpace({ organizationId, deletedAt: daysAgo(7.01) });
    const recent = await createSpace({ organizationId, deletedAt: daysAgo(6.9) });
    const living = await createSpace({ organizationId });
    await createGrant({ organizationId, spaceId: old.id, userId, level: 'edit' });
    await runCleanup(db, clock.now());
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
    await runCleanup(db, clock.now());
  });

  it('deletes a space with its content, comments, field values and site spaces', async () => {
    const { db, clock } = await testApp();
    const { organizationId } = await createMember();
    const { space } = await createWrittenSpace({ organizationId });
    const { id: changeRequestId } = await createChangeRequest(space.id);
    const site = await createSite({ organizationId });
    const at = { space_id: space.id };
    const comment = { id: newId(), ...at, body: '{"markdown":"a"}', resolved_at: null, resolved_by: null };
    await db.insertInto('comments').values([comment]).execute();
    await db
      .insertInto('comment_replies')
      .values({ id: newId(), comment_id: comment.id, body: '{"markdown":"b"}' })
      .execute();
    const field = { id: newId(), organization_id: organizationId, name: 'team', type: 'text' };
    await db.insertInto('custom_fields').values(field).execute();
    await db
      .insertInto('custom_field_values')
      .values({ ...at, custom_field_id: field.id, value: '"a"' })
      .execute();
    await db
      .insertInto('site_spaces')
      .values({ id: newId(), site_id: site.id, ...at, path: 'a', rank: 'a0', is_default: true })
      .execute();
    await db.updateTable('spaces').set({ deleted_at: clock.now() }).where('id', '=', space.id).execute();

    const tables = [
      'revisions',
      'files',
      'change_requests',
      'comments',
      'custom_field_values',
      'site_spaces',
    ] as const;
    const count = async () => {
      const counts = [];
      for (const table of tables)
        counts.push(
          (await db.selectFrom(table).selectAll().where('space_id', '=', space.id).execute()).length,
        );
      return counts;
    };
    clock.advance(7 * DAY_MS - 60_000);
    await runCleanup(db, clock.now());
    expect((await count()).every((rows) => rows > 0)).toBe(true);
    clock.advance(120_000);
    await runCleanup(db, clock.now());
    expect(await count()).toEqual(tables.map(() => 0));
    const replies = await db
      .selectFrom('comment_replies')
      .select('id')
      .where('comment_id', '=', comment.id)
      .execute();
    expect(replies).toEqual([]);
    const requests = await db
      .selectFrom('change_requests')
      .select('id')
      .where('id', '=', changeRequestId)
      .execute();
    expect(requests).toEqual([]);
  });
});

describe('deleteOldStops', () => {
  it('deletes whom rules stopped after a year, and the oldest beyond a thousand of a space', async () => {
    const { db, clock } = await testApp();
    const { id: userId, organizationId } = await createMember();
    const [busy, quiet] = [await createSpace({ organizationId }), await createSpace({ organizationId })];
    const stopOf = (spaceId: string, daysAgo: number) => {
      const at = new Date(clock.now().getTime() - daysAgo * DAY_MS);
      return {
        id: newId(),
        organization_id: organizationId,
        space_id: spaceId,
        change_request_id: null,
        user_id: userId,
        attempt: 'edit' as const,
        reasons: '[]',
        bypass_reason: null,
        created_at: at,
        updated_at: at,
      };
    };
    const recent = Array.from({ length: MAX_STOPS }, () => stopOf(busy.id, 1));
    const [older, kept, expired] = [stopOf(busy.id, 2), stopOf(quiet.id, 364), stopOf(quiet.id, 366)];
    await db
      .insertInto('merge_stops')
      .values([...recent, older, kept, expired])
      .execute();
    await deleteOldStops(db, clock.now());
    const rows = await db
      .selectFrom('merge_stops')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...recent, kept].map(({ id }) => id).toSorted());
  });
});

describe('enqueueCleanup', () => {
  it('enqueues the job once, and again when it is due', async () => {
    const { db, clock, close } = await startApp();
    const run = () => runDueJobs(db, cleanupJobs(), clock);
    await enqueueCleanup(db, clock.now());
    await enqueueCleanup(db, clock.now());
    expect(await run()).toBe(1);
    await enqueueCleanup(db, clock.now());
    expect(await run()).toBe(0);
    clock.advance(CLEANUP_INTERVAL_MS + 1000);
    await enqueueCleanup(db, clock.now());
    expect(await run()).toBe(1);
    await close();
  });
});

describe('cleanupJobs', () => {
  it.each(['keep-house', 'drop-texts'])('runs a job that an earlier release queued as %s', async (kind) => {
    const { db, clock, close } = await startApp();
    await enqueue(db, { kind, runAt: clock.now() });
    expect(await runDueJobs(db, cleanupJobs(), clock)).toBe(1);
    await close();
  });
});
