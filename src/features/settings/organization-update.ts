import { useQueryClient } from '@tanstack/react-query';
import {
  getOrganizationQueryKey,
  updateOrganizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, OrganizationUpdate } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { applyUndoable, type UndoableChange } from '#src/components/undo/undo.ts';

/**
 * Changes settings of an organization; the change can be undone.
 *
 * @returns the function that does it. `back` is the opposite change. Nothing is sent where nothing changes; it rejects
 *   with what was refused
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
