import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** What readers answered when a page asked if it was helpful: nothing of who they are (docs/insights.md). */
const STATEMENTS = `
create table page_feedback (
  id text primary key,
  site_id text not null references sites (id) on delete cascade,
  site_space_id text not null,
  page_id text not null,
  language text not null,
  is_helpful boolean not null,
  sentence text not null check (length(sentence) <= 1000),
  state text not null check (state in ('open', 'done', 'dismissed')),
  at timestamptz(3) not null
);
create index page_feedback_list on page_feedback (site_id, state, id);
create index page_feedback_at on page_feedback (at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(db, STATEMENTS);
}
