// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { canViewCollection } from '#server/access/roles.ts';
import { canManageCollection, collectionPermissions } from './collections.rules.ts';

describe('collections', () => {
  it.each([
    [0, false, false],
    [1, true, false],
    [4, true, false],
    [5, true, true],
    [6, true, true],
  ])('level %i: sees %s, administrates %s', (level, sees, administrates) => {
    expect(canViewCollection(level)).toBe(sees);
    expect(canManageCollection(level)).toBe(administrates);
    expect(collectionPermissions(level)).toEqual({
      view: sees,
      admin: administrates,
      viewInviteLinks: administrates,
      create: administrates,
    });
  });
});
