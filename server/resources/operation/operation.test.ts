import { beforeEach, describe, expect, it } from 'vitest';
import { insertOperators } from '#server/access/operators.ts';
import { newId } from '#server/base/ids.ts';
import { BACKUP_JOB } from '#server/queue/backup-jobs.ts';
import { createMember, createOrganization, type TestMember } from '#server/test/factories.ts';
import { createApiToken, startSsoTestSession } from '#server/test/sign-on/start-session.ts';
import { as, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

async function makeOperator(userId: string) {
  const { app, db, clock } = await testApp();
  await insertOperators(db, [userId], clock.now());
  app.actors.invalidateUser(userId);
  await app.actors.flush();
}

describe('getOperation', () => {
  it('answers 403 to an administrator who is no operator, and says how one becomes one', async () => {
    const { status, body } = await as(await createMember({ role: 'admin' })).get('/v1/operation');
    expect(status).toBe(403);
    expect(body.error.message).toContain('bindery operator add');
  });

  it('shows an operator of no organization what runs, how large it is and what waits', async () => {
    const { db } = await testApp();
    const operator = await createMember();
    await makeOperator(operator.id);
    await db.deleteFrom('members').where('user_id', '=', operator.id).execute();
    const { app } = await testApp();
    app.actors.invalidateUser(operator.id);
    const { status, body } = await as(operator).get('/v1/operation');
    expect(status).toBe(200);
    expect(body.database.engine).toMatch(/^(embedded|postgresql)$/);
    expect(body.database.version).toMatch(/^1[5-9]/);
    expect(body.database.tables.length).toBeGreaterThan(3);
    expect(body.counts.organizations).toBeGreaterThan(0);
    expect(body.queues.map(({ kind }: { kind: string }) => kind)).toEqual(['jobs', 'mails', 'webhooks']);
    expect((await as(operator).get('/v1/user')).body.operator).toBe(true);
  });

  it('names kinds of jobs that were given up, with the last error', async () => {
    const { db, clock } = await testApp();
    const operator = await createMember();
    await makeOperator(operator.id);
    const now = clock.now();
    const kind = `copper-${newId()}`;
    const job = { kind, run_at: now, locked_until: null, payload: '{}' };
    await db
      .insertInto('jobs')
      .values([
        { ...job, id: newId(), finished_at: new Date(now.getTime() - 5000), last_error: 'no copper' },
        { ...job, id: newId(), finished_at: now, last_error: 'still no copper' },
      ])
      .execute();
    const { body } = await as(operator).get('/v1/operation');
    const messages = body.problems.map(({ message }: { message: string }) => message).join('\n');
    expect(messages).toContain(
      `2 jobs of the kind “${kind}” failed in the last day. The last error: still no copper`,
    );
  });
});

describe('createBackup', () => {
  let operator: TestMember;
  beforeEach(async () => {
    const { db } = await testApp();
    await db.deleteFrom('jobs').where('kind', '=', BACKUP_JOB).execute();
    operator = await createMember();
    await makeOperator(operator.id);
  });

  const read = async () => (await as(operator).get('/v1/operation')).body;
  const messagesOf = ({ problems }: { problems: { message: string }[] }) =>
    problems.map(({ message }) => message).join('\n');

  it('begins one, and not another while that one waits', async () => {
    const { db } = await testApp();
    const call = () => as(operator).post('/v1/operation/backups');
    for (const { status, body } of await Promise.all([call(), call()])) {
      expect(status).toBe(202);
      expect(body).toMatchObject({ place: '/backups', everyHours: 24, keep: 7, state: 'waiting' });
    }
    const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', BACKUP_JOB).execute();
    expect(jobs).toHaveLength(1);
    const entries = await db
      .selectFrom('installation_log')
      .select('summary')
      .where('action', '=', 'createBackup')
      .where('actor_id', '=', operator.id)
      .execute();
    expect(entries).toEqual([{ summary: 'Asked for a backup.' }]);
  });

  it('shows those that were made, and why the last one failed until one is made', async () => {
    const { db, clock } = await testApp();
    const now = clock.now();
    const job = { kind: BACKUP_JOB, run_at: now, locked_until: null, payload: '{}' };
    const place = `/backups/${newId()}.dump`;
    await db
      .insertInto('backups')
      .values({ name: place, place, bytes: 2048, at: now, is_verified: true })
      .execute();
    const error = 'pg_dump is not installed';
    const failedAt = new Date(now.getTime() - 5000);
    await db
      .insertInto('jobs')
      .values({ ...job, id: newId(), finished_at: failedAt, last_error: error })
      .execute();
    const failed = await read();
    expect(failed.backups.latest[0]).toEqual({
      name: place,
      at: now.toISOString(),
      place,
      bytes: 2048,
      verified: true,
    });
    expect(failed.backups.failure).toEqual({ at: failedAt.toISOString(), message: error });
    expect(failed.backups.state).toBeUndefined();
    expect(messagesOf(failed)).toContain('The last backup failed. pg_dump is not installed. The next one');
    await db
      .insertInto('jobs')
      .values({ ...job, id: newId(), finished_at: now, last_error: null })
      .execute();
    const made = await read();
    expect(made.backups.failure).toBeUndefined();
    expect(messagesOf(made)).not.toContain('backup');
  });

  it('is refused by a server that makes none, which says how it would', async () => {
    const { app, close } = await startApp({ database: await sharedDatabase(), backups: undefined });
    const headers = { authorization: `Bearer ${operator.token}` };
    const state = await app.inject({ method: 'GET', url: '/v1/operation', headers });
    expect(state.json().backups).toBeUndefined();
    const refused = await app.inject({ method: 'POST', url: '/v1/operation/backups', headers });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error.message).toContain('Set BACKUP_URL');
    await close();
  });
});

describe('an operator', () => {
  it('gets nothing of an organization that they are no member of', async () => {
    const operator = await createMember();
    await makeOperator(operator.id);
    const { id } = await createOrganization();
    expect((await as(operator).get(`/v1/orgs/${id}`)).status).toBe(404);
  });

  it('is none in a session for which an organization’s identity provider vouches, nor with a token of one organization', async () => {
    const { id: organizationId } = await createOrganization();
    const operator = await createMember({ organizationId });
    await makeOperator(operator.id);
    const session = await startSsoTestSession(operator.id, organizationId);
    expect((await as(session).get('/v1/operation')).status).toBe(403);
    expect((await as(session).get('/v1/user')).body.operator).toBeUndefined();
    const token = await createApiToken(operator.id, [organizationId]);
    expect((await as(token).get('/v1/operation')).status).toBe(403);
    expect((await as(operator).get('/v1/operation')).status).toBe(200);
  });
});
