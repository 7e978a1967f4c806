import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The words of titles and headings beside all words of a page: few enough that searches of visitors can rank every page
 * that has a frequent word in them (decision 143).
 */
const STATEMENTS = `
alter table search_pages add column heads tsvector generated always as (ts_filter(words, '{a,b}'::"char"[])) stored;
create index search_pages_heads on search_pages using gin (heads);
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
