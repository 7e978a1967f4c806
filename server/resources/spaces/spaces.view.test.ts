import { describe, expect, it } from 'vitest';
import { type PublishedPlace, publishedSpaceAddress } from './spaces.view.ts';

const service = { publicUrl: 'https://bindery.test' };
const site = {
  id: 'site1',
  organization_id: 'org1',
  organization_hostname: 'press',
  hostname: null,
  basename: 'guides',
  proxy: null,
  published: true,
  visibility: 'public',
  share_key: 'secret',
};
const entry = { path: 'owls', is_default: false };
const reader = { role: 1 };

describe('publishedSpaceAddress', () => {
  it.each<[string, PublishedPlace | null, { role: number; shareKey?: string }, string | undefined]>([
    ['nowhere', null, reader, undefined],
    [
      'a flat site',
      { site, section: null, entry },
      reader,
      'https://bindery.test/published/press/guides/owls/',
    ],
    [
      'the default of a section',
      { site, section: { path: 'birds', is_default: false }, entry: { path: 'owls', is_default: true } },
      reader,
      'https://bindery.test/published/press/guides/birds/',
    ],
    [
      'a site for holders of a link, to a member',
      { site: { ...site, visibility: 'share-link' }, section: null, entry },
      reader,
      'https://bindery.test/published/press/guides/secret/owls/',
    ],
    [
      'a site for holders of a link, to a guest with the key',
      { site: { ...site, visibility: 'share-link' }, section: null, entry },
      { role: 0, shareKey: 'secret' },
      'https://bindery.test/published/press/guides/secret/owls/',
    ],
    [
      'nothing to a guest with another key',
      { site: { ...site, visibility: 'share-link' }, section: null, entry },
      { role: 0, shareKey: 'guess' },
      undefined,
    ],
  ])('tells %s', (_title, place, caller, expected) => {
    expect(publishedSpaceAddress(place, caller, service)).toBe(expected);
  });
});
