import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { expiryOfProvider } from './expiry.ts';
import { allProvidersOf } from './provider-list.ts';

/**
 * Warns of identity providers whose certificates run out within a month, or have. Shows nothing where all is well. For
 * administrators: the server tells nobody else.
 */
export function CertificateWarnings({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useQuery(allProvidersOf(organizationId));
  if (error && !data) {
    const title = 'The certificates of single sign-on could not be looked at';
    return <FetchFailure title={title} error={error} onRetry={refetch} className="mb-3" />;
  }
  const ending = (data?.items ?? []).flatMap((provider) => {
    const expiry = expiryOfProvider(provider.certificate);
    return expiry?.state === 'soon' || expiry?.state === 'expired' ? [{ provider, expiry }] : [];
  });
  return ending.map(({ provider, expiry }) => (
    <Callout
      key={provider.id}
      tone={expiry.state === 'expired' ? 'danger' : 'warning'}
      title={`Certificate of “${provider.label}”: ${expiry.says.toLowerCase()}`}
      className="mb-3"
    >
      {expiry.state === 'expired'
        ? 'Nobody can sign in through it. '
        : 'After that nobody can sign in through it. '}
      <Link
        to="/o/$organizationId/sso/$samlProviderId"
        params={{ organizationId, samlProviderId: provider.id }}
        className="link"
      >
        Replace the certificate
      </Link>
    </Callout>
  ));
}
