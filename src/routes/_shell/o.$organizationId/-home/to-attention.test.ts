import { expect, test } from 'vitest';
import type { SamlProvider } from '#api/generated/types.gen.ts';
import {
  longLivedCertificate,
  shortLivedCertificate,
} from '#src/features/saml/testing/sample-certificates.ts';
import { certificateItems } from './to-attention.ts';

const provider: Pick<SamlProvider, 'id' | 'label'> = { id: 'saml', label: 'Harbour' };
const before = new Date('2026-12-01T00:00:00Z');
const after = new Date('2026-12-20T00:00:00Z');

test('names a certificate that expires soon or has expired, and no other', () => {
  const [soon] = certificateItems('org', { ...provider, certificate: shortLivedCertificate }, before);
  expect(soon).toMatchObject({ text: 'Harbour', badge: { tone: 'warning', text: 'Expires in 9 days' } });
  const [expired] = certificateItems('org', { ...provider, certificate: shortLivedCertificate }, after);
  expect(expired?.badge).toMatchObject({ tone: 'danger' });
  expect(certificateItems('org', { ...provider, certificate: longLivedCertificate }, after)).toEqual([]);
  expect(certificateItems('org', provider, after)).toEqual([]);
});
