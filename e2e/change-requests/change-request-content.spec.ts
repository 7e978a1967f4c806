import { checkAccessibility, expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';
import { insertPage, createPages, createOpenChangeRequest, updatePage } from '../support/space-pages.ts';

test('a reviewer reads the proposed pages of a change request with links and revision @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Valves', 'Open the valve.\n')]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Better valves', [
    updatePage(
      idOf('Valves'),
      'Open it [slowly](https://slow.example/) and [again](/pages/gone0000000000000000).\n',
    ),
    insertPage('Pumps', `See [the valves](/pages/${idOf('Valves')}) or [below](#wear).\n\n## Wear\n`),
  ]);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/content`));
  const article = page.getByRole('article');
  await expect(article).toContainText('Open it slowly');
  const links = page.getByRole('table', { name: 'Links' });
  await expect(links).toContainText('https://slow.example/');
  await expect(links).toContainText('Broken');
  await page.getByText('Revision', { exact: true }).click();
  const details = page.getByRole('group').filter({ hasText: 'ID' });
  await expect(details).toContainText(/Pages2Files0/);
  await checkAccessibility(page);
  await page.getByRole('treeitem', { name: /^Pumps/ }).click();
  await expect(article.getByRole('heading', { name: 'Pumps' })).toBeVisible();
  const pumps = page.url();
  await article.getByRole('link', { name: 'below' }).click();
  await expect(page).toHaveURL(`${pumps}#wear`);
  await expect(article.getByRole('heading', { name: 'Pumps' })).toBeVisible();
  await article.getByRole('link', { name: 'the valves' }).click();
  await expect(article).toContainText('Open it slowly');
  await expect(page).toHaveURL(new RegExp(`/changes/.*/content\\?page=${idOf('Valves')}`));

  await navigateTo(page, organization.path(`/spaces/${spaceId}/pages`));
  await expect(article).toContainText('Open the valve.');
  await page.getByText('Revision', { exact: true }).click();
  await expect(details).toContainText(/Merged change request.*Pages1Files0/);
});
