/** Changes of several items of a structure at once. */
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { addName, addSpacesName } from '../support/names.ts';
import { chooseView, openEditor, treeRow } from '../support/site-structures.ts';

const outline = {
  Guides: { Start: ['Start here', 'Hier beginnen'] },
  Help: ['Help v1', 'Hilfe'],
  API: ['API reference'],
};
const atFirst = 'Guides[Start(Start here Hier beginnen)] Help(Help v1 Hilfe) API(API reference)';

test('an administrator sets the icon of several items, chosen from a search by keyboard', async ({
  organization,
  signIn,
  page,
}) => {
  const { site, requests } = await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'Guides').click();
  await treeRow(page, 'API').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Set icon…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set icon of 2 items' });
  await dialog.getByRole('button', { name: 'Choose icon' }).press('Enter');
  const icons = page.getByRole('dialog', { name: 'Choose icon' });
  await expect(icons.getByRole('combobox', { name: 'Search icons' })).toBeFocused();
  await page.keyboard.type('truck med');
  await expect(icons.getByRole('option')).toHaveText(['truck-medical']);
  await checkAccessibility(page, '[role="dialog"]');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: /^Icon/ })).toHaveValue('truck-medical');
  await expect(dialog.getByRole('button', { name: 'Choose icon' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Set icon' }).click();
  await expect
    .poll(() => requests)
    .toEqual([
      {
        method: 'PATCH',
        path: `/section-groups/${site.idOf('Guides')}`,
        body: { icon: 'truck-medical' },
      },
      { method: 'PATCH', path: `/sections/${site.idOf('API')}`, body: { icon: 'truck-medical' } },
    ]);
  await expect(treeRow(page, 'API').locator('svg path')).not.toHaveCount(0);
});

test('an administrator sets the language of several variants', async ({ organization, signIn, page }) => {
  const { site, requests } = await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'Hier beginnen').click();
  await treeRow(page, 'Hilfe').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Set language…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set language of 2 site spaces' });
  await dialog.getByLabel('Language').fill('deutsch!');
  await dialog.getByRole('button', { name: 'Set language' }).click();
  await expect(dialog.getByText('Enter a language tag, such as de or pt-BR.')).toBeVisible();
  await dialog.getByLabel('Language').fill('de');
  await expect(dialog.getByText('German')).toBeVisible();
  await dialog.getByRole('button', { name: 'Set language' }).click();
  await expect
    .poll(() => requests)
    .toEqual(
      ['Hier beginnen', 'Hilfe'].map((title) => ({
        method: 'PATCH',
        path: `/site-spaces/${site.idOf(title)}`,
        body: { path: 'de' },
      })),
    );
  await expect(treeRow(page, 'Hilfe')).toContainText('/de');
});

test('an administrator duplicates a group and a section, and undoes it', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'Guides').click();
  await treeRow(page, 'Help').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect
    .poll(site.order)
    .toBe(
      'Guides[Start(Start here Hier beginnen)] Guides copy[Start(Start here Hier beginnen)] ' +
        'Help(Help v1 Hilfe) Help copy(Help v1 Hilfe) API(API reference)',
    );
  await expect(page.getByRole('tree')).toBeFocused();
  await expect(treeRow(page, 'Help copy')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(site.order).toBe(atFirst);

  await treeRow(page, 'Hilfe').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /^Duplicate/ })).toContainText('in a section once');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: addName, exact: true })).toBeEnabled();
});

test('an administrator sees what visitors can’t reach, and fixes it', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor(
    { organization, signIn, page },
    { Start: ['de', 'fr'], Help: ['nl'], Empty: {} },
  );
  await chooseView(page, 'Site health…');
  const dialog = page.getByRole('dialog', { name: 'Site health' });
  const findings = dialog.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await expect(findings).toHaveCount(4);
  await expect(findings.first()).toContainText('The group “Empty” has no sections.');
  await expect(findings.nth(1)).toContainText('The section “Start” has no site space in Dutch.');
  await checkAccessibility(page, '[role="dialog"]');
  await findings.last().getByRole('button', { name: 'Show item' }).click();
  await expect(page.getByRole('complementary', { name: 'Help' })).toBeVisible();

  await chooseView(page, 'Site health…');
  await findings.first().getByRole('button', { name: 'Add sections…' }).click();
  const adding = page.getByRole('dialog', { name: addSpacesName });
  await expect(adding.getByLabel('Location')).toHaveValue(site.idOf('Empty'));
  await adding.getByRole('option', { name: 'nl', exact: true }).click();
  await adding.getByRole('button', { name: addSpacesName }).click();
  await expect.poll(site.order).toContain('Empty[nl(nl)]');
  await chooseView(page, 'Site health…');
  await expect(dialog.getByText('The group “Empty” has no sections.')).toBeHidden();
});
