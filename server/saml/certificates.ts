import { X509Certificate } from 'node:crypto';

/** What an identity provider hands out: PEM under any of its names, perhaps several in a row, or bare base64. */
const PEM = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----([^-]*)-----END \1-----/g;
const BASE64 = /^[A-Za-z0-9+/\s]+(?:=\s*){0,2}$/;

/**
 * The certificates of a text in the one way of writing: PEM, 64 characters a line, each once, one behind the other. Null
 * where there is none, or where one of them is no X.509 certificate.
 */
export function normalizeCertificates(text: string): string | null {
  const blocks = [...text.matchAll(PEM)].map(([, , body = '']) => body);
  const bodies = blocks.length > 0 ? blocks : [text];
  const certificates = bodies.map((body) => parse(body));
  if (certificates.some((certificate) => certificate === null)) return null;
  return [...new Set(certificates)].join('\n');
}

/** The certificates of a normalized text. */
export function splitCertificates(text: string): string[] {
  return [...text.matchAll(PEM)].map(([pem]) => pem);
}

/** RSA keys below it can be computed from the certificate. */
const MIN_MODULUS_BITS = 2048;
const MIN_EXPONENT = 3n;

/**
 * Why the certificates of a normalized text cannot be trusted, continuing a sentence about the text; null where they
 * can. One key that is weak is one too many; of dates, it is enough when one certificate holds now, because providers
 * are given the next certificate before the last one ends.
 */
export function certificateProblem(text: string, now: Date): string | null {
  const certificates = splitCertificates(text).map((pem) => new X509Certificate(pem));
  const weak = certificates.map((certificate) => keyProblem(certificate)).find((problem) => problem !== null);
  if (weak !== undefined) return weak;
  if (certificates.some((certificate) => isValidAt(certificate, now))) return null;
  const next = certificates.find((certificate) => startDate(certificate) > now);
  const [last] = certificates;
  if (next) return `is not valid until ${day(startDate(next))}`;
  return last ? `expired on ${day(endDate(last))}` : 'contains no certificate';
}

/** The certificates of a normalized text that may vouch for somebody now. */
export function trustedCertificates(text: string, now: Date): string[] {
  return splitCertificates(text).filter((pem) => {
    const certificate = new X509Certificate(pem);
    return keyProblem(certificate) === null && isValidAt(certificate, now);
  });
}

/** Only RSA: the signatures that are taken are made with it. */
function keyProblem(certificate: X509Certificate): string | null {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = certificate.publicKey;
  if (type !== 'rsa') return `has a key of type ${type ?? 'unknown'}; it must be RSA`;
  const { modulusLength = 0, publicExponent = 0n } = details;
  if (modulusLength < MIN_MODULUS_BITS)
    return `has an RSA key of ${modulusLength} bits; it must have ${MIN_MODULUS_BITS} or more`;
  return publicExponent < MIN_EXPONENT ? 'has an RSA key with an unsafe exponent' : null;
}

function isValidAt(certificate: X509Certificate, now: Date): boolean {
  return startDate(certificate) <= now && now <= endDate(certificate);
}

function startDate({ validFrom }: X509Certificate): Date {
  return new Date(validFrom);
}

function endDate({ validTo }: X509Certificate): Date {
  return new Date(validTo);
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function parse(base64: string): string | null {
  if (!BASE64.test(base64)) return null;
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    // Reading the key throws where it is of an unknown kind.
    return certificate.publicKey.type === 'public' ? certificate.toString().trim() : null;
  } catch {
    return null;
  }
}
