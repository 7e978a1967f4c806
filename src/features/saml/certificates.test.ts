import fc from 'fast-check';
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type Certificate,
  fingerprintOf,
  parseCertificates,
  expiryOf,
  expiryOfProvider,
} from './certificates.ts';
import { longLivedCertificate, shortLivedCertificate } from './testing/sample-certificates.ts';

function only(text: string): Certificate {
  const read = parseCertificates(text);
  const [certificate] = 'certificates' in read ? read.certificates : [];
  if (!certificate) throw new Error('There is no certificate.');
  return certificate;
}

describe('parseCertificates', () => {
  it.each([longLivedCertificate, shortLivedCertificate])('parses the same fields as Node', async (text) => {
    const expected = new X509Certificate(text);
    const certificate = only(text);
    expect(certificate.notBefore).toEqual(new Date(expected.validFrom));
    expect(certificate.notAfter).toEqual(new Date(expected.validTo));
    expect(certificate.serial.replaceAll(':', '')).toBe(expected.serialNumber);
    expect(certificate.subject.split(', ').join('\n')).toBe(expected.subject);
    expect(certificate.issuer.split(', ').join('\n')).toBe(expected.issuer);
    expect(certificate.isSelfSigned).toBe(true);
    expect(await fingerprintOf(certificate)).toBe(expected.fingerprint256);
  });

  it('parses bare base64 and several certificates', () => {
    const bare = longLivedCertificate.replaceAll(/-----[A-Z ]+-----/g, '');
    expect(only(bare).subject).toContain('id.skerry.example');
    const both = parseCertificates(`${longLivedCertificate}\n${shortLivedCertificate}`);
    expect('certificates' in both && both.certificates).toHaveLength(2);
  });

  it('rejects private keys', () => {
    const read = parseCertificates('-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----');
    expect('problem' in read && read.problem).toContain('private key');
  });

  it('never throws, whatever is pasted', () => {
    const bytes = Buffer.from(longLivedCertificate.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
    const broken = fc
      .tuple(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length))
      .map(([at, byte, end]) => {
        const copy = Buffer.from(bytes);
        copy[at] = byte;
        return copy.subarray(0, end).toString('base64');
      });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), broken), (text) => {
        const read = parseCertificates(text);
        expect('problem' in read || read.certificates.length > 0).toBe(true);
      }),
    );
  });
});

describe('expiryOf', () => {
  const span = { notBefore: new Date('2025-01-01T00:00:00Z'), notAfter: new Date('2026-12-10T08:00:00Z') };
  it.each([
    ['2024-06-01T00:00:00Z', 'future', 'Valid from'],
    ['2026-06-01T00:00:00Z', 'valid', 'Valid until'],
    ['2026-11-21T08:00:00Z', 'soon', 'Expires in 19 days'],
    ['2026-12-09T07:00:00Z', 'soon', 'Expires in 1 day'],
    ['2026-12-10T07:00:00Z', 'soon', 'Expires today'],
    ['2026-12-11T00:00:00Z', 'expired', 'Expired on'],
  ])('at %s it is %s', (now, state, label) => {
    expect(expiryOf(span, new Date(now))).toMatchObject({ state, label: expect.stringContaining(label) });
  });

  it('is valid as long as one of the certificates is', () => {
    const now = new Date('2026-12-11T00:00:00Z');
    expect(expiryOfProvider(shortLivedCertificate, now)?.state).toBe('expired');
    expect(expiryOfProvider(`${shortLivedCertificate}${longLivedCertificate}`, now)?.state).toBe('valid');
    const both = (moment: string) =>
      expiryOfProvider(`${longLivedCertificate}${shortLivedCertificate}`, new Date(moment))?.state;
    // The long-lived certificate starts in January 2026, before the short-lived one ends.
    expect(both('2024-01-01T00:00:00Z')).toBe('future');
    expect(both('2025-06-01T00:00:00Z')).toBe('valid');
    expect(both('2046-12-31T00:00:00Z')).toBe('expired');
    expect(expiryOfProvider('nothing', now)).toBeNull();
    expect(expiryOfProvider(undefined, now)).toBeNull();
  });
});
