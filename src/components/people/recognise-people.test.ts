import { describe, expect, it } from 'vitest';
import type { Member } from '#api/generated/types.gen.ts';
import { type LookUps, recognisePeople } from './recognise-people.ts';

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

/** A server with this many members, `m0@x.org` and so on; it notes what it was asked. */
function serverWith(count: number) {
  const members = Array.from({ length: count }, (_, index) =>
    member(`id-of-member-${index}`, `M${index}@x.org`),
  );
  const asked: string[] = [];
  const lookUps: LookUps = {
    async page(page) {
      const from = Number(page ?? 0);
      asked.push(`page ${from}`);
      const items = members.slice(from, from + 1000);
      const to = from + items.length;
      return { items, count, ...(to < count ? { next: { page: String(to) } } : {}) };
    },
    async search(text) {
      asked.push(`search ${text}`);
      return members.filter(({ user }) => user.email?.toLowerCase().includes(text)).slice(0, 10);
    },
    async member(userId) {
      asked.push(`member ${userId}`);
      return members.find(({ id }) => id === userId) ?? null;
    },
  };
  return { asked, lookUps };
}

const addresses = (count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => `m${index * step}@x.org`);

describe('recognisePeople', () => {
  it('searches few emails one by one and requires an exact match', async () => {
    const { lookUps, asked } = serverWith(200_000);
    const found = await recognisePeople(['m1@x.org', 'nobody@x.org'], lookUps);
    expect([...found].map(([key, { id }]) => [key, id])).toEqual([['m1@x.org', 'id-of-member-1']]);
    expect(asked).toEqual(['search m1@x.org', 'search nobody@x.org']);
  });

  it('scans a member list that needs fewer requests than the emails', async () => {
    const { lookUps, asked } = serverWith(2500);
    const found = await recognisePeople([...addresses(20, 100), 'nobody@x.org'], lookUps);
    expect(found.size).toBe(20);
    expect(asked).toEqual(['page 0', 'page 1000', 'page 2000']);
  });

  it('stops scanning when searching for the rest takes fewer requests', async () => {
    const { lookUps, asked } = serverWith(100_000);
    const found = await recognisePeople([...addresses(10), 'm99999@x.org'], lookUps);
    expect(found.size).toBe(11);
    expect(asked).toEqual(['page 0', 'search m99999@x.org']);
  });

  it('stops scanning when everyone is found', async () => {
    const { lookUps, asked } = serverWith(5000);
    await recognisePeople(addresses(12), lookUps);
    expect(asked).toEqual(['page 0']);
  });

  it('resolves user ids and ignores unknown ones', async () => {
    const { lookUps } = serverWith(30);
    const found = await recognisePeople(['id-of-member-7', 'id-of-member-99'], lookUps);
    expect([...found.keys()]).toEqual(['id-of-member-7']);
  });
});
