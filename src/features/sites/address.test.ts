import { expect, it } from 'vitest';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { addressOf, basenameOf, describeRename, futureAddress } from './address.ts';

const organization = { urls: { published: 'https://docs.example/published/acme/' } } as Organization;

it.each([
  ['Acme Help', 'acme-help'],
  ['Über uns & mehr', 'uber-uns-mehr'],
  ['はじめに', 'はじめに'],
  ['🚀', 'site'],
  ['x'.repeat(128), 'x'.repeat(100)],
])('suggests for %j the name that the server makes of it', (title, basename) => {
  expect(basenameOf(title)).toBe(basename);
});

it('shows an address only where the server says where sites are', () => {
  expect(addressOf(organization, 'help')).toBe('docs.example/published/acme/help');
  expect(addressOf({ urls: {} } as Organization, 'help')).toBeUndefined();
});

it('says where a site will be by the server’s address, before it makes one of the basename', () => {
  const site = (published?: string) =>
    ({ id: 'a1', basename: 'help', urls: published === undefined ? {} : { published } }) as Site;
  expect(futureAddress(organization, site())).toBe('docs.example/published/acme/help');
  expect(futureAddress(organization, site('https://help.acme.example/'))).toBe('help.acme.example');
  expect(futureAddress({ urls: {} } as Organization, site('https://acme.gitbook.example/docs'))).toBe(
    'acme.gitbook.example/docs',
  );
  expect(futureAddress({ urls: {} } as Organization, site())).toBeUndefined();
});

it('names the old and the new address of a site whose basename changes', () => {
  const site = { id: 'a1', basename: 'help' } as Site;
  expect(describeRename(organization, site, 'guide')).toBe(
    'docs.example/published/acme/help becomes docs.example/published/acme/guide. The old address redirects to the new one.',
  );
  expect(describeRename(organization, { id: 'a1' } as Site, 'guide')).toMatch(
    /^docs.*\/a1 becomes .*guide\./,
  );
  for (const same of ['help', ' help ', '']) expect(describeRename(organization, site, same)).toBeUndefined();
});
