import { unzipSync } from 'fflate';
// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStorage } from '#server/base/object-storage.ts';
import { describeFiles, moveFiles } from '#server/commands/files.ts';
import { enqueueFileJob, fileJobs } from '#server/jobs/file-jobs.ts';
import { parseStorageUrl, S3Storage } from '#server/network/s3-storage.ts';
import { runDueJobs } from '#server/queue/job-queue.ts';
import { createFile, createWrittenSpace, PIXEL, writeContent } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { S3Server } from '#server/test/s3-server.ts';
import { as, PUBLIC_URL, sharedDatabase, startApp, type TestApp } from '#server/test/test-app.ts';
import { hasFilesToMove, moveToDatabase, moveToStorage } from './move-bytes.ts';
import { deleteFiles } from './uploads.ts';

const HOUR_MS = 60 * 60_000;
/** More than one piece, in the database and from there. */
const LARGE = Buffer.from(Array.from({ length: 1_200_000 }, (_, at) => (at * 31) % 251));

let server: S3Server;
let storage: ObjectStorage;
let started: TestApp & { close: () => Promise<void> };
let w: OrganizationFixture;
let space: Awaited<ReturnType<typeof createWrittenSpace>>['space'];
let ids: string[];

beforeAll(async () => {
  server = await S3Server.start();
  const location = parseStorageUrl(server.url);
  if (!location) throw new Error('The address is not one of a storage.');
  storage = new S3Storage(location);
  started = await startApp({ database: await sharedDatabase(), storage });
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  ({ space } = written);
  const files = [
    written.file,
    await createFile(space.id, { name: 'large.bin', contentType: 'application/octet-stream', data: LARGE }),
  ];
  await writeContent(space, [{ title: 'Start', text: `![A dot](/files/${written.file.id})\n` }], files);
  ids = files.map(({ id }) => id);
});
afterEach(async () => {
  server.fault = undefined;
  await deleteFiles(started.db, sql`space_id = ${space.id}`);
});
afterAll(async () => {
  // Other files of tests have the same database, and no storage.
  await moveToDatabase(context());
  await started.db.deleteFrom('server_settings').where('key', '=', 'place_of_files').execute();
  await started.close();
  await server.close();
});

const context = () => ({ db: started.db, storage, clock: started.clock });

/** What servers do in the background. */
async function runJobs() {
  await enqueueFileJob(started.db, { storage, clock: started.clock });
  await runDueJobs(started.db, fileJobs({ storage, clock: started.clock }), started.clock);
}

const rowsOf = (some = ids) =>
  started.db
    .selectFrom('files')
    .select(['id', 'data', 'storage_key as key'])
    .where('id', 'in', some)
    .orderBy('size')
    .execute();

const placesOf = async (some = ids) =>
  (await rowsOf(some)).map(({ data, key }) => (data === null && key !== null ? 'storage' : 'database'));

async function addressOf(id: string): Promise<string> {
  const { body } = await as(w.reader).get(`/v1/spaces/${space.id}/content/files/${id}`);
  return body.downloadURL.replace(PUBLIC_URL, '');
}

const get = async (
  id: string | undefined,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => started.app.inject({ method, url: await addressOf(id ?? ''), headers });

describe.each(['database', 'storage'] as const)('a file in the %s', (place) => {
  beforeEach(async () => {
    if (place === 'storage') await runJobs();
  });

  it('is downloaded whole, and in parts', async () => {
    const [small, large] = ids;
    expect(await placesOf()).toEqual([place, place]);
    expect((await get(small)).rawPayload.equals(PIXEL)).toBe(true);
    const whole = await get(large);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({ 'content-length': String(LARGE.length), 'accept-ranges': 'bytes' });
    expect(whole.rawPayload.equals(LARGE)).toBe(true);
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=1048570-1048590', 1_048_570, 1_048_591],
      ['bytes=1199990-', 1_199_990, LARGE.length],
      ['bytes=-10', LARGE.length - 10, LARGE.length],
      ['bytes=1199999-9999999', 1_199_999, LARGE.length],
    ] as const) {
      const part = await get(large, { range });
      expect(part.statusCode, range).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${LARGE.length}`);
      expect(part.rawPayload.equals(LARGE.subarray(start, end)), range).toBe(true);
    }
    expect((await get(small, { range: 'bytes=1-3' })).rawPayload).toEqual(PIXEL.subarray(1, 4));
  });

  it('is sent whole where a part is not understood, and not at all where there is none', async () => {
    const [small, large] = ids;
    for (const range of ['bytes=0-1,5-6', 'bytes=9-2', 'lines=1-2', 'bytes=-'])
      expect((await get(small, { range })).statusCode, range).toBe(200);
    expect((await get(large, { range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(200);
    const beyond = await get(large, { range: `bytes=${LARGE.length}-` });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${LARGE.length}`);
    const head = await get(large, {}, 'HEAD');
    expect(head.headers['content-length']).toBe(String(LARGE.length));
    expect(head.rawPayload.length).toBe(0);
  });

  it('is for nobody whose address is not signed, or has ended', async () => {
    const address = await addressOf(ids[1] ?? '');
    expect((await started.app.inject(address.replace('signature=', 'signature=x'))).statusCode).toBe(403);
    started.clock.advance(24 * HOUR_MS);
    expect((await started.app.inject(address)).statusCode).toBe(403);
    started.clock.reset();
  });

  it('is in an exported archive', async () => {
    const asked = await as(w.reader).post(`/v1/spaces/${space.id}/content/exports`, {});
    const archive = await started.app.inject(String(asked.body.url).replace(PUBLIC_URL, ''));
    const files = Object.values(unzipSync(archive.rawPayload)).map((data) => Buffer.from(data));
    expect(files.some((data) => data.equals(LARGE))).toBe(true);
    expect(files.some((data) => data.equals(PIXEL))).toBe(true);
  });
});

describe('files', () => {
  it('can be uploaded while the storage is away, and follow when it is back', async () => {
    server.fault = { kind: 'away' };
    await runJobs();
    expect(await placesOf()).toEqual(['database', 'database']);
    expect((await get(ids[1])).rawPayload.equals(LARGE)).toBe(true);
    server.fault = undefined;
    started.clock.advance(HOUR_MS);
    await runJobs();
    started.clock.reset();
    expect(await placesOf()).toEqual(['storage', 'storage']);
  });

  it('that cannot be read now are said to be so', async () => {
    await runJobs();
    server.fault = { kind: 'away' };
    const { statusCode, headers, body } = await get(ids[1]);
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('60');
    expect(JSON.parse(body).error.message).toBe(
      'The storage of files is not available. Try again in a minute.',
    );
    expect(storage.failure?.reason).toBeDefined();
    const readiness = async () => JSON.parse((await started.app.inject('/readyz')).body).status;
    expect(await readiness()).toBe('without storage');
    server.fault = undefined;
    expect((await get(ids[1])).statusCode).toBe(200);
    // Events may wait for a transaction of other tests in the same cluster.
    expect(await readiness()).not.toBe('without storage');
  });

  it('stay in the database if the storage returns other bytes than it was sent, or is full', async () => {
    for (const kind of ['damage', 'full'] as const) {
      server.fault = { kind };
      await expect(moveFiles(context(), 'storage')).rejects.toThrow('The storage of files');
      expect(await placesOf()).toEqual(['database', 'database']);
    }
  });

  it('are moved there and back by a command that can be interrupted', async () => {
    expect(await describeFiles(started.db, storage)).toContain('New files go to the storage.');
    await moveFiles(context(), 'storage');
    expect(await placesOf()).toEqual(['storage', 'storage']);
    server.fault = { kind: 'cut', afterBytes: 1000, times: 3 };
    await expect(moveFiles(context(), 'database')).rejects.toThrow('The storage of files');
    server.fault = undefined;
    expect(await moveFiles(context(), 'database')).toContain('FILES_URL can be removed now.');
    const rows = await rowsOf();
    expect(rows.map(({ key }) => key)).toEqual([null, null]);
    expect(rows.map(({ data }) => data?.equals(data.length > 1000 ? LARGE : PIXEL))).toEqual([true, true]);
    // Servers leave them there until the command says otherwise.
    await runJobs();
    expect(await placesOf()).toEqual(['database', 'database']);
    expect(await moveFiles(context(), 'storage')).toContain('and compared all bytes.');
    await expect(moveFiles(context(), 'elsewhere')).rejects.toThrow('--to must be storage or database');
    await expect(moveFiles({ ...context(), storage: undefined }, 'storage')).rejects.toThrow(
      'FILES_URL is not set',
    );
  });

  it('are moved once nothing changes them any more', async () => {
    const { id } = await started.db
      .insertInto('file_uploads')
      .values({
        id: ids[0] ?? '',
        space_id: space.id,
        user_id: w.editor.id,
        name: 'dot.png',
        size: PIXEL.length,
        created_at: started.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await runJobs();
    expect(await placesOf()).toEqual(['database', 'storage']);
    expect(await hasFilesToMove(started.db)).toBe(false);
    await started.db.deleteFrom('file_uploads').where('id', '=', id).execute();
    await runJobs();
    expect(await placesOf()).toEqual(['storage', 'storage']);
  });

  it('that are deleted while they are moved hold up no others', async () => {
    const [small = '', large = ''] = ids;
    const deleting: ObjectStorage = {
      address: storage.address,
      failure: undefined,
      counts: storage.counts,
      put: async (key, object) => {
        if (object.bytes === LARGE.length) await deleteFiles(started.db, sql`id = ${large}`);
        await storage.put(key, object);
      },
      read: (key, range) => storage.read(key, range),
      delete: (key) => storage.delete(key),
      check: () => storage.check(),
    };
    const moved = await moveToStorage({ ...context(), storage: deleting });
    expect(moved.files).toBe(1);
    expect((await rowsOf()).map(({ id }) => id)).toEqual([small]);
    expect(await placesOf()).toEqual(['storage']);
  });

  it('are deleted from the storage after the last space that has them, not at once', async () => {
    await runJobs();
    const copy = await as(w.creator).post(`/v1/spaces/${space.id}/duplicate`);
    expect(copy.status).toBe(201);
    const keys = (await rowsOf()).map(({ key }) => key ?? '');
    const kept = () => keys.map((key) => server.objects.has(key));
    await deleteFiles(started.db, sql`space_id = ${space.id}`);
    started.clock.advance(2 * HOUR_MS);
    await runJobs();
    expect(kept()).toEqual([true, true]);
    await deleteFiles(started.db, sql`space_id = ${copy.body.id}`);
    started.clock.reset();
    await runJobs();
    expect(kept()).toEqual([true, true]);
    started.clock.advance(2 * HOUR_MS);
    await runJobs();
    started.clock.reset();
    expect(kept()).toEqual([false, false]);
  });
});
