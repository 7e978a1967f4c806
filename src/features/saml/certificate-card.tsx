import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { exactTime } from '#src/lib/times.ts';
import { type Certificate, fingerprintOf } from './certificates.ts';
import { ExpiryBadge } from './expiry-badge.tsx';

interface CertificateCardProps {
  /** "Current", "New". */
  title: string;
  certificate: Certificate;
}

export function CertificateCard({ title, certificate }: CertificateCardProps) {
  const { subject, issuer, isSelfSigned, notBefore, notAfter, serial } = certificate;
  const { data: fingerprint } = useQuery({
    queryKey: ['certificate-fingerprint', subject, serial, notAfter.toISOString()],
    queryFn: () => fingerprintOf(certificate),
    staleTime: Infinity,
  });
  return (
    <section
      aria-label={`${title}: ${subject}`}
      className="min-w-0 flex-1 basis-72 rounded-lg border border-line p-3"
    >
      <header className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{title}</h3>
        <ExpiryBadge certificate={certificate} />
      </header>
      <dl className="flex flex-col gap-2 text-xs">
        <DetailItem name="Subject">{subject}</DetailItem>
        <DetailItem name="Issuer">{isSelfSigned ? 'Self-signed' : issuer}</DetailItem>
        <DetailItem name="Valid">
          {exactTime(notBefore)} – {exactTime(notAfter)}
        </DetailItem>
        <DetailItem name="SHA-256 fingerprint">
          {fingerprint ? (
            <span className="flex items-start gap-1">
              <code className="min-w-0 break-all">{fingerprint}</code>
              <CopyButton text={fingerprint} what="fingerprint" size="small" />
            </span>
          ) : (
            'Available over HTTPS only'
          )}
        </DetailItem>
      </dl>
    </section>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
