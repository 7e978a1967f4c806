import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The segments as whom members look at a site (decision 300). A site without a row never had any. */
const STATEMENTS = `
create table site_visitor_segments (
  site_id text primary key references sites (id) on delete cascade,
  segments jsonb not null,
  updated_at timestamptz(3) not null
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
