import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** The address that a sign-in has led its person to, so that it asks once (decision 244); null if it never did. */
const STATEMENTS = `
alter table sign_on_identities add column offered_email text;
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
