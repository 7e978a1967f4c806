import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { type Expiry, expiryOfProvider } from './certificates.ts';
import { allProvidersOf } from './queries.ts';

const CONSEQUENCES: Record<Expiry['state'], string> = {
  valid: '',
  soon: 'Members can’t sign in through it after that.',
  expired: 'Members can’t sign in through it.',
  future: 'Members can’t sign in through it until then.',
};

/**
 * Warns about certificates that expire within a month, have expired or are not valid yet. For administrators only,
 * because only they can list providers.
 */
export function CertificateWarnings({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useQuery(allProvidersOf(organizationId));
  if (error && !data) {
    const title = 'Couldn’t check single sign-on certificates';
    return <FetchFailure title={title} error={error} onRetry={refetch} className="mb-3" />;
  }
  const expiring = (data?.items ?? []).flatMap((provider) => {
    const expiry = expiryOfProvider(provider.certificate);
    return expiry && expiry.state !== 'valid' ? [{ provider, expiry }] : [];
  });
  return expiring.map(({ provider, expiry }) => (
    <Callout
      key={provider.id}
      tone={expiry.state === 'soon' ? 'warning' : 'danger'}
      title={`Certificate of “${provider.label}”: ${lowerFirst(expiry.label)}`}
      className="mb-3"
    >
      {CONSEQUENCES[expiry.state]}{' '}
      <Link
        to="/o/$organizationId/sso/$samlProviderId"
        params={{ organizationId, samlProviderId: provider.id }}
        className="link"
      >
        Replace certificate
      </Link>
    </Callout>
  ));
}

/** Lowercases only the first letter, because of month names. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
