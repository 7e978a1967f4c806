import { expect, it, describe } from 'vitest';
import type { MemberSpace, MemberTeam, Member } from '#api/generated/types.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { withLastAdministratorHint, describeRemovalImpact, withOptimisticRoles } from './actions.ts';

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
  const optimisticMembers = withOptimisticRoles(
    [ada, grace],
    [
      { organizationId: 'acme', userId: 'ada', role: 'create' },
      { organizationId: 'acme', userId: 'ada', role: null },
      { organizationId: 'other', userId: 'grace', role: 'admin' },
    ],
    'acme',
  );
  expect(optimisticMembers[0]).toEqual({ ...ada, role: null });
  expect(optimisticMembers[1]).toBe(grace);
  expect(withOptimisticRoles(optimisticMembers, [], 'acme')).toBe(optimisticMembers);
});

const space = (title: string) => ({ permission: 'read', space: { title } }) as MemberSpace;
const team = (title: string, role: 'owner' | 'member') =>
  ({ team: { title }, member: { role } }) as MemberTeam;

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('describeRemovalImpact', () => {
  it('names some losses and counts the rest', () => {
    const spaces = { items: ['API', 'Guides', 'Help', 'News'].map(space), count: 40 };
    const teams = { items: [team('Docs', 'owner'), team('Support', 'member')], count: 2 };
    expect(describeRemovalImpact(spaces, teams).map(plain)).toEqual([
      'Loses access to 40 spaces: “API”, “Guides”, “Help”, and 37 more.',
      'Leaves 2 teams: “Docs” and “Support”.',
      'Owns “Docs”. Add another owner first.',
    ]);
  });

  it('says so when nothing is lost', () => {
    expect(describeRemovalImpact({ items: [], count: 0 }, { items: [], count: 0 })).toEqual([
      'No teams or spaces are affected.',
    ]);
  });
});

const createError = (status: number) =>
  new ApiError({
    status,
    message: 'The last administrator stays.',
    requestId: 'r1',
    operation: 'DELETE /v1/orgs/{organizationId}/members/{userId}',
  });

it('adds a hint about the last administrator and keeps the request id', () => {
  const explained = withLastAdministratorHint(createError(409));
  expect(explained).toBeInstanceOf(ApiError);
  expect(explained).toMatchObject({
    message: 'The last administrator stays. Make another member an administrator first.',
    requestId: 'r1',
    status: 409,
  });
});

it('returns other errors unchanged', () => {
  const forbidden = createError(403);
  expect(withLastAdministratorHint(forbidden)).toBe(forbidden);
});
