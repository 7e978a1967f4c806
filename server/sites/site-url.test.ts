// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { type SiteUrlFields, childUrl, publishedUrl } from './sites.rules.ts';

const service = { publishedUrl: 'https://b.test' };

const site = (fields: Partial<SiteUrlFields> = {}): SiteUrlFields => ({
  id: 'site1',
  organization_id: 'org1',
  organization_hostname: null,
  hostname: null,
  hostname_proven_at: null,
  basename: null,
  published: true,
  visibility: 'public',
  share_key: 'secret',
  ...fields,
});

describe('a proven host name', () => {
  const proven = { hostname: 'docs.example.com', hostname_proven_at: new Date(0) };

  it('is the address of its site, with the scheme and port of published sites', () => {
    expect(publishedUrl(site(proven), service)).toBe('https://docs.example.com/');
    expect(publishedUrl(site(proven), { publishedUrl: 'http://localhost:4400' })).toBe(
      'http://docs.example.com:4400/',
    );
    expect(publishedUrl(site({ ...proven, visibility: 'share-link' }), service)).toBe(
      'https://docs.example.com/secret/',
    );
  });

  it('is not until it is proven', () => {
    const pending = { ...proven, hostname_proven_at: null };
    expect(publishedUrl(site(pending), service)).toBe('https://b.test/published/org1/site1/');
  });
});

describe('publishedUrl', () => {
  it.each([
    ['of the server', {}, 'https://b.test/published/org1/site1/'],
    [
      'with names',
      { basename: 'docs', organization_hostname: 'acme' },
      'https://b.test/published/acme/docs/',
    ],
    [
      'with the key of a shared one',
      { visibility: 'share-link' },
      'https://b.test/published/org1/site1/secret/',
    ],
    ['with a name that needs escaping', { basename: 'ü' }, 'https://b.test/published/org1/%C3%BC/'],
  ])('is the URL %s', (_, fields, address) => {
    expect(publishedUrl(site(fields), service)).toBe(address);
  });

  it('is undefined before publishing', () => {
    expect(publishedUrl(site({ published: false }), service)).toBeUndefined();
  });
});

describe('childUrl', () => {
  it('adds a path, unless the item is the default or its parent has no URL', () => {
    expect(childUrl('https://a/', { path: 'api/v2', is_default: false })).toBe('https://a/api/v2/');
    expect(childUrl('https://a/', { path: 'api', is_default: true })).toBe('https://a/');
    expect(childUrl(undefined, { path: 'api', is_default: false })).toBeUndefined();
  });
});
