import { exactTime } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { type Certificate, expiryOf, expiryOfProvider } from './certificates.ts';

export function ExpiryBadge({ certificate }: { certificate: Certificate }) {
  const { tone, label } = expiryOf(certificate);
  return (
    <Badge tone={tone} tip={`Valid until ${exactTime(certificate.notAfter)}`}>
      {label}
    </Badge>
  );
}

/** Blank without a certificate. */
export function ProviderExpiry({ certificate }: { certificate: string | undefined }) {
  const expiry = expiryOfProvider(certificate);
  if (expiry) return <Badge tone={expiry.tone}>{expiry.label}</Badge>;
  return certificate === undefined ? null : 'Invalid';
}
