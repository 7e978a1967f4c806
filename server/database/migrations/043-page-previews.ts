import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Previews of unsaved texts, for some minutes (decision 175). */
const STATEMENTS = `
create table page_previews (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  html text not null,
  lines integer[] not null,
  created_at timestamptz(3) not null
);
create index page_previews_user on page_previews (user_id, created_at);
create index page_previews_created on page_previews (created_at);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
