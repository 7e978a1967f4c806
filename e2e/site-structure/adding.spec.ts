/** New items of a structure, and their appearance. */
import { putSiteAdaptiveSchema, updateSite } from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { conditionName } from '../support/names.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';

test('an administrator adds a space from a section’s menu by typing at once, and groups sections that stay in sight', async ({
  organization,
  signIn,
  page,
}) => {
  const site = await createTestSite(organization, { Guide: ['Guide pages'], Staff: ['Staff pages'] });
  await signIn(organization.admin);
  await page.goto(site.editor);
  await treeRow(page, 'Guide').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add site space…' }).click();
  const adding = page.getByRole('dialog', { name: 'Add site space' });
  await expect(adding.getByRole('combobox', { name: /^Space/ })).toBeFocused();
  await page.keyboard.type('Staff');
  await page.keyboard.press('Enter');
  await adding.getByRole('button', { name: 'Add site space' }).click();
  await expect(adding).toBeHidden();

  await treeRow(page, 'Guide').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to new group…' }).click();
  const grouping = page.getByRole('dialog', { name: 'Group 1 section' });
  await grouping.getByLabel('Title').fill('Manuals');
  await page.keyboard.press('Enter');
  await expect(treeRow(page, 'Manuals')).toHaveAttribute('aria-expanded', 'true');
  await expect(treeRow(page, 'Guide')).toContainText('Default');
});

test('an administrator sees what is wrong with a condition while typing it, above the bar with Save', async ({
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
