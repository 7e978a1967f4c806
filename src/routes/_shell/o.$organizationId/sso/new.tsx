import { createFileRoute } from '@tanstack/react-router';
import { CreateProviderForm } from '#src/features/saml/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sso/new')({
  component: NewProvider,
});

function NewProvider() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const close = (id: string | null) =>
    id === null
      ? navigate({ to: '/o/$organizationId/sso', params, replace: true })
      : navigate({
          to: '/o/$organizationId/sso/$samlProviderId',
          params: { ...params, samlProviderId: id },
          replace: true,
        });
  return <CreateProviderForm organizationId={params.organizationId} onClose={(id) => void close(id)} />;
}
