// @module-tag either-engine
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { PIXEL } from '#server/test/content-factories.ts';
import { fetcherOf } from '#server/test/fake-web.ts';
import { archive, contentOf, text } from '#server/test/imported-content.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';

const ARCHIVE = zipSync({ 'README.md': strToU8('# Harbor\n\n![x](x.png)\n'), 'x.png': PIXEL });
/** Depends on the load of the machine. */
const TIMEOUT_MS = 60_000;

/** A server whose fetches end when they are released. */
async function startGatedServer() {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let fetches = 0;
  const respond = async (url: string) => {
    fetches += 1;
    await gate;
    return { url, contentType: 'application/zip', charset: '', body: Buffer.from(ARCHIVE) };
  };
  const { app, close } = await startApp({ database: await sharedDatabase(), fetcher: fetcherOf(respond) });
  return { app, close, release, isFetching: () => vi.waitFor(() => expect(fetches).toBe(1), TIMEOUT_MS) };
}

const jobOf = async (importId: string) => {
  const { db } = await testApp();
  const jobs = await db.selectFrom('jobs').selectAll().where('kind', '=', 'import').execute();
  return jobs.find(({ payload }) => Reflect.get(Object(payload), 'importId') === importId);
};

/** Begins an import at a gated server, and returns its run once it is at work. */
async function beginImport() {
  const w = await createOrganizationFixture();
  const server = await startGatedServer();
  const answer = server.app.inject({
    method: 'POST',
    url: `${w.base}/imports`,
    headers: { authorization: `Bearer ${w.creator.token}` },
    payload: { url: 'https://docs.example/docs.zip' },
  });
  await server.isFetching();
  const { body } = await as(w.creator).get(`${w.base}/imports`);
  return { w, server, answer, importId: String(body.items[0].id) };
}

describe('the work of an import', () => {
  it('is taken over by another server where the first one stops, without leaving anything twice', async () => {
    const { w, server, answer, importId } = await beginImport();
    const stopping = server.app.imports.stop();
    server.release();
    await stopping;
    expect(await jobOf(importId)).toMatchObject({ locked_until: null, finished_at: null, interruptions: 0 });
    // The other one can reach nothing at this address, which is what it says.
    const { app, db } = await testApp();
    const later = { now: () => new Date(systemClock.now().getTime() + 60_000) };
    await runDueJobs(db, app.imports.jobs, later);
    const { body } = await as(w.creator).get(`${w.base}/imports/${importId}`);
    expect(body.state).toBe('failed');
    expect(
      await db.selectFrom('import_sources').select('id').where('import_id', '=', importId).execute(),
    ).toEqual([]);
    await answer;
    await server.close();
  });

  it('changes nothing where it is canceled while it runs', async () => {
    const { w, server, answer, importId } = await beginImport();
    const before = (await as(w.admin).get(`${w.base}/spaces`)).body.count;
    expect((await as(w.creator).delete(`${w.base}/imports/${importId}`)).status).toBe(205);
    server.release();
    await vi.waitFor(async () => expect((await jobOf(importId))?.finished_at).not.toBeNull(), TIMEOUT_MS);
    expect((await answer).statusCode).toBe(202);
    expect((await as(w.admin).get(`${w.base}/spaces`)).body.count).toBe(before);
    const { db } = await testApp();
    for (const table of ['import_sources', 'files'] as const)
      expect(await db.selectFrom(table).select('id').where('import_id', '=', importId).execute()).toEqual([]);
    await server.close();
  });

  it('begins again after its server was killed, and uses the files that were stored', async () => {
    const w = await createOrganizationFixture();
    const url = archive({ 'README.md': text('# Harbor\n\n![x](x.png)\n'), 'x.png': PIXEL });
    const { body: planned } = await as(w.creator).post(`${w.base}/imports`, { url, plan: true });
    const { app, db } = await testApp();
    // As a server leaves it that is killed while it stores files.
    const { createHash } = await import('node:crypto');
    await db
      .updateTable('content_imports')
      .set((run) => ({
        state: 'running',
        request: run.fn('jsonb_set', ['request', run.val('{plan}'), run.val('false')]),
      }))
      .where('id', '=', planned.id)
      .execute();
    const hash = createHash('sha256').update(PIXEL).digest('hex');
    const file = {
      id: `left-${planned.id}`,
      name: 'x.png',
      content_type: 'image/png',
      size: PIXEL.length,
      width: 1,
      height: 1,
    };
    await db
      .insertInto('files')
      .values({ ...file, data: PIXEL, space_id: null, import_id: planned.id, hash })
      .execute();
    const job = await jobOf(planned.id);
    await db
      .updateTable('jobs')
      .set({ finished_at: null, locked_until: new Date(0), run_at: new Date(0) })
      .where('id', '=', job?.id ?? '')
      .execute();
    await runDueJobs(db, app.imports.jobs, systemClock);
    const { body } = await as(w.creator).get(`${w.base}/imports/${planned.id}`);
    expect(body).toMatchObject({ state: 'done', importedResources: 2 });
    expect((await jobOf(planned.id))?.interruptions).toBe(1);
    const { revision } = await contentOf(body.space);
    expect(revision.files.map(({ data }) => data)).toEqual([file.id]);
  });
});
