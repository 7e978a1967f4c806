import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOrganizationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { OptionalForm } from '#src/components/form/optional-form.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { InvitePeopleForm } from '#src/features/invites/invite-people-form.tsx';
import { noEmailReason } from '#src/features/invites/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/members/invite')({
  component: InvitePeople,
});

function InvitePeople() {
  const params = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: params }));
  const readOnlyReason = reasonUnless(organization.permissions.admin, permissionReasons.administrator);
  return (
    <OptionalForm operation="inviteMembers" missing={noEmailReason} readOnlyReason={readOnlyReason}>
      <InvitePeopleForm
        organization={organization}
        onClose={() => void navigate({ to: '/o/$organizationId/members', params, search, replace: true })}
      />
    </OptionalForm>
  );
}
