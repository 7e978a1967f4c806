import { createFileRoute } from '@tanstack/react-router';
import { CreateInviteForm } from '#src/features/invites/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/invites/new')({
  component: NewInvite,
});

function NewInvite() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  // Opens the new link, so that it can be copied.
  const close = (inviteId: string | null) =>
    inviteId === null
      ? navigate({ to: '/o/$organizationId/invites', params, replace: true })
      : navigate({
          to: '/o/$organizationId/invites/$inviteId',
          params: { ...params, inviteId },
          replace: true,
        });
  return <CreateInviteForm organizationId={params.organizationId} onClose={(id) => void close(id)} />;
}
