import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { GitSyncError } from '#server/git-sync/git-connection.ts';
import { findAdministrators } from '#server/notifications/write-notifications.ts';

/** Who stands for the maker of a connection who has left. */
export async function anyAdministrator(db: Kysely<Database>, organizationId: string): Promise<string> {
  const [first] = (await findAdministrators(db, [organizationId])).get(organizationId) ?? [];
  if (first === undefined)
    throw new GitSyncError('internal', 'The organization has no administrator. Make a member one first.');
  return first;
}
