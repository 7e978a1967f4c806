import { countOf } from '#src/lib/counts.ts';
import { calendarDay } from '#src/lib/times.ts';
import type { Tone } from '#src/ui/badge.tsx';
import { type Certificate, readCertificates } from './certificates.ts';

const day = 24 * 60 * 60 * 1000;

/** From how many days before its end a certificate is warned of. */
const soon = 30;

/** How long a certificate lasts, in words. */
export interface Expiry {
  state: 'valid' | 'soon' | 'expired' | 'future';
  says: string;
  tone: Tone;
  /** Whole days until it ends; negative after that. */
  days: number;
}

/** How long a certificate lasts from now on. */
export function expiryOf(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  now = new Date(),
): Expiry {
  const days = Math.floor((notAfter.getTime() - now.getTime()) / day);
  const until = calendarDay(notAfter);
  if (notBefore > now)
    return { state: 'future', says: `Valid from ${calendarDay(notBefore)}`, tone: 'warning', days };
  if (notAfter < now) return { state: 'expired', says: `Expired on ${until}`, tone: 'danger', days };
  if (days === 0) return { state: 'soon', says: 'Expires today', tone: 'danger', days };
  if (days < soon)
    return { state: 'soon', says: `Expires in ${countOf(days, 'day')}`, tone: 'warning', days };
  return { state: 'valid', says: `Valid until ${until}`, tone: 'success', days };
}

/**
 * How long a provider can be trusted: as long as one of its certificates follows another without a gap. Null where it
 * has none that can be read.
 */
export function expiryOfProvider(certificate: string | undefined, now = new Date()): Expiry | null {
  if (certificate === undefined) return null;
  const read = readCertificates(certificate);
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
