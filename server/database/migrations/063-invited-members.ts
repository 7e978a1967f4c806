import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * When members were invited by address. Of those who were never there and have nothing to sign in with, each was.
 */
const STATEMENTS = `
alter table members add column invited_at timestamptz(3);
update members set invited_at = joined_at
where last_seen_at is null and not disabled
  and not exists (select from passwords where user_id = members.user_id)
  and not exists (select from passkeys where user_id = members.user_id)
  and not exists (select from sign_on_identities where user_id = members.user_id);
create index members_invited on members (organization_id, joined_at, user_id)
where invited_at is not null and last_seen_at is null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
