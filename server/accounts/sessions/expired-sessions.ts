import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Deletes expired sessions, their access tokens and sign-ins. Ended sessions are kept for a day. */
export async function deleteExpired(db: Kysely<Database>, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('expires_at', '<', yesterday), is('revoked_at', '<', yesterday)]))
    .execute();
  await db
    .deleteFrom('tokens')
    .where('session_id', 'is not', null)
    .where('expires_at', '<', yesterday)
    .execute();
  await db.deleteFrom('one_time_codes').where('expires_at', '<', yesterday).execute();
  // Anyone can start a sign-in, and expired ones are never used again.
  await db.deleteFrom('saml_requests').where('expires_at', '<', now).execute();
  await db.deleteFrom('oidc_requests').where('expires_at', '<', now).execute();
  await db.deleteFrom('saml_assertions').where('expires_at', '<', yesterday).execute();
}
