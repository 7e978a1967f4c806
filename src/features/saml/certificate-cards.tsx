import { Callout } from '#src/ui/callout.tsx';
import { CertificateCard } from './certificate-card.tsx';
import { type Certificate, parseCertificates } from './certificates.ts';

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
  return a.length === b.length && a.every((one) => names.has(name(one)));
}
