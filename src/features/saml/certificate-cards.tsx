import { Callout } from '#src/ui/callout.tsx';
import { CertificateCard } from './certificate-card.tsx';
import { type Certificate, readCertificates } from './certificates.ts';

interface CertificateCardsProps {
  /** The text that the server has; undefined where there is none. */
  now: string | undefined;
  /** The text that stands in a form; undefined where it is the same. */
  next?: string | undefined;
}

/** The certificates that there are, and beside them those that would take their place. */
export function CertificateCards({ now, next }: CertificateCardsProps) {
  const old = now === undefined ? null : readCertificates(now);
  const replacing = next === undefined || next.trim() === '' ? null : readCertificates(next);
  const isSame =
    replacing &&
    'certificates' in replacing &&
    old &&
    'certificates' in old &&
    sameSet(replacing.certificates, old.certificates);
  return (
    <div className="flex flex-col gap-3">
      {replacing && 'problem' in replacing && <Callout tone="danger">{replacing.problem}</Callout>}
      {old && 'problem' in old && <Callout tone="warning">The current certificate can’t be read.</Callout>}
      {isSame && <Callout>Same as the current certificate.</Callout>}
      <div className="flex flex-wrap gap-3">
        {old && 'certificates' in old && cards(replacing ? 'Current' : 'Certificate', old.certificates)}
        {replacing && 'certificates' in replacing && !isSame && cards('New', replacing.certificates)}
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

function sameSet(some: readonly Certificate[], others: readonly Certificate[]): boolean {
  const name = ({ serial, subject, notAfter }: Certificate) =>
    `${serial} ${subject} ${notAfter.toISOString()}`;
  const names = new Set(others.map(name));
  return some.length === others.length && some.every((one) => names.has(name(one)));
}
