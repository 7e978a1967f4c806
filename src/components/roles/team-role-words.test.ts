import { expect, it } from 'vitest';
import { teamRoleMeaning, teamRoleName, teamRoles } from './team-role-words.ts';

it('names both places in a team and says what comes with them', () => {
  expect(teamRoles.map(teamRoleName)).toEqual(['Member', 'Owner']);
  expect(new Set(teamRoles.map(teamRoleMeaning)).size).toBe(2);
});

it('shows a place it does not know as it is written', () => {
  expect(teamRoleName('deputy')).toBe('deputy');
  expect(teamRoleName('constructor')).toBe('constructor');
});
