import { expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { withOptimisticRoles } from './role-changes.ts';

const member = (id: string, role: Member['role']): Member => ({
  object: 'member',
  id,
  role,
  user: { object: 'user', id, displayName: id, urls: { location: '' } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00Z',
  sso: false,
  spaces: 0,
  teams: 0,
});

it('shows the latest pending role of a member in this organization', () => {
  const [ada, grace] = [member('ada', 'read'), member('grace', 'edit')];
  const shown = withOptimisticRoles(
    [ada, grace],
    [
      { organizationId: 'acme', userId: 'ada', role: 'create' },
      { organizationId: 'acme', userId: 'ada', role: null },
      { organizationId: 'other', userId: 'grace', role: 'admin' },
    ],
    'acme',
  );
  expect(shown[0]).toEqual({ ...ada, role: null });
  expect(shown[1]).toBe(grace);
});
