import type { Page } from '@playwright/test';
import { putSiteInsightsSettings } from '#api/generated/sdk.gen.ts';
import { expect, expectRow, test } from '../fixtures.ts';
import { createPublishedGuide, type PublishedTestSite } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

const pages = [insertPage('Gauges', 'Read the gauge twice.\n')];

/** Answers as a reader that the page was not helpful. */
async function answer(page: Page, { base }: PublishedTestSite, sentence: string): Promise<void> {
  await page.goto(base);
  const form = page.getByRole('group', { name: 'Was this page helpful?' });
  await form.getByLabel('No', { exact: true }).check();
  await page.locator('form.feedback textarea').fill(sentence);
  await page.locator('form.feedback').getByRole('button').click();
  await expect(page).toHaveURL(/#~thanks$/);
}

test('a creator has pages ask their readers, and deals with an answer', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createPublishedGuide(organization, pages);
  const { id } = site;
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${id}/insights`));
  const asking = page.getByRole('switch', { name: 'Ask if pages were helpful' });
  await asking.click();
  await expect(asking).toHaveAttribute('aria-checked', 'true');

  await answer(page, site, 'Where are the tides?');

  await page.goto(organization.path(`/sites/${id}/insights`));
  const answers = page.getByRole('table', { name: 'Feedback' });
  await expectRow(answers, { 'What readers say': 'Where are the tides?', Helpful: 'Not helpful' });
  await answers.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Mark as done' }).click();
  await expect(page.getByText('No open answers')).toBeVisible();
  await page.getByLabel('State of answers').selectOption('Done');
  await expectRow(answers, { 'What readers say': 'Where are the tides?' });
});

test('a creator changes the page that a reader misses something on, with the answer at hand @details', async ({
  page,
  organization,
  signIn,
  problems,
}) => {
  const site = await createPublishedGuide(organization, pages);
  const path = { organizationId: organization.id, siteId: site.id };
  const { client } = organization.admin;
  await putSiteInsightsSettings({ client, path, body: { asksFeedback: true }, throwOnError: true });
  await answer(page, site, 'Where are the [tides](https://a.example)?');
  await answer(page, site, 'Which unit?');

  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/insights`));
  const answers = page.getByRole('table', { name: 'Feedback' });
  await answers
    .getByRole('row', { name: /Where are the/ })
    .getByRole('link', { name: 'Gauges' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Propose a change to “Gauges”' });
  await expect(dialog).toContainText('Where are the [tides](https://a.example)?');
  await dialog.getByRole('button', { name: 'Create change request' }).click();
  await expect(page).toHaveURL(/\/edit/);
  await expect(page.getByText('A reader found this page not helpful')).toBeVisible();
  await expect(page.getByText('Where are the [tides](https://a.example)?')).toBeVisible();

  await page.goto(organization.path(`/sites/${site.id}/insights`));
  await expect(answers.getByRole('row', { name: /Which unit/ })).toBeVisible();
  await expect(answers.getByRole('row', { name: /Where are the/ })).toHaveCount(0);
  const isDone = page.getByRole('menuitem', { name: 'Mark as done' });
  problems.expect(/ERR_FAILED/);
  await page.route('**/page-feedback/*', (route) => route.abort(), { times: 1 });
  await answers.getByRole('button', { name: /^Actions for/ }).click();
  await isDone.click();
  await expect(page.getByRole('alert')).toContainText('Couldn’t reach the server');
  await expect(answers.getByRole('row', { name: /Which unit/ })).toBeVisible();

  await answers.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Make it a comment' }).click();
  await expect(page.getByText('No open answers')).toBeVisible();
});
