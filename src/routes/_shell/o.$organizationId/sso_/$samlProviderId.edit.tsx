import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getSamlProviderOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { EditProviderForm } from '#src/features/saml/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sso_/$samlProviderId/edit')({
  component: EditProvider,
});

function EditProvider() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: provider } = useSuspenseQuery(getSamlProviderOptions({ path }));
  return (
    <EditProviderForm
      organizationId={path.organizationId}
      provider={provider}
      onClose={() =>
        void navigate({ to: '/o/$organizationId/sso/$samlProviderId', params: path, replace: true })
      }
    />
  );
}
