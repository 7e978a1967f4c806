import { describe, expect, it } from 'vitest';
import { firstRequests, requestKey } from '#src/api/first-requests.ts';
import { type MemberSearch, parseMemberSearch, withSorting, sortingOf, toMemberQuery } from './queries.ts';

describe('parseMemberSearch', () => {
  it('keeps known parameters and drops the rest', () => {
    expect(parseMemberSearch({ q: 'ada', role: 'guest', sort: 'lastSeenAt', order: 'asc', page: 7 })).toEqual(
      {
        q: 'ada',
        role: 'guest',
        sort: 'lastSeenAt',
        order: 'asc',
      },
    );
    expect(parseMemberSearch({ q: ['x'], role: 'king', sort: 1, order: null })).toEqual({});
  });
});

describe('toMemberQuery', () => {
  it.each<MemberSearch>([{}, { q: 'ada love', role: 'guest' }, { sort: 'lastSeenAt', order: 'asc' }])(
    'sends the request that was prefetched before the page loaded: %j',
    (search) => {
      const address = new URL('https://docs.example/o/acme/members');
      for (const [name, value] of Object.entries(search)) address.searchParams.set(name, value);
      const url = new URL('https://docs.example/v1/orgs/acme/members');
      for (const [name, value] of Object.entries(toMemberQuery(search)))
        url.searchParams.set(name, String(value));
      const early = firstRequests(address).map((path) => requestKey(new URL(path, address)));
      expect(early).toContain(requestKey(url));
    },
  );
});

describe('withSorting', () => {
  it('omits the server’s defaults and keeps the filters', () => {
    const search = { q: 'ada', sort: 'lastSeenAt', order: 'asc' } as const;
    expect(withSorting(search, { by: 'joinedAt', order: 'desc' })).toEqual({ q: 'ada' });
    expect(withSorting({ q: 'ada' }, { by: 'lastSeenAt', order: 'asc' })).toEqual(search);
  });

  it('is parsed back unchanged', () => {
    for (const by of ['joinedAt', 'lastSeenAt'])
      for (const order of ['asc', 'desc'] as const)
        expect(sortingOf(parseMemberSearch(withSorting({}, { by, order })))).toEqual({ by, order });
  });
});
