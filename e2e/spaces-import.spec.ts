import { updateSpace } from '../src/api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from './fixtures.ts';
import { makeContent } from './support/content-trees.ts';

test('an import that cannot be done says why, keeps what was typed and changes nothing', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 4\d\d|status of 5\d\d/);
  const content = await makeContent(organization, { Guide: null });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${content.idOf('Guide')}/import`));
  const form = page.getByRole('form', { name: 'Import' });
  await form.getByLabel('Kind of source').selectOption('Markdown');
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Address').fill('http://127.0.0.1:9/guide.md');
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByText('Nothing was imported: a failed import changes nothing.')).toBeVisible();
  await expect(form.getByLabel('Address')).toHaveValue('http://127.0.0.1:9/guide.md');
  await checkAccessibility(page);
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible();
  await checkAccessibility(page);
});

test('a locked space takes no import and says so', async ({ organization, signIn, page }) => {
  const content = await makeContent(organization, { Guide: null });
  const { client } = organization.admin;
  const path = { spaceId: content.idOf('Guide') };
  await updateSpace({ client, path, body: { editMode: 'locked' } });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${path.spaceId}/import`));
  const run = page.getByRole('button', { name: 'Import', exact: true });
  await expect(run).toHaveAttribute('data-tip', /The space is locked/);
});
