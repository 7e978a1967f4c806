import type { FastifyRequest } from 'fastify';
import type { Membership } from '#server/access/actor.ts';
import { getRevision, type StoredRevision } from '#server/content/revisions.ts';
import { notFound } from '#server/errors.ts';
import { loadSpace, type SpaceWithLocationRow } from '../spaces/spaces.queries.ts';
import { type ChangeRequestRow, findChangeRequest } from './change-requests.queries.ts';

/** What holds content: a space that the caller can see, or one of its change requests. */
export interface ContentBase {
  space: SpaceWithLocationRow;
  /** Null where the space itself is meant. */
  changeRequest: ChangeRequestRow | null;
  viewer: Membership;
  /** The caller's level on the space. */
  level: number;
  /** The newest revision. */
  revisionId: string;
}

/** The part of a path that names a space, or a change request by its id or its number. */
export interface BasePath {
  spaceId: string;
  changeRequestId?: string;
}

type BaseRequest = Pick<FastifyRequest, 'db' | 'actor'>;

/** What a path names; 404 for a space or change request that is not there or not to be seen. */
export async function loadContentBase(
  { db, actor }: BaseRequest,
  { spaceId, changeRequestId }: BasePath,
): Promise<ContentBase> {
  const { row: space, viewer, level } = await loadSpace(db, actor, spaceId);
  if (changeRequestId === undefined) {
    return { space, viewer, level, changeRequest: null, revisionId: space.revision_id };
  }
  const changeRequest = await findChangeRequest(db, spaceId, changeRequestId);
  if (!changeRequest) throw notFound('change request');
  return { space, viewer, level, changeRequest, revisionId: changeRequest.revision_id };
}

/** A space or change request with its newest revision. */
export async function loadContent(
  request: BaseRequest,
  path: BasePath,
): Promise<{ base: ContentBase; revision: StoredRevision }> {
  const base = await loadContentBase(request, path);
  return { base, revision: await getRevision(request.db, base.space.id, base.revisionId) };
}

/** A change request that the caller can see, with its space. */
export async function loadChangeRequest(
  request: BaseRequest,
  path: Required<BasePath>,
): Promise<ContentBase & { changeRequest: ChangeRequestRow }> {
  const { changeRequest, ...base } = await loadContentBase(request, path);
  if (!changeRequest) throw notFound('change request');
  return { ...base, changeRequest };
}
