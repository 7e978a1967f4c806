import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The HTML of texts as `json`: it is only written and read as a whole. Parsing a `jsonb` of 10 MB takes ten times as much
 * memory, which the embedded engine never gives back. What was rendered is rendered again when it is read.
 */
const STATEMENTS = `
alter table document_facts drop column html;
alter table document_facts add column html json;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
