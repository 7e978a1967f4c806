import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCertificates } from './certificates.ts';
import { parseMetadata, parseXml } from './metadata.ts';
import { longLivedCertificate } from './testing/sample-certificates.ts';

const bare = longLivedCertificate.replaceAll(/-----[A-Z ]+-----/g, '');
const service = (binding: string, location: string) =>
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location='${location}'/>`;
const key = (use: string) =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const metadata = (inside: string) =>
  `<?xml version="1.0"?>\n<!-- ours --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://id.example/?a=1&amp;b=2"><md:IDPSSODescriptor>${inside}</md:IDPSSODescriptor></md:EntityDescriptor>`;

describe('parseMetadata', () => {
  it('parses entity ID, redirect URL and signing certificates', () => {
    const both =
      service('HTTP-POST', 'https://id.example/post') + service('HTTP-Redirect', 'https://id.example/go');
    const read = parseMetadata(metadata(key(' use="signing"') + key(' use="encryption"') + both));
    expect(read).toMatchObject({
      entityID: 'https://id.example/?a=1&b=2',
      ssoURL: 'https://id.example/go',
      warnings: [],
    });
    const certificates = 'certificate' in read ? parseCertificates(read.certificate) : read;
    expect('certificates' in certificates && certificates.certificates).toHaveLength(1);
  });

  it('warns about missing parts', () => {
    const read = parseMetadata(metadata(service('HTTP-POST', 'https://id.example/post')));
    expect('warnings' in read && read.warnings).toEqual([
      expect.stringContaining('no HTTP-Redirect binding'),
      expect.stringContaining('no signing certificate'),
    ]);
    expect(parseMetadata('<a/>')).toEqual({ problem: expect.stringContaining('IDPSSODescriptor') });
    expect(parseMetadata('not xml')).toEqual({ problem: expect.stringContaining('complete XML') });
  });

  it('rejects document types and never throws', () => {
    expect(parseMetadata(`<!DOCTYPE a [<!ENTITY b "c">]>${metadata('')}`)).toHaveProperty('problem');
    const whole = metadata(key(''));
    const cut = fc.nat(whole.length).map((end) => whole.slice(0, end));
    fc.assert(fc.property(fc.oneof(fc.string(), cut), (text) => void parseMetadata(text)));
  });
});

it('parses text, entities and CDATA', () => {
  expect(parseXml('<a>1 &lt; 2 &#x41;<![CDATA[<b>]]></a>')?.text).toBe('1 < 2 A<b>');
  expect(parseXml('<a><b></a></b>')).toBeNull();
  expect(parseXml('<a/><b/>')).toBeNull();
});
