// @module-tag files
// @module-tag without-database
import { AwsClient } from 'aws4fetch';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorageError } from '#server/base/object-storage.ts';
import { Ceph, CEPH_PROGRAMS } from '#server/test/processes/ceph.ts';
import { parseStorageUrl, S3Storage } from './s3-storage.ts';

const missing = CEPH_PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
if (missing.length > 0)
  console.warn(
    `SKIPPED: the storage of files at a Ceph. Missing: ${missing.join(', ')} of the distribution.`,
  );

const MEBIBYTE = 1024 * 1024;
const bytes = randomBytes(24 * MEBIBYTE);
const digestOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

const objectOf = (data: Buffer) => ({
  bytes: data.length,
  sha256: digestOf(data),
  open: async function* open() {
    for (let at = 0; at < data.length; at += MEBIBYTE) yield data.subarray(at, at + MEBIBYTE);
  },
});

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof StorageError ? error.reason : `another error: ${String(error)}`),
  );

describe.skipIf(missing.length > 0)('the gateway of Ceph', () => {
  let ceph: Ceph;
  beforeAll(async () => {
    ceph = await Ceph.start();
    const { accessKey: accessKeyId, secretKey: secretAccessKey } = ceph;
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' });
    const { status } = await client.fetch(`${ceph.origin}/bindery`, { method: 'PUT' });
    if (status !== 200) throw new Error(`Ceph has made no bucket: ${status}.`);
  });
  afterAll(() => ceph.stop());

  function storageWith(secret: string, bucket = 'bindery'): S3Storage {
    const key = `${encodeURIComponent(ceph.accessKey)}:${encodeURIComponent(secret)}`;
    const location = parseStorageUrl(`${ceph.origin.replace('//', `//${key}@`)}/${bucket}/docs`);
    if (!location) throw new Error('The address is not one of a storage.');
    return new S3Storage(location);
  }

  async function readAll(storage: S3Storage, key: string, range = { start: 0, end: bytes.length }) {
    const pieces: Buffer[] = [];
    for await (const piece of storage.read(key, range)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  it('keeps bytes as they were sent, and gives parts of them', async () => {
    const storage = storageWith(ceph.secretKey);
    await storage.check();
    const key = `files/${digestOf(bytes)}-owl`;
    await storage.put(key, objectOf(bytes));
    expect((await readAll(storage, key)).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [MEBIBYTE - 3, 5 * MEBIBYTE + 3],
      [bytes.length - 1, bytes.length],
    ] as const)
      expect((await readAll(storage, key, { start, end })).equals(bytes.subarray(start, end))).toBe(true);
    await storage.put('files/empty', objectOf(Buffer.alloc(0)));
    await storage.delete(key);
    await storage.delete(key);
    expect(await reasonOf(readAll(storage, key))).toContain('404 NoSuchKey');
    expect(storage.failure).toBeUndefined();
  });

  it('refuses a wrong secret, and a bucket that is not there', async () => {
    expect(await reasonOf(storageWith('another').check())).toContain('403 SignatureDoesNotMatch');
    expect(await reasonOf(storageWith(ceph.secretKey, 'nowhere').check())).toContain('404 NoSuchBucket');
  });

  it('stores nothing of an upload with other bytes, or that breaks off', async () => {
    const storage = storageWith(ceph.secretKey);
    const other = { ...objectOf(bytes), sha256: '0'.repeat(64) };
    expect(await reasonOf(storage.put('files/other', other))).toMatch(/it answers 4\d\d/);
    expect(await reasonOf(readAll(storage, 'files/other'))).toContain('NoSuchKey');
    const broken = {
      ...objectOf(bytes),
      open: async function* open() {
        yield bytes.subarray(0, MEBIBYTE);
        throw new Error('The disk is gone.');
      },
    };
    expect(await reasonOf(storage.put('files/broken', broken))).toContain('The disk is gone.');
    expect(await reasonOf(readAll(storage, 'files/broken'))).toContain('NoSuchKey');
  });

  it('gives nothing to those without a signature, or with one that has ended', async () => {
    const storage = storageWith(ceph.secretKey);
    await storage.put('files/owl', objectOf(bytes.subarray(0, 100)));
    const address = `${ceph.origin}/bindery/docs/files/owl`;
    expect((await fetch(address)).status).toBe(403);
    const { accessKey: accessKeyId, secretKey: secretAccessKey } = ceph;
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' });
    const signed = async (datetime: string) => {
      const aws = { signQuery: true, datetime };
      return (await client.sign(`${address}?X-Amz-Expires=60`, { aws })).url;
    };
    const timeOf = (ago: number) => new Date(Date.now() - ago).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
    expect((await fetch(await signed(timeOf(0)))).status).toBe(200);
    expect((await fetch(await signed(timeOf(3_600_000)))).status).toBe(403);
  });

  it('says that it is full, and still gives what it has', async () => {
    const storage = storageWith(ceph.secretKey);
    await storage.put('files/first', objectOf(bytes));
    ceph.fill();
    expect(await reasonOf(storage.put('files/second', objectOf(bytes)))).toContain('QuotaExceeded');
    expect((await readAll(storage, 'files/first')).equals(bytes)).toBe(true);
  });
});
