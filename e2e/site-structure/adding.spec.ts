/** Added and removed items of a structure, and their appearance. */
import { putSiteAdaptiveSchema, updateSite } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { addName, addSpacesName, conditionName } from '../support/names.ts';
import { createTestSite, openEditor, readTree, treeRow } from '../support/site-structures.ts';

const outline = {
  Guides: { Start: ['Start here'], Billing: ['Billing basics'] },
  Help: ['Help v1', 'Help v2'],
  API: ['API reference'],
};

const atFirst = 'Guides[Start(Start here) Billing(Billing basics)] Help(Help v1 Help v2) API(API reference)';

test.describe('adding and removing', () => {
  test('an administrator adds a section, a site space and a group', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'Help').click();
    await page.getByRole('button', { name: addName, exact: true }).click();
    await page.getByRole('menuitem', { name: /^Sections…/ }).click();
    let dialog = page.getByRole('dialog', { name: addSpacesName });
    await dialog.getByLabel('Spaces', { exact: true }).fill('start');
    await dialog.getByRole('option', { name: 'Start here' }).click();
    await dialog.getByRole('textbox', { name: /^Title/ }).fill('Welcome');
    await dialog.getByRole('button', { name: addSpacesName }).click();
    await expect(page.getByRole('complementary', { name: 'Welcome' })).toBeVisible();
    await expect.poll(site.order).toBe(`${atFirst} Welcome(Start here)`);

    await treeRow(page, 'API').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add site spaces…' }).click();
    dialog = page.getByRole('dialog', { name: addSpacesName });
    await expect(dialog.getByRole('option', { name: 'API reference' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByLabel('Spaces', { exact: true }).fill('help v2');
    await dialog.getByRole('option', { name: 'Help v2' }).click();
    await dialog.getByRole('button', { name: addSpacesName }).click();
    await expect.poll(site.order).toContain('API(API reference Help v2)');

    await page.getByRole('button', { name: addName, exact: true }).click();
    await page.getByRole('menuitem', { name: /^Group…/ }).click();
    dialog = page.getByRole('dialog', { name: 'Add group' });
    await dialog.getByLabel('Title').fill('Later');
    await dialog.getByRole('button', { name: 'Add group' }).click();
    await expect.poll(site.order).toMatch(/ Later\[\]$/);
  });

  test('an administrator groups and ungroups sections, with undo @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'Billing').click();
    await treeRow(page, 'API').click({ modifiers: ['ControlOrMeta'] });
    await page
      .getByRole('toolbar', { name: '2 items selected' })
      .getByRole('button', { name: 'Group…' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Group 2 sections' });
    await dialog.getByLabel('Title').fill('More');
    await dialog.getByRole('button', { name: 'Group', exact: true }).click();
    await expect
      .poll(site.order)
      .toBe(
        'Guides[Start(Start here)] More[Billing(Billing basics) API(API reference)] Help(Help v1 Help v2)',
      );
    await expect
      .poll(() => requests[0])
      .toEqual({
        method: 'POST',
        path: '/section-groups',
        body: { title: 'More', sections: [site.idOf('Billing'), site.idOf('API')] },
      });
    await expect(page.getByRole('tree')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(site.order).toBe(atFirst);
    await expect(page.getByText('The open item was removed')).toBeVisible();

    await treeRow(page, 'Guides').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Ungroup' }).click();
    await expect(page.getByRole('tree')).toBeFocused();
    await expect
      .poll(site.order)
      .toBe('Start(Start here) Billing(Billing basics) Help(Help v1 Help v2) API(API reference)');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(site.order).toBe(atFirst);
  });

  test('an administrator acts on several selected items in their panel @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'Billing').click();
    const item = page.getByRole('complementary', { name: 'Billing' });
    await item.getByLabel('Description').fill('Unfinished');
    await treeRow(page, 'API').click({ modifiers: ['ControlOrMeta'] });
    const panel = page.getByRole('complementary', { name: '2 selected' });
    await expect(panel.getByRole('heading', { name: '2 selected' })).toBeVisible();
    await expect(panel.getByRole('list', { name: 'Selected items' }).getByRole('listitem')).toHaveText([
      'Billing',
      'API',
    ]);
    await expect(panel.getByRole('form')).toHaveCount(0);
    await expect(panel.getByRole('toolbar').getByRole('button')).toHaveText([
      'Move to…',
      'Move up',
      'Move down',
      'Group…',
      'Set condition…',
      'Set icon…',
      'Set language…',
      'Duplicate',
      'Remove…',
    ]);
    await checkAccessibility(page);

    await panel.getByRole('button', { name: 'Set condition…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Set condition of 2 sections' });
    await dialog.getByLabel(conditionName).fill('visitor.claims.isNobody');
    await dialog.getByRole('button', { name: 'Set condition' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Save condition with errors?' });
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel(conditionName)).toHaveValue('visitor.claims.isNobody');
    await dialog.getByRole('button', { name: 'Set condition' }).click();
    await confirmation.getByRole('button', { name: 'Save anyway' }).click();
    await expect(treeRow(page, 'Billing')).toHaveAttribute('aria-label', /condition ignored/);
    await expect
      .poll(() => requests)
      .toEqual(
        ['Billing', 'API'].map((title) => ({
          method: 'PATCH',
          path: `/sections/${site.idOf(title)}`,
          body: { condition: 'visitor.claims.isNobody' },
        })),
      );
    await expect(page.getByText('Changed the condition of 2 sections').first()).toBeVisible();
    await page.getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(treeRow(page, 'Billing')).not.toHaveAttribute('aria-label', /condition/);
    await expect(treeRow(page, 'API')).not.toHaveAttribute('aria-label', /condition/);

    await panel.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(page.getByRole('tree')).toBeFocused();
    await expect(item.getByLabel('Description')).toHaveValue('Unfinished');
  });

  test('an administrator sees why a section’s only site space can’t be removed @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { requests } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'API').click();
    await page.getByRole('tree').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expect(
      page.getByText('“API reference” is the section’s only site space, and a section needs one.'),
    ).toBeVisible();
    expect(requests).toEqual([]);
  });

  test('an administrator converts a flat site to sections', async ({ organization, signIn, page }) => {
    const { site } = await openEditor({ organization, signIn, page }, { Start: ['Start here'] });
    await treeRow(page, 'Start').click();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('heading', { name: 'This site is empty' })).toBeVisible();
    await page.getByRole('button', { name: 'Add spaces' }).click();
    const dialog = page.getByRole('dialog', { name: addSpacesName });
    await dialog.getByRole('option', { name: 'Start here' }).click();
    await dialog.getByRole('button', { name: addSpacesName }).click();
    await expect.poll(site.order).toBe('Start here');
    await page.getByRole('button', { name: addName, exact: true }).click();
    await page.getByRole('menuitem', { name: /^Sections…/ }).click();
    const section = page.getByRole('dialog', { name: addSpacesName });
    await section.getByRole('option', { name: 'Start here' }).click();
    await section.getByRole('textbox', { name: /^Title/ }).fill('Second');
    await section.getByRole('button', { name: addSpacesName }).click();
    await expect.poll(site.order).toBe('Docs(Start here) Second(Start here)');
    await expect.poll(() => readTree(page)).toEqual(['Docs', 'Second', '  Start here']);
  });
});

test('an administrator adds a space from a section’s menu by typing at once, and groups sections that stay in sight @details', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createTestSite(organization, { Guide: ['Guide pages'], Staff: ['Staff pages'] });
  await signIn(organization.admin);
  await page.goto(site.editor);
  await treeRow(page, 'Guide').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add site spaces…' }).click();
  const adding = page.getByRole('dialog', { name: addSpacesName });
  await expect(adding.getByRole('combobox', { name: /^Spaces/ })).toBeFocused();
  await page.keyboard.type('Staff');
  await page.keyboard.press('Enter');
  await expect(adding.getByRole('list', { name: 'Selected spaces' })).toContainText('Staff pages');
  await adding.getByRole('button', { name: addSpacesName }).click();
  await expect(adding).toBeHidden();

  await treeRow(page, 'Guide').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to new group…' }).click();
  const grouping = page.getByRole('dialog', { name: 'Group 1 section' });
  await grouping.getByLabel('Title').fill('Manuals');
  await page.keyboard.press('Enter');
  await expect(treeRow(page, 'Manuals')).toHaveAttribute('aria-expanded', 'true');
  await expect(treeRow(page, 'Guide')).toContainText('Default');
});

test('an administrator sees what is wrong with a condition while typing it, above the bar with Save @details', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createTestSite(organization, { Guide: ['Guide pages'] });
  const { client } = organization.admin;
  await updateSite({
    client,
    path: site.path,
    body: { adaptiveContent: { enabled: true } },
    throwOnError: true,
  });
  const jsonSchema = { type: 'object', properties: { isBeta: { type: 'boolean' } } } as const;
  await putSiteAdaptiveSchema({ client, path: site.path, body: { jsonSchema }, throwOnError: true });
  await page.setViewportSize({ width: 1440, height: 700 });
  await signIn(organization.admin);
  await page.goto(`${site.editor}`);
  await treeRow(page, 'Guide').click();
  const panel = page.getByRole('complementary', { name: 'Guide' });
  await panel.getByLabel(conditionName).fill('visitor.claims.isBetta');
  const finding = panel.getByRole('status', { name: 'Findings' });
  await expect(finding).toContainText('isBetta');
  const bottomOf = async () => {
    const box = await finding.boundingBox();
    return (box?.y ?? Infinity) + (box?.height ?? 0);
  };
  const save = await panel.getByRole('button', { name: 'Save changes' }).boundingBox();
  await expect.poll(bottomOf).toBeLessThanOrEqual(save?.y ?? 0);
});
