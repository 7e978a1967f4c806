import { expect, it } from 'vitest';
import type { OidcProvider, SamlProvider } from '#api/generated/types.gen.ts';
import { describeDeletion } from './actions.ts';
import { changedProviderFields } from './forms.tsx';
import { checksOf, oidcChecksOf, providerStatus, testedStatus } from './provider-checks.ts';
import { schemaFor, valuesOf } from './provider-fields.tsx';
import { shortLivedCertificate } from './testing/sample-certificates.ts';

const provider: SamlProvider = {
  object: 'saml-provider',
  id: 'p1',
  label: 'Skerry ID',
  ssoURL: 'https://id.skerry.example/go',
  entityID: 'https://id.skerry.example',
  certificate: shortLivedCertificate,
  defaultRole: 'read',
  createdAt: '',
  status: 'active',
  service: { acsURL: 'https://a.example/acs', startURL: 'https://a.example', entityID: 'a' },
  urls: { location: '' },
};
const bare: SamlProvider = {
  ...provider,
  ssoURL: undefined,
  entityID: undefined,
  certificate: undefined,
  status: 'pending',
};

it('checks the settings of a provider', () => {
  const states = (samlProvider: SamlProvider, now: string) =>
    checksOf(samlProvider, new Date(now)).map(({ state }) => state);
  expect(states(provider, '2026-06-01T00:00:00Z')).toEqual(['passed', 'passed', 'passed', 'passed']);
  expect(states(provider, '2026-12-01T00:00:00Z')).toEqual(['passed', 'passed', 'warning', 'passed']);
  expect(states(provider, '2027-01-01T00:00:00Z')).toContain('failed');
  const [, , certificate] = checksOf(provider, new Date('2026-06-01T00:00:00Z'));
  expect(certificate?.message).toMatch(/^Certificate: valid until [A-Z]/);
  expect(states(bare, '2026-06-01T00:00:00Z')).toEqual(['failed', 'failed', 'failed', 'warning']);
  expect(providerStatus(bare).label).toBe('Incomplete');
  expect(providerStatus(provider).label).toBe('Active');
  expect(providerStatus({ ...provider, status: 'pending' }).label).toBe('Not tested');
});

it('sends only changed fields', () => {
  expect(changedProviderFields(provider, valuesOf(provider))).toEqual({});
  const metadataURL = 'https://id.skerry.example/metadata';
  expect(changedProviderFields(provider, { ...valuesOf(provider), metadataURL, entityID: 'x' })).toEqual({
    metadataURL,
  });
  const published = { ...provider, metadata: { url: metadataURL } };
  expect(changedProviderFields(published, valuesOf(published))).toEqual({});
  expect(changedProviderFields(published, { ...valuesOf(published), metadataURL: '' })).toEqual({
    metadataURL: null,
  });
  const emailAttributes = ['corpMail', 'urn:corp:mail'];
  expect(
    changedProviderFields(provider, { ...valuesOf(provider), emailAttributes: 'corpMail, urn:corp:mail,' }),
  ).toEqual({ emailAttributes });
  expect(
    changedProviderFields(provider, { ...valuesOf(provider), label: 'New', defaultRole: 'guest' }),
  ).toEqual({
    label: 'New',
    defaultRole: null,
  });
  expect(
    changedProviderFields(provider, { ...valuesOf(provider), defaultTeam: { id: 't', title: 'T' } }),
  ).toEqual({
    defaultTeam: 't',
  });
});

it('lets existing values be replaced, but not removed', () => {
  const problems = (values: object, of?: SamlProvider) =>
    schemaFor(of)
      .safeParse({ ...valuesOf(provider), ...values })
      .error?.issues.map(({ path }) => path[0]) ?? [];
  expect(problems({})).toEqual([]);
  expect(problems({ entityID: '' }, provider)).toEqual(['entityID']);
  expect(problems({ entityID: undefined }, provider)).toEqual(['entityID']);
  expect(problems({ entityID: '' }, bare)).toEqual([]);
  // Forms leave empty fields out.
  const empty = { metadataURL: undefined, emailAttributes: undefined, nameAttributes: undefined };
  expect(problems(empty)).toEqual([]);
  expect(problems({ emailAttributes: 'a,'.repeat(11) })).toEqual(['emailAttributes']);
  expect(problems({ ssoURL: 'javascript:alert(1)', certificate: 'x' })).toEqual(['ssoURL', 'certificate']);
});

it('warns about locking members out', () => {
  const logins = [{ id: 'p1', label: 'Skerry ID' }];
  expect(describeDeletion(provider, [], true)[0]).toContain('incomplete');
  expect(describeDeletion(provider, logins, true)[0]).toContain('only administrators');
  expect(describeDeletion(provider, logins, false)[0]).toContain('last provider');
  expect(describeDeletion(provider, [...logins, { id: 'p2', label: 'Other' }], true)[0]).toContain(
    'Still available: “Other”',
  );
});

it('checks the settings of an OpenID Connect provider', () => {
  const oidc: OidcProvider = {
    object: 'oidc-provider',
    id: 'p2',
    label: 'Work',
    issuer: 'https://login.example',
    clientID: 'bindery',
    trustsVerifiedDomains: false,
    createdAt: '',
    status: 'pending',
    service: { redirectURL: 'https://a.example/callback', startURL: 'https://a.example' },
    urls: { location: '' },
  };
  expect(oidcChecksOf(oidc).map(({ state }) => state)).toEqual(['passed', 'warning']);
  expect(testedStatus(oidc).label).toBe('Not tested');
  const plain: OidcProvider = { ...oidc, issuer: 'http://login.example', status: 'active' };
  expect(oidcChecksOf(plain)).toEqual([
    { state: 'warning', message: 'Issuer doesn’t use HTTPS.' },
    { state: 'passed', message: 'A sign-in with the current settings succeeded.' },
  ]);
  expect(testedStatus(plain).label).toBe('Active');
});
