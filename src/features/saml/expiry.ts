import { formatCount } from '#src/lib/counts.ts';
import { calendarDay } from '#src/lib/times.ts';
import type { Tone } from '#src/ui/badge.tsx';
import { type Certificate, parseCertificates } from './certificates.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Certificates that expire within this many days are warned about. */
const WARNING_DAYS = 30;

export interface Expiry {
  state: 'valid' | 'soon' | 'expired' | 'future';
  label: string;
  tone: Tone;
  /** Whole days until expiry; negative afterwards. */
  days: number;
}

export function expiryOf(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  now = new Date(),
): Expiry {
  const days = Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS);
  const until = calendarDay(notAfter);
  if (notBefore > now)
    return { state: 'future', label: `Valid from ${calendarDay(notBefore)}`, tone: 'warning', days };
  if (notAfter < now) return { state: 'expired', label: `Expired on ${until}`, tone: 'danger', days };
  if (days === 0) return { state: 'soon', label: 'Expires today', tone: 'danger', days };
  if (days < WARNING_DAYS)
    return { state: 'soon', label: `Expires in ${formatCount(days, 'day')}`, tone: 'warning', days };
  return { state: 'valid', label: `Valid until ${until}`, tone: 'success', days };
}

/** How long a provider's certificates are valid without interruption; null if none can be parsed. */
export function expiryOfProvider(certificate: string | undefined, now = new Date()): Expiry | null {
  if (certificate === undefined) return null;
  const read = parseCertificates(certificate);
  if ('problem' in read) return null;
  const [first, ...others] = read.certificates
    .filter(({ notAfter }) => notAfter >= now)
    .toSorted((a, b) => a.notBefore.getTime() - b.notBefore.getTime());
  if (!first) {
    const [last] = read.certificates.toSorted((a, b) => b.notAfter.getTime() - a.notAfter.getTime());
    return last ? expiryOf(last, now) : null;
  }
  const notAfter = others.reduce(
    (end, next) => (next.notBefore <= end && next.notAfter > end ? next.notAfter : end),
    first.notAfter,
  );
  return expiryOf({ notBefore: first.notBefore, notAfter }, now);
}
