import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * How a planned import differs from the space that it goes into: each page, file and reusable content with the text that
 * it gets. They are deleted when the import goes on or ends.
 */
const STATEMENTS = `
create table import_changes (
  import_id text not null references content_imports (id) on delete cascade,
  position integer not null,
  change jsonb not null,
  document_id text,
  text text,
  primary key (import_id, position)
);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
