// @module-tag without-database
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StorageError } from '#server/base/object-storage.ts';
import { S3Server } from '#server/test/s3-server.ts';
import { parseStorageUrl, S3Storage } from './s3-storage.ts';

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterEach(() => {
  server.fault = undefined;
});
afterAll(() => server.close());

function storageAt(url: string): S3Storage {
  const location = parseStorageUrl(url);
  if (!location) throw new Error('The address is not one of a storage.');
  return new S3Storage(location);
}

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251));
const objectOf = (data: Buffer) => ({
  bytes: data.length,
  sha256: createHash('sha256').update(data).digest('hex'),
  open: async function* open() {
    for (let at = 0; at < data.length; at += 65_536) yield data.subarray(at, at + 65_536);
  },
});

async function readAll(storage: S3Storage, key: string, range = { start: 0, end: bytes.length }) {
  const pieces: Buffer[] = [];
  for await (const piece of storage.read(key, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof StorageError ? error.reason : `another error: ${String(error)}`),
  );

describe('parseStorageUrl', () => {
  it('takes what an operator writes, and shows it without the secret', () => {
    const location = parseStorageUrl('https://AK:se%2Fcret@s3.example.com/bucket/docs/?region=eu-central-1');
    expect(location).toEqual({
      url: 'https://s3.example.com/bucket/docs/',
      region: 'eu-central-1',
      accessKey: 'AK',
      secretKey: 'se/cret',
    });
    for (const text of [
      'https://s3.example.com/bucket',
      'https://AK:secret@s3.example.com/',
      's3://AK:secret@bucket/folder',
      'https://AK:secret@s3.example.com/bucket?endpoint=x',
      'https://AK:%E0%A4@s3.example.com/bucket',
      'no address',
    ])
      expect(parseStorageUrl(text), text).toBeUndefined();
  });
});

describe('S3Storage', () => {
  it('stores bytes, reads parts of them, and deletes them twice', async () => {
    const storage = storageAt(server.url);
    await storage.check();
    await storage.put('files/owl', objectOf(bytes));
    expect((await readAll(storage, 'files/owl')).equals(bytes)).toBe(true);
    const part = await readAll(storage, 'files/owl', { start: 100_000, end: 100_007 });
    expect(part).toEqual(bytes.subarray(100_000, 100_007));
    expect((await readAll(storage, 'files/owl', { start: 5, end: 5 })).length).toBe(0);
    await storage.delete('files/owl');
    await storage.delete('files/owl');
    expect(await reasonOf(readAll(storage, 'files/owl'))).toBe('it answers 404 NoSuchKey (Refused here.)');
    expect(storage.counts.ok).toBeGreaterThan(4);
  });

  it('names what the storage says to a wrong key, and does not ask again', async () => {
    const storage = storageAt(server.urlWith('another'));
    const before = server.refusals.length;
    expect(await reasonOf(storage.check())).toBe('it answers 403 SignatureDoesNotMatch (Refused here.)');
    expect(server.refusals.length - before).toBe(1);
    expect(storage.failure?.reason).toContain('SignatureDoesNotMatch');
  });

  it('sends again what a busy storage refuses, and says so when it goes on', async () => {
    const storage = storageAt(server.url);
    server.fault = { kind: 'busy', times: 2 };
    await storage.put('files/owl', objectOf(bytes));
    expect(storage.failure).toBeUndefined();
    server.fault = { kind: 'busy', times: 3 };
    expect(await reasonOf(storage.put('files/owl', objectOf(bytes)))).toContain('503 SlowDown');
    expect(storage.failure?.reason).toContain('SlowDown');
  });

  it('goes on where a response breaks off, and gives up where it always does', async () => {
    const storage = storageAt(server.url);
    await storage.put('files/owl', objectOf(bytes));
    server.fault = { kind: 'cut', afterBytes: 90_000, times: 2 };
    expect((await readAll(storage, 'files/owl')).equals(bytes)).toBe(true);
    server.fault = { kind: 'cut', afterBytes: 1000, times: 100 };
    expect(await reasonOf(readAll(storage, 'files/owl'))).not.toContain('another error');
  });

  it('stores nothing of bytes that are not those of the digest', async () => {
    const storage = storageAt(server.url);
    const other = { ...objectOf(bytes), sha256: '0'.repeat(64) };
    expect(await reasonOf(storage.put('files/other', other))).toContain('XAmzContentSHA256Mismatch');
    expect(server.objects.has('files/other')).toBe(false);
  });

  it('says that a storage is full or away', async () => {
    const storage = storageAt(server.url);
    server.fault = { kind: 'full' };
    expect(await reasonOf(storage.put('files/owl', objectOf(bytes)))).toContain('507 InsufficientStorage');
    server.fault = { kind: 'away' };
    expect(await reasonOf(readAll(storage, 'files/owl'))).toMatch(/closed|reset|ECONN/i);
  });
});
