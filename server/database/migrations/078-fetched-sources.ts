import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What an import has fetched is found again by its address: work that was interrupted goes on without asking other hosts
 * twice. `response` says what came with the bytes, once all of them are there.
 */
const STATEMENTS = `
alter table import_sources add column address text, add column response jsonb;
create index import_sources_address on import_sources (import_id, md5(address)) where address is not null;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
