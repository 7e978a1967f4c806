import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The text that search shows visitors, where it differs from that of members: without its conditions. Rows of
 * version 0 are older; they are made when they are first needed, so that no start waits for it.
 */
const STATEMENTS = `
alter table document_facts add column visitor_sections jsonb;
alter table document_facts add column visitor_version smallint not null default 0;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
