import { type Kysely, sql } from 'kysely';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/database/tables/schema.ts';

const GIBIBYTE = 1024 ** 3;
/** Of all copies together. Those that were used last stay. */
const MAX_BYTES = 10 * GIBIBYTE;
/** A check of a repository, or a sync that goes on after its connection has ended, takes less. */
const UNUSED_MS = 60 * 60_000;

interface WorkFolder {
  db: Kysely<Database>;
  workFolder: string;
  /** By the clock of the file system, which notes when a copy was used. */
  now: Date;
  maxBytes?: number;
}

/** Deletes copies of repositories whose connections have ended, what interrupted checks left, and what is too much together. */
export async function cleanWorkFolder({
  db,
  workFolder,
  now,
  maxBytes = MAX_BYTES,
}: WorkFolder): Promise<void> {
  const names = await readdir(workFolder).catch(() => []);
  if (names.length === 0) return;
  const connections = await db
    .selectFrom('git_connections')
    .select(['id', 'locked_until'])
    .where('id', '=', sql<string>`any(${names}::text[])`)
    .execute();
  const lockedUntil = new Map(connections.map((row) => [row.id, row.locked_until]));
  const copies: Copy[] = [];
  for (const name of names) {
    const path = join(workFolder, name);
    const copy = await measureCopy(path).catch(() => undefined);
    if (!copy) continue;
    const isUnused = now.getTime() - copy.usedAt > UNUSED_MS;
    if (lockedUntil.has(name)) copies.push({ ...copy, isLocked: (lockedUntil.get(name) ?? now) > now });
    else if (isUnused) await rm(path, { recursive: true, force: true });
  }
  let bytes = 0;
  for (const { path, size, isLocked } of copies.toSorted((a, b) => b.usedAt - a.usedAt)) {
    bytes += size;
    if (bytes > maxBytes && !isLocked) await rm(path, { recursive: true, force: true });
  }
}

interface Copy {
  path: string;
  size: number;
  usedAt: number;
  isLocked: boolean;
}

async function measureCopy(path: string): Promise<Omit<Copy, 'isLocked'>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  let { mtimeMs: usedAt } = await stat(path);
  let size = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // A sync may delete it meanwhile.
    const file = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    size += file?.size ?? 0;
    usedAt = Math.max(usedAt, file?.mtimeMs ?? 0);
  }
  return { path, size, usedAt };
}
