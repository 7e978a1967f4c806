import { describe, expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { evaluateChange, type MemberPlanContext, planMembers } from '#src/domain/member-bulk/plan-members.ts';

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

const planContext = (more: Partial<MemberPlanContext> = {}): MemberPlanContext => ({
  currentUserId: 'me',
  administrators: 2,
  teamRoles: new Map(),
  ownedTeams: new Map(),
  ...more,
});

describe('a bulk role change', () => {
  it('lists each change, skips unchanged members and blocks the caller', () => {
    const plan = planMembers(
      [member('ada'), member('eve', { role: 'edit' }), member('me', { role: 'admin' })],
      { kind: 'role', role: 'edit' },
      planContext(),
    );
    expect(plan.map(({ action: actionOf, description }) => [actionOf, description])).toEqual([
      ['change', 'Reader → Editor'],
      ['skip', 'Already an editor.'],
      ['block', 'You can’t change your own role here. Use your member page.'],
    ]);
  });

  it('blocks changing or removing the last administrator', () => {
    const last = member('me', { role: 'admin' });
    expect(
      evaluateChange(last, { kind: 'role', role: 'read' }, planContext({ administrators: 1 })),
    ).toMatchObject({
      action: 'block',
      description: 'The organization needs at least one administrator.',
    });
    expect(evaluateChange(last, { kind: 'remove' }, planContext({ administrators: 1 })).action).toBe('block');
  });
});

describe('a bulk team change', () => {
  const team = { id: 't', title: 'Docs' };
  const teamRoles = new Map([
    ['ada', 'member'],
    ['own', 'owner'],
  ] as const);

  it('adds non-members and never removes an owner', () => {
    const actionOf = (id: string, role: 'member' | 'owner' | null) =>
      evaluateChange(member(id), { kind: 'team', team, role: role }, planContext({ teamRoles })).action;
    expect([actionOf('eve', 'member'), actionOf('ada', 'member'), actionOf('own', 'member')]).toEqual([
      'change',
      'skip',
      'block',
    ]);
    expect([actionOf('eve', null), actionOf('ada', null), actionOf('own', null)]).toEqual([
      'skip',
      'change',
      'block',
    ]);
    expect([actionOf('ada', 'owner'), actionOf('own', 'owner')]).toEqual(['change', 'skip']);
  });
});

describe('bulk SSO and removal', () => {
  it('skips members who already use SSO', () => {
    expect(evaluateChange(member('ada', { sso: true }), { kind: 'sso' }, planContext()).action).toBe('skip');
    expect(evaluateChange(member('ada'), { kind: 'sso' }, planContext()).action).toBe('change');
  });

  it('lists lost access and owned teams', () => {
    const owned = new Map([['ada', ['“Docs”']]]);
    expect(
      evaluateChange(
        member('ada', { spaces: 2, teams: 1 }),
        { kind: 'remove' },
        planContext({ ownedTeams: owned }),
      ),
    ).toMatchObject({
      action: 'change',
      description: 'Loses 2 spaces and 1 team',
      warning: expect.stringContaining('Docs'),
    });
    expect(evaluateChange(member('me'), { kind: 'remove' }, planContext()).action).toBe('block');
  });
});
