import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** How long mails that nobody asked for wait after a reply about a policy: the operator may have to fix something. */
const POLICY_PAUSE_MS = 24 * 60 * 60_000;

/** Notes that a mail server rejects mail to an address. Returns whether it accepted it before. */
export async function recordRefusal(
  db: Kysely<Database>,
  email: string,
  { reason, refusal, now }: { reason: string; refusal?: 'address' | 'policy'; now: Date },
): Promise<boolean> {
  const retry_at = refusal === 'policy' ? new Date(now.getTime() + POLICY_PAUSE_MS) : null;
  const row = await db
    .insertInto('refused_addresses')
    .values({ email: email.toLowerCase(), reason, refused_at: now, retry_at })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ reason, refused_at: now, retry_at }))
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirst();
  return row?.is_new === true;
}

/** A mail to the address was accepted, or its owner has confirmed it. */
export async function forgetRefusal(db: Kysely<Database>, email: string): Promise<void> {
  await db.deleteFrom('refused_addresses').where('email', '=', email.toLowerCase()).execute();
}

export interface Refusal {
  reason: string;
  refusedAt: Date;
}

/** Why mail to an address is rejected; undefined unless it is. */
export function findRefusal(db: Kysely<Database>, email: string): Promise<Refusal | undefined> {
  return db
    .selectFrom('refused_addresses')
    .select(['reason', 'refused_at as refusedAt'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** The members of an organization to whose addresses mail is rejected, latest first. */
export function findRefusedMembers(db: Kysely<Database>, organizationId: string, limit: number) {
  return db
    .selectFrom('refused_addresses')
    .innerJoin('users', (join) => join.on(sql`lower(users.email)`, '=', sql.ref('refused_addresses.email')))
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id', 'users.display_name', 'users.email', 'users.photo_url'])
    .select(['refused_addresses.reason', 'refused_addresses.refused_at'])
    .where('members.organization_id', '=', organizationId)
    .where('members.disabled', '=', false)
    .orderBy('refused_addresses.refused_at', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();
}
