import { describe, expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { matchesTarget, retryDelay } from './queries.ts';

const key = (id: string, path?: Record<string, string>) => [{ _id: id, baseUrl: '', path }];

describe('isNamedBy', () => {
  it('matches all queries of an operation', () => {
    expect(matchesTarget('listMembers', key('listMembers', { organizationId: 'a' }))).toBe(true);
    expect(matchesTarget('listMembers', key('listMemberTeams', { organizationId: 'a' }))).toBe(false);
  });

  it('matches only the given path parameters', () => {
    const refresh = { operation: 'getMember', path: { organizationId: 'a' } } as const;
    expect(matchesTarget(refresh, key('getMember', { organizationId: 'a', userId: 'u' }))).toBe(true);
    expect(matchesTarget(refresh, key('getMember', { organizationId: 'b', userId: 'u' }))).toBe(false);
    expect(matchesTarget(refresh, key('getMember'))).toBe(false);
  });

  it('matches no other kind of key', () => {
    expect(matchesTarget('listMembers', ['listMembers'])).toBe(false);
    expect(matchesTarget('listMembers', [])).toBe(false);
  });
});

describe('retryDelay', () => {
  it('waits as long as Retry-After says, up to a limit', () => {
    const limited = (retryAfter: number | null) =>
      new ApiError({ status: 429, message: '', operation: '', retryAfter });
    expect(retryDelay(0, limited(3))).toBe(3000);
    expect(retryDelay(0, limited(3600))).toBe(30_000);
    expect(retryDelay(1, limited(null))).toBe(2000);
  });
});
