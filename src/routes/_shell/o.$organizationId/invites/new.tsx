import { createFileRoute } from '@tanstack/react-router';
import { OptionalForm } from '#src/components/form/optional-form.tsx';
import { CreateInviteForm } from '#src/features/invites/forms.tsx';
import { noLinksReason } from '#src/features/invites/queries.ts';

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
  return (
    <OptionalForm operation="createLinkInvite" missing={noLinksReason}>
      <CreateInviteForm organizationId={params.organizationId} onClose={(id) => void close(id)} />
    </OptionalForm>
  );
}
