import { type Kysely, sql } from 'kysely';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ChangeClaim } from '#server/base/caller.ts';
import { runTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** A response that can be sent again. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** A request that may arrive again. */
export interface RepeatedRequest {
  /** The digest of caller, method, URL and key. */
  name: string;
  bodyDigest: string;
  encryptionKey: Buffer;
  userId: string;
  /** Of this arrival. */
  id: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** The most that is stored for a person; the oldest go first. Others have their own. */
const MAX_RESPONSES = 2000;
const MAX_BYTES = 16 * 1024 * 1024;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps a key in the transaction of the change. It violates the rule that `attempt` is not null where another arrival has made
 * the change already, so that the transaction is undone; an arrival's own further transactions pass.
 */
export function claimStatement(
  { name, userId, bodyDigest, id }: RepeatedRequest,
  now: Date,
): ChangeClaim['statement'] {
  return {
    sql: `insert into idempotency_keys as kept (name, user_id, attempt, body_digest, created_at)
      values ($1, $2, $3, $4, $5) on conflict (name) do update set
        attempt = case when kept.attempt = excluded.attempt or kept.created_at <= $6 then excluded.attempt end,
        body_digest = excluded.body_digest, created_at = excluded.created_at, status = null, headers = null, body = null`,
    parameters: [name, userId, id, bodyDigest, now.toISOString(), expiryOf(now).toISOString()],
  };
}

/** What is stored of a key that was used in the last 24 hours; without a response until that is stored. */
export async function findStored(
  db: Kysely<Database>,
  { name, encryptionKey }: RepeatedRequest,
  now: Date,
): Promise<{ bodyDigest: string; response: StoredResponse | undefined } | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_digest', 'status', 'headers', 'body'])
    .where('name', '=', name)
    .where('created_at', '>', expiryOf(now))
    .executeTakeFirst();
  if (!row) return undefined;
  const { body_digest: bodyDigest, status, headers, body } = row;
  if (status === null || headers === null) return { bodyDigest, response: undefined };
  return {
    bodyDigest,
    response: { status, headers, body: body && decrypt(body, encryptionKey) },
  };
}

/**
 * Stores the response of a change, also of one that had no transaction. Without waiting for the disk: if it is lost, the change
 * is known nevertheless.
 */
export async function storeResponse(
  db: Kysely<Database>,
  { name, userId, id, bodyDigest, encryptionKey }: RepeatedRequest,
  { status, headers, body }: StoredResponse,
  now: Date,
): Promise<void> {
  const stored = {
    status,
    headers: JSON.stringify(headers),
    body: body === null ? null : encrypt(body, encryptionKey),
  };
  const row = { name, user_id: userId, attempt: id, body_digest: bodyDigest, created_at: now, ...stored };
  await runTransaction<[unknown, unknown]>(db, [
    sql`set local synchronous_commit = off`,
    db
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(stored).where('idempotency_keys.attempt', '=', id),
      ),
  ]);
}

/** Frees the key of a request that has failed after all. */
export async function deleteClaim(db: Kysely<Database>, { name, id }: RepeatedRequest): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('name', '=', name).where('attempt', '=', id).execute();
}

/** Deletes the oldest of a person who has more than is stored. */
export async function trimResponses(db: Kysely<Database>, userId: string): Promise<void> {
  await sql`delete from idempotency_keys where name in (
    select name from (
      select name, row_number() over newest_first as place,
        sum(coalesce(octet_length(body), 0)) over newest_first as bytes
      from idempotency_keys where user_id = ${userId}
      window newest_first as (order by created_at desc, name)
    ) as listed where place > ${MAX_RESPONSES} or bytes > ${MAX_BYTES})`.execute(db);
}

/** Deletes those of more than 24 hours ago. */
export async function deleteOldResponses(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', expiryOf(now)).execute();
}

function expiryOf(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

function encrypt(text: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(bytes: Uint8Array, key: Buffer): string {
  const cipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]).toString();
}
