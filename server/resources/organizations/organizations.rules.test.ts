// @module-tag without-database
import { describe, expect, it } from 'vitest';
import type { Membership } from '#server/access/actor.ts';
import { canUpdateOrganization, canViewBilling, organizationPermissions } from './organizations.rules.ts';

const memberOf = (role: number, ownedTeamIds: string[] = []): Membership => ({
  organizationId: 'press',
  userId: 'someone',
  role,
  disabled: false,
  sso: false,
  teamIds: ownedTeamIds,
  ownedTeamIds,
});

describe('organizationPermissions', () => {
  it.each([
    ['guest', 0, { createContent: false, listMembers: false, admin: false }],
    ['read', 1, { createContent: false, listMembers: true, admin: false }],
    ['review', 4, { createContent: false, listMembers: true, admin: false }],
    ['create', 5, { createContent: true, listMembers: true, admin: false }],
    ['admin', 6, { createContent: true, listMembers: true, admin: true }],
  ])('returns the permissions of a %s', (_name, role, may) => {
    expect(organizationPermissions(memberOf(role))).toEqual({
      view: true,
      admin: may.admin,
      ownTeam: false,
      createContent: may.createContent,
      createOpenAPISpec: may.createContent,
      viewBilling: may.admin,
      listMembers: may.listMembers,
      listTeams: may.listMembers,
      listIntegrations: may.admin,
    });
    expect(canUpdateOrganization(memberOf(role))).toBe(may.admin);
    expect(canViewBilling(memberOf(role))).toBe(may.admin);
  });

  it('includes whether the member owns a team', () => {
    expect(organizationPermissions(memberOf(1, ['writers'])).ownTeam).toBe(true);
  });
});
