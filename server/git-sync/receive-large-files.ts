import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { z } from 'zod';
import type { LargeFile } from '#server/content/import/large-files.ts';
import type { ExtractedFile } from '#server/content/repository/read-branch.ts';
import { GitSyncError, type SyncContext, type SyncNote } from './git-connection.ts';
import type { GitServer } from './git-server.ts';
import { statusError, toSyncError } from './server-problems.ts';

const MEBIBYTE = 1024 * 1024;
const MAX_FILE_BYTES = 100 * MEBIBYTE;
/** Of all files of Git LFS that one commit brings. */
const MAX_TOTAL_BYTES = 1024 * MEBIBYTE;
/** Servers answer at least so many at once. */
const BATCH = 100;
const DOWNLOAD_MS = 15 * 60_000;
/** Of all files of one commit: a server that trickles holds a sync no longer. */
const TOTAL_MS = 30 * 60_000;
const MAX_REDIRECTS = 3;

const answerSchema = z.object({
  objects: z
    .array(
      z.object({
        oid: z.string(),
        actions: z
          .object({
            download: z.object({
              href: z.string().max(10_000),
              header: z.record(z.string().regex(/^[\w-]{1,100}$/), z.string().max(10_000)).optional(),
            }),
          })
          .partial()
          .optional(),
        error: z.object({ message: z.string().catch('') }).optional(),
      }),
    )
    .max(BATCH),
});

type Download = { href: string; header?: Record<string, string> | undefined };

interface Received {
  /** Ids of files whose bytes could not be had. */
  missing: Set<string>;
  notes: SyncNote[];
}

/**
 * Writes the bytes of files of Git LFS to their places in the work folder. What the server has not or does not give is
 * named and left out; a server that does not answer fails the sync, so that it is tried again.
 */
export async function receiveLargeFiles(
  context: Pick<SyncContext, 'fetcher' | 'signal'>,
  { server, branch }: { server: GitServer; branch: string },
  files: readonly ExtractedFile[],
): Promise<Received> {
  const received: Received = { missing: new Set(), notes: [] };
  const leaveOut = ({ id, path }: ExtractedFile, reason: string) => {
    received.missing.add(id);
    received.notes.push({ path, message: `It is stored with Git LFS, and was left out. ${reason}` });
  };
  const places = new Map<string, { large: LargeFile; files: ExtractedFile[] }>();
  let bytes = 0;
  for (const file of files) {
    const { large } = file;
    if (!large) continue;
    const place = places.get(large.hash);
    if (large.size > MAX_FILE_BYTES) leaveOut(file, 'It is larger than 100 MiB.');
    else if (place) place.files.push(file);
    else if (bytes + large.size > MAX_TOTAL_BYTES)
      leaveOut(file, 'The files of Git LFS of this commit are larger than 1 GiB together.');
    else {
      bytes += large.size;
      places.set(large.hash, { large, files: [file] });
    }
  }
  const wanted = [...places.values()];
  const signal = AbortSignal.any([
    AbortSignal.timeout(TOTAL_MS),
    ...(context.signal ? [context.signal] : []),
  ]);
  for (let at = 0; at < wanted.length; at += BATCH) {
    const batch = wanted.slice(at, at + BATCH);
    const found = await findDownloads(
      server,
      branch,
      batch.map(({ large }) => large),
    ).catch(refusalOf);
    for (const { large, files: same } of batch) {
      const download = found instanceof Map ? found.get(large.hash) : found;
      const problem =
        typeof download === 'object'
          ? await receiveOne({ ...context, signal }, download, large, same).catch(refusalOf)
          : download;
      if (problem !== undefined) for (const file of same) leaveOut(file, problem);
    }
  }
  return received;
}

/** The reason why files are not given; throws what may pass. */
function refusalOf(error: unknown): string {
  const problem = toSyncError(error, 'The server sends more bytes than the file has.');
  if (problem.isTemporary) throw problem;
  if (problem.reason === 'repository-not-found')
    return 'The server has no files of Git LFS for this repository.';
  return problem.message;
}

/** Where each file is, or the reason why it is not given, by their hashes. */
async function findDownloads(
  server: GitServer,
  branch: string,
  wanted: readonly LargeFile[],
): Promise<Map<string, Download | string>> {
  const answer = await server.findLargeFiles({
    operation: 'download',
    transfers: ['basic'],
    hash_algo: 'sha256',
    ref: { name: `refs/heads/${branch}` },
    objects: wanted.map(({ hash, size }) => ({ oid: hash, size })),
  });
  const read = answerSchema.safeParse(answer);
  if (!read.success) throw new GitSyncError('not-git', 'The server of Git LFS gives no list of files.');
  const found = new Map<string, Download | string>();
  for (const { hash } of wanted) found.set(hash, 'The server does not have it.');
  for (const { oid, actions, error } of read.data.objects) {
    if (!found.has(oid)) continue;
    if (actions?.download) found.set(oid, actions.download);
    else if (error && error.message !== '')
      found.set(oid, `The server says ${JSON.stringify(error.message.slice(0, 200))}.`);
  }
  return found;
}

async function receiveOne(
  { fetcher, signal }: Pick<SyncContext, 'fetcher' | 'signal'>,
  { href, header }: Download,
  { hash, size }: LargeFile,
  files: readonly ExtractedFile[],
): Promise<string | undefined> {
  const [{ file } = { file: '' }] = files;
  let address = href;
  let headers = header ?? {};
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!address.startsWith('https:') && !fetcher.allowsPlain(address))
      return 'The server of Git LFS gives an address without encryption.';
    const handle = await open(file, 'w');
    const sum = createHash('sha256');
    const answered = fetcher.transfer(address, {
      method: 'GET',
      headers,
      signal,
      // What a server says of an error may be longer than a small file.
      maxBytes: Math.max(size, MEBIBYTE),
      timeoutMs: DOWNLOAD_MS,
      write: async (bytes) => {
        sum.update(bytes);
        await handle.writeFile(bytes);
      },
    });
    const { status, headers: answer } = await answered.finally(() => handle.close());
    const { location } = answer;
    if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, address)) {
      const next = new URL(location, address);
      // Another host gets nothing that was meant for this one.
      if (next.origin !== new URL(address).origin) headers = {};
      address = next.href;
      continue;
    }
    if (status === 404 || status === 410) return 'The server does not have it.';
    if (status !== 200) throw statusError(status, answer);
    if (sum.digest('hex') === hash) return undefined;
    await rm(file, { force: true });
    return 'The server gives other bytes than the branch names.';
  }
  return `Its address redirects more than ${MAX_REDIRECTS} times.`;
}
