// @module-tag both-engines
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SecretKeys } from '#server/base/secret-keys.ts';
import { apiSpecJobs } from '#server/resources/api-specs/process-spec.ts';
import { createMember } from '#server/test/factories.ts';
import { testFetcher } from '#server/test/fake-web.ts';
import { testApp } from '#server/test/test-app.ts';
import { startWorker } from './worker.ts';

describe('startWorker', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it('enqueues the cleanup and stores token use, until it is stopped', async () => {
    const { app, db, clock } = await testApp();
    const member = await createMember();
    await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${member.token}` } });
    const stop = startWorker({
      db,
      clock,
      actors: app.actors,
      log: app.log,
      specJobs: apiSpecJobs(testFetcher),
      importJobs: {},
      eventReaders: [],
      syncRepositories: async () => {},
      cleanRepositories: async () => {},
      askLinks: async () => {},
      deliverWebhooks: async () => {},
      mailJobs: {},
      notificationMails: { plan: async () => {}, waitMs: 0 },
      secretKeys: new SecretKeys(),
      lookUpTexts: () => Promise.resolve([]),
      metadata: { fetcher: testFetcher, mailer: { delivery: 'none' } },
    });
    await vi.advanceTimersByTimeAsync(61_000);
    vi.useRealTimers();
    // Statements do not run on the fake clock: wait for their effect.
    await vi.waitFor(async () => {
      const jobs = await db.selectFrom('jobs').select('kind').execute();
      expect(jobs.map(({ kind }) => kind)).toContain('cleanup');
    }, 20_000);
    await stop();
    const token = await db
      .selectFrom('tokens')
      .select('last_used_at')
      .where('user_id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(token.last_used_at).toBeInstanceOf(Date);
  });
});
