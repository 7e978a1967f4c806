import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getMemberOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { AddToTeamForm } from '#src/features/members/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/members_/$userId/add-to-team')({
  component: AddToTeam,
});

function AddToTeam() {
  const path = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: member } = useSuspenseQuery(getMemberOptions({ path }));
  const close = () =>
    void navigate({ to: '/o/$organizationId/members/$userId', params: path, search, replace: true });
  return <AddToTeamForm organizationId={path.organizationId} member={member} onClose={close} />;
}
