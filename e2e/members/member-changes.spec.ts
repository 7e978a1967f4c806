import type { Locator, Page } from '@playwright/test';
import { createTeam, getMember, updateMember } from '#api/generated/sdk.gen.ts';
import {
  checkAccessibility,
  expect,
  expectNoRow,
  expectRow,
  type Organization,
  type Person,
  test,
} from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Members' });

/** The stored member. */
async function roleOf(person: Person, organization: Organization): Promise<string | null | undefined> {
  const path = { organizationId: organization.id, userId: person.id };
  return (await getMember({ client: organization.admin.client, path })).data?.role;
}

async function openRowMenu(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${person.displayName}` }).click();
}

test.describe('roles', () => {
  test('an administrator changes a role, undoes and redoes it', async ({ page, organization, signIn }) => {
    const remi = await organization.addPerson('read');
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await page.getByRole('button', { name: `Reader, role of ${remi.displayName}` }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await expect(menu.getByText('Approve and merge change requests')).toBeVisible();
    await checkAccessibility(page, '[role="menu"]');
    await menu.getByRole('menuitemcheckbox', { name: /^Reviewer/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Reviewer, role of ${remi.displayName}` })).toBeVisible();
    await expect(page.getByText(`Made ${remi.displayName} a reviewer`)).toBeVisible();
    await expect.poll(() => roleOf(remi, organization)).toBe('review');

    await page.keyboard.press('Control+z');
    await expect(page.getByRole('button', { name: `Reader, role of ${remi.displayName}` })).toBeVisible();
    await expect.poll(() => roleOf(remi, organization)).toBe('read');
    await page.getByRole('button', { name: /^Redo/ }).click();
    await expect(page.getByRole('button', { name: `Reviewer, role of ${remi.displayName}` })).toBeVisible();
    await expect.poll(() => roleOf(remi, organization)).toBe('review');
    await page.reload();
    await expectRow(table(page), { Role: 'Reviewer' });
  });

  test('the last administrator can neither step down nor leave, and sees why', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 409/);
    const { admin } = organization;
    await signIn(admin);
    await page.goto(organization.path('/members'));
    await page.getByRole('button', { name: `Administrator, role of ${admin.displayName}` }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Reader/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Become a reader?' });
    await expect(dialog).toBeVisible();
    await checkAccessibility(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Change my role' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Make another member an administrator first.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectRow(table(page), { Role: 'Administrator' });

    await openRowMenu(page, admin);
    await page.getByRole('menuitem', { name: 'Leave organization' }).click();
    const leaving = page.getByRole('dialog', { name: `Leave ${organization.title}?` });
    await leaving.getByRole('button', { name: 'Leave organization' }).click();
    await expect(leaving.getByRole('alert')).toContainText('Make another member an administrator first.');
    expect(await roleOf(admin, organization)).toBe('admin');
  });

  // Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
  test('an administrator who just lost the role sees one error, and the row reverts @repeats', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 403/);
    const remi = await organization.addPerson('read');
    const otherAdmin = await organization.addPerson('admin', 'Otto Other');
    await signIn(otherAdmin);
    await page.goto(organization.path('/members'));
    await expectRow(table(page), { Role: 'Reader' });
    const path = { organizationId: organization.id, userId: otherAdmin.id };
    await updateMember({ client: organization.admin.client, path, body: { role: 'create' } });

    await page.getByRole('button', { name: `Reader, role of ${remi.displayName}` }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Editor/ }).click();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(page.getByRole('alert')).toContainText('role “Administrator”');
    await expect(page.getByRole('alert')).toContainText('Request');
    await expectRow(table(page), { Role: 'Reader' });
    expect(await roleOf(remi, organization)).toBe('read');
  });

  // Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
  test('an administrator steps down if there is another one, and loses the controls @repeats', async ({
    page,
    organization,
    signIn,
  }) => {
    await organization.addPerson('admin', 'Otto Other');
    const { admin } = organization;
    await signIn(admin);
    await page.goto(organization.path('/members'));
    await page.getByRole('button', { name: `Administrator, role of ${admin.displayName}` }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Commenter/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change my role' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: /, role of/ })).toHaveCount(0);
    await expectRow(table(page), { Role: 'Commenter' });
  });
});

test.describe('removing and signing in', () => {
  test('an administrator removes a member after seeing what they lose', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    const { client } = organization.admin;
    const path = { organizationId: organization.id };
    await createTeam({ client, path, body: { title: 'Lighthouse keepers', members: [remi.id] } });
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await openRowMenu(page, remi);
    await page.getByRole('menuitem', { name: 'Remove from organization' }).click();
    const dialog = page.getByRole('dialog', { name: `Remove ${remi.displayName}` });
    await expect(dialog.getByText('Leaves 1 team:')).toContainText('Lighthouse keepers');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await checkAccessibility(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(`Removed ${remi.displayName}`)).toBeVisible();
    await expectNoRow(table(page), { Role: 'Reader' });
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    const response = await getMember({ client, path: { ...path, userId: remi.id }, throwOnError: false });
    expect(response.response?.status).toBe(404);
  });

  test('an administrator requires single sign-on for a member @details', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await openRowMenu(page, remi);
    await page.getByRole('menuitem', { name: 'Require single sign-on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require single sign-on' }).click();
    await expectRow(table(page), { Role: 'Reader', 'Sign-in': 'SSO' });
    await openRowMenu(page, remi);
    await expect(page.getByRole('menuitem', { name: /Already uses SSO/ })).toBeDisabled();
  });

  test('a reader sees all members, cannot change them, and can leave @details', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    const { admin } = organization;
    await signIn(remi);
    await page.goto(organization.path('/members'));
    await expectRow(table(page), { Role: 'Administrator' });
    await expect(page.getByRole('button', { name: /, role of/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Invite people' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    await openRowMenu(page, admin);
    const rejected = page.getByRole('menuitem', { name: /Only organization administrators/ });
    await expect(rejected).toHaveCount(2);
    for (const item of await rejected.all()) await expect(item).toBeDisabled();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: admin.displayName }).click();
    await expect(page.getByRole('heading', { name: admin.displayName, level: 1 })).toBeVisible();
    for (const name of ['Remove', 'Add to team', /^Change role/, 'Require single sign-on'])
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');

    await navigateTo(page, organization.path(`/members/${remi.id}`));
    await expect(page.getByRole('button', { name: 'Leave organization' })).toBeEnabled();
    // The settings, which the organization's menu leads to, have the same at their end.
    await page.getByRole('button', { name: /^Organization: / }).click();
    await page.getByRole('menuitem', { name: 'Leave organization…' }).click();
    await page
      .getByRole('region', { name: 'Danger zone' })
      .getByRole('button', { name: 'Leave organization' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave organization' }).click();
    await expect(page.getByRole('heading', { name: 'No organizations yet' })).toBeVisible();
  });
});
