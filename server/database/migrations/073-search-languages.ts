import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The languages whose stems the search index of a space has, and a hash of the places on sites that name them
 * (decision 260). Spaces are indexed again because the index has a new version.
 */
const STATEMENTS = `
alter table space_indexes add column languages text[] not null default '{}', add column variants text;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
