/** Edits of pages that came from files. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createWrittenSpace, writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import { as } from '#server/test/test-app.ts';

let w: OrganizationFixture;
let url: string;
let ids: Map<string, string>;

const titled = { source: { titleHeading: true as const } };

beforeAll(async () => {
  w = await createOrganizationFixture();
});
beforeEach(async () => {
  const { space } = await createWrittenSpace({ organizationId: w.organization.id, defaultLevel: 'inherit' });
  const { pages } = await writeContent(
    space,
    [
      {
        title: 'Start',
        git: { path: 'README.md' },
        text: '[a](guide/setup.md#one) and [b](guide)\n\n[same](other.md)\n\n{% content-ref url="guide/setup.md" %}\n{% endcontent-ref %}\n',
      },
      {
        title: 'Guide',
        git: { path: 'guide/README.md' },
        ...titled,
        text: '# Guide {#g}\n\n[a](setup.md) ![](../.gitbook/a%20b.png)\n',
        pages: [
          {
            title: 'Setup',
            git: { path: 'guide/setup.md' },
            text: '[up](./) [start](../README.md)\n\n## One\n',
          },
        ],
      },
      {
        title: 'Other',
        git: { path: 'other.md' },
        text: '<a href="guide/setup.md">a</a> `[a](guide/setup.md)`\n',
      },
      { title: 'Written here', text: 'Text\n' },
    ],
    [
      {
        id: 'picture0000000000001',
        name: 'a b.png',
        contentType: 'image/png',
        size: 1,
        width: null,
        height: null,
        git: { path: '.gitbook/a b.png' },
      },
    ],
  );
  const all = pages.flatMap((page) => [page, ...page.pages]);
  ids = new Map(all.map(({ title, id }) => [title, id]));
  const list = `/v1/spaces/${space.id}/change-requests`;
  url = `${list}/${(await as(w.editor).post(list, {})).body.id}`;
});

const update = async (title: string, fields: object) => {
  const changes = [{ operation: 'update_page', page: ids.get(title), ...fields }];
  const { status } = await as(w.editor).post(`${url}/content`, { changes });
  expect(status).toBe(200);
};
const read = async (title: string) => {
  const { body } = await as(w.editor).get(`${url}/content/page/${ids.get(title)}?format=markdown`);
  return { path: body.git?.path, text: body.markdown, title: body.title };
};

it('a page that moves takes its file along, and the links to it and from it lead to the same pages', async () => {
  await update('Setup', { into: ids.get('Other') });
  expect(await read('Setup')).toMatchObject({
    path: 'other/setup.md',
    text: '[up](../guide/) [start](../README.md)\n\n## One\n',
  });
  expect(await read('Start')).toMatchObject({
    path: 'README.md',
    text: '[a](other/setup.md#one) and [b](guide)\n\n[same](other.md)\n\n{% content-ref url="other/setup.md" %}\n{% endcontent-ref %}\n',
  });
  expect((await read('Guide')).text).toBe(
    '# Guide {#g}\n\n[a](../other/setup.md) ![](../.gitbook/a%20b.png)\n',
  );
  expect((await read('Other')).text).toBe('<a href="other/setup.md">a</a> `[a](guide/setup.md)`\n');
});

it('a page of a folder moves its folder', async () => {
  await update('Guide', { into: ids.get('Other'), slug: 'manual' });
  expect(await read('Guide')).toMatchObject({
    path: 'other/manual/README.md',
    text: '# Guide {#g}\n\n[a](setup.md) ![](../../.gitbook/a%20b.png)\n',
  });
  expect(await read('Setup')).toMatchObject({
    path: 'other/manual/setup.md',
    text: '[up](./) [start](../../README.md)\n\n## One\n',
  });
  expect((await read('Start')).text).toContain('[a](other/manual/setup.md#one) and [b](other/manual/)');
  const { body } = await as(w.editor).get(`${url}/links`);
  expect(body.stats).toMatchObject({ total: 9, broken: { total: 0 } });
});

it('two files never have one path', async () => {
  await update('Other', { slug: 'guide-1' });
  await update('Setup', { into: null, slug: 'other' });
  expect((await read('Other')).path).toBe('guide-1.md');
  expect((await read('Setup')).path).toBe('other.md');
  await update('Other', { into: ids.get('Guide'), slug: 'setup' });
  expect((await read('Other')).path).toBe('guide/setup.md');
});

it('a page that is renamed has its title in its heading, and pages without a file have none', async () => {
  await update('Guide', { title: 'The *guide*' });
  expect(await read('Guide')).toMatchObject({
    title: 'The *guide*',
    path: 'guide/README.md',
    text: '# The \\*guide\\* {#g}\n\n[a](setup.md) ![](../.gitbook/a%20b.png)\n',
  });
  await update('Written here', { into: ids.get('Guide'), slug: 'new' });
  expect(await read('Written here')).toEqual({ path: undefined, text: 'Text\n', title: 'Written here' });
});
