import { X509Certificate } from 'node:crypto';

/** What an identity provider hands out: PEM under any of its names, perhaps several in a row, or bare base64. */
const PEM = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----([\s\S]*?)-----END \1-----/g;
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

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

function parse(base64: string): string | null {
  if (!BASE64.test(base64)) return null;
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString().trim();
  } catch {
    return null;
  }
}
