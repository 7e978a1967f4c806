import type { Kysely } from 'kysely';
import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { levelFrom } from '#server/access/content-level.ts';
import type { Database } from '#server/database/schema.ts';
import { notFound } from '#server/errors.ts';
import { canSeeCollection } from '../collections/collections.policy.ts';
import { type CollectionRow, findCollection } from '../collections/collections.queries.ts';
import { grantsOf } from './spaces.access.ts';
import { canSeeSpace } from './spaces.policy.ts';
import { findRestorableSpace, findSpace, type PlacedSpaceRow, type SpaceRow } from './spaces.queries.ts';

/** Content that the caller can see, with the caller's place in its organization and level on it. */
export interface Loaded<Row> {
  row: Row;
  viewer: Membership;
  level: number;
}

/** What deciding about a row takes. */
interface ContentRow {
  organization_id: string;
  resolved_level: number | null;
  granted: number | null;
}

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

/** A collection that the caller can see; 404 where there is none, 403 for disabled members of its organization. */
export async function loadCollection(
  db: Kysely<Database>,
  actor: Actor,
  collectionId: string,
): Promise<Loaded<CollectionRow>> {
  const loaded = withLevel(actor, await findCollection(db, grantsOf(actor), collectionId));
  if (!loaded || !canSeeCollection(loaded.level)) throw notFound('collection');
  return loaded;
}

/** Adds what the caller may do with a row; undefined for rows of organizations that the caller is not in. */
function withLevel<Row extends ContentRow>(actor: Actor, row: Row | undefined): Loaded<Row> | undefined {
  if (!row || !actor.membership(row.organization_id)) return undefined;
  const viewer = membershipOr404(actor, row.organization_id);
  return { row, viewer, level: levelFrom(viewer.role, row) };
}
