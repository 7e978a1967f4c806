import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * What search shows visitors of a text, where it is other than what members see: without its conditions. Rows of version 0
 * are from before; they are made when they are first needed, so that no start waits for it.
 */
const STATEMENTS = `
alter table document_facts add column visitor_sections jsonb;
alter table document_facts add column visitor_version smallint not null default 0;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
