import { expect, it } from 'vitest';
import { createChangeRequest, writeContent } from '#server/test/content-factories.ts';
import { createSpace } from '#server/test/factories.ts';
import { createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as, testApp } from '#server/test/test-app.ts';

it('differences and conflicts of thousands of pages are computed in a task process, like those of few', async () => {
  const { db } = await testApp();
  const w = await createOrganizationFixture();
  const space = await createSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const titles = Array.from({ length: 2500 }, (_, n) => `Page ${n}`);
  const { pages } = await writeContent(
    space,
    titles.map((title) => ({ title, text: '' })),
  );
  const { id } = await createChangeRequest(space.id);
  // Every other page has another title, the first is deleted, and one is new.
  const changed = await writeContent(space, [
    ...pages.slice(1).map((page, n) => ({ id: page.id, title: n % 2 ? page.title : `New ${n}`, text: '' })),
    { title: 'Added', text: '' },
  ]);
  await db
    .updateTable('change_requests')
    .set({ revision_id: changed.revisionId })
    .where('id', '=', id)
    .execute();
  const url = `/v1/spaces/${space.id}/change-requests/${id}`;
  const read = async (limit: number) => (await as(w.admin).get(`${url}/changes?limit=${limit}`)).body;

  const { changes, more } = await read(1000);
  expect(changes).toHaveLength(1000);
  expect(more).toBe(true);
  expect(changes[1]).toMatchObject({
    type: 'page_edited',
    page: { id: pages[3]?.id, title: 'New 2', previousTitle: 'Page 3', attributes: ['title', 'slug'] },
  });
  expect(await read(1)).toMatchObject({ changes: [changes[0]], more: true });
  expect((await as(w.admin).get(`${url}/conflicts`)).body).toMatchObject({ conflicts: [] });
});
