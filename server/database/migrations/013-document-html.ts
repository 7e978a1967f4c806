import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The HTML of texts for readers of published sites (decision 108), beside what is parsed for links and search: null, or
 * of another version, until it is needed.
 */
const STATEMENTS = `
alter table document_facts add column html jsonb;
alter table document_facts add column html_version smallint not null default 0;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
