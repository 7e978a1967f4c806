import { describe, expect, it } from 'vitest';
import { canArrange } from '#server/access/roles.ts';
import { canAdministrateSpace, canSeeSpace, spacePermissions } from './spaces.policy.ts';

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
  ])('gives %s what it is for', (_name, level, expected) => {
    expect(spacePermissions(level)).toEqual(expected);
  });
});

describe('predicates', () => {
  it.each([
    [0, false, false, false],
    [1, true, false, false],
    [4, true, false, false],
    [5, true, true, true],
    [6, true, true, true],
  ])('level %i: sees %s, administrates %s, arranges %s', (level, sees, administrates, arranges) => {
    expect(canSeeSpace(level)).toBe(sees);
    expect(canAdministrateSpace(level)).toBe(administrates);
    expect(canArrange(level)).toBe(arranges);
  });
});
