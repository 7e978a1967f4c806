import { expect, expectRow, test } from '../fixtures.ts';
import { createPublishedSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

test('a creator has pages ask their readers, and deals with an answer', async ({
  page,
  organization,
  signIn,
}) => {
  const pages = { Guide: [insertPage('Gauges', 'Read the gauge twice.\n')] };
  const site = await createPublishedSite(organization, { Guide: ['Guide'] }, pages);
  const { id } = site;
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/insights`));
  const asking = page.getByRole('switch', { name: 'Ask if pages were helpful' });
  await asking.click();
  await expect(asking).toHaveAttribute('aria-checked', 'true');

  await page.goto(site.base);
  const form = page.getByRole('group', { name: 'Was this page helpful?' });
  await form.getByLabel('No', { exact: true }).check();
  await page.locator('form.feedback textarea').fill('Where are the tides?');
  await page.locator('form.feedback').getByRole('button').click();
  await expect(page).toHaveURL(/#~thanks$/);

  await page.goto(organization.path(`/sites/${id}/insights`));
  const answers = page.getByRole('table', { name: 'Feedback' });
  await expectRow(answers, { 'What readers say': 'Where are the tides?', Helpful: 'Not helpful' });
  await answers.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Mark as done' }).click();
  await expect(page.getByText('No open answers')).toBeVisible();
  await page.getByLabel('State of answers').selectOption('Done');
  await expectRow(answers, { 'What readers say': 'Where are the tides?' });
});
