import type { FastifyRequest } from 'fastify';
import type { Membership } from '#server/access/actor.ts';
import type { AccessRow, GrantTarget } from '#server/access/content-access.ts';
import { forbidden } from '#server/base/errors.ts';
import { loadCollection } from '#server/content-tree/require-create-permission.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import type { LeveledContent } from './permissions.queries.ts';
import { canManageAccess } from './permissions.rules.ts';

/** Content with the caller's membership and level. */
export interface SharedContent {
  target: LeveledContent;
  title: string;
  viewer: Membership;
  level: number;
}

type CallerRequest = Pick<FastifyRequest, 'actor' | 'db'>;

/** 404 where the caller cannot see the space, 403 where they may not manage its access. */
export async function loadSharedSpace({
  actor,
  db,
  params,
}: CallerRequest & { params: { spaceId: string } }) {
  const { row, ...caller } = await loadSpace(db, actor, params.spaceId);
  return requireAccessManager({ ...caller, title: row.title, target: targetOf('space', row) });
}

/** 404 where the caller cannot see the collection, 403 where they may not manage its access. */
export async function loadSharedCollection({
  actor,
  db,
  params,
}: CallerRequest & { params: { collectionId: string } }) {
  const { row, ...caller } = await loadCollection(db, actor, params.collectionId);
  return requireAccessManager({ ...caller, title: row.title, target: targetOf('collection', row) });
}

function targetOf(kind: GrantTarget['kind'], row: AccessRow & { id: string }): LeveledContent {
  return { kind, id: row.id, organizationId: row.organization_id, resolvedLevel: row.resolved_level };
}

function requireAccessManager(content: SharedContent): SharedContent {
  if (canManageAccess(content.level)) return content;
  throw forbidden(`You need the permission "admin" on this ${content.target.kind} to manage access to it.`);
}
