import type { Kysely } from 'kysely';
import type { Actor } from '#server/access/actor.ts';
import { grantsOf, type Loaded, withLevel } from '#server/access/content-access.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { canSeeSpace } from './spaces.policy.ts';
import { findRestorableSpace, findSpace, type PlacedSpaceRow, type SpaceRow } from './spaces.queries.ts';

/** A space that the caller can see; 404 where there is none, 403 for disabled members of its organization. */
export async function loadSpace(
  db: Kysely<Database>,
  actor: Actor,
  spaceId: string,
): Promise<Loaded<PlacedSpaceRow>> {
  const loaded = withLevel(actor, await findSpace(db, grantsOf(actor), spaceId));
  if (!loaded || !canSeeSpace(loaded.level)) throw notFound('space');
  return loaded;
}

/** A space that the caller can see, deleted or not, while it can be restored; 404 where there is none. */
export async function loadRestorableSpace(
  db: Kysely<Database>,
  actor: Actor,
  spaceId: string,
  now: Date,
): Promise<Loaded<SpaceRow>> {
  const loaded = withLevel(actor, await findRestorableSpace(db, grantsOf(actor), spaceId, now));
  if (!loaded || !canSeeSpace(loaded.level)) throw notFound('space');
  return loaded;
}
