import { describe, expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { judge, type MemberFacts, planMembers } from './member-change.ts';

const member = (id: string, more: Partial<Member> = {}): Member => ({
  object: 'member',
  id,
  role: 'read',
  user: { object: 'user', id, displayName: id, urls: { location: '' } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
  sso: false,
  spaces: 0,
  teams: 0,
  ...more,
});

const facts = (more: Partial<MemberFacts> = {}): MemberFacts => ({
  self: 'me',
  administrators: 2,
  places: new Map(),
  owned: new Map(),
  ...more,
});

describe('a role for many', () => {
  it('lists each change, skips unchanged members and blocks the caller', () => {
    const plan = planMembers(
      [member('ada'), member('eve', { role: 'edit' }), member('me', { role: 'admin' })],
      { kind: 'role', role: 'edit' },
      facts(),
    );
    expect(plan.map(({ verdict, says }) => [verdict, says])).toEqual([
      ['change', 'Reader → Editor'],
      ['skip', 'Editor already.'],
      ['refuse', 'You can’t change your own role here. Use your member page.'],
    ]);
  });

  it('blocks changing or removing the last administrator', () => {
    const last = member('me', { role: 'admin' });
    expect(judge(last, { kind: 'role', role: 'read' }, facts({ administrators: 1 }))).toMatchObject({
      verdict: 'refuse',
      says: 'The organization needs at least one administrator.',
    });
    expect(judge(last, { kind: 'remove' }, facts({ administrators: 1 })).verdict).toBe('refuse');
  });
});

describe('a team for many', () => {
  const team = { id: 't', title: 'Docs' };
  const places = new Map([
    ['ada', 'member'],
    ['own', 'owner'],
  ] as const);

  it('adds non-members and never removes an owner', () => {
    const verdict = (id: string, place: 'member' | 'owner' | null) =>
      judge(member(id), { kind: 'team', team, place }, facts({ places })).verdict;
    expect([verdict('eve', 'member'), verdict('ada', 'member'), verdict('own', 'member')]).toEqual([
      'change',
      'skip',
      'refuse',
    ]);
    expect([verdict('eve', null), verdict('ada', null), verdict('own', null)]).toEqual([
      'skip',
      'change',
      'refuse',
    ]);
    expect([verdict('ada', 'owner'), verdict('own', 'owner')]).toEqual(['change', 'skip']);
  });
});

describe('sign-on and removal of many', () => {
  it('skips members who already use SSO', () => {
    expect(judge(member('ada', { sso: true }), { kind: 'sso' }, facts()).verdict).toBe('skip');
    expect(judge(member('ada'), { kind: 'sso' }, facts()).verdict).toBe('change');
  });

  it('lists lost access and owned teams', () => {
    const owned = new Map([['ada', ['“Docs”']]]);
    expect(judge(member('ada', { spaces: 2, teams: 1 }), { kind: 'remove' }, facts({ owned }))).toMatchObject(
      {
        verdict: 'change',
        says: 'Loses 2 spaces and 1 team',
        warning: expect.stringContaining('Docs'),
      },
    );
    expect(judge(member('me'), { kind: 'remove' }, facts()).verdict).toBe('refuse');
  });
});
