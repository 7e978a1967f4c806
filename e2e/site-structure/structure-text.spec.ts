/** The structure of a site as text. */
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { openEditor, treeRow } from '../support/site-structures.ts';

const outline = { Start: ['Start v1'], Help: ['Help v1', 'Help v2'] };

test('an editor changes the structure as text, is told of a mistake by its line, sees the plan and makes it the draft', async ({
  organization,
  signIn,
  page,
}) => {
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'As text…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Structure as text' });
  const field = dialog.getByLabel('Text', { exact: true });
  await expect(field).toHaveValue(/title: Help\n/);
  const text = await field.inputValue();

  await field.fill(text.replace('title: Help\n', 'title: Help # soon\n'));
  const problems = dialog.getByRole('list', { name: 'Problems' });
  await expect(problems).toContainText('Comments aren’t kept with a structure.');
  await problems.getByRole('button', { name: /^Go to line \d+$/ }).click();
  await expect(field).toBeFocused();
  const selected = await field.evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  );
  expect(selected.trim()).toBe('title: Help # soon');

  await field.fill(
    text.replace('title: Help\n', 'title: Support\n').replace('path: help\n', 'path: support\n'),
  );
  const plan = dialog.getByRole('list', { name: 'Planned changes' });
  await expect(plan.getByRole('listitem')).toHaveText([
    'Changed the section “Support”',
    'Changed the path to “support”',
  ]);
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Make it the draft' }).click();
  await expect(dialog).toBeHidden();
  const bar = page.getByRole('region', { name: 'Draft', exact: true });
  await expect(bar).toContainText('2 changes in the draft');
  await expect(treeRow(page, 'Support')).toBeVisible();
  expect(await site.order()).toBe('Start(Start v1) Help(Help v1 Help v2)');
  await bar.getByRole('button', { name: 'Apply…' }).click();
  await page.getByRole('button', { name: 'Apply draft' }).click();
  await expect.poll(() => site.order()).toBe('Start(Start v1) Support(Help v1 Help v2)');
});

test('an editor whose structure others changed keeps the text and plans it again @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/409/);
  const { site } = await openEditor({ organization, signIn, page }, outline);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'As text…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Structure as text' });
  const field = dialog.getByLabel('Text', { exact: true });
  await expect(field).toHaveValue(/title: Help\n/);
  const { organizationId, siteId } = site.path;
  await organization.admin.client.patch({
    url: `/v1/orgs/${organizationId}/sites/${siteId}/sections/${site.idOf('Start')}`,
    body: { title: 'Begin' },
    throwOnError: true,
  });
  const text = (await field.inputValue()).replace('title: Help\n', 'title: Support\n');
  await field.fill(text);
  await expect(dialog).toContainText('The structure was changed since the text was read.');
  await dialog.getByRole('button', { name: 'Plan for the structure as it is now' }).click();
  await expect(dialog.getByRole('list', { name: 'Planned changes' }).getByRole('listitem')).toHaveText([
    'Changed the section “Start”',
    'Changed the section “Support”',
  ]);
  await expect(field).toHaveValue(text);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /Discard/ }).click();
  await expect(dialog).toBeHidden();
});
