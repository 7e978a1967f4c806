import type { FastifyRequest } from 'fastify';
import { type BasePath, loadChangeRequest } from './content-base.ts';
import type { ChangeContext, ChangeRequestIds } from './change-request-changes.ts';
import type { ChangeRequestRow } from './change-requests.queries.ts';
import { requireEditPermission } from './change-requests.policy.ts';

/** Who changes something by a request, and when. */
export function changeContext({ actor, clock }: Pick<FastifyRequest, 'actor' | 'clock'>): ChangeContext {
  return { actor, now: clock.now() };
}

/** A change request that the caller may change, with its ids; 404 where it is not seen, 403 where it is seen only. */
export async function loadForEditing(
  request: Pick<FastifyRequest, 'db' | 'actor'> & { params: Required<BasePath> },
): Promise<ChangeRequestIds & { changeRequest: ChangeRequestRow }> {
  const { changeRequest, level } = await loadChangeRequest(request, request.params);
  requireEditPermission(level);
  return { spaceId: changeRequest.space_id, changeRequestId: changeRequest.id, changeRequest };
}
