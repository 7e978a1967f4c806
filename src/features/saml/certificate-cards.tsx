import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { exactTime } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { type Certificate, parseCertificates, fingerprintOf } from './certificates.ts';
import { ExpiryBadge } from './expiry-badge.tsx';

interface CertificateCardProps {
  /** "Current", "New". */
  title: string;
  certificate: Certificate;
}

function CertificateCard({ title, certificate }: CertificateCardProps) {
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
              <code className="min-w-0 break-all text-balance">{fingerprint}</code>
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

interface CertificateCardsProps {
  /** The stored certificate text; undefined if there is none. */
  current: string | undefined;
  /** The text in the form; undefined if unchanged. */
  next?: string | undefined;
}

/** The current certificates, and the new ones beside them. */
export function CertificateCards({ current, next }: CertificateCardsProps) {
  const currentCertificates = current === undefined ? null : parseCertificates(current);
  const nextCertificates = next === undefined || next.trim() === '' ? null : parseCertificates(next);
  const isSame =
    nextCertificates &&
    'certificates' in nextCertificates &&
    currentCertificates &&
    'certificates' in currentCertificates &&
    isSameSet(nextCertificates.certificates, currentCertificates.certificates);
  return (
    <div className="flex flex-col gap-3">
      {nextCertificates && 'problem' in nextCertificates && (
        <Callout tone="danger">{nextCertificates.problem}</Callout>
      )}
      {currentCertificates && 'problem' in currentCertificates && (
        <Callout tone="warning">The current certificate can’t be read.</Callout>
      )}
      {isSame && <Callout>Same as the current certificate.</Callout>}
      <div className="flex flex-wrap gap-3">
        {currentCertificates &&
          'certificates' in currentCertificates &&
          cards(nextCertificates ? 'Current' : 'Certificate', currentCertificates.certificates)}
        {nextCertificates &&
          'certificates' in nextCertificates &&
          !isSame &&
          cards('New', nextCertificates.certificates)}
      </div>
    </div>
  );
}

const cards = (title: string, certificates: readonly Certificate[]) =>
  certificates.map((certificate) => (
    <CertificateCard
      key={`${title} ${certificate.serial} ${certificate.subject}`}
      title={title}
      certificate={certificate}
    />
  ));

function isSameSet(a: readonly Certificate[], b: readonly Certificate[]): boolean {
  const name = ({ serial, subject, notAfter }: Certificate) =>
    `${serial} ${subject} ${notAfter.toISOString()}`;
  const names = new Set(b.map(name));
  return a.length === b.length && a.every((certificate) => names.has(name(certificate)));
}
