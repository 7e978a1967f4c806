/** What changes of a published structure do to addresses, and to links that lead there. */
import { getSite } from '#api/generated/sdk.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { createPublishedSite, spacesOfSite } from '../support/published-sites.ts';
import { treeRow } from '../support/site-structures.ts';
import { createPages, insertPage } from '../support/space-pages.ts';

/** The browser of the tests says that it is a program. */
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function createLinkedSite(organization: Organization) {
  const outline = { Start: ['Welcome'], Guides: ['Guide', 'Handbook'], API: ['Reference'] };
  const site = await createPublishedSite(organization, outline, { Guide: [insertPage('Setup', 'Hello.\n')] });
  const guide = (await spacesOfSite(organization, site)).get('Guide');
  const { client } = organization.admin;
  const { data } = await getSite({ client, path: site.path, throwOnError: true });
  const address = `${data.urls.published}guides/setup`;
  const links = `[a](/spaces/${guide}) and [b](${address})\n`;
  await createPages(organization, [insertPage('Overview', links)], 'Company');
  return site;
}

test('an administrator sees what a new path does before saving it, and what is removed', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createLinkedSite(organization);
  const headers = { accept: 'text/html', 'user-agent': FIREFOX };
  await page.request.get(`${site.base}guides/setup`, { headers });
  await signIn(organization.admin);
  await page.goto(`${site.editor}?item=${site.idOf('Guides')}`);
  const form = page.getByRole('form', { name: 'Details of Guides' });
  await form.getByLabel('Path').fill('manuals');
  await expect(form.getByText('2 addresses change', { exact: true })).toBeVisible();
  await expect(form.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveText([
    /\/guides\/.*\/manuals\//,
    /\/guides\/handbook\/.*\/manuals\/handbook\//,
  ]);
  await expect(form.getByText('Old addresses redirect to the new ones.')).toBeVisible();
  await expect(form.getByText(/of other spaces lead here/)).toContainText(/^2 links in 1 page/);
  await expect(form.getByText('Readers opened pages here 1 time in the last 30 days.')).toBeVisible();
  await form.getByRole('button', { name: 'Save changes' }).press('Enter');

  // Then a quiet line says it, and shows the rest on demand.
  await page.getByRole('button', { name: 'Addresses', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '2 addresses changed' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByText('/guides/', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('link', { name: '/manuals/', exact: true })).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await treeRow(page, 'Guides').click();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Remove section “Guides”?' });
  await expect(question.getByText(/Visitors no longer find the pages at .*\/manuals\//)).toBeVisible();
  // One of them is written as the old address, which redirects.
  await expect(
    question.getByText(/of other spaces lead here. On this site they will lead nowhere/),
  ).toContainText('2 links in 1 page of other spaces');
  await expect(question.getByText('Readers opened pages here 1 time in the last 30 days.')).toBeVisible();
});

test('an administrator moves an item without a question, and learns which addresses changed @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createLinkedSite(organization);
  await signIn(organization.admin);
  await page.goto(site.editor);
  // The order in a section changes no address.
  await treeRow(page, 'Handbook').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(site.order).toContain('Guides(Handbook Guide)');
  await expect(page.getByRole('button', { name: 'Addresses', exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Move to…' }).click();
  const move = page.getByRole('dialog', { name: /^Move/ });
  await move.getByLabel('Location').selectOption({ label: 'API' });
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(site.order).toContain('API(Reference Handbook)');
  await expect(page.getByText('1 address changes. Old addresses redirect.')).toBeVisible();
});
