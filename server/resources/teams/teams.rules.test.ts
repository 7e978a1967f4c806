// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { Membership } from '#server/access/actor.ts';
import { canManageTeams, canListTeams, canManageTeamMembers, teamPermissions } from './teams.rules.ts';

const memberOf = (role: number, ownedTeamIds: string[] = []): Membership => ({
  organizationId: 'press',
  userId: 'someone',
  role,
  disabled: false,
  sso: false,
  teamIds: ownedTeamIds,
  ownedTeamIds,
});

describe('teams', () => {
  it.each([
    ['a guest', memberOf(0), { lists: false, changes: false, manages: false }],
    ['a reader', memberOf(1), { lists: true, changes: false, manages: false }],
    ['the owner', memberOf(1, ['writers']), { lists: true, changes: false, manages: true }],
    ['the owner of another team', memberOf(1, ['printers']), { lists: true, changes: false, manages: false }],
    ['a creator', memberOf(5), { lists: true, changes: false, manages: false }],
    ['an administrator', memberOf(6), { lists: true, changes: true, manages: true }],
  ])('returns the permissions of %s', (_name, member, may) => {
    expect(canListTeams(member)).toBe(may.lists);
    expect(canManageTeams(member)).toBe(may.changes);
    expect(canManageTeamMembers(member, 'writers')).toBe(may.manages);
    expect(teamPermissions(member, 'writers')).toEqual({ admin: may.manages, view: may.lists });
  });
});
