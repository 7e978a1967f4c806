import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { insertDraft } from '#server/content-tree/draft-spaces.ts';
import { hashId } from '#server/content/pages/storage.ts';
import { addSource, CHUNK_BYTES, SourceWriter } from '#server/content/stored/import-sources.ts';
import { DiskSpace } from '#server/database/data-folder/disk-space.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { PIXEL } from '#server/test/content-factories.ts';
import { fetcherOf, testFetcher } from '#server/test/fake-web.ts';
import { archive, contentOf, text } from '#server/test/imported-content.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, sharedDatabase, startApp, testApp } from '#server/test/test-app.ts';
import { runImport } from './run-import.ts';

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

/** Makes a run that waits for choices one that was at work. */
async function waitAgain(importId: string) {
  const { db } = await testApp();
  await db
    .updateTable('content_imports')
    .set((run) => ({
      state: 'running',
      request: run.fn('jsonb_set', ['request', run.val('{plan}'), run.val('false')]),
    }))
    .where('id', '=', importId)
    .execute();
}

async function expectNothingLeft(importId: string) {
  const { db } = await testApp();
  for (const table of ['import_sources', 'spaces'] as const)
    expect(await db.selectFrom(table).select('id').where('import_id', '=', importId).execute()).toEqual([]);
  expect(
    await db.selectFrom('files').select('id').where('pending_import_id', '=', importId).execute(),
  ).toEqual([]);
}

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
    await expectNothingLeft(importId);
    await server.close();
  });

  it('is refused with the size where the disk has no room for the source, and leaves nothing', async () => {
    const w = await createOrganizationFixture();
    const { body: planned } = await as(w.creator).post(`${w.base}/imports`, {
      url: archive({ 'README.md': text('# Harbor\n'), 'x.bin': [new Uint8Array(3_000_000), { level: 0 }] }),
      plan: true,
    });
    await waitAgain(planned.id);
    const { app, db } = await testApp();
    const disk = { free: 132 * 1024 * 1024, total: 1024 ** 4 };
    const full = {
      db,
      fetcher: testFetcher,
      workFolder: app.gitFolder,
      clock: systemClock,
      log: app.log,
      space: new DiskSpace(() => disk),
    };
    await runImport(full, planned.id, new AbortController().signal);
    const { body } = await as(w.creator).get(`${w.base}/imports/${planned.id}`);
    expect(body).toMatchObject({
      state: 'failed',
      problem: 'The disk of the server has no room for the 3 MiB of this source.',
    });
    await expectNothingLeft(planned.id);
  });

  it('begins again where its server was killed while it fetched', async () => {
    const w = await createOrganizationFixture();
    const url = archive({ 'README.md': text('# Harbor\n') });
    const { body: planned } = await as(w.creator).post(`${w.base}/imports`, { url, plan: true });
    const { app, db } = await testApp();
    await waitAgain(planned.id);
    await db.deleteFrom('import_sources').where('import_id', '=', planned.id).execute();
    const { organization_id: organizationId } = await db
      .selectFrom('content_imports')
      .select('organization_id')
      .where('id', '=', planned.id)
      .executeTakeFirstOrThrow();
    const half = { organizationId, importId: planned.id, name: 'docs.zip', size: 0, address: url };
    const sourceId = await addSource(db, { ...half, now: new Date() });
    await new SourceWriter(db, sourceId).write(Buffer.alloc(CHUNK_BYTES));
    const job = await jobOf(planned.id);
    await db
      .updateTable('jobs')
      .set({ finished_at: null, locked_until: new Date(0), run_at: new Date(0) })
      .where('id', '=', job?.id ?? '')
      .execute();
    await runDueJobs(db, app.imports.jobs, systemClock);
    const { body } = await as(w.creator).get(`${w.base}/imports/${planned.id}`);
    expect(body).toMatchObject({ state: 'done', importedResources: 1 });
    await expectNothingLeft(planned.id);
  });

  it('begins again after its server was killed, and uses the files that were stored', async () => {
    const w = await createOrganizationFixture();
    const url = archive({ 'README.md': text('# Harbor\n\n![x](x.png)\n'), 'x.png': PIXEL });
    const { body: planned } = await as(w.creator).post(`${w.base}/imports`, { url, plan: true });
    const { app, db } = await testApp();
    // As a server leaves it that is killed while it stores files.
    const { createHash } = await import('node:crypto');
    await waitAgain(planned.id);
    const hash = createHash('sha256').update(PIXEL).digest('hex');
    const file = {
      id: `left-${planned.id}`,
      name: 'x.png',
      content_type: 'image/png',
      size: PIXEL.length,
      width: 1,
      height: 1,
    };
    const spaceId = hashId(`${planned.id} 0`);
    const draft = { organizationId: w.organization.id, importId: planned.id, title: 'Draft', emoji: '📄' };
    await insertDraft(db, {
      ...draft,
      id: spaceId,
      first: { createdBy: null, message: 'Created the space' },
    });
    await db
      .insertInto('files')
      .values({ ...file, data: PIXEL, space_id: spaceId, pending_import_id: planned.id, hash })
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
    expect(body.space).toBe(spaceId);
    const { revision } = await contentOf(body.space);
    expect(revision.files.map(({ data }) => data)).toEqual([file.id]);
    await expectNothingLeft(planned.id);
  });
});
