import type { Kysely } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Database } from '#server/database/schema.ts';
import { UsageError } from './settings.ts';

/** Length limits of a title, as in the contract's `updateOrganization`. */
const TITLE = { min: 2, max: 255 };

/** Creates an organization without members; returns the id. `user create --organization` adds members. */
export async function createOrganization(db: Kysely<Database>, title: string): Promise<string> {
  const { length } = [...title];
  if (length < TITLE.min || length > TITLE.max) {
    throw new UsageError(`The title must have ${TITLE.min} to ${TITLE.max} characters, not ${length}.`);
  }
  const id = newId();
  await db.insertInto('organizations').values({ id, title }).execute();
  return id;
}
