import { describe, expect, it } from 'vitest';
import type { SiteVisitorKey } from '#api/generated/types.gen.ts';
import { claimProblems, deletionImpact, describeCheck, isValidKey } from './visitor-keys.ts';

const now = Date.parse('2026-11-25T12:00:00Z');
const key = (id: string, expiresAt?: string): SiteVisitorKey => ({
  object: 'site-visitor-key',
  id,
  lastCharacters: id.padStart(4, '-'),
  createdAt: '2026-11-01T12:00:00Z',
  ...(expiresAt !== undefined && { expiresAt }),
});
const expired = key('old', '2026-11-25T11:59:59Z');

it('a key is valid until it ends', () => {
  expect([key('a'), key('b', '2026-11-25T12:00:01Z'), expired].map((each) => isValidKey(each, now))).toEqual([
    true,
    true,
    false,
  ]);
});

describe('deleting a key', () => {
  const closed = { visibility: 'visitor-auth' } as const;

  it('sends visitors to sign in, with the other key', () => {
    expect(deletionImpact(closed, key('a'), [expired, key('a'), key('b')], now)).toEqual([
      'Visitors who signed in with it must sign in again, at once.',
      'Your system must sign with the other key, …---b.',
    ]);
  });

  it('closes a site without another key, if it needs one', () => {
    expect(deletionImpact(closed, key('a'), [expired, key('a')], now)[1]).toMatch(
      /^Nobody can read the site/,
    );
    expect(deletionImpact({ visibility: 'public' }, key('a'), [key('a')], now)).toEqual([
      'Visitors who signed in with it lose their claims at once.',
      'Tokens are rejected until your system signs with a new key.',
    ]);
  });

  it('changes nothing once it has expired', () => {
    expect(deletionImpact(closed, expired, [expired, key('a')], now)).toHaveLength(1);
  });
});

it('a result that is not known is shown as the server names it', () => {
  expect(describeCheck({ status: 'valid' }).title).toBe('Valid');
  // A newer server may know more.
  expect(describeCheck({ status: 'revoked' as 'valid' })).toMatchObject({ tone: 'info', title: 'revoked' });
});

it('claims that the site does not have, or of another type, are named', () => {
  const declaredClaims = [
    { name: 'isPartner', description: '', type: 'boolean' },
    { name: 'plan', description: '', values: ['free', 'paid'] },
    { name: 'team.seats', description: '', type: 'integer' },
    { name: 'anything', description: '' },
  ];
  const check = (claims: Record<string, unknown>, ignored: string[] = []) =>
    claimProblems({ claims, ignoredClaims: ignored }, declaredClaims);
  expect(check({ isPartner: true, plan: 'paid', team: { seats: 3 }, anything: [] })).toEqual([]);
  expect(check({})).toEqual([]);
  expect(check({ isPartner: 'yes', plan: 'gold', team: { seats: 1.5 } }, ['isParner', 'unsigned'])).toEqual([
    '“isParner” is ignored: this site has no such claim.',
    '“unsigned” is ignored: a token can’t say what visitors say themselves.',
    '“isPartner” is "yes". It should be true or false.',
    '“plan” is "gold". It should be one of "free", "paid".',
    '“team.seats” is 1.5. It should be a whole number.',
  ]);
});
