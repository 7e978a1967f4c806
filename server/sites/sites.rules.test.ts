// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { LEVEL } from '#server/access/roles.ts';
import { canAdministrateSites, canChangeSites, canViewSites, isReadableByNonMembers } from './sites.rules.ts';

const member = (role: number) => ({
  organizationId: 'o',
  userId: 'u',
  role,
  disabled: false,
  sso: false,
  teamIds: [],
  ownedTeamIds: [],
});

describe('the permissions of a role', () => {
  it.each([
    ['guest', { view: false, change: false, administrate: false }],
    ['read', { view: true, change: false, administrate: false }],
    ['comment', { view: true, change: false, administrate: false }],
    ['edit', { view: true, change: false, administrate: false }],
    ['review', { view: true, change: false, administrate: false }],
    ['create', { view: true, change: true, administrate: false }],
    ['admin', { view: true, change: true, administrate: true }],
  ] as const)('%s', (role, permitted) => {
    const someone = member(LEVEL[role]);
    expect({
      view: canViewSites(someone),
      change: canChangeSites(someone),
      administrate: canAdministrateSites(someone),
    }).toEqual(permitted);
  });
});

describe('isReadableByNonMembers', () => {
  const site = (visibility: string, published = true) => ({ visibility, published, share_key: 'secret' });

  it('lets anyone read published sites that are public or unlisted', () => {
    expect(isReadableByNonMembers(site('public'), undefined)).toBe(true);
    expect(isReadableByNonMembers(site('unlisted'), undefined)).toBe(true);
    expect(isReadableByNonMembers(site('public', false), 'secret')).toBe(false);
    expect(isReadableByNonMembers(site('share-link', false), 'secret')).toBe(false);
  });

  it('requires the whole key of a site shared by link, and rejects any key with visitor authentication', () => {
    expect(isReadableByNonMembers(site('share-link'), undefined)).toBe(false);
    expect(isReadableByNonMembers(site('share-link'), '')).toBe(false);
    expect(isReadableByNonMembers(site('share-link'), 'secre')).toBe(false);
    expect(isReadableByNonMembers(site('share-link'), 'secret')).toBe(true);
    expect(isReadableByNonMembers(site('visitor-auth'), 'secret')).toBe(false);
  });
});
