import { expect, it } from 'vitest';
import type { Team } from '#api/generated/types.gen.ts';
import { inheritedTeams } from './inherited-teams.tsx';

const team = (id: string): Team =>
  // Only these members are read.
  ({ id, title: `Team ${id}` }) as Team;

it('lists the teams of collections above, and those that only reasons of people name', () => {
  const [near, far] = [
    { id: 'near', title: 'Near', isManaged: true },
    { id: 'far', title: 'Far', isManaged: false },
  ];
  const people = [
    { source: 'team', content: 'far', team: 'b', teamTitle: 'Team b' },
    { source: 'team', content: 'far', team: 'b', teamTitle: 'Team b' },
    { source: 'team', content: 'near', team: 'a', teamTitle: 'Team a' },
    { source: 'team', content: 'here', team: 'c', teamTitle: 'Team c' },
    { source: 'user', content: 'near' },
  ] as const;
  expect(inheritedTeams([near, far], [[{ permission: 'edit', team: team('a') }], []], people)).toEqual([
    { id: 'a', title: 'Team a', role: 'edit', from: near },
    { id: 'b', title: 'Team b', from: far },
  ]);
});
