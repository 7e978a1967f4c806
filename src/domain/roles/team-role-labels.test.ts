import { expect, it } from 'vitest';
import { teamRoleDescription, teamRoleName, teamRoles } from '#src/domain/roles/team-role-labels.ts';

it('labels and describes both team roles', () => {
  expect(teamRoles.map(teamRoleName)).toEqual(['Member', 'Owner']);
  expect(new Set(teamRoles.map(teamRoleDescription)).size).toBe(2);
});

it('shows unknown team roles as is', () => {
  expect(teamRoleName('deputy')).toBe('deputy');
  expect(teamRoleName('constructor')).toBe('constructor');
});
