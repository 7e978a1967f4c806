import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { join } from 'node:path';

/** Puts all guests of a stopped server with the embedded engine on the list of those who see less, as the upgrade does. */
export async function listFormerGuests(dataFolder: string): Promise<void> {
  const database = await PGlite.create(join(dataFolder, 'database'), { extensions: { pg_trgm } });
  await database.exec(`insert into former_guest_access (organization_id, user_id, until)
    select organization_id, user_id, now() from members where role = 0`);
  await database.close();
}
