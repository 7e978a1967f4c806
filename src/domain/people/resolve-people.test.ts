import { describe, expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { type PeopleLookup, resolvePeople, parsePastedPeople } from '#src/domain/people/resolve-people.ts';

describe('parsePastedPeople', () => {
  it('splits at line breaks, commas, semicolons and tabs', () => {
    expect(parsePastedPeople('a@x.org\nb@x.org, c@x.org; d@x.org\te@x.org').people).toEqual([
      'a@x.org',
      'b@x.org',
      'c@x.org',
      'd@x.org',
      'e@x.org',
    ]);
  });

  it('extracts addresses copied from a mail program', () => {
    expect(parsePastedPeople('Ada Lovelace <Ada@Example.org>, "Grace Hopper" <grace@example.org>')).toEqual({
      people: ['ada@example.org', 'grace@example.org'],
      rejected: [],
      repeated: [],
    });
  });

  it('lists everyone once regardless of case and reports duplicates', () => {
    expect(parsePastedPeople('ada@x.org ADA@x.org eve@x.org')).toMatchObject({
      people: ['ada@x.org', 'eve@x.org'],
      repeated: ['ada@x.org'],
    });
  });

  it('accepts user ids and keeps their case', () => {
    expect(parsePastedPeople('q7Yh2Kd93LmPzXc81AbV').people).toEqual(['q7Yh2Kd93LmPzXc81AbV']);
  });

  it('reports what it can’t parse', () => {
    expect(parsePastedPeople('ada@x.org, nobody, @, a@b')).toEqual({
      people: ['ada@x.org'],
      rejected: ['nobody', '@', 'a@b'],
      repeated: [],
    });
  });

  it('returns nothing for an empty text', () => {
    expect(parsePastedPeople(' \n ;')).toEqual({ people: [], rejected: [], repeated: [] });
  });
});

const member = (id: string, email: string): Member => ({
  object: 'member',
  id,
  role: 'read',
  user: { object: 'user', id, displayName: id, email, urls: { location: '' } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00Z',
  sso: false,
  spaces: 0,
  teams: 0,
});

/** A server with this many members, `m0@x.org` and so on; records the requests. */
function serverWith(count: number) {
  const members = Array.from({ length: count }, (_, index) =>
    member(`id-of-member-${index}`, `M${index}@x.org`),
  );
  const requested: string[] = [];
  const lookup: PeopleLookup = {
    async page(page) {
      const from = Number(page ?? 0);
      requested.push(`page ${from}`);
      const items = members.slice(from, from + 1000);
      const to = from + items.length;
      return { items, count, ...(to < count ? { next: { page: String(to) } } : {}) };
    },
    async search(text) {
      requested.push(`search ${text}`);
      return members.filter(({ user }) => user.email?.toLowerCase().includes(text)).slice(0, 10);
    },
    async member(userId) {
      requested.push(`member ${userId}`);
      return members.find(({ id }) => id === userId) ?? null;
    },
  };
  return { requested, lookup };
}

const addresses = (count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => `m${index * step}@x.org`);

describe('resolvePeople', () => {
  it('searches few emails one by one and requires an exact match', async () => {
    const { lookup, requested } = serverWith(200_000);
    const result = await resolvePeople(['m1@x.org', 'nobody@x.org'], lookup);
    expect([...result].map(([key, { id }]) => [key, id])).toEqual([['m1@x.org', 'id-of-member-1']]);
    expect(requested).toEqual(['search m1@x.org', 'search nobody@x.org']);
  });

  it('scans a member list that needs fewer requests than the emails', async () => {
    const { lookup, requested } = serverWith(2500);
    const result = await resolvePeople([...addresses(20, 100), 'nobody@x.org'], lookup);
    expect(result.size).toBe(20);
    expect(requested).toEqual(['page 0', 'page 1000', 'page 2000']);
  });

  it('stops scanning when searching for the rest takes fewer requests', async () => {
    const { lookup, requested } = serverWith(100_000);
    const result = await resolvePeople([...addresses(10), 'm99999@x.org'], lookup);
    expect(result.size).toBe(11);
    expect(requested).toEqual(['page 0', 'search m99999@x.org']);
  });

  it('stops scanning when everyone is found', async () => {
    const { lookup, requested } = serverWith(5000);
    await resolvePeople(addresses(12), lookup);
    expect(requested).toEqual(['page 0']);
  });

  it('resolves user ids and ignores unknown ones', async () => {
    const { lookup } = serverWith(30);
    const result = await resolvePeople(['id-of-member-7', 'id-of-member-99'], lookup);
    expect([...result.keys()]).toEqual(['id-of-member-7']);
  });
});
