import type { FastifyRequest } from 'fastify';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { notFound } from '#server/base/errors.ts';
import { getRevision, type StoredRevision } from '#server/content/stored/revisions.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';
import type { SpaceWithLocationRow } from '../spaces/spaces.rules.ts';
import type { ChangeContext, ChangeRequestIds } from './change-request-changes.ts';
import { type DescribedChangeRequestRow, findChangeRequest } from './change-requests.queries.ts';
import { requireEditPermission, toChangeRequestView } from './change-requests.rules.ts';

/** A visible space, or one of its change requests. */
export interface ContentBase {
  space: SpaceWithLocationRow;
  /** Null for the space itself. */
  changeRequest: DescribedChangeRequestRow | null;
  viewer: Membership;
  /** Level on the space. */
  level: number;
  /** Latest revision. */
  revisionId: string;
}

/** The change request is named by id or number. */
export interface BasePath {
  spaceId: string;
  changeRequestId?: string;
}

type BaseRequest = Pick<FastifyRequest, 'db' | 'actor'>;

/** 404 where the space or change request does not exist or is not visible. */
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

/** The base with its latest revision. */
export async function loadContent(
  request: BaseRequest,
  path: BasePath,
): Promise<{ base: ContentBase; revision: StoredRevision }> {
  const base = await loadContentBase(request, path);
  return { base, revision: await getRevision(request.db, base.space.id, base.revisionId) };
}

/** 404 where it is not visible. */
export async function loadChangeRequest(
  request: BaseRequest,
  path: Required<BasePath>,
): Promise<ContentBase & { changeRequest: DescribedChangeRequestRow }> {
  const { changeRequest, ...base } = await loadContentBase(request, path);
  if (!changeRequest) throw notFound('change request');
  return { ...base, changeRequest };
}

export function changeContext({ actor, clock }: Pick<FastifyRequest, 'actor' | 'clock'>): ChangeContext {
  return { actor, now: clock.now() };
}

/** 404 where the caller cannot see the change request, 403 where it is read-only for them. */
export async function loadForEditing(
  request: Pick<FastifyRequest, 'db' | 'actor'> & { params: Required<BasePath> },
): Promise<ChangeRequestIds & { changeRequest: DescribedChangeRequestRow }> {
  const { changeRequest, level } = await loadChangeRequest(request, request.params);
  requireEditPermission(level);
  return { spaceId: changeRequest.space_id, changeRequestId: changeRequest.id, changeRequest };
}

/** The current change request. */
export async function viewChangeRequest(
  { db, service }: Pick<FastifyRequest, 'db' | 'service'>,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
): Promise<ChangeRequest> {
  const row = await findChangeRequest(db, spaceId, changeRequestId);
  if (!row) throw notFound('change request');
  return toChangeRequestView(row, service);
}
