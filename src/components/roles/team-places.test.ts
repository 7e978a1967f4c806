import { describe, expect, it } from 'vitest';
import { placeChange, refreshesOfTeam } from './team-places.ts';

describe('placeChange', () => {
  const names = { person: 'Ada Lovelace', team: 'Docs' };

  it('describes who was changed and how', () => {
    expect(placeChange({ ...names, role: 'member', before: null })).toBe('Added Ada Lovelace to “Docs”');
    expect(placeChange({ ...names, role: 'owner', before: 'member' })).toBe(
      'Made Ada Lovelace owner of “Docs”',
    );
    expect(placeChange({ ...names, role: null, before: 'owner' })).toBe('Took Ada Lovelace out of “Docs”');
  });
});

describe('refreshesOfTeam', () => {
  it('does not invalidate members of other teams', () => {
    expect(refreshesOfTeam('acme', 'docs')).toContainEqual({
      operation: 'listTeamMembers',
      path: { organizationId: 'acme', teamId: 'docs' },
    });
  });
});
