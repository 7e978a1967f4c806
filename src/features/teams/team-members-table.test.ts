import { expect, it } from 'vitest';
import type { TeamMember, TeamRole } from '#api/generated/types.gen.ts';
import { withOptimisticMemberships } from './team-members-table.tsx';

const entry = (id: string, role: TeamRole): TeamMember => ({
  organization: {
    object: 'member',
    id,
    role: 'read',
    user: { object: 'user', id, displayName: id, urls: { location: '' } },
    disabled: false,
    joinedAt: '2026-01-01T00:00:00Z',
    sso: false,
    spaces: 0,
    teams: 1,
  },
  team: { role },
  permissions: { view: true },
});

it('shows pending roles and hides members being removed, in this team only', () => {
  const [ada, grace, alan] = [entry('ada', 'member'), entry('grace', 'owner'), entry('alan', 'member')];
  const optimisticMembers = withOptimisticMemberships(
    [ada, grace, alan],
    [
      { userId: 'ada', teamId: 'docs', role: 'owner' },
      { userId: 'grace', teamId: 'docs', role: null },
      { userId: 'alan', teamId: 'support', role: null },
    ],
    'docs',
  );
  expect(optimisticMembers).toEqual([{ ...ada, team: { role: 'owner' } }, alan]);
});
