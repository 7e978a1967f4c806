import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { chooseView } from '../support/site-structures.ts';
import { insertPage } from '../support/space-pages.ts';

test('a creator sees what readers stumble over in pages, and goes to the line to mend it', async ({
  page,
  organization,
  signIn,
}) => {
  const pages = {
    Guide: [
      insertPage('Gauges', '## Tides\n\n##### Spring tides\n\n![](/files/none)\n'),
      insertPage('Harbours', 'Moor here.\n'),
    ],
  };
  const { id } = await createPublishedSite(organization, { Guide: ['Guide'] }, pages);
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/structure`));
  await chooseView(page, 'Site health…');
  const dialog = page.getByRole('dialog', { name: 'Site health' });
  const findings = dialog.getByRole('list', { name: 'Problems in pages' }).getByRole('listitem');
  await expect(findings).toHaveCount(4);
  await expect(dialog.getByRole('status')).toContainText('Checked');
  await expect(findings.first()).toContainText('Has no description');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByLabel('Kind of findings').selectOption('Headings out of order (1)');
  await expect(findings).toHaveCount(1);
  await expect(findings).toContainText('line 3');
  await expect(findings).toContainText('##### Spring tides');
  await findings.getByRole('link', { name: 'Edit: Gauges' }).click();
  await page.getByRole('button', { name: 'Create change request' }).click();
  await expect(page).toHaveURL(/\/edit\?line=3/);
  await expect(page.getByRole('textbox', { name: /^Text/ })).toBeFocused();
});
