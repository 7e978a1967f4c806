/** The actions of visitors on a page with an API specification, with the script and without it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { expectPageFits } from '../support/layout.ts';
import { recordRequests } from '../support/published-sites.ts';

/** The demonstration's developer site; its API specification is on this page. */
const url = '/published/skerry/developers/reference';

/** The part of a page about one operation. */
const operationOf = (page: Page, title: string) =>
  page.locator('section.operation').filter({ has: page.getByRole('heading', { name: title }) });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with the script' : 'without the script @details', () => {
    test.use({ javaScriptEnabled });

    test('a visitor finds an operation in the contents and reads it', async ({ page }) => {
      await page.goto(url);
      const contents = page.getByRole('navigation', { name: 'On this page' });
      await contents.getByRole('link', { name: 'POST Create a station' }).click();
      await expect(page).toHaveURL(`${url}#createStation`);
      const operation = operationOf(page, 'Create a station');
      await expect(operation.getByRole('heading', { name: 'Create a station' })).toBeInViewport();
      await expect(operation.locator('.endpoint')).toHaveText('POST /stations');
      await expect(operation.getByText('Unique in the organization').first()).toBeVisible();
    });

    test('a visitor opens what is inside of a field, by keyboard', async ({ page }) => {
      await page.goto(`${url}#listStations`);
      const operation = operationOf(page, 'List stations');
      const field = operation.getByText('Shown on maps and in alerts').first();
      await expect(field).toBeHidden();
      const summary = operation.locator('summary').filter({ hasText: 'Fields of items' });
      await summary.focus();
      await page.keyboard.press('Enter');
      await expect(field).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(field).toBeHidden();
      const wait = operation.getByText('Seconds until the next request');
      await expect(wait).toBeHidden();
      await operation.getByText('More than 600 requests in a minute').click();
      await expect(wait).toBeVisible();
    });

    test('a visitor reads samples in their language, and each response', async ({ page }) => {
      await page.goto(`${url}#createStation`);
      const operation = operationOf(page, 'Create a station');
      const samples = operation.getByRole('group', { name: 'Request samples' });
      await expect(samples.getByText("'https://api.tideline.example/v2/stations'").first()).toBeVisible();
      await samples.getByRole('radio', { name: 'cURL' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(samples.getByText('requests.post(')).toBeVisible();
      await expect(samples.getByText('Content-Type: application/json').first()).toBeHidden();
      const responses = operation.getByRole('group', { name: 'Response samples' });
      await responses.getByText('429', { exact: true }).click();
      await expect(responses.getByText('too_many_requests')).toBeVisible();
    });

    test('a visitor follows a type to its definition', async ({ page }) => {
      await page.goto(`${url}#listAlerts`);
      await operationOf(page, 'List alerts').getByRole('link', { name: 'array of Alert' }).first().click();
      await expect(page).toHaveURL(`${url}#schema-Alert`);
      const definition = page.locator('#schema-Alert');
      await expect(definition.locator('summary').first()).toBeInViewport();
      // The script opens it; without one, that is up to the visitor.
      if (!javaScriptEnabled) await definition.locator('summary').first().click();
      await expect(definition.getByText('Name of the rule')).toBeVisible();
    });
  });
}

test('a chosen language holds for the whole page and the next visit, a chosen response for itself @details', async ({
  page,
}) => {
  await page.goto(url);
  const first = operationOf(page, 'List stations');
  const second = operationOf(page, 'Create a station');
  await first.getByText('JavaScript', { exact: true }).click();
  await expect(second.getByRole('radio', { name: 'JavaScript' })).toBeChecked();
  const responses = first.getByRole('group', { name: 'Response samples' });
  await responses.getByText('401', { exact: true }).click();
  await expect(second.getByRole('radio', { name: '201' })).toBeChecked();
  await page.reload();
  await expect(second.getByRole('radio', { name: 'JavaScript' })).toBeChecked();
  await expect(first.getByRole('radio', { name: '200' })).toBeChecked();
});

test('a sample is copied literally @details', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}#getStation`);
  const samples = operationOf(page, 'Read a station').getByRole('group', { name: 'Request samples' });
  await samples.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "curl 'https://api.tideline.example/v2/stations/aldersund-3' \\\n  -H 'Authorization: Bearer YOUR_TOKEN'",
  );
});

test('a visitor searches for an operation and gets to it', async ({ page }) => {
  const result = page.locator('.results').getByRole('link', { name: 'Acknowledge an alert' });
  await page.goto('/published/skerry/developers/~/search?q=acknowledge');
  await result.click();
  await expect(page).toHaveURL(`${url}#acknowledgeAlert`);
  await expect(page.getByRole('heading', { name: 'Acknowledge an alert' })).toBeInViewport();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('the page looks well in both themes and widths, open and closed @repeats', async ({ page }) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Copy' }).first().waitFor({ state: 'attached' });
  await checkAccessibilityAtBothWidths(page);
  await expectPageFits(page, 1440);
  await page.locator('.text details').evaluateAll((all) => {
    for (const sample of all) sample.setAttribute('open', '');
  });
  await checkAccessibilityAtBothWidths(page);
  await expectPageFits(page, 1440);
});

test('webhooks have what they send @details', async ({ page }) => {
  await page.goto('/published/skerry/developers/webhooks/payloads');
  const webhook = operationOf(page, 'Sent on alert.opened');
  await expect(webhook.getByRole('heading', { name: 'Payload' })).toBeVisible();
  await expect(webhook.getByRole('group', { name: 'Payload' }).getByText('"type"')).toBeVisible();
  await checkAccessibilityAtBothWidths(page);
});

test('a first visit takes at most four requests to this server @details', async ({ page }) => {
  const urls = recordRequests(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(4);
});

test('on paper, everything is open @details', async ({ page }) => {
  await page.goto(url);
  await page.emulateMedia({ media: 'print' });
  const operation = operationOf(page, 'List stations');
  await expect(operation.getByText('Shown on maps and in alerts').first()).toBeVisible();
  await expect(page.locator('#schema-Silence').getByText('Without any reading')).toBeVisible();
});
