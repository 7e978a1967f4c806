import { useNavigate } from '@tanstack/react-router';
import { restoreRevisionMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { useOptionalMutation } from '#src/api/optional-requests.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';

/** Brings a revision back as a change request, and opens that. */
export function useRestoreRevision(organizationId: string, spaceId: string) {
  const navigate = useNavigate();
  return useOptionalMutation('restoreRevision', restoreRevisionMutation(), {
    invalidates: ['listChangeRequests', 'listOrganizationChangeRequests', 'countOrganizationChangeRequests'],
    onSuccess: ({ number }) => {
      toast('Created a change request with that version', { detail: 'The space changes when you merge it.' });
      void navigate({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
        params: { organizationId, spaceId, changeRequest: String(number) },
      });
    },
    onError: (error) => toastFailure(error),
  });
}
