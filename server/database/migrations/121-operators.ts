import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Who sees how the server is (decision 333). Nobody is one without having been made it: by a command, or a first start. */
const STATEMENTS = `
create table operators (
  user_id text primary key references users (id) on delete cascade,
  added_at timestamptz(3) not null
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
