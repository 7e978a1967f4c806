// @module-tag both-engines
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldPlans } from '#server/jobs/delete-stops.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { as, testApp } from '#server/test/test-app.ts';
import { plannedMergeJobs, plannedMergeReader } from './run-planned-merges.ts';

const HOUR_MS = 60 * 60_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

let w: OrganizationFixture;
let written: Awaited<ReturnType<typeof createWrittenSpace>>;
let list: string;
let ids: string[];

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  list = `/v1/spaces/${written.space.id}/change-requests`;
  ids = [];
  for (const subject of ['First', 'Second', 'Third'])
    ids.push((await as(w.editor).post(list, { subject })).body.id);
});

const get = async (number: number) => (await as(w.reader).get(`${list}/${number}`)).body;
const rewrite = (number: number, markdown: string) =>
  as(w.editor).post(`${list}/${number}/content`, {
    changes: [{ operation: 'update_page', page: written.start.id, document: { markdown } }],
  });
const plan = (number: number, body: object) => as(w.reviewer).put(`${list}/${number}/planned-merge`, body);
const queue = (...numbers: number[]) =>
  as(w.reviewer).post(`/v1/orgs/${w.organization.id}/planned-merges`, {
    changeRequests: numbers.map((number) => ids[number - 1] ?? ''),
  });
const plans = async (who = w.reader) =>
  (await as(who).get(`/v1/orgs/${w.organization.id}/planned-merges?space=${written.space.id}`)).body.items;
const approve = (number: number) => as(w.reviewer).post(`${list}/${number}/reviews`, { status: 'approved' });
const requireApproval = () =>
  as(w.admin).patch(`/v1/spaces/${written.space.id}/merge-rules`, { approvals: 1 });

/** Runs the jobs that are due at a time. */
async function runJobsAt(time: Date): Promise<void> {
  const { db } = await testApp();
  await runDueJobs(db, plannedMergeJobs, { now: () => time });
}

/** What a server does after a change. */
async function runJobsAfterEvents(): Promise<void> {
  const { db } = await testApp();
  await readAllEvents(db, plannedMergeReader);
  await runJobsAt(inHours(0.01));
}

async function toldOf(changeRequestId: string) {
  const { db } = await testApp();
  return db
    .selectFrom('notifications')
    .select('user_id')
    .where('subject_id', '=', changeRequestId)
    .where('reason', '=', 'merge-failed')
    .execute();
}

describe('a merge that is planned for a time', () => {
  it('is done at its time as by who planned it, once, by whichever server', async () => {
    await rewrite(1, 'Later\n');
    const planned = await plan(1, { when: 'at', at: inHours(1).toISOString() });
    expect(planned.body).toMatchObject({ when: 'at', state: 'waiting', user: { id: w.reviewer.id } });
    expect((await get(1)).plannedMerge).toMatchObject({ when: 'at', user: { id: w.reviewer.id } });
    await runJobsAt(inHours(0.5));
    expect((await get(1)).status).toBe('draft');
    await Promise.all([runJobsAt(inHours(2)), runJobsAt(inHours(2))]);
    expect(await get(1)).toMatchObject({ status: 'merged' });
    expect(await get(1)).not.toHaveProperty('plannedMerge');
    expect(await plans()).toMatchObject([{ state: 'merged', changeRequest: { number: 1 } }]);
    const { db } = await testApp();
    const merges = await db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('target_id', '=', ids[0] ?? '')
      .where('action', '=', 'mergeChangeRequest')
      .execute();
    expect(merges).toEqual([{ actor_id: w.reviewer.id }]);
  });

  it('is refused where rules are not met then, and people are told why', async () => {
    await plan(1, { when: 'at', at: inHours(1).toISOString() });
    await requireApproval();
    await runJobsAt(inHours(2));
    const { status, plannedMerge } = await get(1);
    expect([status, plannedMerge.state]).toEqual(['draft', 'refused']);
    expect(plannedMerge.problem).toContain('0 of 1 required approval');
    const told = await toldOf(ids[0] ?? '');
    expect(told.map(({ user_id }) => user_id).toSorted()).toEqual([w.reviewer.id, w.editor.id].toSorted());
  });

  it('is refused where it conflicts, or who planned it may not merge any more', async () => {
    await rewrite(1, 'Mine\n');
    await rewrite(2, 'Yours\n');
    await plan(2, { when: 'at', at: inHours(1).toISOString() });
    await plan(3, { when: 'at', at: inHours(1).toISOString() });
    await as(w.reviewer).post(`${list}/1/merge`);
    const { db } = await testApp();
    await db
      .updateTable('planned_merges')
      .set({ user_id: w.editor.id })
      .where('change_request_id', '=', ids[2] ?? '')
      .execute();
    await runJobsAt(inHours(2));
    expect((await plans(w.admin)).map(({ problem }: { problem?: string }) => problem)).toEqual([
      'You need the permission "merge" on this space.',
      'It conflicts with the space.',
    ]);
  });

  it('is not done after it was canceled, replaced, or its change request was archived', async () => {
    for (const number of [1, 2, 3]) await plan(number, { when: 'at', at: inHours(1).toISOString() });
    expect((await as(w.admin).delete(`${list}/1/planned-merge`)).status).toBe(205);
    expect((await as(w.admin).delete(`${list}/1/planned-merge`)).status).toBe(204);
    await plan(2, { when: 'at', at: inHours(5).toISOString() });
    await as(w.editor).patch(`${list}/3`, { status: 'archived' });
    await as(w.editor).patch(`${list}/3`, { status: 'open' });
    await runJobsAt(inHours(2));
    expect((await get(1)).status).toBe('draft');
    expect((await get(2)).status).toBe('draft');
    expect(await get(3)).toMatchObject({ status: 'open' });
    expect(await get(3)).not.toHaveProperty('plannedMerge');
    await runJobsAt(inHours(6));
    expect((await get(2)).status).toBe('merged');
  });

  it.each<[string, object]>([
    ['without a time', { when: 'at' }],
    ['in the past', { when: 'at', at: inHours(-1).toISOString() }],
    ['in two years', { when: 'at', at: inHours(24 * 800).toISOString() }],
    ['with a time, when it is ready', { when: 'ready', at: inHours(1).toISOString() }],
  ])('is not planned %s', async (_, body) => {
    expect((await plan(1, body)).status).toBe(400);
  });

  it('is not planned for what is merged', async () => {
    await as(w.reviewer).post(`${list}/1/merge`);
    expect((await plan(1, { when: 'ready' })).status).toBe(409);
  });
});

describe('a merge when ready', () => {
  it('waits until the rules are met, and says what for', async () => {
    await runJobsAfterEvents();
    await requireApproval();
    await plan(1, { when: 'ready' });
    await runJobsAfterEvents();
    const { plannedMerge } = await get(1);
    expect(plannedMerge).toMatchObject({ when: 'ready', state: 'waiting' });
    expect(plannedMerge.problem).toContain('0 of 1 required approval');
    await approve(1);
    await runJobsAfterEvents();
    expect((await get(1)).status).toBe('merged');
  });

  it('waits until conflicts are resolved', async () => {
    await runJobsAfterEvents();
    await rewrite(1, 'Mine\n');
    await rewrite(2, 'Yours\n');
    await as(w.reviewer).post(`${list}/1/merge`);
    await plan(2, { when: 'ready' });
    await runJobsAfterEvents();
    expect((await get(2)).plannedMerge).toMatchObject({ problem: 'It conflicts with the space.' });
    await rewrite(2, 'Mine\n');
    await runJobsAfterEvents();
    expect((await get(2)).status).toBe('merged');
  });
});

describe('the merge queue', () => {
  it('merges one after the other; what is refused stops no other', async () => {
    await rewrite(1, 'One\n');
    await rewrite(2, 'Two\n');
    await as(w.editor).post(`${list}/3/content`, {
      changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'New\n' } }],
    });
    const queued = await queue(1, 2, 3);
    expect(queued.body.items.map(({ state }: { state: string }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    await runJobsAt(inHours(0.01));
    const ended = (await plans()).toReversed();
    expect(
      ended.map(({ state, changeRequest }: { state: string; changeRequest: { number: number } }) => [
        changeRequest.number,
        state,
      ]),
    ).toEqual([
      [1, 'merged'],
      [2, 'refused'],
      [3, 'merged'],
    ]);
    expect(ended[1].problem).toBe('It conflicts with the space.');
    expect(await toldOf(ids[1] ?? '')).toHaveLength(2);
  });

  it('refuses at once what is merged, or what the caller may not merge', async () => {
    await as(w.reviewer).post(`${list}/1/merge`);
    expect((await queue(1, 2)).body.items).toMatchObject([
      { state: 'refused', problem: 'It is merged.' },
      { state: 'waiting' },
    ]);
    const { body } = await as(w.editor).post(`/v1/orgs/${w.organization.id}/planned-merges`, {
      changeRequests: [ids[2]],
    });
    expect(body.items).toMatchObject([{ state: 'refused' }]);
    const unknown = await as(w.outsider).post(`/v1/orgs/${w.organization.id}/planned-merges`, {
      changeRequests: [ids[2]],
    });
    expect(unknown.status).toBe(404);
  });

  it('goes on with the next one where the server fails several times', async () => {
    await queue(1, 2);
    const { db } = await testApp();
    const giveUp = Object.values(plannedMergeJobs)[0]?.onGiveUp;
    await giveUp?.(db, { spaceId: written.space.id }, new Date());
    await runJobsAt(inHours(0.01));
    expect((await get(1)).plannedMerge).toMatchObject({ state: 'refused' });
    expect((await get(2)).status).toBe('merged');
  });

  it('is forgotten a month after its end', async () => {
    await queue(1, 2);
    await runJobsAt(inHours(0.01));
    await plan(3, { when: 'at', at: inHours(1000).toISOString() });
    const { db } = await testApp();
    await db
      .updateTable('planned_merges')
      .set({ created_at: inHours(-24 * 60) })
      .where('change_request_id', '=', ids[0] ?? '')
      .execute();
    await deleteOldPlans(db, inHours(24 * 31));
    expect(
      (await plans()).map((one: { changeRequest: { number: number } }) => one.changeRequest.number),
    ).toEqual([3]);
  });
});
