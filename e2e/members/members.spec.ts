import type { Locator, Page } from '@playwright/test';
import { inviteMembers, pingOrganization } from '#api/generated/sdk.gen.ts';
import { expect, expectNoRow, expectRow, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { untilQuiet } from '../support/quiet.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Members' });

test.describe('the list of members', () => {
  test('an administrator filters members by name and role, and the URL restores the filters', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read', 'Remigius Quill');
    const gus = await organization.addPerson('guest', 'Gustav Quill');
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await expectRow(table(page), { Role: 'Administrator', 'Last seen': 'Never' });

    await page.getByRole('searchbox', { name: /Search/ }).fill('quill');
    await expect(page).toHaveURL(/q=quill/);
    await expectNoRow(table(page), { Role: 'Administrator' });
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Guests');
    await expect(table(page).getByRole('link', { name: gus.displayName })).toBeVisible();
    await expect(table(page).getByRole('link', { name: remi.displayName })).toBeHidden();

    await page.reload();
    await expect(page.getByRole('searchbox', { name: /Search/ })).toHaveValue('quill');
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('guest');
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();

    await page.getByRole('searchbox', { name: /Search/ }).fill('nobody at all');
    await expect(page.getByRole('heading', { name: 'No members match “nobody at all”' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all members' }).click();
    await expect(page.getByText('3 members', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(organization.path('/members'));
  });

  test('an administrator sees who was invited, sends it again and revokes it', async ({
    page,
    organization,
    signIn,
  }) => {
    const { client } = organization.admin;
    const email = `ivo.${organization.id.toLowerCase()}@press.example`;
    const path = { organizationId: organization.id };
    await inviteMembers({ client, path, body: { emails: [email] }, throwOnError: true });
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await page.getByRole('combobox', { name: 'State' }).selectOption('Invited');
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    await expectRow(table(page), { 'Last seen': 'Invited', Joined: 'Not yet' });
    const menu = table(page).getByRole('button', { name: /^Actions for / });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
    await expect(page.getByText(/^Sent .* the invitation again$/)).toBeVisible();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Revoke invitation…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await expect(page.getByText(/^Revoked the invitation of /)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No members found' })).toBeVisible();
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a person sorting by last seen sees who is missing @repeats', async ({
    page,
    organization,
    signIn,
  }) => {
    const { client } = organization.admin;
    await organization.addPerson('read');
    await pingOrganization({ client, path: { organizationId: organization.id } });
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await expect(page.getByText('2 members', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Last seen', exact: true }).click();
    await expect(page.getByText('Sorting by last seen hides members who were never seen.')).toBeVisible();
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Last seen', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Last seen' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Last seen' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  test('a person continues a search after the connection returns @details', async ({
    page,
    context,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED/);
    const remi = await organization.addPerson('read', 'Remigius Quill');
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await expect(page.getByText('2 members', { exact: true })).toBeVisible();
    await untilQuiet(page);
    await context.setOffline(true);
    await page.getByRole('searchbox', { name: /Search/ }).fill('quill');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('1 member', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: remi.displayName })).toBeVisible();
    await expect(page.getByRole('searchbox', { name: /Search/ })).toHaveValue('quill');
  });

  test('a person opens the list from an invalid URL @details', async ({ page, organization, signIn }) => {
    await signIn(organization.admin);
    await page.goto(organization.path('/members?q=%5B1%5D&role=king&sort=age&order=up&page=%7B%7D#x'));
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await page.goto(organization.path('/members?role=%22%3Cscript%3E&q=%00'));
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  });

  test('a person sees the total of a long list, of which only visible rows are rendered @details', async ({
    page,
    organization,
    signIn,
  }) => {
    for (let number = 0; number < 160; number += 1)
      await organization.addPerson('read', `Reader No ${number}`);
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await expect(page.getByText('50 of 161 members')).toBeVisible();
    for (const visibleNames of ['100 of 161 members', '150 of 161 members', '161 members']) {
      // Like people: scroll until the end.
      await expect(async () => {
        await page.getByText(/161 members/).scrollIntoViewIfNeeded();
        await expect(page.getByText(visibleNames, { exact: true })).toBeVisible({ timeout: 1000 });
      }).toPass();
    }
    expect(await table(page).getByRole('row').count()).toBeLessThan(40);
    await page.getByText('161 members', { exact: true }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('link', { name: organization.admin.displayName })).toBeVisible();
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a person uses the list with the keyboard alone @repeats', async ({ page, organization, signIn }) => {
    const remi = await organization.addPerson('read');
    await signIn(organization.admin);
    await page.goto(organization.path('/members'));
    await expect(table(page)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(page.getByRole('link', { name: remi.displayName })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `Reader, role of ${remi.displayName}` })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('r');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await page.getByRole('link', { name: remi.displayName }).focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('link', { name: remi.displayName }).focus();
    await page.keyboard.press('x');
    await expect(page.getByRole('toolbar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('toolbar')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: remi.displayName, level: 1 })).toBeVisible();
    await page.goBack();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: /Search/ })).toBeFocused();
  });
});

test('a person uses the list, menus and member page on a phone', async ({ page, organization, signIn }) => {
  const remi = await organization.addPerson('read');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  await page.getByRole('button', { name: `Reader, role of ${remi.displayName}` }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Guest/ }).click();
  await expect(page.getByRole('button', { name: `Guest, role of ${remi.displayName}` })).toBeVisible();
  await expectPageFits(page);
  await page.getByRole('link', { name: remi.displayName }).click();
  await expect(page.getByRole('heading', { name: remi.displayName, level: 1 })).toBeVisible();
  await expectPageFits(page);
});
