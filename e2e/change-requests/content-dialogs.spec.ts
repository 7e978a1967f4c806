/** The dialogs in which the content of a change request is changed: in both themes, wide and narrow, and with longer texts. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkAccessibilityAtBothWidths } from '../support/accessibility.ts';
import { checkLayout } from '../support/layout.ts';
import { addFiles, testPicture } from '../support/pictures.ts';
import { treeRow } from '../support/site-structures.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';

/** Checks the open dialog, and closes it. */
async function checkDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('.skeleton')).toHaveCount(0);
  await checkAccessibilityAtBothWidths(page, '[role=dialog]');
  await checkLayout(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

const title = 'an author can use each dialog of pages and files anywhere @details';
test(title, { tag: '@screens' }, async ({ organization, signIn, page }) => {
  test.setTimeout(120_000);
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Lamps', 'Light.'),
    { operation: 'insert_page', type: 'link', title: 'Shop', href: 'https://lamps.example/' },
  ]);
  const inside = Array.from({ length: 3 }, (_, index) => ({
    ...insertPage(`Lamp ${index}`, 'Small.'),
    into: idOf('Lamps'),
  }));
  const links = Array.from({ length: 7 }, (_, index) =>
    insertPage(`Shade ${index}`, `[x](/pages/${idOf('Lamps')})`),
  );
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Lamps', [
    ...inside,
    ...links,
  ]);
  await addFiles(organization.admin, path, [testPicture()]);
  await signIn(organization.admin);

  const choose = (title: string, entry: string) => async () => {
    await treeRow(page, title).click({ button: 'right' });
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const add = (entry: string) => async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const chooseForFile = (entry: string) => async () => {
    await page
      .getByRole('row', { name: /owl/ })
      .getByRole('button', { name: /actions/i })
      .click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const pageDialogs = [
    // Groups have one of its fields, and an edited link both.
    ['New link', add('New link…')],
    ['Move “Shop”', choose('Shop', 'Move to…')],
    ['Delete page “Lamps”?', choose('Lamps', 'Delete…')],
  ] as const;
  await page.goto(organization.path(`${screen}/content`));
  for (const [name, open] of pageDialogs)
    await test.step(name, async () => {
      await open();
      if (name.startsWith('Delete')) {
        const question = page.getByRole('dialog');
        await expect(question).toContainText('Also deletes 3 subpages.');
        await expect(question).toContainText(/Links on 7 pages will break: .*Shade 0.*2 more/);
      }
      await checkDialog(page, name);
    });
  await page.goto(organization.path(`${screen}/files`));
  for (const [name, open] of [
    ['Rename “owl.png”', chooseForFile('Rename…')],
    ['Remove “owl.png” from this change request?', chooseForFile('Remove…')],
  ] as const)
    await test.step(name, async () => {
      await open();
      await checkDialog(page, name);
    });
});
