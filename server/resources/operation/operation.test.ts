import { describe, expect, it } from 'vitest';
import { insertOperators } from '#server/access/operators.ts';
import { newId } from '#server/base/ids.ts';
import { createMember, createOrganization } from '#server/test/factories.ts';
import { createApiToken, startSsoTestSession } from '#server/test/sign-on/start-session.ts';
import { as, testApp } from '#server/test/test-app.ts';

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
