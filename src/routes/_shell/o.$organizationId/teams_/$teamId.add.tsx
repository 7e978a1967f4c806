import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { getTeamOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { AddMembersForm } from '#src/features/teams/add-members-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/teams_/$teamId/add')({
  component: AddMembers,
});

function AddMembers() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: team } = useSuspenseQuery(getTeamOptions({ path }));
  return (
    <AddMembersForm
      organizationId={path.organizationId}
      team={team}
      pasteLink={linkOptions({ to: '/o/$organizationId/teams/$teamId/paste', params: path })}
      onClose={() => void navigate({ to: '/o/$organizationId/teams/$teamId', params: path, replace: true })}
    />
  );
}
