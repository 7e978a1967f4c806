import { createFileRoute } from '@tanstack/react-router';
import { CreateTeamForm } from '#src/features/teams/create-team-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/teams/new')({
  component: NewTeam,
});

function NewTeam() {
  const params = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = (teamId: string | null) =>
    teamId === null
      ? navigate({ to: '/o/$organizationId/teams', params, search, replace: true })
      : navigate({ to: '/o/$organizationId/teams/$teamId', params: { ...params, teamId }, replace: true });
  return <CreateTeamForm organizationId={params.organizationId} onClose={(teamId) => void close(teamId)} />;
}
