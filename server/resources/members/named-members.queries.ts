import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** A key of a bulk request with its path. */
export interface MemberKey {
  key: string;
  path: string;
}

/**
 * User ids by user id or email address (case-insensitive). Prevents removal from the organization until the transaction
 * ends.
 */
export async function lockMembersByKey(
  trx: Transaction<Database>,
  organizationId: string,
  keys: string[],
): Promise<Map<string, string>> {
  const lowered = keys.map((key) => key.trim().toLowerCase());
  const { rows } = await sql<{ key: string; user_id: string }>`
    select m.user_id as key, m.user_id from members m
    where m.organization_id = ${organizationId} and m.user_id = any(${keys}::text[])
    union all
    select lower(u.email), m.user_id
    from users u join members m on m.user_id = u.id and m.organization_id = ${organizationId}
    where lower(u.email) = any(${lowered}::text[])`.execute(trx);
  const locked = await lockMembersForShare(
    trx,
    organizationId,
    rows.map((row) => row.user_id),
  );
  const byKey = new Map(rows.filter((row) => locked.has(row.user_id)).map((row) => [row.key, row.user_id]));
  return new Map(
    keys.flatMap((key) => {
      const userId = byKey.get(key) ?? byKey.get(key.trim().toLowerCase());
      return userId === undefined ? [] : [[key, userId] as const];
    }),
  );
}

/** Prevents removal from the organization until the transaction ends; returns those who are members. */
export async function lockMembersForShare(
  trx: Transaction<Database>,
  organizationId: string,
  userIds: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from members
    where organization_id = ${organizationId} and user_id = any(${userIds}::text[])
    order by user_id for key share`.execute(trx);
  return new Set(rows.map((row) => row.user_id));
}
