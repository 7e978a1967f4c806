import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useTakesGathered } from '#src/features/change-requests/capabilities.ts';
import { isUnfinished } from '#src/features/change-requests/labels.ts';

/** For which review the person can gather comments; undefined for whom may not review it. */
export function useGathering({ id, revision, status, createdBy }: ChangeRequest, { permissions }: Space) {
  const takesThem = useTakesGathered();
  const isReviewer = permissions.review && createdBy.id !== currentUser()?.id;
  return takesThem && isReviewer && isUnfinished({ status }) ? { changeRequestId: id, revision } : undefined;
}
