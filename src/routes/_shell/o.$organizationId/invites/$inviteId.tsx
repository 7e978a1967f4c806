import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router';
import { errorMessage } from '#src/api/errors.ts';
import { InviteDialog } from '#src/features/invites/invite-dialog.tsx';
import { inviteOf } from '#src/features/invites/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/invites/$inviteId')({
  loader: ({ context: { queryClient }, params: path }) => queryClient.ensureQueryData(inviteOf(path)),
  component: InvitePage,
  errorComponent: InviteNotFound,
});

function useClose() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  return () => void navigate({ to: '/o/$organizationId/invites', params, replace: true });
}

function InvitePage() {
  const path = Route.useParams();
  const { data: invite } = useSuspenseQuery(inviteOf(path));
  return <InviteDialog organizationId={path.organizationId} invite={invite} onClose={useClose()} />;
}

/** Keeps the list visible, because only this link failed to load. */
function InviteNotFound({ error }: ErrorComponentProps) {
  const close = useClose();
  return (
    <Dialog
      title="Couldn’t open invite link"
      size="small"
      onClose={close}
      footer={
        <Button tone="primary" onClick={close}>
          Back to invite links
        </Button>
      }
    >
      <p>{errorMessage(error)}</p>
      <p className="mt-1 text-ink-soft">It may have been revoked.</p>
    </Dialog>
  );
}
