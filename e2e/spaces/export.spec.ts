import { strFromU8, unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

test('a reader downloads a space, and a change request, as Markdown files', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Start', 'Welcome.')]);
  const guide = `See [the start](/pages/${idOf('Start')}#top).`;
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Add a guide', [
    insertPage('Guide', guide),
  ]);
  await signIn(organization.admin);

  const filesOf = async (path: string) => {
    await page.goto(organization.path(path));
    await page.getByRole('button', { name: 'More actions' }).first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as Markdown' }).click(),
    ]);
    const files = unzipSync(await readFile(await download.path()));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  };

  expect(await filesOf(`/spaces/${spaceId}/pages`)).toEqual({
    'README.md': '# Start\n\nWelcome.',
    'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n',
  });
  expect(await filesOf(screen)).toEqual({
    'README.md': '# Start\n\nWelcome.',
    'guide.md': '# Guide\n\nSee [the start](README.md#top).',
    'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n* [Guide](guide.md)\n',
  });
});
