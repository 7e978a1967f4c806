import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { CreateProviderForm } from '#src/features/saml/forms.tsx';
import { ProviderKindDialog } from '#src/features/saml/provider-kind-dialog.tsx';
import { useHasOidc } from '#src/features/saml/queries.ts';
import { choiceParam, searchParams } from '#src/lib/search-params.ts';

const OidcProviderForm = lazyPart(async () => ({
  default: (await import('#src/features/saml/oidc-form.tsx')).OidcProviderForm,
}));

const validateSearch = searchParams({ kind: choiceParam(['saml', 'oidc']) });

export const Route = createFileRoute('/_shell/o/$organizationId/sso/new')({
  validateSearch,
  component: NewProvider,
});

function NewProvider() {
  const params = Route.useParams();
  const { organizationId } = params;
  const { kind } = Route.useSearch();
  const navigate = Route.useNavigate();
  const hasOidc = useHasOidc();
  const created = useRef<string | undefined>(undefined);
  const backToList = () => void navigate({ to: '/o/$organizationId/sso', params, replace: true });
  if (kind === undefined && hasOidc === undefined) return null;
  if (kind === undefined && hasOidc)
    return <ProviderKindDialog organizationId={organizationId} onClose={backToList} />;
  const closeOidc = (id: string | undefined) =>
    id === undefined
      ? backToList()
      : void navigate({
          to: '/o/$organizationId/sso/oidc/$oidcProviderId',
          params: { ...params, oidcProviderId: id },
          replace: true,
        });
  if (kind === 'oidc')
    return (
      <Suspense>
        <OidcProviderForm
          organizationId={organizationId}
          provider={undefined}
          onCreated={(id) => {
            created.current = id;
          }}
          onClose={() => closeOidc(created.current)}
        />
      </Suspense>
    );
  const close = (id: string | null) =>
    id === null
      ? backToList()
      : void navigate({
          to: '/o/$organizationId/sso/$samlProviderId',
          params: { ...params, samlProviderId: id },
          replace: true,
        });
  return <CreateProviderForm organizationId={organizationId} onClose={close} />;
}
