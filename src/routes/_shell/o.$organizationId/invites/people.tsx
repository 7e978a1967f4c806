import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { use } from 'react';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { InvitePeopleForm } from '#src/features/invites/invite-people-form.tsx';
import { noEmailReason } from '#src/features/invites/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/invites/people')({
  component: InvitePeople,
});

function InvitePeople() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const isPossible = useSupports('inviteMembers') !== false;
  return (
    <ReadOnlyForm value={use(ReadOnlyForm) ?? reasonUnless(isPossible, noEmailReason)}>
      <InvitePeopleForm
        organization={organization}
        onClose={() =>
          void navigate({ to: '/o/$organizationId/invites', params: { organizationId }, replace: true })
        }
      />
    </ReadOnlyForm>
  );
}
