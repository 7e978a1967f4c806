import { beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '#server/audit/audit.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { announceDelay } from '#server/jobs/announce-delay.ts';
import { announceEnds } from '#server/jobs/announce-ends.ts';
import { runCleanup } from '#server/jobs/cleanup.ts';
import { MAX_NOTIFICATIONS } from '#server/notifications/delete-notifications.ts';
import { notificationReader } from '#server/notifications/notification-reader.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { finishProcessing } from '#server/resources/api-specs/api-specs.queries.ts';
import { conflictJobs } from '#server/resources/change-requests/find-conflicts.ts';
import { failRun, finishRun } from '#server/resources/content-import/import-runs.queries.ts';
import { createApiSpec, createChangeRequest, createWrittenSpace } from '#server/test/content-factories.ts';
import { createMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { readAllEvents } from '#server/test/read-events.ts';
import { IdentityProvider } from '#server/test/sign-on/identity-provider.ts';
import { as, type Sender, testApp } from '#server/test/test-app.ts';

const DAY_MS = 86_400_000;

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
  await readAllEvents((await testApp()).db, notificationReader);
});

/** The latest notifications of a person with a reason. */
async function told(person: Sender, reason: string) {
  const { body } = await as(person).get(`/v1/user/notifications?state=all&reasons=${reason}`);
  return body.items.map(
    (item: { count: number; subject: { title: string }; latest: { detail?: string } }) => ({
      title: item.subject.title,
      count: item.count,
      detail: item.latest.detail,
    }),
  );
}

describe('the author of an open change request', () => {
  it('is told once that the space has changed the same', async () => {
    const { db, clock } = await testApp();
    const { space, start } = await createWrittenSpace({
      organizationId: w.organization.id,
      defaultLevel: 'inherit',
    });
    const propose = async (title: string) => {
      const { id } = await createChangeRequest(space.id, { createdBy: w.editor.id, subject: title });
      const url = `/v1/spaces/${space.id}/change-requests/${id}`;
      const changes = [{ operation: 'update_page', page: start.id, title }];
      expect((await as(w.editor).post(`${url}/content`, { changes })).status).toBe(200);
      return url;
    };
    const [first] = [await propose('Begin'), await propose('Commence')];
    expect((await as(w.reviewer).post(`${first}/merge`)).body.result).toBe('merge');
    for (let run = 0; run < 2; run += 1) {
      await readAllEvents(db, notificationReader);
      await runDueJobs(db, conflictJobs, clock);
      expect(await told(w.editor, 'conflict')).toMatchObject([{ title: 'Commence' }]);
      await as(w.reviewer).post(`/v1/spaces/${space.id}/content`, {
        changes: [{ operation: 'update_page', page: start.id, title: `Start ${run}` }],
      });
    }
  });
});

describe('who started an import', () => {
  const addRun = async (startedAt: Date) => {
    const { db } = await testApp();
    const id = newId();
    await db
      .insertInto('content_imports')
      .values({
        id,
        organization_id: w.organization.id,
        created_by: w.creator.id,
        state: 'running',
        request: '{}',
        origin: 'guide.zip',
        recognized: null,
        result: null,
        problem: null,
        created_at: startedAt,
        finished_at: null,
      })
      .execute();
    return id;
  };

  it('is told that it has ended, if it took long or failed', async () => {
    const { db, clock } = await testApp();
    const now = clock.now();
    const end = (id: string) =>
      inTransaction(db, (trx) =>
        finishRun(trx, id, {
          result: { spaces: [], importedResources: 0, totalResources: 0 },
          steps: [],
          now,
        }),
      );
    await end(await addRun(now));
    expect(await told(w.creator, 'job')).toEqual([]);
    await end(await addRun(new Date(now.getTime() - 60_000)));
    expect(await told(w.creator, 'job')).toMatchObject([{ title: 'guide.zip' }]);
    const failed = await addRun(now);
    await failRun(db, failed, { problem: 'The archive is damaged.', now });
    await failRun(db, failed, { problem: 'Again.', now });
    const details = (await told(w.creator, 'job')).map(({ detail }: { detail: string }) => detail);
    expect(details).toContain('The archive is damaged.');
    expect(details).toHaveLength(2);
  });
});

describe('administrators', () => {
  it('are told that a specification can’t be read any more, and not that it still can’t', async () => {
    const { db, clock } = await testApp();
    const spec = await createApiSpec(w.organization.id, 'tides', { openapi: '3.1.0' });
    const problem = { message: 'Line 3 isn’t YAML.', file: 'tides.yaml' };
    for (let run = 0; run < 2; run += 1) {
      await inTransaction(db, (trx) =>
        finishProcessing(trx, spec.id, { now: clock.now(), failure: 'PARSE_ERROR', problem }),
      );
      clock.advance(1000);
    }
    const detail = expect.stringContaining('Line 3 isn’t YAML.');
    expect(await told(w.admin, 'specification-broken')).toEqual([{ title: 'tides', count: 1, detail }]);
    expect(await told(w.creator, 'specification-broken')).toEqual([]);
  });

  it('are told once that a certificate ends, and people that their token does', async () => {
    const { db } = await testApp();
    const now = new Date();
    const certificateOf = (days: number) => new IdentityProvider({ from: -1, until: days }).certificate;
    const endsAt = new Date(now.getTime() + 5 * DAY_MS);
    const provider = {
      organization_id: w.organization.id,
      entity_id: null,
      sso_url: null,
      default_team_id: null,
    };
    await db
      .insertInto('saml_providers')
      .values({ ...provider, id: newId(), label: 'Work', certificate: certificateOf(5) })
      .execute();
    await db
      .insertInto('saml_providers')
      .values({ ...provider, id: newId(), label: 'Later', certificate: certificateOf(40) })
      .execute();
    await db
      .insertInto('tokens')
      .values({ id: newId(), user_id: w.reader.id, name: 'Build', hash: newId(), expires_at: endsAt })
      .execute();
    await announceEnds(db, now);
    await announceEnds(db, now);
    expect(await told(w.admin, 'certificate-ends')).toMatchObject([{ title: 'Work', count: 1 }]);
    expect(await told(w.reader, 'token-ends')).toMatchObject([{ title: 'Build', count: 1 }]);
    expect(await told(w.admin, 'token-ends')).toEqual([]);
  });

  it('are told that a webhook fails, and that it was switched off', async () => {
    const { db } = await testApp();
    const settings = { url: 'https://hooks.press.example/bindery', events: ['site.published'] };
    const { id: targetId } = (await as(w.admin).post(`${w.base}/webhooks`, settings)).body;
    const common = { organizationId: w.organization.id, actor: null, targetKind: 'webhook', targetId };
    const steps = [
      { action: 'reportFailingWebhook', summary: 'Every attempt has failed for a day.' },
      { action: 'disableWebhook', summary: 'Switched off.' },
    ];
    for (const [index, step] of steps.entries()) {
      await inTransaction(db, (trx) => recordAudit(trx, { ...common, ...step }));
      await readAllEvents(db, notificationReader);
      expect(await told(w.admin, 'webhook-failing')).toMatchObject([
        { title: 'hooks.press.example', count: index + 1, detail: step.summary },
      ]);
    }
    expect(await told(w.creator, 'webhook-failing')).toEqual([]);
  });

  it('are told once a day that events are behind, and why', async () => {
    const { db, clock } = await testApp();
    const now = clock.now();
    for (const seconds of [31, 61])
      await announceDelay(db, { seconds, reason: 'A transaction is open.' }, now);
    const detail = 'Events are 31 seconds behind. A transaction is open.';
    expect(await told(w.admin, 'events-delayed')).toMatchObject([{ count: 1, detail }]);
    expect(await told(w.reader, 'events-delayed')).toEqual([]);
  });
});

describe('the cleanup', () => {
  it('deletes notifications after 90 days and beyond 1,000, and those of former members', async () => {
    const { db, clock } = await testApp();
    const now = clock.now();
    const add = async (userId: string, organizationId: string, ages: readonly number[]) =>
      db
        .insertInto('notifications')
        .values(
          ages.map((days, index) => {
            const at = new Date(now.getTime() - days * DAY_MS - index);
            return {
              id: newId(),
              user_id: userId,
              organization_id: organizationId,
              subject_kind: 'space' as const,
              subject_id: newId(),
              readers: 'everyone',
              reason: 'access' as const,
              reasons: ['access' as const],
              created_at: at,
              updated_at: at,
              shown_at: at,
            };
          }),
        )
        .execute();
    const countOf = async (userId: string) => {
      const rows = await db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute();
      return rows.length;
    };
    const old = await createMember();
    const busy = await createMember();
    await add(old.id, old.organizationId, [91, 89]);
    await add(
      busy.id,
      busy.organizationId,
      Array.from({ length: MAX_NOTIFICATIONS + 20 }, () => 1),
    );
    await runCleanup(db, now);
    expect([await countOf(old.id), await countOf(busy.id)]).toEqual([1, MAX_NOTIFICATIONS]);
    await db.deleteFrom('members').where('user_id', '=', busy.id).execute();
    expect(await countOf(busy.id)).toBe(0);
  });
});
