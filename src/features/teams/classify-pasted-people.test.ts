import { expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { classifyPastedPeople } from './classify-pasted-people.ts';

const member = (id: string): Member => ({
  object: 'member',
  id,
  role: 'read',
  user: { object: 'user', id, displayName: id, urls: { location: '' } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00Z',
  sso: false,
  spaces: 0,
  teams: 0,
});

it('separates members to add, team members, non-members and invalid words', () => {
  const [ada, grace] = [member('ada-lovelace'), member('grace-hopper')];
  const people = ['ada@x.org', 'grace@x.org', 'ada-lovelace', 'nobody@x.org'];
  const members = new Map([
    ['ada@x.org', ada],
    ['ada-lovelace', ada],
    ['grace@x.org', grace],
  ]);
  expect(
    classifyPastedPeople(
      { people, rejected: ['hello'], repeated: ['ada@x.org'] },
      members,
      new Set(['grace-hopper']),
    ),
  ).toEqual({
    toAdd: [ada],
    alreadyInTeam: [grace],
    nonMembers: ['nobody@x.org'],
    rejected: ['hello'],
    repeated: ['ada@x.org'],
  });
});
