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
