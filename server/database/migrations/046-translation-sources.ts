import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** Translation settings may name their source, as those of the public platform do (decision 194). */
const STATEMENTS = `
alter table translations add column source_space_id text references spaces (id) on delete set null,
  add column source_language text, add column instructions jsonb;
create index translations_source on translations (source_space_id) where source_space_id is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
