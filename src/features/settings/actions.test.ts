import { describe, expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { locksOutAllMembers, describeSsoImpact, classifyMembers, type SsoImpact } from './actions.ts';

const member = (displayName: string, more: Partial<Member> = {}): Member => ({
  object: 'member',
  id: displayName,
  role: 'edit',
  user: { object: 'user', id: displayName, displayName, urls: { location: 'https://skerry.example' } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00Z',
  sso: false,
  spaces: 0,
  teams: 0,
  ...more,
});

const noImpact: SsoImpact = {
  providers: 1,
  total: 3,
  checked: 3,
  withoutProvider: [],
  administrators: ['Ada'],
};

describe('classifyMembers', () => {
  it('names members who need a provider, without administrators and disabled members', () => {
    const members = [
      member('Ada', { role: 'admin' }),
      member('Bo'),
      member('Cy', { sso: true }),
      member('Di', { disabled: true }),
    ];
    expect(classifyMembers(members)).toEqual({ withoutProvider: ['Bo'], administrators: ['Ada'] });
  });
});

describe('describeSsoImpact', () => {
  it('names who would be locked out and how many were checked', () => {
    const words = describeSsoImpact({
      ...noImpact,
      total: 5000,
      checked: 3000,
      withoutProvider: ['Bo', 'Cy'],
    }).join(' ');
    expect(words).toMatch(/2 people among the 3,000 of 5,000 members/);
    expect(words).toMatch(/Bo.* and .*Cy/u);
    expect(describeSsoImpact(noImpact)[0]).toBe('No members sign in without a provider today.');
  });

  it('starts with the missing provider, which locks everyone out', () => {
    const grave = { ...noImpact, providers: 0, withoutProvider: ['Bo'] };
    expect(describeSsoImpact(grave)[0]).toMatch(/No identity provider/);
    expect(locksOutAllMembers(grave)).toBe(true);
    expect(locksOutAllMembers(noImpact)).toBe(false);
  });
});
