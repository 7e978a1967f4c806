import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '#server/test/factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;
beforeAll(async () => {
  w = await createOrganizationFixture();
  url = `${w.base}/personal-state`;
});

const at = '2026-03-01T08:00:00.000Z';
const seen = (subject: string, time = at) => ({ kind: 'seen', subject, value: { at: time } });
const favorite = (subject: string) => ({ kind: 'favorite', subject, value: { title: subject, at } });
const view = (name: string) => ({ kind: 'view', subject: `members#${name}`, value: { search: '?q=a' } });

const write = (who: TestMember, entries: readonly object[]) => as(who).patch(url, { entries });
const read = async (who: TestMember): Promise<{ kind: string; subject: string; value: object }[]> =>
  (await as(who).get(url)).body.entries;
const newMember = () => createMember({ organizationId: w.organization.id });

describe('personal state', () => {
  it('is kept for one person, by subject, and the last write counts', async () => {
    const [ada, eve] = [await newMember(), await newMember()];
    expect((await write(ada, [seen('a'), view('Mine'), favorite('space/x')])).status).toBe(204);
    const later = '2026-03-02T08:00:00.000Z';
    expect((await write(ada, [seen('a'), seen('a', later), { ...view('Mine'), value: null }])).status).toBe(
      204,
    );
    expect(await read(ada)).toMatchObject([
      { kind: 'seen', subject: 'a', value: { at: later } },
      { kind: 'favorite', subject: 'space/x', value: { title: 'space/x', at } },
    ]);
    expect(await read(eve)).toEqual([]);
  });

  it('is answered without a body where it is known', async () => {
    const ada = await newMember();
    await write(ada, [seen('a')]);
    const { headers } = await as(ada).get(url);
    const known = { 'if-none-match': String(headers.etag) };
    expect((await as(ada).get(url, known)).status).toBe(304);
    await write(ada, [seen('b')]);
    expect((await as(ada).get(url, known)).status).toBe(200);
  });

  it.each([
    ['a field of another kind', { ...seen('a'), value: { at, search: '' } }, 'body.entries[1].value.search'],
    ['a missing field', { ...seen('a'), value: {} }, 'body.entries[1].value.at'],
    ['no time', seen('a', 'yesterday'), 'body.entries[1].value.at'],
    ['a year beyond the calendar', seen('a', '0000-01-01T00:00:00Z'), 'body.entries[1].value.at'],
    ['an unknown kind', { ...seen('a'), kind: 'mood' }, 'body.entries[1].kind'],
    ['a long subject', seen('a'.repeat(401)), 'body.entries[1].subject'],
  ])('takes nothing of a request with %s', async (_what, entry, path) => {
    const ada = await newMember();
    const response = await write(ada, [seen('first'), entry]);
    expect(response.status).toBe(400);
    expect(response.body.error.details[0].path).toBe(path);
    expect(await read(ada)).toEqual([]);
  });

  it('takes at most 200 entries at once', async () => {
    const entries = Array.from({ length: 201 }, (_, index) => seen(`s${index}`));
    expect((await write(await newMember(), entries)).status).toBe(400);
  });

  it('refuses favorites and saved views beyond their limits, with all that came along', async () => {
    const ada = await newMember();
    const all = Array.from({ length: 200 }, (_, index) => favorite(`space/${index}`));
    expect((await write(ada, all)).status).toBe(204);
    const response = await write(ada, [seen('a'), favorite('space/more')]);
    expect(response.status).toBe(409);
    expect(response.body.error.message).toContain('200 favorites');
    expect(await read(ada)).toHaveLength(200);
    // Others still have room, and what there is can be changed.
    expect((await write(ada, [view('Mine'), seen('a'), favorite('space/7')])).status).toBe(204);
  });

  it('drops the oldest marks beyond 2,000 entries, and nothing that was kept on purpose', async () => {
    const ada = await newMember();
    await write(ada, [favorite('space/first'), seen('oldest')]);
    const { db, clock } = await testApp();
    const rows = Array.from({ length: 1998 }, (_, index) => ({
      organization_id: w.organization.id,
      user_id: ada.id,
      kind: 'viewed' as const,
      subject: `cr/${index}`,
      value: JSON.stringify({ state: 'x' }),
      updated_at: new Date(clock.now().getTime() + 1),
    }));
    await db.insertInto('personal_states').values(rows).execute();
    expect((await write(ada, [seen('newest')])).status).toBe(204);
    const subjects = (await read(ada)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2000);
    expect(subjects).toContain('space/first');
    expect(subjects).toContain('newest');
    expect(subjects).not.toContain('oldest');
  });

  it('goes with the membership, and is in no audit log and no event', async () => {
    const ada = await newMember();
    const { db } = await testApp();
    const audited = () => db.selectFrom('audit_log').select('id').where('actor_id', '=', ada.id).execute();
    await write(ada, [seen('a')]);
    expect(await audited()).toEqual([]);
    expect((await as(w.admin).delete(`${w.base}/members/${ada.id}`)).status).toBeLessThan(300);
    const rows = await db.selectFrom('personal_states').selectAll().where('user_id', '=', ada.id).execute();
    expect(rows).toEqual([]);
  });
});
