import { createChangeRequestComment, getChangeRequestPage } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';
import { testPicture, uploadFile } from '../support/pictures.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

test('a reviewer sees pictures and hints of a new page on each screen, and once that it is added @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId } = await createPages(organization, [insertPage('Harbour', 'Ships lie here.')]);
  const upload = await uploadFile(organization.admin, spaceId, testPicture());
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Owls', [
    { operation: 'insert_file', upload },
    insertPage(
      'Owls',
      `They see at night.\n\n![An owl](/files/${upload})\n\n{% hint style="info" %}\nMind the water.\n{% endhint %}\n`,
    ),
  ]);
  await signIn(organization.admin);
  const changes = page.getByRole('region', { name: 'Changes' });
  const expectRendered = async () => {
    await expect(changes.getByRole('img', { name: 'An owl' })).toHaveJSProperty('naturalWidth', 1);
    await expect(changes).toContainText('Mind the water.');
    await expect(changes).not.toContainText('{%');
    await expect(changes).not.toContainText('+ Added');
    await expect(changes.getByRole('link', { name: /Owls/ })).toContainText('Added');
  };
  await page.goto(organization.path(screen));
  await expectRendered();
  await navigateTo(page, organization.path('/inbox/open'));
  await expectRendered();
  await navigateTo(page, organization.path(`${screen}/diff`));
  await page.getByRole('treeitem', { name: /Owls/ }).click();
  const article = page.getByRole('article', { name: 'Owls' });
  await expect(article.getByRole('img', { name: 'An owl' })).toHaveJSProperty('naturalWidth', 1);
  await expect(article).toContainText('Mind the water.');
  await expect(article).not.toContainText('{%');
  await expect(article.getByText('Added', { exact: true })).toHaveCount(1);
  await expect(article).not.toContainText('+ Added');
});

test('a reviewer finds a comment on a text in a hint at that hint @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Harbour', 'Ships lie here.')]);
  const pageId = idOf('Harbour');
  const { client } = organization.admin;
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Water', [
    updatePage(pageId, 'Ships lie here.\n\n{% hint style="info" %}\nMind the water.\n{% endhint %}\n'),
  ]);
  const { data } = await getChangeRequestPage({
    client,
    path: { ...path, pageId },
    query: { format: 'document' },
    throwOnError: true,
  });
  const inside = data.document?.nodes?.[1]?.nodes?.[0];
  const body = { page: pageId, node: String(inside?.key), body: { markdown: 'How deep?' } };
  await createChangeRequestComment({ client, path, body, throwOnError: true });
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff/${pageId}`));
  const row = page.getByRole('listitem').filter({ hasText: 'Mind the water.' });
  await expect(row.getByRole('article', { name: /^Comment by/ })).toContainText('How deep?');
  await expect(page.getByRole('region', { name: `Comments on this page` })).toContainText(
    '1 comment in the text above.',
  );
});

test('a reviewer reads comments on blocks at their lines in the source, also on the header of a table @details', async ({
  organization,
  signIn,
  page,
}) => {
  const text = 'Ships lie here.\n\n| Berth | Depth |\n|---|---|\n| One | 4 m |\n';
  const { spaceId, idOf } = await createPages(organization, [insertPage('Harbour', text)]);
  const pageId = idOf('Harbour');
  const { client } = organization.admin;
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Depths', [
    updatePage(pageId, text.replace('Depth', 'Draught')),
  ]);
  const { data } = await getChangeRequestPage({
    client,
    path: { ...path, pageId },
    query: { format: 'document' },
    throwOnError: true,
  });
  const [paragraph, table] = data.document?.nodes ?? [];
  for (const [block, markdown] of [
    [paragraph, 'Which ships?'],
    [table, 'Draught of what?'],
  ] as const)
    await createChangeRequestComment({
      client,
      path,
      body: { page: pageId, node: String(block?.id), body: { markdown } },
      throwOnError: true,
    });
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff/${pageId}?view=source`));
  const lines = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Which ships?' })).toContainText('Ships lie here.');
  await expect(lines.filter({ hasText: 'Draught of what?' })).toContainText('| One | 4 m |');
  await expect(page.getByRole('region', { name: 'Comments on this page' })).toContainText(
    '2 comments in the text above.',
  );
  await checkAccessibility(page);
  // Below the table whose header was changed.
  await navigateTo(page, organization.path(`${screen}/diff/${pageId}`));
  const blocks = lines.filter({ hasText: 'Draught of what?' });
  await expect(blocks.getByRole('columnheader', { name: /Draught/ })).toBeVisible();
});
