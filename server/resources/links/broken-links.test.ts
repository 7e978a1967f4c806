import { describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

describe('listBrokenLinks', () => {
  it('lists the visible spaces, most broken links first', async () => {
    const { organization, base, reader, admin } = await createOrganizationFixture();
    const organizationId = organization.id;
    const create = async (broken: number, fields: Partial<Parameters<typeof createSpace>[0]> = {}) => {
      const space = await createSpace({ organizationId, ...fields });
      const text = Array.from({ length: broken }, (_, index) => `[a](/pages/gone${index})`).join(' ');
      await writeContent(space, [{ title: 'One', text: `${text} [b](https://press.example)` }]);
      return space;
    };
    const one = await create(1, { title: 'One', emoji: '1️⃣' });
    const five = await create(5);
    await create(0);
    await create(7, { deletedAt: new Date() });
    const closed = await create(3, { defaultLevel: null });
    const { body } = await as(reader).get(`${base}/broken-links`);
    expect(body).toMatchObject({
      count: 2,
      items: [
        { space: { id: five.id }, broken: 5 },
        { space: { id: one.id, title: 'One', emoji: '1️⃣' }, broken: 1 },
      ],
    });
    const all = await as(admin).get(`${base}/broken-links`);
    expect(all.body.items.map(({ space }: { space: { id: string } }) => space.id)).toEqual([
      five.id,
      closed.id,
      one.id,
    ]);
    await writeContent(five, [{ title: 'One', text: 'mended' }]);
    expect((await as(reader).get(`${base}/broken-links`)).body.count).toBe(1);
  });
});

describe('listSpacePageBacklinks with subpages', () => {
  it('lists what breaks when a page is deleted with those below it', async () => {
    const { organization, reader } = await createOrganizationFixture();
    const space = await createSpace({ organizationId: organization.id });
    const deep = { id: 'deep', title: 'Deep', text: '' };
    const inner = {
      id: 'inner',
      title: 'Inner',
      text: '[top](/pages/top) [deep](/pages/deep)',
      pages: [deep],
    };
    await writeContent(space, [
      { id: 'top', title: 'Top', text: '[inner](/pages/inner)', pages: [inner] },
      { id: 'a', title: 'A', text: '[top](/pages/top)' },
      { id: 'b', title: 'B', text: '[deep](/pages/deep) [twice](/pages/deep)' },
      { id: 'c', title: 'C', type: 'link', href: '/pages/inner' },
      { id: 'd', title: 'D', text: '[A](/pages/a)' },
    ]);
    const linking = async (query: string) => {
      const { body } = await as(reader).get(`/v1/spaces/${space.id}/content/page/top/backlinks?${query}`);
      return { ...body, ids: body.items.map(({ page }: { page: { id: string } }) => page.id) };
    };
    expect(await linking('subpages=false')).toMatchObject({ count: 2, ids: ['a', 'inner'] });
    expect(await linking('subpages=true')).toMatchObject({ count: 3, ids: ['a', 'b', 'c'] });
    const first = await linking('subpages=true&limit=1');
    expect(first).toMatchObject({ count: 3, ids: ['a'] });
    expect((await linking(`subpages=true&limit=2&page=${first.next.page}`)).ids).toEqual(['b', 'c']);
  });
});
