import { X509Certificate } from 'node:crypto';

/** The formats of identity providers: PEM under any of its names, several in a row, or bare base64. */
const PEM = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----([^-]*)-----END \1-----/g;
const BASE64 = /^[A-Za-z0-9+/\s]+(?:=\s*){0,2}$/;

/**
 * Normalizes the certificates of a text: PEM, 64 characters a line, without duplicates. Null if there is none, or if
 * one of them is not an X.509 certificate.
 */
export function normalizeCertificates(text: string): string | null {
  const blocks = [...text.matchAll(PEM)].map(([, , body = '']) => body);
  const bodies = blocks.length > 0 ? blocks : [text];
  const certificates = bodies.map((body) => parse(body));
  if (certificates.some((certificate) => certificate === null)) return null;
  return [...new Set(certificates)].join('\n');
}

export function splitCertificates(text: string): string[] {
  return [...text.matchAll(PEM)].map(([pem]) => pem);
}

/** Smaller RSA keys can be factored. */
const MIN_MODULUS_BITS = 2048;
const MIN_EXPONENT = 3n;

/**
 * Why the certificates of a normalized text are not acceptable, as the predicate of a sentence; null if they are. One
 * weak key is enough to reject them; one certificate valid now is enough, because providers announce the next
 * certificate before the current one expires.
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

/** More than that is no set of keys in use; the same limit as for certificates that are entered. */
export const MAX_CERTIFICATE_LENGTH = 10_000;

/**
 * The certificates of a normalized text that are of use now or later; the problem of the first one if there are none.
 * Providers also publish keys of kinds that are not used here.
 */
export function usableCertificates(text: string, now: Date): { certificate: string } | { problem: string } {
  const usable = splitCertificates(text).filter((pem) => {
    const certificate = new X509Certificate(pem);
    return keyProblem(certificate) === null && now <= endDate(certificate);
  });
  const [first = text] = splitCertificates(text);
  if (usable.length === 0)
    return { problem: `has a signing certificate that ${certificateProblem(first, now) ?? 'is of no use'}` };
  const certificate = usable.join('\n');
  const problem = certificateProblem(certificate, now);
  if (problem !== null) return { problem: `has a signing certificate that ${problem}` };
  return certificate.length > MAX_CERTIFICATE_LENGTH
    ? { problem: 'has too many signing certificates' }
    : { certificate };
}

/** The newly published certificates, and those used until now that have not ended, as far as they fit. */
export function withFormerCertificates(published: string, former: string, now: Date): string {
  const currentCertificates = splitCertificates(former).filter(
    (pem) => now <= endDate(new X509Certificate(pem)),
  );
  const all = [...new Set([...splitCertificates(published), ...currentCertificates])];
  while (all.length > 1 && all.join('\n').length > MAX_CERTIFICATE_LENGTH) all.pop();
  return all.join('\n');
}

/** The known kind of a text that is no certificate, as the predicate of a sentence; null if it is unknown. */
export function mistakenFor(text: string): string | null {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY/.test(text))
    return 'is a private key, which must stay at the identity provider; enter its certificate, and replace the key if it was the real one';
  if (/-----BEGIN [A-Z ]*PUBLIC KEY/.test(text)) return 'is a public key; enter the certificate that has it';
  if (/-----BEGIN (?:NEW )?CERTIFICATE REQUEST/.test(text))
    return 'is a certificate request; enter the certificate';
  if (/-----BEGIN (?:PKCS7|CMS)/.test(text)) return 'is a PKCS #7 file; enter the certificate in it as PEM';
  if (/^\s*<(?:!DOCTYPE )?html/i.test(text)) return 'is a web page';
  if (/<(?:[\w.-]+:)?Entit(?:y|ies)Descriptor\b/.test(text)) return 'is SAML metadata; enter it as metadata';
  return null;
}

/** The certificates of a normalized text that are trusted now. */
export function trustedCertificates(text: string, now: Date): string[] {
  return splitCertificates(text).filter((pem) => {
    const certificate = new X509Certificate(pem);
    return keyProblem(certificate) === null && isValidAt(certificate, now);
  });
}

/** Only RSA: accepted signatures are made with it. */
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

/** When the last of a provider's certificates ends; undefined where none can be read. */
export function lastEndOf(text: string): Date | undefined {
  const ends = splitCertificates(text).flatMap((pem) => {
    try {
      return [endDate(new X509Certificate(pem))];
    } catch {
      return [];
    }
  });
  return ends.toSorted((a, b) => a.getTime() - b.getTime()).at(-1);
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
    // Reading the key throws for unknown key types.
    return certificate.publicKey.type === 'public' ? certificate.toString().trim() : null;
  } catch {
    return null;
  }
}
