import { useQueryClient } from '@tanstack/react-query';
import {
  getOrganizationQueryKey,
  updateOrganizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

/** Shown while invite links are disabled, with a button that enables them. */
export function InvitesDisabledNotice({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const { mutateAsync, isPending } = useApiMutation(updateOrganizationMutation(), {
    invalidates: ['listOrganizations'],
    onSuccess: (changed) => queryClient.setQueryData(getOrganizationQueryKey({ path }), changed),
  });
  const set = (inviteLinks: boolean) => mutateAsync({ path, body: { inviteLinks } });
  const enable = async () => {
    try {
      await set(true);
    } catch (error) {
      toastFailure(error, () => void enable());
      return;
    }
    recordUndoable({ label: 'Enabled invite links', undo: () => set(false), redo: () => set(true) });
  };
  return (
    <Callout
      tone="warning"
      title="Invite links are disabled"
      className="mb-4"
      action={
        <Button
          size="small"
          pending={isPending}
          disabledReason={reasonUnless(organization.permissions.admin, permissionReasons.administrator)}
          onClick={enable}
        >
          Enable
        </Button>
      }
    >
      Existing links stay listed but don’t work, and you can’t create new ones.
    </Callout>
  );
}
