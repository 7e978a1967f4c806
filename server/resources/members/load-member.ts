import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import type { OperationRequest } from '#server/contract.ts';
import { notFound } from '#server/errors.ts';
import { canSeeMember } from './members.policy.ts';
import { findMember, type MemberRow } from './members.queries.ts';

/** The member that the path names, and the caller's membership; 404 for what the caller may not see. */
export async function loadMember({
  actor,
  db,
  params: { organizationId, userId },
}: OperationRequest<'getMember'>): Promise<{ row: MemberRow; viewer: Membership }> {
  const viewer = membershipOr404(actor, organizationId);
  const row = canSeeMember(viewer, userId) ? await findMember(db, organizationId, userId) : undefined;
  if (!row) throw notFound('member');
  return { row, viewer };
}
