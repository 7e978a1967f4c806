import { describe, expect, it, vi } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { SecretKeys } from '#server/base/secret-keys.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { createFetcher } from '#server/network/guarded-fetch.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { SPEC_TEXT } from '#server/resources/api-specs/api-specs.contract-cases.ts';
import { createOrganization } from '#server/test/factories.ts';
import { fetcherOf } from '#server/test/fake-web.ts';
import { testApp } from '#server/test/test-app.ts';
import { findSpec, insertSpec, replaceSource } from './api-specs.queries.ts';
import { apiSpecJobs, enqueueProcessing, processSpec } from './process-spec.ts';

const URL_SOURCE = { url: 'https://tides.example/openapi.json' };

/** A specification with a queued job, as `createApiSpec` leaves it. */
async function createQueuedSpec() {
  const { db, clock } = await testApp();
  // Jobs that other test files left behind must not run here.
  await db.deleteFrom('jobs').execute();
  const { id: organizationId } = await createOrganization();
  const id = newId();
  await inTransaction(db, async (trx) => {
    await insertSpec(trx, { id, organizationId, slug: 'tides', source: URL_SOURCE });
    await enqueueProcessing(trx, id, clock.now());
  });
  return { db, clock, id, find: () => findSpec(db, organizationId, 'tides') };
}

/** A fetcher that responds after `release`, and records the requested URLs. */
function gatedFetcher() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const requestedUrls: string[] = [];
  const respond = async (url: string) => {
    requestedUrls.push(url);
    await gate;
    return { url, contentType: 'application/json', charset: '', body: Buffer.from(SPEC_TEXT) };
  };
  const fetcher = fetcherOf(respond);
  return { fetcher, requestedUrls, release };
}

describe('the job that processes a specification', () => {
  it('is in progress while it runs, and runs once with several workers', async () => {
    const { db, clock, find } = await createQueuedSpec();
    const { fetcher, requestedUrls, release } = gatedFetcher();
    const servers = [1, 2, 3].map(() => runDueJobs(db, apiSpecJobs(fetcher), clock));
    await vi.waitFor(async () => expect(await find()).toMatchObject({ processing_state: 'progress' }));
    release();
    await Promise.all(servers);
    expect(requestedUrls).toEqual([URL_SOURCE.url]);
    expect(await find()).toMatchObject({ processing_state: 'complete', last_process_error_code: null });
  });

  it('is finished by another server when the first one dies', async () => {
    const { db, clock, id, find } = await createQueuedSpec();
    const dead = gatedFetcher();
    // The state after a killed server: job locked, specification in progress.
    const now = clock.now();
    await db
      .updateTable('jobs')
      .set({ locked_until: new Date(now.getTime() + 60_000) })
      .execute();
    const killed = processSpec(db, id, { fetcher: dead.fetcher, now });
    await vi.waitFor(async () => expect(await find()).toMatchObject({ processing_state: 'progress' }));
    const { fetcher, requestedUrls, release } = gatedFetcher();
    release();
    await runDueJobs(db, apiSpecJobs(fetcher), clock);
    expect(requestedUrls).toEqual([]);
    clock.advance(61_000);
    await runDueJobs(db, apiSpecJobs(fetcher), clock);
    expect(requestedUrls).toEqual([URL_SOURCE.url]);
    expect(await find()).toMatchObject({ processing_state: 'complete' });
    const version = (await find())?.last_version_id;
    dead.release();
    await killed;
    expect((await find())?.last_version_id).toBe(version);
  });

  it('fails with a visible error after two servers died while running it', async () => {
    const { db, clock, id, find } = await createQueuedSpec();
    const { fetcher, requestedUrls } = gatedFetcher();
    for (const ended of [1, 2]) {
      // A server that dies while running the job.
      void runDueJobs(db, apiSpecJobs(fetcher), clock);
      await vi.waitFor(() => expect(requestedUrls).toHaveLength(ended));
      clock.advance(61_000);
    }
    await runDueJobs(db, apiSpecJobs(fetcher), clock);
    expect(requestedUrls).toHaveLength(2);
    expect(await find()).toMatchObject({
      processing_state: 'complete',
      last_process_error_code: 'PARSE_ERROR',
    });
    await inTransaction(db, async (trx) => {
      await replaceSource(trx, id, { text: SPEC_TEXT });
      await enqueueProcessing(trx, id, clock.now());
    });
    await runDueJobs(db, apiSpecJobs(fetcher), clock);
    expect(await find()).toMatchObject({ processing_state: 'complete', last_process_error_code: null });
  });

  it('discards its result when the source changed while it ran', async () => {
    const { db, clock, id, find } = await createQueuedSpec();
    const { fetcher, release } = gatedFetcher();
    const reading = processSpec(db, id, { fetcher, now: clock.now() });
    await vi.waitFor(async () => expect(await find()).toMatchObject({ processing_state: 'progress' }));
    await inTransaction(db, (trx) => replaceSource(trx, id, { text: 'another one' }));
    release();
    await reading;
    expect(await find()).toMatchObject({ processing_state: 'pending', last_version_id: null });
  });

  it('does nothing for a deleted specification', async () => {
    const { db, clock } = await testApp();
    const { fetcher, requestedUrls } = gatedFetcher();
    await processSpec(db, newId(), { fetcher, now: clock.now() });
    expect(requestedUrls).toEqual([]);
  });

  it('starts at once in the process that queued it', async () => {
    const { app, db, clock } = await testApp();
    const { fetcher, release } = gatedFetcher();
    release();
    const stop = startWorker({
      db,
      clock,
      actors: app.actors,
      log: app.log,
      specJobs: apiSpecJobs(fetcher),
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
      metadata: { fetcher, mailer: { delivery: 'none' } },
    });
    const { find } = await createQueuedSpec();
    await vi.waitFor(async () => expect(await find()).toMatchObject({ processing_state: 'complete' }), 1500);
    await stop();
  });

  it('never fetches a private address, whatever its host name', async () => {
    const { db, clock, id, find } = await createQueuedSpec();
    const fetcher = createFetcher({ allowPrivate: false, resolve: async () => ['192.168.1.4'] });
    await processSpec(db, id, { fetcher, now: clock.now() });
    expect(await find()).toMatchObject({ last_process_error_code: 'FETCH_ERROR', last_version_id: null });
  });
});
