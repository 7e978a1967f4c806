import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import type { HostnameRow } from './site-hostname.rules.ts';

const COLUMNS = [
  'hostname',
  'hostname_token',
  'hostname_set_at',
  'hostname_proven_at',
  'hostname_missing_since',
  'hostname_checked_at',
  'hostname_next_check_at',
  'hostname_problem',
] as const;

/** The host name of a site. */
export function findHostname(db: Kysely<Database>, siteId: string): Promise<HostnameRow> {
  return db.selectFrom('sites').select(COLUMNS).where('id', '=', siteId).executeTakeFirstOrThrow();
}

/** Sets a name that is not proven yet, or removes it. `now` is its version, later than the one before. */
export function storeHostname(
  db: Kysely<Database>,
  siteId: string,
  { hostname, token, now }: { hostname: string | null; token: string | null; now: Date },
): Promise<HostnameRow> {
  return db
    .updateTable('sites')
    .set({
      hostname,
      hostname_token: token,
      hostname_set_at: now,
      hostname_proven_at: null,
      hostname_missing_since: null,
      hostname_checked_at: null,
      hostname_next_check_at: hostname === null ? null : now,
      hostname_problem: null,
      updated_at: now,
    })
    .where('id', '=', siteId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
