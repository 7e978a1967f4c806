import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * The documents of API specifications as they were written (decision 141): `jsonb` sorts members by the length of their
 * names, and readers want operations and fields in the order of the author. Versions from before stay sorted.
 */
const STATEMENTS = `
alter table api_spec_versions alter column filesystem type json using filesystem::json;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
