import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Comments may suggest what lines of a page are replaced by (decision 189). */
const STATEMENTS = `
alter table comments add column suggestion jsonb, add column applied_at timestamptz(3),
  add column applied_by text references users (id) on delete set null, add column applied_revision text;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
