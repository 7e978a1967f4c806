import { createFileRoute } from '@tanstack/react-router';
import { CreateTokenForm } from '#src/features/account/forms.tsx';
import { ownOrganizations } from '#src/features/account/queries.ts';

export const Route = createFileRoute('/_shell/account/new-token')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(ownOrganizations()),
  component: NewToken,
});

function NewToken() {
  const navigate = Route.useNavigate();
  return <CreateTokenForm onClose={() => void navigate({ to: '/account', replace: true })} />;
}
