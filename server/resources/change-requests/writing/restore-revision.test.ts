import { beforeAll, expect, it } from 'vitest';
import { createWrittenSpace } from '#server/test/content-factories.ts';
import { createOrganizationFixture, type OrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

it('brings an earlier revision back in a change request, whose merge undoes all that came later', async () => {
  const { space, start } = await createWrittenSpace({
    organizationId: w.organization.id,
    defaultLevel: 'inherit',
  });
  const url = `/v1/spaces/${space.id}`;
  const textOf = async () =>
    (await as(w.reader).get(`${url}/content/page/${start.id}?format=markdown`)).body.markdown;
  const titles = async () =>
    (await as(w.reader).get(`${url}/content/pages`)).body.pages.map(({ title }: { title: string }) => title);
  const edit = (changes: object[]) => as(w.editor).post(`${url}/content`, { changes });
  const [firstText, firstTitles] = [await textOf(), await titles()];
  const { revision: first } = (await as(w.reader).get(url)).body;
  await edit([{ operation: 'update_page', page: start.id, document: { markdown: 'Changed' } }]);
  await edit([{ operation: 'insert_page', title: 'Later' }]);
  const { revision: current } = (await as(w.reader).get(url)).body;

  const restore = (revision: string) => as(w.editor).post(`${url}/revisions/${revision}/restore`);
  expect((await restore(current)).status).toBe(409);
  const { status, body } = await restore(first);
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'draft', outdated: false, revisionInitial: current });
  expect(body.subject).toMatch(/^Bring back the version of 20/);
  const { changes } = (await as(w.reader).get(`${url}/change-requests/${body.id}/changes`)).body;
  expect(changes.map(({ type }: { type: string }) => type).toSorted()).toEqual([
    'page_deleted',
    'page_edited',
  ]);
  // A revision of a change request is none that the space had.
  expect((await restore(body.revision)).status).toBe(404);
  expect((await as(w.reviewer).post(`${url}/change-requests/${body.id}/merge`)).body.result).toBe('merge');
  expect([await textOf(), await titles()]).toEqual([firstText, firstTitles]);
});
