// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { ApiError } from '#server/base/errors.ts';
import { listMemberKeys, planTeamChanges } from './team-members.rules.ts';

const knownPeople = new Map([
  ['a', 'a'],
  ['b', 'b'],
  ['c', 'c'],
  ['ada@press.example', 'a'],
]);

describe('listMemberKeys', () => {
  it('returns the path of every key', () => {
    expect(listMemberKeys({ add: ['a'], remove: ['b', 'c'], memberships: { d: {} } })).toEqual([
      { key: 'a', path: 'body.add[0]' },
      { key: 'b', path: 'body.remove[0]' },
      { key: 'c', path: 'body.remove[1]' },
      { key: 'd', path: 'body.memberships.d' },
    ]);
    expect(listMemberKeys({})).toEqual([]);
  });
});

describe('planTeamChanges', () => {
  it.each([
    ['nothing', {}, { add: [], roles: [], remove: [] }],
    ['each person once', { add: ['a', 'ada@press.example', 'a'] }, { add: ['a'], roles: [], remove: [] }],
    ['removal before addition', { add: ['a', 'b'], remove: ['a'] }, { add: ['b'], roles: [], remove: ['a'] }],
    [
      'removal before a role, by either key',
      { remove: ['a'], memberships: { 'ada@press.example': { role: 'owner' as const } } },
      { add: [], roles: [], remove: ['a'] },
    ],
    [
      'a role before plain addition',
      { add: ['a', 'b'], memberships: { a: { role: 'owner' as const }, c: {} } },
      { add: ['b', 'c'], roles: [['a', 'owner']], remove: [] },
    ],
  ])('plans %s', (_title, body, expected) => {
    const { add, roles, remove } = planTeamChanges(body, knownPeople);
    expect({ add, roles: [...roles], remove }).toEqual(expected);
  });

  it('names up to five unknown members in its message, and all in the details', () => {
    const add = Array.from({ length: 7 }, (_, index) => `nobody-${index}`);
    try {
      planTeamChanges({ add: ['a', ...add] }, knownPeople);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      expect(error.status).toBe(400);
      expect(error.message).toBe(
        'nobody-0, nobody-1, nobody-2, nobody-3, nobody-4 and 2 more are not members of this organization.',
      );
      expect(error.details).toHaveLength(7);
      expect(error.details[0]).toEqual({
        path: 'body.add[1]',
        message: 'nobody-0 is not a member of this organization.',
      });
    }
  });
});
