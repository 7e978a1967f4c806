import { useQuery } from '@tanstack/react-query';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { currentUser } from '#src/api/session/session.ts';
import { type ChangeRequestPath, denialReasonsOf } from '#src/features/change-requests/labels.ts';
import { changeRequestInvalidations, changeRequestOf } from '#src/features/change-requests/queries.ts';
import {
  type SuggestionActions,
  useApplySuggestions,
} from '#src/features/comments/suggestions/apply-suggestions.ts';

/**
 * Applies suggestions to a change request; null where the person or the server can't.
 * @param changeRequest the displayed one
 */
export function useSuggestionActions(
  path: ChangeRequestPath,
  changeRequest: ChangeRequest,
  space: Space,
): SuggestionActions | null {
  const { revision } = changeRequest;
  const { data: latest, isFetching } = useQuery(changeRequestOf(path));
  const actions = useApplySuggestions({
    path,
    revision,
    latestRevision: latest?.revision,
    isFetching,
    invalidates: changeRequestInvalidations,
  });
  const { edit: reason } = denialReasonsOf(changeRequest, space.permissions, currentUser()?.id);
  return reason === undefined ? actions : null;
}
