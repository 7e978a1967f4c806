import { type Kysely, sql } from 'kysely';

/**
 * Runs statements from one text, each ended by a semicolon at the end of a line. One by one, because the embedded
 * engine accepts one at a time; in SQL that PostgreSQL 15 and the embedded engine share.
 */
export async function runStatements(db: Kysely<unknown>, text: string): Promise<void> {
  for (const statement of text.split(/;\n/).map((part) => part.trim())) {
    if (statement !== '') await sql.raw(statement).execute(db);
  }
}
