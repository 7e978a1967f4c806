import { formatCount, calendarDay } from '#src/lib/text/format.ts';
import type { Tone } from '#src/ui/badge.tsx';

/** A DER value: tag and content. */
interface DerValue {
  tag: number;
  bytes: Uint8Array;
}

/** Thrown for anything but the DER subset used by certificates. */
class DerError extends Error {}

/** Parses the first value and returns the remaining bytes. */
function parseValue(bytes: Uint8Array): { value: DerValue; rest: Uint8Array } {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError();
  const { length, header } = parseLength(bytes, first);
  const end = header + length;
  if (end > bytes.length) throw new DerError();
  return { value: { tag, bytes: bytes.subarray(header, end) }, rest: bytes.subarray(end) };
}

function parseLength(bytes: Uint8Array, first: number): { length: number; header: number } {
  if (first < 0x80) return { length: first, header: 2 };
  const count = first & 0x7f;
  if (count === 0 || count > 4 || bytes.length < 2 + count) throw new DerError();
  const length = bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { length, header: 2 + count };
}

/** Parses consecutive values. */
function parseValues(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const parsed = parseValue(rest);
    values.push(parsed.value);
    rest = parsed.rest;
  }
  return values;
}

function objectId(bytes: Uint8Array): string {
  const parts: number[] = [];
  let part = 0;
  for (const byte of bytes) {
    part = part * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (parts.length === 0) {
      const first = Math.min(2, Math.floor(part / 40));
      parts.push(first, part - first * 40);
    } else parts.push(part);
    part = 0;
  }
  return parts.join('.');
}

function textOf({ tag, bytes }: DerValue): string {
  const encoding = { 0x0c: 'utf-8', 0x1e: 'utf-16be' }[tag] ?? 'latin1';
  return new TextDecoder(encoding).decode(bytes);
}

/** UTCTime has two-digit years up to 2049, GeneralizedTime four. */
function timeOf({ tag, bytes }: DerValue): Date {
  const text = new TextDecoder().decode(bytes);
  const match = /^(\d\d(?:\d\d)?)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match || (tag !== 0x17 && tag !== 0x18)) throw new DerError();
  const [, year = '', ...rest] = match;
  const [month = '', day = '', hour = '', minute = '', second = ''] = rest;
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19';
  const time = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError();
  return time;
}

export interface Certificate {
  /** "CN=id.example.com, O=Example". */
  subject: string;
  issuer: string;
  /** Usual for identity providers. */
  isSelfSigned: boolean;
  notBefore: Date;
  notAfter: Date;
  /** Hexadecimal. */
  serial: string;
  /** The whole certificate as DER, for its fingerprint. */
  der: Uint8Array<ArrayBuffer>;
}

export type ParsedCertificates = { certificates: Certificate[] } | { problem: string };

const pemPattern = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----([\s\S]*?)-----END \1-----/g;

/** Parses one or more PEM certificates, or bare base64. Never throws. */
export function parseCertificates(text: string): ParsedCertificates {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return {
      problem: 'This is a private key. Keep it at the identity provider and paste the certificate instead.',
    };
  const blocks = [...text.matchAll(pemPattern)].map(([, , body = '']) => body);
  const bodies = blocks.length > 0 ? blocks : [text];
  try {
    return { certificates: bodies.map((body) => parseCertificate(bytesOf(body))) };
  } catch {
    const what =
      blocks.length > 1 ? 'One of these isn’t a valid X.509 certificate.' : 'Not a valid X.509 certificate.';
    return {
      problem: `${what} Paste the PEM text from -----BEGIN CERTIFICATE----- on, or only its base64 content.`,
    };
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64.replaceAll(/\s+/g, ''));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function parseCertificate(der: Uint8Array<ArrayBuffer>): Certificate {
  const [whole] = parseValues(der);
  const [signed] = whole?.tag === sequence ? parseValues(whole.bytes) : [];
  const fields = signed?.tag === sequence ? parseValues(signed.bytes) : [];
  // The version comes first, except in version 1 certificates.
  const [serial, , issuer, validity, subject] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  const [from, until] = validity ? parseValues(validity.bytes) : [];
  if (!serial || !issuer || !subject || !from || !until) throw new DerError();
  const names = { subject: parseName(subject), issuer: parseName(issuer) };
  return {
    ...names,
    isSelfSigned: names.subject === names.issuer,
    notBefore: timeOf(from),
    notAfter: timeOf(until),
    serial: toHex(serial.bytes),
    der,
  };
}

const sequence = 0x30;

const attributeNames: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'emailAddress',
  '0.9.2342.19200300.100.1.25': 'DC',
};

function parseName({ bytes }: DerValue): string {
  return parseValues(bytes)
    .flatMap((set) => parseValues(set.bytes))
    .map((attribute) => {
      const [type, value] = parseValues(attribute.bytes);
      if (!type || !value) throw new DerError();
      const id = objectId(type.bytes);
      return `${attributeNames[id] ?? id}=${textOf(value)}`;
    })
    .join(', ');
}

function toHex(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(':')
    .toUpperCase();
}

/** The SHA-256 fingerprint as pairs of hexadecimal digits; null without `crypto.subtle`. */
export async function fingerprintOf({ der }: Pick<Certificate, 'der'>): Promise<string | null> {
  // `crypto.subtle` exists only in secure contexts.
  if (!globalThis.crypto?.subtle) return null;
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', der)));
}

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
