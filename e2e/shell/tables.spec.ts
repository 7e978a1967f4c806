import type { Page } from '@playwright/test';
import { inviteMembers } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { screens } from '../screens/screens.ts';
import { navigateTo } from '../support/navigation.ts';

const rowsOf = (page: Page) => page.locator('.data-table tbody tr[data-row]');

test('a person scrolls tables of light rows whose numbers stand near the names', async ({
  page,
  demonstration,
}) => {
  test.setTimeout(120_000);
  await demonstration.signIn(page.context());
  await page.goto(`${demonstration.url}/preferences`);
  const names = [
    'members',
    'teams',
    'sites',
    'invites',
    'audit-log',
    'api-specs',
    'custom-fields',
    'translations',
  ];
  for (const name of names)
    await test.step(name, async () => {
      const screen = screens.find((one) => one.name === name);
      if (!screen) throw new Error(`No screen is called ${name}.`);
      await navigateTo(page, await screen.path(demonstration));
      await expect(rowsOf(page).first()).toBeVisible();
      const { elements, title } = await rowsOf(page).evaluateAll((rows) => ({
        elements: Math.max(...rows.map((row) => row.querySelectorAll('*:not(svg *)').length)),
        title: Math.max(...rows.map((row) => row.querySelector('.cell-title')?.clientWidth ?? Infinity)),
      }));
      expect.soft(elements, 'elements in a row').toBeLessThanOrEqual(14);
      // The event is a sentence; no number stands beside it.
      const widest = name === 'audit-log' ? 40 : 28;
      expect.soft(title, 'the width of the first column').toBeLessThanOrEqual(widest * 16);
      expect.soft(title, 'the width of the first column').toBeGreaterThan(10 * 16);
    });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a person filters a list in the sheet behind one button @details', async ({
    page,
    organization,
    signIn,
  }) => {
    const gus = await organization.addPerson('guest');
    await organization.addPerson('read');
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await expect(page.getByText('3 members', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Role' })).toBeHidden();

    await page.getByRole('button', { name: 'Filters', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('combobox', { name: 'Role' }).selectOption('Guests');
    await checkAccessibility(page, '[role="dialog"]');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await expect(sheet).toBeHidden();
    const filters = page.getByRole('button', { name: 'Filters (1)' });
    await expect(filters).toBeFocused();
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();

    await page.getByRole('link', { name: gus.displayName }).tap();
    await expect(page.getByRole('heading', { name: gus.displayName, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    await filters.tap();
    await sheet.getByRole('button', { name: 'Clear filters' }).tap();
    await expect(sheet.getByRole('combobox', { name: 'Role' })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
    await expect(page.getByText('3 members', { exact: true })).toBeVisible();
  });

  test('a person sees the first rows at once, with role and menu on one line @details', async ({
    page,
    organization,
    signIn,
  }) => {
    await inviteMembers({
      client: organization.admin.client,
      path: { organizationId: organization.id },
      body: { emails: ['nova.star@press.example'], role: 'edit' },
    });
    await signIn(organization.admin);
    for (const [path, label] of [
      ['/members', 'Members'],
      ['/audit-log', 'Audit log'],
    ] as const) {
      await page.goto(organization.path(path));
      await expect(page.getByRole('table', { name: label })).toBeVisible();
      await expect(async () => {
        const box = await rowsOf(page).first().boundingBox();
        expect(box?.y, label).toBeLessThanOrEqual(180);
      }).toPass();
    }
    await page.goto(organization.path('/members'));
    const [role, menu] = await Promise.all(
      [/^Editor, role of/, /^Actions for nova/].map((name) =>
        page.getByRole('button', { name }).boundingBox(),
      ),
    );
    const middleOf = (box: typeof role) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    expect(Math.abs(middleOf(role ?? null) - middleOf(menu ?? null))).toBeLessThanOrEqual(2);
  });
});
