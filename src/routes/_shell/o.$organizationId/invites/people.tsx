import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { InvitePeopleForm } from '#src/features/invites/invite-people-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/invites/people')({
  component: InvitePeople,
});

function InvitePeople() {
  const { organizationId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  return (
    <InvitePeopleForm
      organization={organization}
      onClose={() =>
        void navigate({ to: '/o/$organizationId/invites', params: { organizationId }, replace: true })
      }
    />
  );
}
