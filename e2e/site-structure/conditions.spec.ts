/** Conditions as rules and as text, and who would see the items. */
import type { Page } from '@playwright/test';
import { putSiteAdaptiveSchema, putSiteVisitorSegments, updateSite } from '#api/generated/sdk.gen.ts';
import { expect, type Organization, test } from '../fixtures.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { expectUnchanged } from '../support/forms.ts';
import { phone } from '../support/hands.ts';
import { expectPageFits } from '../support/layout.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';

const boolean = (description: string) => ({ type: 'boolean' as const, description });

async function createAudienceSite(organization: Organization) {
  const site = await createTestSite(organization, { Edge: ['Edge v1'], Core: ['Core v1'] });
  const options = { client: organization.admin.client, path: site.path, throwOnError: true as const };
  const properties = {
    isPartner: boolean('Sells it.'),
    isStaff: boolean('Works here.'),
    subscription: boolean(''),
  };
  const jsonSchema = { type: 'object' as const, properties, additionalProperties: false as const };
  await putSiteAdaptiveSchema({ ...options, body: { jsonSchema } });
  await updateSite({ ...options, body: { adaptiveContent: { enabled: true } } });
  const segments = [
    { name: 'Anyone', claims: [] },
    { name: 'Partners', claims: [{ name: 'isPartner', value: true }] },
    {
      name: 'Pro staff',
      claims: ['isStaff', 'subscription'].map((name) => ({
        name,
        value: name === 'subscription' ? 'pro' : true,
      })),
    },
  ];
  await putSiteVisitorSegments({ ...options, body: { segments } });
  return site;
}

const segmentsOf = (page: Page) => page.getByRole('list', { name: 'Segments' });

test('an administrator builds a condition by keyboard and sees who would see the section', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  await signIn(organization.admin);
  await page.goto(site.editor);
  await treeRow(page, 'Edge').click();
  const form = page.getByRole('form', { name: 'Details of Edge' });
  const text = form.getByLabel('Condition (optional)');
  await expect(segmentsOf(page).getByRole('listitem')).toHaveText([
    'Anyonesees it',
    'Partnerssees it',
    'Pro staffsees it',
  ]);

  await form.getByRole('button', { name: 'Add rule' }).press('Enter');
  const claim = form.getByLabel('Rule 1: claim');
  await expect(claim).toBeFocused();
  await expect(text).toHaveValue('visitor.claims.isStaff');
  await form.getByRole('button', { name: 'Add rule' }).press('Enter');
  await expect(form.getByLabel('Rule 2: claim')).toBeFocused();
  await form.getByLabel('How the rules are joined').selectOption('Any of these is true');
  await expect(text).toHaveValue('visitor.claims.isStaff || visitor.claims.isPartner');
  await expect(form.getByText('2 of 3 segments would see it')).toBeVisible();

  // A text that is typed becomes rules, and the claims of the site complete it.
  await text.fill('');
  await text.pressSequentially('visitor.claims.sub');
  await expect(page.getByRole('listbox', { name: 'Claims' }).getByRole('option')).toHaveText('subscription');
  await page.keyboard.press('Enter');
  await text.pressSequentially(' === "pro"');
  await expect(form.getByLabel('Rule 1: operator')).toHaveValue('===');
  await expect(form.getByLabel('Rule 1: value')).toHaveValue('pro');
  await expect(form.getByText('Only a signed token can contain a string.')).toBeVisible();
  await expect(segmentsOf(page).getByRole('listitem')).toContainText([
    'doesn’t',
    'doesn’t',
    'Pro staffsees it',
  ]);
  await form.getByLabel('Rule 1: operator').selectOption('starts with');
  await expect(text).toHaveValue('visitor.claims.subscription?.startsWith("pro")');
  await checkAccessibility(page);

  await text.fill('visitor.claims.subscription.toLowerCase() === "pro"');
  await expect(form.getByText('This condition says more than rules can. Edit it as text.')).toBeVisible();
  await text.fill('visitor.claims.isPartner');
  await form.getByRole('button', { name: 'Remove rule 1' }).press('Enter');
  await expect(text).toHaveValue('');
  await expect(form.getByText('Everyone. Add a rule to limit it.')).toBeVisible();
});

test('an administrator limits several sections by rules at once @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  await signIn(organization.admin);
  await page.goto(site.editor);
  await treeRow(page, 'Edge').click();
  await treeRow(page, 'Core').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Set condition…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Set condition of/ });
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('button', { name: 'Add alternative to rule 2' }).click();
  await dialog.getByLabel('Rule 3: operator').selectOption('is set');
  const condition =
    'visitor.claims.isStaff && (visitor.claims.isPartner || visitor.claims.subscription !== undefined)';
  await expect(dialog.getByLabel('Condition (optional)')).toHaveValue(condition);
  await expect(dialog.getByText('1 of 3 segments would see it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Set condition' }).click();
  await expect(treeRow(page, 'Core')).toContainText('Conditional');
  await expect(treeRow(page, 'Edge')).toContainText('Conditional');
});

test('an administrator who makes the window narrow and wide again keeps a condition that is not saved @details', async ({
  page,
  organization,
  signIn,
}) => {
  const site = await createAudienceSite(organization);
  await signIn(organization.admin);
  await page.goto(site.editor);
  await treeRow(page, 'Edge').click();
  const form = page.getByRole('form', { name: 'Details of Edge' });
  const text = form.getByLabel('Condition (optional)');
  await text.fill('visitor.claims.isPartner');
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole('dialog', { name: 'Edge' });
  await expect(dialog.getByLabel('Condition (optional)')).toHaveValue('visitor.claims.isPartner');
  // A click in the dialog doesn't close it, and the form is still the same one.
  await dialog.getByLabel('Condition (optional)').click();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog.getByLabel('Rule 2: claim')).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(dialog).toBeHidden();
  await expect(text).toHaveValue(/^visitor\.claims\.isPartner && /);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(treeRow(page, 'Edge')).toContainText('Conditional');
});

test.describe('by touch', () => {
  test.use(phone);

  test('an administrator builds a condition on a phone and sees who would see the section @details', async ({
    page,
    organization,
    signIn,
  }) => {
    const site = await createAudienceSite(organization);
    await signIn(organization.admin);
    await page.goto(site.editor);
    await treeRow(page, 'Edge').tap();
    const sheet = page.getByRole('dialog', { name: 'Edge' });
    const text = sheet.getByLabel('Condition (optional)');
    await sheet.getByRole('button', { name: 'Add rule' }).tap();
    await expect(text).toHaveValue('visitor.claims.isStaff');
    await sheet.getByRole('button', { name: 'Add rule' }).tap();
    await sheet.getByRole('button', { name: 'Add alternative to rule 2' }).tap();
    await expect(text).toHaveValue(/ && \(visitor\.claims\.isPartner \|\| /);
    await sheet.getByRole('button', { name: 'Remove rule 3' }).tap();
    await sheet.getByLabel('How the rules are joined').selectOption('Any of these is true');
    await expect(text).toHaveValue('visitor.claims.isStaff || visitor.claims.isPartner');
    await expect(sheet.getByText('2 of 3 segments would see it')).toBeVisible();
    await sheet.getByLabel('Rule 1: operator').selectOption('is not true');
    await expect(text).toHaveValue('!visitor.claims.isStaff || visitor.claims.isPartner');
    await checkAccessibility(page, '[role="dialog"]');
    await expectPageFits(page, 390);
    await text.fill('visitor.claims.subscription === "pro" || visitor.claims.isPartner');
    await sheet.getByLabel('Rule 1: operator').selectOption('starts with');
    await sheet.getByLabel('Rule 1: value').tap();
    await page.keyboard.press('End');
    await page.keyboard.type('f');
    await expect(text).toHaveValue(
      'visitor.claims.subscription?.startsWith("prof") || visitor.claims.isPartner',
    );
    await sheet.getByRole('button', { name: 'Remove rule 2' }).tap();

    // By the text: the list of claims is for fingers, too.
    await text.tap();
    await text.fill('');
    await text.pressSequentially('visitor.claims.isP');
    await page.getByRole('listbox', { name: 'Claims' }).getByRole('option', { name: 'isPartner' }).tap();
    await expect(text).toHaveValue('visitor.claims.isPartner');
    await sheet.getByRole('button', { name: 'Save changes' }).tap();
    await expectUnchanged(sheet.getByRole('form', { name: 'Details of Edge' }));
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(treeRow(page, 'Edge')).toContainText('Conditional');
  });
});
