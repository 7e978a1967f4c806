import { describe, expect, it } from 'vitest';
import { describeTeamRoleChange, teamInvalidations } from '#src/domain/roles/team-role-changes.ts';

describe('describeTeamRoleChange', () => {
  const names = { person: 'Ada Lovelace', team: 'Docs' };

  it('describes who was changed and how', () => {
    expect(describeTeamRoleChange({ ...names, role: 'member', previousRole: null })).toBe(
      'Added Ada Lovelace to “Docs”',
    );
    expect(describeTeamRoleChange({ ...names, role: 'owner', previousRole: 'member' })).toBe(
      'Made Ada Lovelace owner of “Docs”',
    );
    expect(describeTeamRoleChange({ ...names, role: null, previousRole: 'owner' })).toBe(
      'Removed Ada Lovelace from “Docs”',
    );
  });
});

describe('teamInvalidations', () => {
  it('does not invalidate members of other teams', () => {
    expect(teamInvalidations('acme', 'docs')).toContainEqual({
      operation: 'listTeamMembers',
      path: { organizationId: 'acme', teamId: 'docs' },
    });
  });
});
