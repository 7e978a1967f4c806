import { beforeAll, describe, expect, it } from 'vitest';
import { documentIdOf, nodeIdOf } from '#server/content/pages/storage.ts';
import { createWrittenSpace, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

async function createSpace() {
  const written = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'comment' });
  const url = `/v1/spaces/${written.space.id}/comments`;
  const comment = (target: object) => as(w.commenter).post(url, { body: { markdown: 'Hm.' }, ...target });
  return { ...written, url, comment };
}

describe('the target of a comment', () => {
  it('is a page at any level of the tree', async () => {
    const { comment, deep, space, revisionId } = await createSpace();
    const { status, body } = await comment({ page: deep.id });
    expect(status).toBe(200);
    expect(body.target).toEqual({
      space: space.id,
      revision: revisionId,
      page: {
        id: deep.id,
        title: 'Deep',
        path: 'start/deep',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
        outdated: false,
      },
    });
  });

  it('is a block of the page, with the beginning of its text', async () => {
    const { comment, start, deep } = await createSpace();
    const node = nodeIdOf('Two');
    const { body } = await comment({ page: start.id, node });
    expect(body.target.node).toEqual({ id: node, preview: 'Two' });
    const elsewhere = await comment({ page: deep.id, node });
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.body.error.details[0].path).toBe('body.node');
  });

  it('follows its block through edits, and is outdated when the block is removed', async () => {
    const { comment, space, start, url } = await createSpace();
    const [one, two] = [nodeIdOf('One'), nodeIdOf('Two')];
    const onOne = (await comment({ page: start.id, node: one })).body.id;
    const onTwo = (await comment({ page: start.id, node: two })).body.id;
    const resolved = (await comment({ page: start.id, node: two })).body.id;
    await as(w.commenter).put(`${url}/${resolved}`, { resolved: true });
    const rewrite = (text: string) => writeContent(space, [{ id: start.id, title: 'Start', text }]);
    const targetOf = async (id: string) => {
      const { target } = (await as(w.reader).get(`${url}/${id}`)).body;
      return [target.node.id, target.page.outdated];
    };
    await rewrite('# Start\n\nNew\n\nOne\n\nTwo is more\n');
    expect(await targetOf(onOne)).toEqual([one, false]);
    expect(await targetOf(onTwo)).toEqual([nodeIdOf('Two is more'), false]);
    expect(await targetOf(resolved)).toEqual([two, true]);
    await rewrite('Two is more\n\n# Start\n');
    expect(await targetOf(onOne)).toEqual([one, true]);
    await rewrite('# Start\n\nOne\n\nTwo\n');
    expect(await targetOf(onOne)).toEqual([one, false]);
    expect(await targetOf(onTwo)).toEqual([two, false]);
  });

  it('can be filtered by page', async () => {
    const { comment, start, deep, url } = await createSpace();
    const { body } = await comment({ page: start.id });
    await comment({ page: deep.id });
    const { items, count } = (await as(w.reader).get(`${url}?targetPage=${start.id}`)).body;
    expect(count).toBe(1);
    expect(items[0].id).toBe(body.id);
  });

  it('is outdated when the page has changed, and keeps its title when the page is deleted', async () => {
    const { comment, space, start, deep, other, url } = await createSpace();
    const onStart = (await comment({ page: start.id })).body.id;
    const onDeep = (await comment({ page: deep.id })).body.id;
    const onOther = (await comment({ page: other.id })).body.id;
    await writeContent(space, [
      { id: start.id, title: 'Begin', text: 'Other words' },
      { id: other.id, title: 'Other', documentId: other.documentId ?? documentIdOf('') },
    ]);
    const { items } = (await as(w.reader).get(url)).body;
    const pages = Object.fromEntries(
      items.map((item: { id: string; target: { page: object } }) => [item.id, item.target.page]),
    );
    expect(pages[onStart]).toMatchObject({ title: 'Begin', path: 'begin', outdated: true });
    expect(pages[onDeep]).toMatchObject({ title: 'Deep', path: 'start/deep', outdated: true });
    expect(pages[onOther]).toMatchObject({ title: 'Other', outdated: false });
    const late = await comment({ page: deep.id });
    expect(late.status).toBe(400);
    expect(late.body.error.details[0].path).toBe('body.page');
  });
});
