import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getOidcProviderOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { OidcProviderForm } from '#src/features/saml/oidc-form.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sso_/oidc/$oidcProviderId/edit')({
  component: EditProvider,
});

function EditProvider() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: provider } = useSuspenseQuery(getOidcProviderOptions({ path }));
  return (
    <OidcProviderForm
      organizationId={path.organizationId}
      provider={provider}
      onClose={() =>
        void navigate({ to: '/o/$organizationId/sso/oidc/$oidcProviderId', params: path, replace: true })
      }
    />
  );
}
