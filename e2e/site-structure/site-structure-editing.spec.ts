import type { Locator } from '@playwright/test';
import { publishSite, putSiteAdaptiveSchema, updateSiteSection } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { expectUnchanged } from '../support/forms.ts';
import { conditionName, messagesName } from '../support/names.ts';
import { openEditor, treeRow } from '../support/site-structures.ts';

const outline = {
  Guides: { Start: ['Start here'], Billing: ['Billing basics'] },
  Help: ['Help v1', 'Help v2'],
  API: ['API reference'],
};

/** The bounding box of an element. */
async function boxOf(shown: Locator) {
  const box = await shown.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
}

test.describe('editing', () => {
  test('an administrator edits details in the panel; a used path is rejected before sending', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'API').click();
    await expect(page).toHaveURL(new RegExp(`item=${site.idOf('API')}`));
    const panel = page.getByRole('complementary', { name: 'API' });
    await panel.getByLabel('Path').fill('help');
    await panel.getByLabel('Description').fill('For developers');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel.getByText('This path is already used by the section “Help”.')).toBeVisible();
    expect(requests).toEqual([]);
    await panel.getByLabel('Path').fill('developers');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(treeRow(page, 'API').getByText('/developers')).toBeVisible();
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'PATCH',
          path: `/sections/${site.idOf('API')}`,
          body: { path: 'developers', description: 'For developers' },
        },
      ]);
    await expectUnchanged(panel);
    await page.reload();
    await expect(panel.getByLabel('Description')).toHaveValue('For developers');
  });

  test('changes that someone else saves while a panel is open are shown, and not overwritten unasked', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const { client } = organization.admin;
    const path = { organizationId: organization.id, siteId: site.id, siteSectionId: site.idOf('API') };
    await treeRow(page, 'API').click();
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('form') });
    await panel.getByLabel('Title').fill('Mine');
    await updateSiteSection({ client, path, body: { title: 'Theirs', path: 'theirs' }, throwOnError: true });
    // Untouched fields follow the new version; typed text stays.
    await expect(panel.getByLabel('Path')).toHaveValue('theirs');
    await expect(panel.getByLabel('Title')).toHaveValue('Mine');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    const conflict = page.getByRole('dialog', { name: 'Someone else changed this' });
    await expect(conflict.getByRole('group', { name: 'Title' })).toContainText('Theirs');
    await conflict.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(treeRow(page, 'Mine').getByText('/theirs')).toBeVisible();
    await expectUnchanged(panel);
  });

  // Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
  test('an administrator sees where a condition is invalid @repeats', async ({
    organization,
    signIn,
    page,
    problems,
  }) => {
    problems.expect(/400/);
    await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'API').click();
    const panel = page.getByRole('complementary', { name: 'API' });
    await panel.getByLabel(conditionName).fill('visitor.claims.isBetaUser &&');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel.getByLabel(conditionName)).toHaveAttribute('aria-invalid', 'true');
    await expect(panel.getByText(/^Is not a valid expression at character \d+/)).toBeVisible();
    await panel.getByLabel(conditionName).fill('visitor.claims.isBetaUser');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save anyway' }).click();
    await expect(treeRow(page, 'API').getByText('Condition ignored')).toBeVisible();
  });

  test('an administrator is warned about a condition on an unknown claim and confirms it @details', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const { client } = organization.admin;
    const jsonSchema = {
      type: 'object' as const,
      properties: { isPartner: { type: 'boolean' } },
      additionalProperties: false,
    };
    await putSiteAdaptiveSchema({ client, path: site.path, body: { jsonSchema }, throwOnError: true });
    await treeRow(page, 'API').click();
    const panel = page.getByRole('complementary', { name: 'API' });
    const condition = panel.getByLabel(conditionName);
    const notice = 'Claim “isParner” doesn’t exist. Did you mean “isPartner”?';
    await condition.fill('visitor.claims.isParner');
    await expect(panel.getByText(notice)).toBeVisible();
    await expect(panel.getByText('Adaptive content is off', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Save changes' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Save condition with errors?' });
    await expect(confirmation.getByText(notice)).toBeVisible();
    await checkAccessibility(page, '[role="dialog"]');
    // The cancel button has the focus, and the input stays.
    await page.keyboard.press('Enter');
    await expect(confirmation).toBeHidden();
    await expect(condition).toHaveValue('visitor.claims.isParner');

    await condition.fill('visitor.claims.isPartner && !visitor.claims.isPartner');
    await expect(panel.getByText('Never true: hidden from everyone.')).toBeVisible();
    await condition.fill('visitor.claims.isPartner');
    await expect(panel.getByText('Error', { exact: true })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(treeRow(page, 'API').getByText('Condition ignored')).toBeVisible();
    await expect(treeRow(page, 'API')).toHaveAttribute('aria-label', /condition ignored/);
    await checkAccessibility(page);

    await panel.getByRole('link', { name: 'Turn it on' }).click();
    const form = page.getByRole('form', { name: 'Settings' });
    await form.getByLabel('Adaptive content').check();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expectUnchanged(form);
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Structure' }).click();
    await expect(treeRow(page, 'API').getByText('Conditional')).toBeVisible();
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator sees the published URL in the panel uncovered @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    const { site } = await openEditor({ organization, signIn, page }, outline);
    const { client } = organization.admin;
    const path = { ...site.path, siteSectionId: site.idOf('API') };
    await updateSiteSection({ client, path, body: { path: 'reference-'.repeat(9) }, throwOnError: true });
    const { data } = await publishSite({ client, path: site.path, throwOnError: true });
    await page.goto(`${site.editor}?item=${site.idOf('API')}`);
    const panel = page.getByRole('complementary', { name: 'API' });
    const address = panel.getByText(`${data.urls.published}reference-`);
    await expect(address).toBeVisible();
    const [inner, outer] = [await boxOf(address), await boxOf(panel)];
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

    await panel.getByRole('button', { name: 'Move up' }).click();
    const notification = page.getByRole('region', { name: messagesName }).getByText(/^Moved “API”/);
    await expect(notification).toBeVisible();
    const toast = await boxOf(page.locator('.toast'));
    expect(toast.x + toast.width).toBeLessThanOrEqual(outer.x);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('an administrator confirms leaving with unsaved changes @repeats', async ({
    organization,
    signIn,
    page,
  }) => {
    await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'API').click();
    await page.getByRole('complementary', { name: 'API' }).getByLabel('Title').fill('Interface');
    await treeRow(page, 'Help').click();
    const confirmation = page.getByRole('dialog', { name: 'Discard changes?' });
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByRole('complementary', { name: 'API' }).getByLabel('Title')).toHaveValue(
      'Interface',
    );
    await treeRow(page, 'Help').click();
    await confirmation.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('complementary', { name: 'Help' }).getByLabel('Title')).toHaveValue('Help');
  });

  test('an administrator changes defaults and undoes it @details', async ({ organization, signIn, page }) => {
    const { site, requests } = await openEditor({ organization, signIn, page }, outline);
    await treeRow(page, 'Help v2').click();
    await page.getByRole('button', { name: 'Set as default site space' }).click();
    await expect(treeRow(page, 'Help v2').getByText('Default')).toBeVisible();
    await treeRow(page, 'API').click();
    await page.getByRole('button', { name: 'Set as default section' }).click();
    await expect(treeRow(page, 'API').getByText('Default')).toBeVisible();
    await expect
      .poll(() => requests)
      .toEqual([
        {
          method: 'PATCH',
          path: `/sections/${site.idOf('Help')}`,
          body: { defaultSiteSpace: site.idOf('Help v2') },
        },
        { method: 'PATCH', path: '', body: { defaultSiteSection: site.idOf('API') } },
      ]);
    await page.getByRole('tree').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(treeRow(page, 'Start').getByText('Default')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(treeRow(page, 'Help v1').getByText('Default')).toBeVisible();
  });
});
