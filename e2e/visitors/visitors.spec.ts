import {
  getSiteAdaptiveSchema,
  putSiteAdaptiveSchema,
  updateSite,
  updateSiteSection,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, type Organization, test } from '../fixtures.ts';
import { expectUnchanged } from '../support/forms.ts';
import { conditionName, planName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createTestSite } from '../support/site-structures.ts';

const jsonSchema = {
  type: 'object' as const,
  properties: {
    isPartner: { type: 'boolean', description: 'Sells what we make.' },
    unsigned: {
      type: 'object',
      properties: { isDeveloper: { type: 'boolean' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** A site with a section for partners, one with an invalid condition, and one for everyone. */
async function createAudienceSite(organization: Organization) {
  const { client } = organization.admin;
  const site = await createTestSite(organization, {
    Start: ['Start here'],
    Edge: ['Edge v1'],
    Odd: ['Odd v1'],
  });
  await updateSite({ client, path: site.path, body: { adaptiveContent: { enabled: true } } });
  await putSiteAdaptiveSchema({ client, path: site.path, body: { jsonSchema } });
  const conditions = {
    Edge: 'visitor.claims.isPartner || visitor.claims.unsigned.isDeveloper',
    Odd: 'visitor.claims.isParner',
  };
  for (const [title, condition] of Object.entries(conditions))
    await updateSiteSection({
      client,
      path: { ...site.path, siteSectionId: site.idOf(title) },
      body: { condition },
    });
  return site;
}

test('an administrator sees who sees what and why, and creates a segment', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/visitors`));
  await expect(page.getByRole('button', { name: 'Edge, isPartner: shown' })).toBeVisible();
  await page.getByRole('button', { name: 'Edge, Anonymous visitor: hidden' }).click();
  const detail = page.getByRole('dialog', { name: '“Edge” for “Anonymous visitor”' });
  await expect(detail.getByRole('list', { name: 'Evaluated parts' })).toContainText(
    'visitor.claims.isPartner',
  );
  await expect(page).toHaveURL(/segment=Anonymous/);
  await checkAccessibility(page, '[role="dialog"]');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New segment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New segment' });
  await dialog.getByLabel('Name').fill('Developers');
  await dialog.getByLabel(/unsigned.isDeveloper/).selectOption('True');
  await dialog.getByLabel('Name').press('Enter');
  await expect(page.getByRole('button', { name: 'Edge, Developers: shown' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Edge v1, Developers: shown' })).toBeVisible();

  await page.getByText('Conditions', { exact: true }).click();
  await expect(page.getByText('Claim “isParner” doesn’t exist. Did you mean “isPartner”?')).toBeVisible();
  await checkAccessibility(page);
});

test('an administrator sees only what segments see differently @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/visitors`));
  const table = page.getByRole('table', { name: 'Visibility by segment' });
  await expect(table.getByRole('rowheader')).toHaveText([/^Edge$/, /^Edge v1Edge$/]);
  await expect(table.getByRole('columnheader', { name: 'isPartner' })).toContainText('isPartner');
  await expect(table.getByRole('columnheader', { name: 'Anonymous visitor' })).toContainText('No claims');
  await expect(table.getByRole('button', { name: 'Edge, Anonymous visitor:' })).toHaveText(
    'Hidden: condition',
  );
  await expect(table.getByRole('button', { name: 'Edge v1, Anonymous visitor:' })).toHaveText(
    'Hidden: parent',
  );
  await expect(table.getByRole('button', { name: 'Edge, isPartner:' })).toHaveText('Shown');

  const same = table.getByRole('button', { name: '2 items visible to everyone' });
  await expect(same).toHaveAttribute('aria-expanded', 'false');
  await same.press('Enter');
  await expect(table.getByRole('button', { name: 'Start, isPartner: Shown' })).toBeVisible();
  await expect(same).toHaveAttribute('aria-expanded', 'true');
  await expect(table.getByRole('button', { name: '2 items hidden from all segments' })).toBeVisible();
  await checkAccessibility(page);

  await page.getByRole('searchbox', { name: 'Find an item' }).fill('odd');
  await expect(table.getByRole('rowheader')).toHaveText([/^Odd$/, /^Odd v1Odd$/]);
});

// Repeats: the layout on a phone is checked daily with all screens, the work daily in the wide layout.
test('a person sees one segment at a time on a phone @repeats', async ({ page, organization, signIn }) => {
  const site = await createAudienceSite(organization);
  await signIn(organization.admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(organization.path(`/sites/${site.id}/visitors`));
  const table = page.getByRole('table', { name: 'Visibility by segment' });
  await expect(table.getByRole('button', { name: 'Edge, Anonymous visitor: Hidden' })).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveCount(2);
  await page.getByLabel('Segment', { exact: true }).selectOption('isPartner');
  await table.getByRole('button', { name: 'Edge, isPartner: Shown' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'isPartner' })).toBeVisible();
  for (const wide of [page.locator('html'), page.getByRole('region', { name: /^Visibility by segment/ })])
    expect(
      await wide.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
});

test('a comparison with a value that the claim never has is found in the text and in the list, and is saved @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  const finding = '“isPartner” is a boolean and "yes" is a string. They are never equal.';
  await signIn(organization.admin);
  await page.goto(`${site.editor}?item=${site.idOf('Edge')}`);
  const panel = page.getByRole('complementary', { name: 'Edge' });
  const condition = panel.getByLabel(conditionName);
  await condition.fill('visitor.claims.isPartner == "yes"');
  await expect(panel.getByRole('status', { name: 'Findings' })).toContainText(finding);
  await panel.getByRole('button', { name: 'Save changes' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Save condition with errors?' });
  await expect(confirmation).toContainText(finding);
  await confirmation.getByRole('button', { name: 'Save anyway' }).click();
  await expectUnchanged(panel);
  await navigateTo(page, organization.path(`/sites/${site.id}/visitors?view=conditions`));
  const entry = page.getByRole('list', { name: 'Conditions' }).getByRole('listitem');
  await expect(entry.filter({ hasText: 'Edge' })).toContainText(finding);
  await checkAccessibility(page);
});

test('an administrator creates, renames and removes a claim together with its conditions @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  const claims = async () => {
    const { data } = await getSiteAdaptiveSchema({
      client: organization.admin.client,
      path: site.path,
      throwOnError: true,
    });
    return Object.keys(data.jsonSchema.properties);
  };
  await signIn(organization.admin);
  await page.goto(organization.path(`/sites/${site.id}/visitors?view=claims`));
  await page.getByRole('button', { name: 'New claim' }).click();
  const form = page.getByRole('dialog', { name: 'New claim' });
  await form.getByLabel('Name').fill('is beta');
  await form.getByRole('button', { name: 'Create claim' }).click();
  await expect(form.getByText(/Use letters, digits and _/)).toBeVisible();
  await form.getByLabel('Name').fill('isBeta');
  await form.getByRole('button', { name: 'Create claim' }).click();
  await expect(page.getByRole('list', { name: 'Claims' }).getByText('isBeta')).toBeVisible();
  expect(await claims()).toContain('isBeta');

  await page.getByRole('button', { name: 'Actions for isPartner' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const plan = page.getByRole('dialog', { name: 'Rename claim “isPartner”' });
  await plan.getByLabel('New name').fill('sells');
  await expect(plan.getByRole('list', { name: planName })).toContainText(
    'visitor.claims.sells || visitor.claims.unsigned.isDeveloper',
  );
  await plan.getByRole('button', { name: 'Apply 2' }).click();
  await expect(plan.getByText('2 changes done')).toBeVisible();
  await plan.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('list', { name: 'Claims' }).getByText('sells', { exact: true })).toBeVisible();
  await expect.poll(claims).not.toContain('isPartner');

  await page.getByRole('button', { name: 'Actions for sells' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove claim “sells”' });
  await removal.getByRole('button', { name: 'Apply 2' }).click();
  await expect(removal.getByText('2 changes done')).toBeVisible();
  await removal.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Conditions', { exact: true }).click();
  await expect(page.getByText('visitor.claims.unsigned.isDeveloper', { exact: true })).toBeVisible();
});

test('a reader sees what is published and cannot change claims @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  await signIn(await organization.addPerson('read'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(organization.path(`/sites/${site.id}/published`));
  await expect(page.getByText('Not published').last()).toBeVisible();
  await expect(page.getByText('The published site is up to date.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Published structure' })).toContainText('Edge');
  await navigateTo(page, organization.path(`/sites/${site.id}/visitors?view=claims`));
  await expect(page.getByRole('button', { name: 'New claim' })).toHaveAttribute('aria-disabled', 'true');
});
