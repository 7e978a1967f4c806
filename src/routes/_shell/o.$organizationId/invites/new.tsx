import { createFileRoute } from '@tanstack/react-router';
import { use } from 'react';
import { useCan } from '#src/api/extensions.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
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
  const isPossible = useCan('createLinkInvite') !== false;
  return (
    <ReadOnlyForm value={use(ReadOnlyForm) ?? reasonUnless(isPossible, noLinksReason)}>
      <CreateInviteForm organizationId={params.organizationId} onClose={(id) => void close(id)} />
    </ReadOnlyForm>
  );
}
