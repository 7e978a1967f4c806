import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getTeamOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { PasteMembersForm } from '#src/features/teams/paste-members-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/teams_/$teamId/paste')({
  component: PasteMembers,
});

function PasteMembers() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: team } = useSuspenseQuery(getTeamOptions({ path }));
  return (
    <PasteMembersForm
      organizationId={path.organizationId}
      team={team}
      onClose={() => void navigate({ to: '/o/$organizationId/teams/$teamId', params: path, replace: true })}
    />
  );
}
