import { expect, test } from '../fixtures.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

test('an administrator announces something to all visitors of a site, and takes it back', async ({
  organization,
  page,
  signIn,
}) => {
  const { id, base } = await createPublishedSite(
    organization,
    { Guide: ['Guide'] },
    { Guide: [insertPage('Welcome', 'Start here.\n')] },
  );
  await signIn(organization.admin);
  await page.goto(`/o/${organization.id}/sites/${id}/settings`);
  const form = page.getByRole('form', { name: 'Announcement' });
  const save = form.getByRole('button', { name: 'Save changes' });
  await form.getByLabel('Text of the link').fill('Read more');
  await save.click();
  await expect(form.getByText('Enter a text, or clear the other fields.')).toBeVisible();
  await form.getByLabel('Text (optional)').fill('The harbour is closed on Sunday.');
  await form.getByLabel('URL of the link').fill('/welcome');
  await form.getByLabel('First day').fill('01/03/2099');
  await form.getByLabel('Style').selectOption('Warning');
  await save.click();
  await expect(form.getByText('Visitors don’t see it yet.')).toBeVisible();
  await form.getByLabel('First day').fill('');
  await save.click();
  await expect(form.getByText('Visitors see it now.')).toBeVisible();
  await expect(save).toBeDisabled();

  await page.goto(base);
  const banner = page.getByRole('complementary', { name: 'Announcement' });
  await expect(banner).toContainText('The harbour is closed on Sunday. Read more');
  await page.goto(`/o/${organization.id}/sites/${id}/settings`);
  for (const label of ['Text (optional)', 'Text of the link', 'URL of the link']) {
    await form.getByLabel(label).fill('');
  }
  await save.click();
  await expect(form.getByText('Visitors see it now.'), 'it is saved').toHaveCount(0);
  await expect(save).toBeDisabled();
  await page.goto(base);
  await expect(page.getByText('Start here.')).toBeVisible();
  await expect(banner).toHaveCount(0);
});
