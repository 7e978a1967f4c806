/** Templates of pages, and what stands beside the text: the list of pages with “+”, and the headings. */
import type { Page } from '@playwright/test';
import { listChangeRequestPages, updatePageTemplate, listPageTemplates } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import {
  createEditedPage,
  type EditedPage,
  fetchText,
  fieldOf,
  openEditor,
  saveStateOf,
} from './edited-page.ts';

const pagesBeside = (page: Page) => page.getByRole('region', { name: 'Pages', exact: true });

async function openTemplates(page: Page) {
  await pagesBeside(page).getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New page from template…' }).click();
  return page.getByRole('dialog', { name: 'New page from template' });
}

async function chooseOfPage(page: Page, title: string, entry: string) {
  const row = pagesBeside(page).getByRole('treeitem', { name: new RegExp(`^${title}`) });
  await row.hover();
  await row.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The stored text of the page with a title. */
async function storedOf(organization: Organization, { path }: EditedPage, title: string): Promise<string> {
  const { client } = organization.admin;
  const { data } = await listChangeRequestPages({ client, path, throwOnError: true });
  const found = data.pages.find((one) => one.title === title);
  return fetchText(organization.admin, path, found?.id ?? '');
}

test('a writer begins a page with a template that came with the console', async ({
  page,
  organization,
  signIn,
}) => {
  const edited = await createEditedPage(organization, 'About lamps.\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const dialog = await openTemplates(page);
  await checkAccessibility(page);
  await dialog.getByRole('button', { name: /^Troubleshooting/ }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Troubleshooting');
  await expect(title).toBeFocused();
  expect(await storedOf(organization, edited, 'Troubleshooting')).toMatch(
    /^Say in one sentence which part[^]*\n\{% hint style="warning" %\}\n[^]*\n\{% endhint %\}\n$/,
  );
  await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('button')).toHaveText([
    'The message or sign that readers see',
    'Another message or sign',
  ]);
});

test('a writer keeps a page as a template, names it, begins another page with it and deletes it', async ({
  page,
  organization,
  problems,
  signIn,
}) => {
  problems.expect(/status of 409 .*\/page-templates\)$/, /status of 412 .*\/page-templates\//);
  const edited = await createEditedPage(organization, '## Parts\n\n*  odd   spacing*\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('Not saved yet.');
  await chooseOfPage(page, 'Lamps', 'Save as template…');
  const form = page.getByRole('dialog', { name: 'Save as template' });
  await expect(form.getByLabel('Name')).toHaveValue('Lamps');
  await form.getByRole('button', { name: 'Save template' }).click();
  await expect(form).toBeHidden();
  await expect(saveStateOf(page)).toHaveAttribute('data-save-state', 'saved');
  const text = await edited.stored();
  expect(text).toContain('Not saved yet.');

  await chooseOfPage(page, 'Lamps', 'Save as template…');
  await form.getByRole('button', { name: 'Save template' }).click();
  await expect(form).toContainText('A template of this space has the name “Lamps” already.');
  await form.getByRole('button', { name: 'Cancel' }).click();

  const dialog = await openTemplates(page);
  await dialog.getByRole('button', { name: 'Rename Lamps' }).click();
  const { client } = organization.admin;
  const path = { spaceId: edited.spaceId };
  const { data } = await listPageTemplates({ client, path, throwOnError: true });
  const pageTemplateId = data.items[0]?.id ?? '';
  await updatePageTemplate({
    ...{ client, path: { ...path, pageTemplateId }, throwOnError: true },
    body: { title: 'Lanterns' },
  });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Beacons');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Someone else renamed this template.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Rename Lanterns' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Beacons');
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
  await dialog.getByRole('button', { name: 'Beacons', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Beacons');
  expect(await storedOf(organization, edited, 'Beacons')).toBe(text);

  const again = await openTemplates(page);
  await again.getByRole('button', { name: 'Delete Beacons' }).click();
  await page
    .getByRole('dialog', { name: /^Delete the template/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(again).toContainText('None yet.');
  expect(await storedOf(organization, edited, 'Beacons')).toBe(text);
});

test('a writer goes to a heading beside the text, and on a phone in a menu', async ({
  page,
  organization,
  signIn,
}) => {
  const filler = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
  const text = `# Lamps\n\n${filler}\n\n## Oil\n\n${filler}\n\n### Wicks\n\nCut them.\n`;
  const edited = await createEditedPage(organization, text);
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const outline = page.getByRole('navigation', { name: 'On this page' });
  await expect(outline.getByRole('button')).toHaveText(['Lamps', 'Oil', 'Wicks']);
  await outline.getByRole('button', { name: 'Wicks' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' and cords');
  await expect(outline.getByRole('button').last()).toHaveText('Wicks and cords');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(outline).toBeHidden();
  await page.getByRole('button', { name: 'Headings', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Oil' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await page.locator('summary', { hasText: 'Pages' }).click();
  await expect(pagesBeside(page).getByRole('treeitem', { name: /^Lamps/ })).toBeVisible();
  await expect(saveStateOf(page)).toHaveAttribute('data-save-state', 'saved');
  expect(await edited.stored()).toBe(
    text.replace('## Oil\n', '## Oils\n').replace('### Wicks\n', '### Wicks and cords\n'),
  );
});
