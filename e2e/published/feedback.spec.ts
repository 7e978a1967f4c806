/** A page that asks its readers if it was helpful. */
import { putSiteInsightsSettings } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { createPublishedGuide } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with the script' : 'without the script @details', () => {
    test.use({ javaScriptEnabled });

    test('a visitor says by keyboard that a page was not helpful, and is thanked', async ({
      organization,
      page,
    }) => {
      const { base, path } = await createPublishedGuide(organization, [
        insertPage('Gauges', 'Read it twice.\n'),
      ]);
      const { client } = organization.admin;
      await putSiteInsightsSettings({ client, path, body: { asksFeedback: true }, throwOnError: true });
      await page.goto(base);
      const form = page.locator('form.feedback');
      const sentence = form.getByLabel(/^What could be better/);
      await expect(sentence, 'the field is there once one of both is chosen').toBeHidden();
      if (javaScriptEnabled) await checkAccessibilityAtBothWidths(page);
      await form.getByLabel('No', { exact: true }).press('Space');
      await expect(sentence).toHaveAccessibleDescription(/stored/);
      if (javaScriptEnabled) await checkAccessibilityAtBothWidths(page, 'form.feedback');
      await sentence.fill('Which unit?');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const thanks = page.getByRole('status').filter({ hasText: 'Thank you' });
      await expect(thanks).toBeVisible();
      await expect(form).toBeHidden();
      if (javaScriptEnabled) await checkAccessibilityAtBothWidths(page, 'main');
      await page.goto(base);
      await expect(thanks, 'who comes again is asked again').toBeHidden();
      await expect(form).toBeVisible();
    });
  });
}
