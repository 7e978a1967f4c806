import type { FastifyRequest } from 'fastify';
import { type BasePath, loadChangeRequest } from './content-base.ts';
import type { ChangeContext, ChangeRequestIds } from './change-request-changes.ts';
import type { ChangeRequestRow } from './change-requests.queries.ts';
import { requireEditPermission } from './change-requests.policy.ts';

export function changeContext({ actor, clock }: Pick<FastifyRequest, 'actor' | 'clock'>): ChangeContext {
  return { actor, now: clock.now() };
}

/** 404 where the caller cannot see the change request, 403 where it is read-only for them. */
export async function loadForEditing(
  request: Pick<FastifyRequest, 'db' | 'actor'> & { params: Required<BasePath> },
): Promise<ChangeRequestIds & { changeRequest: ChangeRequestRow }> {
  const { changeRequest, level } = await loadChangeRequest(request, request.params);
  requireEditPermission(level);
  return { spaceId: changeRequest.space_id, changeRequestId: changeRequest.id, changeRequest };
}
