import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Texts that new pages of a space can begin with (decision 324). */
const STATEMENTS = `
create table page_templates (
  id text primary key,
  space_id text not null references spaces (id) on delete cascade,
  title text not null,
  markdown text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index page_templates_title on page_templates (space_id, lower(title));
create index page_templates_order on page_templates (space_id, title, id);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
