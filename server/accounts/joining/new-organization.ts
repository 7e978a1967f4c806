import { type Kysely, sql } from 'kysely';
import { newId } from '#server/base/ids.ts';
import type { Database } from '#server/database/tables/schema.ts';
import {
  commonPrefix,
  hostnameFromTitle,
  MAX_HOSTNAME_LENGTH,
  uniqueName,
} from '#server/sites/names-from-titles.ts';

/** An organization without members, with a hostname made of its title; returns its id. */
export async function insertOrganization(db: Kysely<Database>, title: string): Promise<string> {
  const id = newId();
  for (;;) {
    const hostname = await findFreeHostname(db, title);
    const inserted = await db
      .insertInto('organizations')
      .values({ id, title, hostname })
      // Another organization may get the name at the same time.
      .onConflict((conflict) => conflict.column('hostname').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return inserted.id;
  }
}

/** A former hostname of another organization isn't free: it leads to where that one is now. */
async function findFreeHostname(db: Kysely<Database>, title: string): Promise<string> {
  const hostname = hostnameFromTitle(title);
  const names = `${commonPrefix(hostname, MAX_HOSTNAME_LENGTH)}%`;
  const { rows } = await sql<{ hostname: string }>`
    select hostname from organizations where hostname like ${names}
    union select hostname from former_hostnames where site_id is null and hostname like ${names}`.execute(db);
  const usedHostnames = rows.map((row) => row.hostname);
  return uniqueName(hostname, usedHostnames, MAX_HOSTNAME_LENGTH);
}
