// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { IdentityProvider } from '#server/test/sign-on/identity-provider.ts';
import { normalizeCertificates, splitCertificates } from './certificates.ts';

const one = new IdentityProvider().certificate;
const otherCertificate = new IdentityProvider().certificate;
const base64 = one.replaceAll(/-----[^-]+-----|\s/g, '');

describe('normalizeCertificates', () => {
  it.each<[string, string]>([
    ['PEM', one],
    ['bare base64', base64],
    ['base64 in lines', base64.replaceAll(/.{76}/g, '$&\r\n')],
    ['Windows line endings', one.replaceAll('\n', '\r\n')],
    ['other line lengths', `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`],
    ['another name', one.replaceAll('CERTIFICATE', 'X509 CERTIFICATE')],
    ['text around it', `Bag Attributes\n  friendlyName: idp\n${one}\nsubject=CN = idp\n`],
    ['a duplicate', `${one}\n${one}`],
  ])('accepts %s', (_what, text) => {
    expect(normalizeCertificates(text)).toBe(one);
  });

  it('accepts several, for providers that are about to replace theirs', () => {
    const both = normalizeCertificates(`${one}\n\n${otherCertificate}\n`);
    expect(both).toBe(`${one}\n${otherCertificate}`);
    expect(splitCertificates(both ?? '')).toEqual([one, otherCertificate]);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    // A backtracking pattern would take hours.
    ['a hundred thousand BEGIN lines', '-----BEGIN CERTIFICATE-----'.repeat(100_000)],
    ['plain text', 'our certificate'],
    ['base64 of something else', Buffer.from('no certificate at all').toString('base64')],
    ['a truncated certificate', base64.slice(0, -40)],
    ['a key', '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----'],
    [
      'invalid text after a valid one',
      `${one}\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----`,
    ],
  ])('rejects %s', (_what, text) => {
    expect(normalizeCertificates(text)).toBeNull();
  });
});
