import type { Kysely } from 'kysely';
import { type Actor, type Membership, membershipOr404 } from '#server/access/actor.ts';
import {
  type ContentViewer,
  grantedLevel,
  type GrantHolder,
  grantHolderOf,
  type Loaded,
  withLevel,
} from '#server/access/content-access.ts';
import { canCreateContent, canViewCollection } from '#server/access/roles.ts';
import { ApiError, conflict, forbidden, notFound } from '#server/base/errors.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Container } from './content-order.queries.ts';

const COLLECTION_COLUMNS = [
  'collections.id',
  'collections.organization_id',
  'collections.parent_id',
  'collections.title',
  'collections.description',
  'collections.default_level',
  'collections.resolved_level',
] as const;

/** Base query; `granted` is the grant level that decides for `holder`. */
export function selectCollections(db: Kysely<Database>, holder: GrantHolder | ContentViewer) {
  return db
    .selectFrom('collections')
    .select(COLLECTION_COLUMNS)
    .select(grantedLevel(holder, 'collections').as('granted'));
}

export type CollectionRow = Awaited<
  ReturnType<ReturnType<typeof selectCollections>['executeTakeFirstOrThrow']>
>;

function findCollection(
  db: Kysely<Database>,
  holder: GrantHolder,
  collectionId: string,
): Promise<CollectionRow | undefined> {
  return selectCollections(db, holder).where('collections.id', '=', collectionId).executeTakeFirst();
}

/** 404 where the caller cannot see the collection, 403 for disabled members of its organization. */
export async function loadCollection(
  db: Kysely<Database>,
  actor: Actor,
  collectionId: string,
): Promise<Loaded<CollectionRow>> {
  const loaded = withLevel(actor, await findCollection(db, grantHolderOf(actor), collectionId));
  if (!loaded || !canViewCollection(loaded.level)) throw notFound('collection');
  return loaded;
}

/**
 * The caller's level on a container (at the top level: their role), which must allow adding, removing and ordering
 * content. 404 for a collection that is not visible, 409 for one of another organization, 403 where the level is too
 * low.
 */
export async function requireCreatePermission(
  db: Kysely<Database>,
  actor: Actor,
  container: Container,
): Promise<number> {
  const { organizationId, parentId } = container;
  if (parentId === null) {
    const { role } = membershipOr404(actor, organizationId);
    if (canCreateContent(role)) return role;
    throw forbidden('You need the role "create" in this organization to change its top level.');
  }
  const { row, level } = await loadCollection(db, actor, parentId);
  if (row.organization_id !== organizationId)
    throw conflict('The collection belongs to another organization.');
  if (canCreateContent(level)) return level;
  throw forbidden(`You need the permission "create" on the collection “${row.title}”.`);
}

/** The same for the parent of a row. A hidden parent is 403, since it does exist. */
export async function requireCreatePermissionOnParent(
  db: Kysely<Database>,
  actor: Actor,
  row: { organization_id: string; parent_id: string | null },
): Promise<number> {
  try {
    return await requireCreatePermission(db, actor, {
      organizationId: row.organization_id,
      parentId: row.parent_id,
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw forbidden('You need the permission "create" on the parent collection.');
  }
}

/**
 * The caller's membership of the target organization: 404 for non-members, 403 where they may not create content there,
 * 409 where the content is there already.
 */
export function requireTransferTarget(
  actor: Actor,
  fromOrganizationId: string,
  toOrganizationId: string,
): Membership {
  const receiver = membershipOr404(actor, toOrganizationId);
  if (!canCreateContent(receiver.role))
    throw forbidden('You need the role "create" in the target organization.');
  if (fromOrganizationId === toOrganizationId) throw conflict('It already belongs to this organization.');
  return receiver;
}
