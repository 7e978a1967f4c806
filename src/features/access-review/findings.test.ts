import { expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { daysInactive, findings, groupByFinding, labelsOfFinding } from './findings.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const member = (id: string, more: Partial<Member> = {}): Member => ({
  object: 'member',
  id,
  role: 'read',
  user: { object: 'user', id, displayName: id, urls: { location: '' } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-11-21T00:00:00.000Z',
  sso: true,
  spaces: 0,
  teams: 1,
  ...more,
});
const idsOf = (members: readonly Member[]) => members.map(({ id }) => id);

it('groups members by finding', () => {
  const groups = groupByFinding(
    [
      member('admin', { role: 'admin' }),
      member('guest', { role: null, sso: false }),
      member('away', { lastSeenAt: '2026-08-01T00:00:00.000Z' }),
      { ...member('never'), lastSeenAt: undefined },
      member('new', { lastSeenAt: undefined, joinedAt: '2026-11-20T00:00:00.000Z', teams: 0 }),
      member('locked', { disabled: true }),
    ],
    90,
    now,
  );
  expect(Object.fromEntries(Object.entries(groups).map(([finding, who]) => [finding, idsOf(who)]))).toEqual({
    administrators: ['admin'],
    guests: ['guest'],
    away: ['away', 'never'],
    'no-sso': ['guest'],
    'no-team': ['new'],
    disabled: ['locked'],
  });
});

it('counts from joining for members who were never seen', () => {
  expect(
    daysInactive(member('a', { lastSeenAt: undefined, joinedAt: '2026-11-11T00:00:00.000Z' }), now),
  ).toBe(10);
});

it('has a label for each finding', () => {
  expect(new Set(findings.map((finding) => labelsOfFinding(finding).title)).size).toBe(findings.length);
});
