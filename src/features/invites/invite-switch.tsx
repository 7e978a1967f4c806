import { useQueryClient } from '@tanstack/react-query';
import {
  getOrganizationQueryKey,
  updateOrganizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

/** Says that the organization lets nobody in through links now, and offers to change that. */
export function InvitesSwitchedOff({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id };
  const { mutateAsync, isPending } = useApiMutation(updateOrganizationMutation(), {
    refreshes: ['listOrganizations'],
    onSuccess: (changed) => queryClient.setQueryData(getOrganizationQueryKey({ path }), changed),
  });
  const set = (inviteLinks: boolean) => mutateAsync({ path, body: { inviteLinks } });
  const switchOn = async () => {
    try {
      await set(true);
    } catch (error) {
      toastFailure(error, () => void switchOn());
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
          disabledReason={unless(organization.permissions.admin, needs.administrator)}
          onClick={switchOn}
        >
          Enable
        </Button>
      }
    >
      Existing links stay listed but don’t work, and you can’t create new ones.
    </Callout>
  );
}
