import { type Kysely, sql } from 'kysely';
import { ApiError } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How many attempts are free, and the longest wait after more of them. Waits double. */
interface WaitPolicy {
  freeAttempts: number;
  maxWaitMs: number;
  /** Without an attempt for this long, counting begins anew. */
  forgetMs: number;
}

const POLICIES = {
  /** Passwords of one account, from browsers that never signed in to it. */
  account: { freeAttempts: 5, maxWaitMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  /**
   * Passwords of one account, from one browser that signed in to it before: attackers in other browsers do
   * not block it.
   */
  device: { freeAttempts: 5, maxWaitMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS },
  /** Passwords from one IP address, which many people may share. */
  address: { freeAttempts: 20, maxWaitMs: MINUTE_MS, forgetMs: HOUR_MS },
  /** Mails that one IP address asks for. */
  mail: { freeAttempts: 10, maxWaitMs: 10 * MINUTE_MS, forgetMs: HOUR_MS },
} satisfies Record<string, WaitPolicy>;

export type WaitKind = keyof typeof POLICIES;

/** The key that an attempt counts for; `name` is an account, device or IP address. */
export interface WaitKey {
  kind: WaitKind;
  name: string;
}

/**
 * Counts an attempt before its outcome is known, so that many at once are not one. Returns how many failed in a row
 * including this one; throws 429 while a wait goes on. Such attempts count for nothing: waiting always helps.
 */
export async function countAttempt(db: Kysely<Database>, key: WaitKey, now: Date): Promise<number> {
  const { freeAttempts, maxWaitMs, forgetMs } = POLICIES[key.kind];
  const forgotten = new Date(now.getTime() - forgetMs);
  const failures = sql<number>`case when sign_in_failures.last_failed_at < ${forgotten}
    then 1 else sign_in_failures.failures + 1 end`;
  // 1, 2, 4 … seconds.
  const waitMs = sql<number>`case when ${failures} <= ${freeAttempts} then 0 else
    least(${maxWaitMs}, ${SECOND_MS} * power(2, least(30, ${failures} - ${freeAttempts} - 1))) end`;
  const counted = await db
    .insertInto('sign_in_failures')
    .values({ key: textOf(key), failures: 1, blocked_until: now, last_failed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failures,
          blocked_until: sql<Date>`${now}::timestamptz + ${waitMs} * interval '1 millisecond'`,
          last_failed_at: now,
        })
        .where((where) =>
          where.or([
            where('sign_in_failures.blocked_until', '<=', now),
            // No wait is so long: the clock has been set back since.
            where('sign_in_failures.blocked_until', '>', new Date(now.getTime() + maxWaitMs)),
          ]),
        ),
    )
    .returning('failures')
    .executeTakeFirst();
  if (counted) return counted.failures;
  throw await tooManyAttempts(db, key, now);
}

async function tooManyAttempts(db: Kysely<Database>, key: WaitKey, now: Date): Promise<ApiError> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('key', '=', textOf(key))
    .executeTakeFirst();
  const seconds = Math.max(1, Math.ceil(((row?.blocked_until.getTime() ?? 0) - now.getTime()) / SECOND_MS));
  return new ApiError(429, `Too many attempts. Try again in ${describeWait(seconds)}.`, [], {
    'retry-after': String(seconds),
  });
}

function describeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** After a success: an account and a device begin anew, an IP address gets its attempt back. */
export async function forgiveAttempt(db: Kysely<Database>, key: WaitKey, now: Date): Promise<void> {
  if (key.kind === 'address') {
    await db
      .updateTable('sign_in_failures')
      .set({ failures: sql`greatest(0, failures - 1)`, blocked_until: now })
      .where('key', '=', textOf(key))
      .execute();
  } else await db.deleteFrom('sign_in_failures').where('key', '=', textOf(key)).execute();
}

export async function deleteOldFailures(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('last_failed_at', '<', new Date(now.getTime() - 24 * HOUR_MS))
    .execute();
}

function textOf({ kind, name }: WaitKey): string {
  return `${kind} ${name}`;
}
