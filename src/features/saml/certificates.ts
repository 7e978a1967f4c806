import { DerError, objectId, parseValues, textOf, timeOf, type DerValue } from './der.ts';

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
