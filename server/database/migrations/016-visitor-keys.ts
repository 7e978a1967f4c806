import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** How visitors of a site are authenticated (decision 126): keys that sign their tokens, and where they sign in. */
const STATEMENTS = `
alter table sites add column visitor_sign_in_url text;

create table site_visitor_keys (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  secret text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3)
);
create index site_visitor_keys_site on site_visitor_keys (site_id, created_at, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
