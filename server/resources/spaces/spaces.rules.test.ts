// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { canCreateContent } from '#server/access/roles.ts';
import {
  canManageSpace,
  canViewSpace,
  isEmoji,
  type PublishedLocation,
  publishedSpaceUrl,
  spacePermissions,
} from './spaces.rules.ts';

describe('isEmoji', () => {
  it.each(['🦉', '✈️', '👩‍💻', '👍🏽', '🇨🇭', '1️⃣', '🏴‍☠️', '©'])('accepts %s', (text) => {
    expect(isEmoji(text)).toBe(true);
  });

  it.each(['', 'a', '1', 'owl', '🦉🦉', '🦉 ', ':owl:', '<b>'])('rejects "%s"', (text) => {
    expect(isEmoji(text)).toBe(false);
  });
});

const NOTHING = {
  view: false,
  access: false,
  admin: false,
  viewInviteLinks: false,
  edit: false,
  triggerGitSync: false,
  comment: false,
  merge: false,
  review: false,
};

const READ = { ...NOTHING, view: true, access: true };

const COMMENT = { ...READ, comment: true };

const EDIT = { ...COMMENT, edit: true };

const REVIEW = { ...EDIT, merge: true, review: true };

const ALL = { ...REVIEW, admin: true, viewInviteLinks: true, triggerGitSync: true };

describe('spacePermissions', () => {
  it.each([
    ['no access', 0, NOTHING],
    ['read', 1, READ],
    ['comment', 2, COMMENT],
    ['edit', 3, EDIT],
    ['review', 4, REVIEW],
    ['create', 5, ALL],
    ['admin', 6, ALL],
  ])('maps the level %s to permissions', (_name, level, expected) => {
    expect(spacePermissions(level)).toEqual(expected);
  });
});

describe('visibility and permissions', () => {
  it.each([
    [0, false, false, false],
    [1, true, false, false],
    [4, true, false, false],
    [5, true, true, true],
    [6, true, true, true],
  ])('at level %i: sees %s, administrates %s, arranges %s', (level, sees, administrates, arranges) => {
    expect(canViewSpace(level)).toBe(sees);
    expect(canManageSpace(level)).toBe(administrates);
    expect(canCreateContent(level)).toBe(arranges);
  });
});

const service = { publishedUrl: 'https://bindery.test' };

const site = {
  id: 'site1',
  organization_id: 'org1',
  organization_hostname: 'press',
  hostname: null,
  hostname_proven_at: null,
  basename: 'guides',
  proxy: null,
  published: true,
  visibility: 'public',
  share_key: 'secret',
};

const entry = { path: 'owls', is_default: false };

const reader = { role: 1 };

describe('publishedSpaceUrl', () => {
  it.each<[string, PublishedLocation | null, { role: number; shareKey?: string }, string | undefined]>([
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
      'a site shared by link, for a member',
      { site: { ...site, visibility: 'share-link' }, section: null, entry },
      reader,
      'https://bindery.test/published/press/guides/secret/owls/',
    ],
    [
      'a site shared by link, for a guest with the key',
      { site: { ...site, visibility: 'share-link' }, section: null, entry },
      { role: 0, shareKey: 'secret' },
      'https://bindery.test/published/press/guides/secret/owls/',
    ],
    [
      'nothing, for a guest with another key',
      { site: { ...site, visibility: 'share-link' }, section: null, entry },
      { role: 0, shareKey: 'guess' },
      undefined,
    ],
  ])('returns %s', (_title, location, caller, expected) => {
    expect(publishedSpaceUrl(location, caller, service)).toBe(expected);
  });
});
