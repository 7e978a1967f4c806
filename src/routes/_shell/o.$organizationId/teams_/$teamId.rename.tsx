import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getTeamOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { RenameTeamForm } from '#src/features/teams/rename-team-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/teams_/$teamId/rename')({
  component: RenameTeam,
});

function RenameTeam() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: team } = useSuspenseQuery(getTeamOptions({ path }));
  return (
    <RenameTeamForm
      organizationId={path.organizationId}
      team={team}
      onClose={() => void navigate({ to: '/o/$organizationId/teams/$teamId', params: path, replace: true })}
    />
  );
}
