import { useQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, useLocation } from '@tanstack/react-router';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { type SignInTest, signInTestOf } from '#src/features/saml/sign-in-test.ts';
import { TestButton } from '#src/features/saml/test-button.tsx';
import { SignInTestResult } from '#src/features/saml/test-result.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sso_/test')({ component: TestedSignIn });

/** The result of a test of a provider. The code after the `#` reads it. */
function TestedSignIn() {
  const path = Route.useParams();
  const code = useLocation({ select: ({ hash }) => hash });
  const { data, error, refetch } = useQuery({ ...signInTestOf(code), enabled: code !== '' });
  const back = linkOptions({ to: '/o/$organizationId/sso', params: path });
  return (
    <Page
      title={data ? `Test of ${data.provider.label}` : 'Test sign-in'}
      description="Nothing was created or changed."
      crumbs={[{ label: 'Single sign-on', link: back }, { label: 'Test sign-in' }]}
      actions={
        data && (
          <>
            <LinkButton link={providerLink(path.organizationId, data.provider)}>Open provider</LinkButton>
            <TestButton providerId={data.provider.id} label="Test again" />
          </>
        )
      }
    >
      {code === '' && (
        <EmptyState title="No test to show" action={<LinkButton link={back}>Single sign-on</LinkButton>}>
          Start a test at an identity provider.
        </EmptyState>
      )}
      {error && <FetchFailure error={error} onRetry={refetch} />}
      {code !== '' && !error && !data && <SkeletonRows rows={4} />}
      {data && <SignInTestResult result={data} />}
    </Page>
  );
}

const providerLink = (organizationId: string, { kind, id }: SignInTest['provider']) =>
  kind === 'saml'
    ? linkOptions({
        to: '/o/$organizationId/sso/$samlProviderId',
        params: { organizationId, samlProviderId: id },
      })
    : linkOptions({
        to: '/o/$organizationId/sso/oidc/$oidcProviderId',
        params: { organizationId, oidcProviderId: id },
      });
