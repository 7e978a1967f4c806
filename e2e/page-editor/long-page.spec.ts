import { expect, test } from '../fixtures.ts';
import { createEditedPage, fieldOf } from './edited-page.ts';

test('an author edits a long page and comes back to all of it, at once and after it was unmounted @details', async ({
  organization,
  signIn,
  page,
}) => {
  const count = 900;
  const lamps = Array.from({ length: count }, (_, at) => `## Lamp ${at + 1}\n\n- oil\n- wick\n\nTrim it.`);
  const edited = await createEditedPage(organization, lamps.join('\n\n'));
  await signIn(organization.admin);
  await page.goto(organization.path(`${edited.screen}/content`));
  const headings = page.getByRole('heading', { level: 4, name: /^Lamp / });
  await expect(headings).toHaveCount(count);
  const edit = page.getByRole('link', { name: 'Edit', exact: true });

  await test.step('neither visible nor focusable while it is unmounted, and then removed', async () => {
    await edit.click();
    await expect(fieldOf(page)).toBeFocused();
    await expect(headings).toHaveCount(0);
    await expect(page.locator('[data-left]')).toHaveCount(0);
  });

  await test.step('by the link, which shows the page again', async () => {
    await page.getByRole('link', { name: 'View page', exact: true }).click();
    await expect(headings).toHaveCount(count);
    await expect(headings.last()).toHaveText(`Lamp ${count}`);
    await expect(edit).toBeVisible();
  });

  await test.step('before it is unmounted', async () => {
    // In the page, so that nothing comes between.
    await edit.evaluate((link: HTMLElement) => {
      link.click();
      new MutationObserver((_, observer) => {
        if (document.querySelector('[data-left]') === null) return;
        observer.disconnect();
        history.back();
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await expect(headings).toHaveCount(count);
    await expect(page.locator('[data-left]')).toHaveCount(0);
    await expect(edit).toBeVisible();
    await expect(page).toHaveURL(/\/content$|page=/);
  });
});
