/** Changes of a structure that are gathered in a draft and applied together. */
import { addStructureDraftChange } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { openEditor, treeRow } from '../support/site-structures.ts';

const outline = { Guides: { Start: ['Start v1'] }, Help: ['Help v1', 'Help v2'], API: ['API v1'] };
const atFirst = 'Guides[Start(Start v1)] Help(Help v1 Help v2) API(API v1)';

test('an editor gathers changes in a draft, sees them in the tree and as a list, and applies them', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await expect(bar).toContainText('What you change here is gathered in a draft');

  // By keyboard, by a form, and by removing.
  await treeRow(page, 'API').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(bar).toContainText('1 change in the draft');
  await expect(treeRow(page, 'API')).toContainText('Moved');
  const panel = page.getByRole('complementary', { name: 'API' });
  await panel.getByLabel('Title', { exact: true }).fill('Reference');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(treeRow(page, 'Reference')).toBeVisible();
  await expect(bar).toContainText('2 changes in the draft');
  const saved = page.getByRole('complementary', { name: 'Reference' });
  await expect(saved.getByRole('button', { name: 'Save' })).toBeDisabled();
  await treeRow(page, 'Help v2').click();
  await page.keyboard.press('Delete');
  await expect(bar).toContainText('3 changes in the draft');
  await expect(treeRow(page, 'Help v2')).toContainText('Removed');
  expect(await site.order()).toBe(atFirst);

  await bar.getByRole('button', { name: 'Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changes of the draft' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: /^Remove from the draft: Removed/ }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(treeRow(page, 'Help v2')).not.toContainText('Removed');

  await bar.getByRole('button', { name: 'Apply…' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('Apply the draft of 2 changes?');
  await question.getByRole('button', { name: 'Apply draft' }).click();
  await expect(bar).toContainText('What you change here is gathered in a draft');
  await expect
    .poll(() => site.order())
    .toBe('Guides[Start(Start v1)] Reference(API v1) Help(Help v1 Help v2)');
});

test('an editor approves what another has gathered, and sees when that is outdated', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  const creator = await organization.addPerson('create');
  const rename = (from: string, to: string) =>
    addStructureDraftChange({
      client: creator.client,
      path: site.path,
      body: {
        summary: `Renamed “${from}” to “${to}”`,
        steps: [{ updateSiteSection: { siteSectionId: site.idOf(from), body: { title: to } } }],
      },
      throwOnError: true,
    });
  await rename('Help', 'Support');
  await page.goto(`${site.editor}?mode=draft`);
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await bar.getByRole('button', { name: 'Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changes of the draft' });
  await expect(dialog.getByRole('listitem')).toContainText('Renamed “Help” to “Support”');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog).toContainText('Approved by');
  await checkAccessibility(page, '[role="dialog"]');
  await rename('API', 'Reference');
  await expect(dialog).toContainText('Approved before its last change by');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(bar).toContainText('2 changes in the draft. The site is as before. Approved by');
  await treeRow(page, 'Guides').click();
  await page.keyboard.press('Alt+ArrowDown');
  await bar.getByRole('button', { name: 'Changes' }).click();
  const approve = dialog.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
});

test('an editor undoes a change of a draft, adds a section to it and finds it applied @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await expect(bar).toContainText('What you change here is gathered in a draft');
  await treeRow(page, 'API').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(bar).toContainText('1 change in the draft');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(bar).toContainText('What you change here is gathered in a draft');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .getByRole('menuitem', { name: 'Group…' })
    .or(page.getByRole('menuitem', { name: 'Add group' }))
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('More');
  await dialog.getByRole('button', { name: /Add|Create/ }).click();
  await expect(treeRow(page, 'More')).toContainText('New');
  await page.reload();
  await expect(treeRow(page, 'More')).toContainText('New');
  await bar.getByRole('button', { name: 'Apply…' }).click();
  await page.getByRole('button', { name: 'Apply draft' }).click();
  await expect.poll(() => site.order()).toContain('More[]');
});

test('a draft that is refused says which change and why, and stays @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/409/);
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await expect(bar).toContainText('What you change here is gathered in a draft');
  await treeRow(page, 'API').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(bar).toContainText('1 change in the draft');
  const { organizationId, siteId } = site.path;
  const { client } = organization.admin;
  await client.delete({
    url: `/v1/orgs/${organizationId}/sites/${siteId}/sections/${site.idOf('API')}`,
    throwOnError: true,
  });
  await bar.getByRole('button', { name: 'Apply…' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByRole('button', { name: 'Apply draft' }).click();
  await expect(question).toContainText('There is no such site section');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(bar).toContainText('1 change in the draft');
});

test('an editor whose draft loads slowly finds it complete and discards it @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  const body = {
    summary: 'Renamed “Help” to “Support”',
    steps: [{ updateSiteSection: { siteSectionId: site.idOf('Help'), body: { title: 'Support' } } }],
  };
  const { client } = organization.admin;
  await addStructureDraftChange({ client, path: site.path, body, throwOnError: true });
  await page.route(/\/structure\/draft$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  await page.goto(`${site.editor}?mode=draft`);
  await page.getByRole('button', { name: 'More actions for the draft' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Discard…' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Discard the draft of 1 change?' });
  await question.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByText('Discarded the draft')).toBeVisible();
  await expect(treeRow(page, 'Help')).toBeVisible();
});

test('an editor schedules a draft, which nobody can change until its schedule ends @details', async ({
  organization,
  signIn,
  page,
}) => {
  await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await expect(bar).toContainText('What you change here is gathered in a draft');
  await treeRow(page, 'API').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(bar).toContainText('1 change in the draft');
  await bar.getByRole('button', { name: 'More actions for the draft' }).click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule the draft' });
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(bar).toContainText('The draft is applied');
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await bar.getByRole('button', { name: 'End schedule' }).click();
  await expect(bar).toContainText('1 change in the draft');
});

test('an editor finds who changed what, and brings an earlier structure back as a draft', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await treeRow(page, 'API').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => site.order()).not.toBe(atFirst);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'History…' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of the structure' });
  await expect(dialog.getByRole('listitem').first()).toContainText('Moved the section “API”');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog).toBeHidden();
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await expect(bar).toContainText('1 change in the draft');
  await bar.getByRole('button', { name: 'Apply…' }).click();
  await page.getByRole('button', { name: 'Apply draft' }).click();
  await expect.poll(() => site.order()).toBe(atFirst);
});
