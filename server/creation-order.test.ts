// @module-tag both-engines
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

const COUNT = 9;

/** Reads a whole list in small pages. */
async function idsOf(url: string, caller: Parameters<typeof as>[0]): Promise<string[]> {
  const ids: string[] = [];
  let page = '';
  for (;;) {
    const { body } = await as(caller).get(`${url}?limit=2${page}`);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    if (!body.next) return ids;
    page = `&page=${encodeURIComponent(body.next.page)}`;
  }
}

describe('rows created at the same time', () => {
  it.each([
    ['teams', 'put', 'newest first'],
    ['spaces', 'post', 'newest first'],
    ['sites', 'post', 'oldest first'],
  ] as const)('%s are listed in creation order, and paginate without gaps', async (noun, method, order) => {
    const { db } = await testApp();
    const { base, admin, organization } = await createOrganizationFixture();
    const url = `${base}/${noun}`;
    const before = await idsOf(url, admin);
    const created: string[] = [];
    for (let index = 0; index < COUNT; index += 1) {
      const { body } = await as(admin)[method](url, { title: `Number ${index}` });
      created.push(body.id);
    }
    await sql`update ${sql.table(noun)} set created_at = '2026-01-01T00:00:00Z'
      where organization_id = ${organization.id} and id = any(${created}::text[])`.execute(db);
    const newIds = (await idsOf(url, admin)).filter((id) => !before.includes(id));
    expect(newIds).toEqual(order === 'newest first' ? created.toReversed() : created);
  });

  it('are sorted alike by the database and the server, however fast ids are created', async () => {
    const { db } = await testApp();
    const ids = Array.from({ length: 2000 }, newId);
    expect(ids.every((id) => /^[0-9A-Za-z]{20}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids.toReversed()}::text[]) as made(id) order by id`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });
});
