import { useQueryClient } from '@tanstack/react-query';
import {
  getOrganizationQueryKey,
  updateOrganizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, OrganizationUpdate } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { applyUndoable, type UndoableChange } from '#src/components/undo/undo.ts';

/**
 * Updates organization settings with undo.
 *
 * @returns an update function that takes the change and its revert; it sends nothing if nothing changed, and rejects if
 *   the server does
 */
export function useOrganizationUpdate({ id, title }: Organization) {
  const queryClient = useQueryClient();
  const path = { organizationId: id };
  const { mutateAsync } = useApiMutation(updateOrganizationMutation(), {
    invalidates: ['listOrganizations', 'listOrganizationsByEmailDomain'],
    onSuccess: (changed) => queryClient.setQueryData(getOrganizationQueryKey({ path }), changed),
  });
  return (
    change: OrganizationUpdate,
    revert: OrganizationUpdate,
    label = `Changed settings of “${title}”`,
    confirmations?: UndoableChange['confirmations'],
  ) =>
    applyUndoable({
      label,
      change,
      inverse: revert,
      send: (body) => mutateAsync({ path, body }),
      ...(confirmations && { confirmations }),
    });
}
