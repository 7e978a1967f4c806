import { createTeam, listMemberTeams } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, test } from '../fixtures.ts';
import { createTestSpace } from '../support/change-requests.ts';

test.describe('the page of a member', () => {
  test('an administrator adds a member to a team, makes them owner and removes them', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    const { client } = organization.admin;
    const path = { organizationId: organization.id };
    await createTeam({ client, path, body: { title: 'Lighthouse keepers' } });
    const teamsNow = async () => {
      const { data } = await listMemberTeams({ client, path: { ...path, userId: remi.id } });
      return data?.items.map(({ team, member }) => `${team.title}: ${member.role}`);
    };
    await signIn(organization.admin);
    await page.goto(organization.path(`/members/${remi.id}`));
    await expect(page.getByRole('heading', { name: 'No teams' })).toBeVisible();

    await page.getByRole('link', { name: 'Add to team' }).click();
    const dialog = page.getByRole('dialog', { name: `Add ${remi.displayName} to team` });
    await dialog.getByRole('button', { name: 'Add to team' }).click();
    await expect(dialog.getByText('Select a team.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Team', exact: true }).fill('light');
    await expect(dialog.getByRole('option', { name: 'Lighthouse keepers' })).toBeVisible();
    await checkAccessibility(page, '[role="dialog"]');
    await dialog.getByRole('combobox', { name: 'Team', exact: true }).press('Enter');
    await dialog.getByRole('button', { name: 'Add to team' }).click();
    await expect(dialog).toBeHidden();

    const teams = page.getByRole('table', { name: `Teams of ${remi.displayName}` });
    await expectRow(teams, { Team: 'Lighthouse keepers', 'Team role': 'Member', Members: '1' });
    await page.getByRole('button', { name: 'Member, role in Lighthouse keepers' }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Owner/ }).click();
    await expectRow(teams, { Team: 'Lighthouse keepers', 'Team role': 'Owner' });
    await expect.poll(teamsNow).toEqual(['Lighthouse keepers: owner']);

    await page.getByRole('button', { name: 'Actions for Lighthouse keepers' }).click();
    await page.getByRole('menuitem', { name: 'Remove from team' }).click();
    await expect(page.getByRole('heading', { name: 'No teams' })).toBeVisible();
    await expect.poll(teamsNow).toEqual([]);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expectRow(teams, { Team: 'Lighthouse keepers', 'Team role': 'Owner' });
    await expect.poll(teamsNow).toEqual(['Lighthouse keepers: owner']);
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a person closes the dialog with Back, and the tab is in the URL @repeats', async ({
    page,
    organization,
    signIn,
  }) => {
    await signIn(organization.admin);
    await page.goto(organization.path(`/members/${organization.admin.id}`));
    await page.getByRole('tab', { name: /^Spaces/ }).click();
    await expect(page).toHaveURL(/tab=spaces/);
    await page.reload();
    await expect(page.getByRole('tab', { name: /^Spaces/ })).toHaveAttribute('aria-selected', 'true');
    await checkAccessibility(page);
    await page.getByRole('link', { name: 'Add to team' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('tab', { name: /^Spaces/ })).toHaveAttribute('aria-selected', 'true');
  });

  test('an administrator finds a space of a member, and sorts the others @details', async ({
    page,
    organization,
    signIn,
  }) => {
    for (const title of ['Tide tables', 'Anchors', 'Buoys']) await createTestSpace(organization, title);
    await signIn(organization.admin);
    await page.goto(organization.path(`/members/${organization.admin.id}?tab=spaces`));
    const table = page.getByRole('table', { name: `Spaces of ${organization.admin.displayName}` });
    const titles = table.getByRole('row').getByRole('link');
    await expect(titles).toHaveText([/Anchors/, /Buoys/, /Tide tables/]);
    await table.getByRole('columnheader', { name: 'Space' }).getByRole('button').click();
    await expect(titles).toHaveText([/Tide tables/, /Buoys/, /Anchors/]);
    await expect(page).toHaveURL(/order=desc/);
    await page.getByLabel('Search spaces').fill('buoy');
    await expect(titles).toHaveText([/Buoys/]);
    await page.reload();
    await expect(page.getByLabel('Search spaces')).toHaveValue('buoy');
    await expect(titles).toHaveText([/Buoys/]);
    await page.getByLabel('Search spaces').fill('marmalade');
    await page.getByRole('button', { name: 'Show all spaces' }).click();
    await expect(titles).toHaveText([/Tide tables/, /Buoys/, /Anchors/]);
    await checkAccessibility(page);
  });

  test('the keyboard follows what is seen: details beside the teams, and before them on a phone @details', async ({
    page,
    organization,
    signIn,
  }) => {
    const remi = await organization.addPerson('read');
    await signIn(organization.admin);
    await page.goto(organization.path(`/members/${remi.id}`));
    const details = page.getByRole('complementary', { name: 'Details' });
    const tab = page.getByRole('tab', { name: /^Teams/ });
    await expect(page.getByRole('heading', { name: 'No teams' })).toBeVisible();
    await tab.focus();
    await page.keyboard.press('Tab');
    await expect(details.getByRole('button', { name: 'Copy email address' })).toBeFocused();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(details.locator('xpath=following::*[@role="tab"]').first()).toBeVisible();
    await details.getByRole('button', { name: 'Copy user ID' }).focus();
    await page.keyboard.press('Tab');
    await expect(tab).toBeFocused();
  });

  // Repeats: a daily test has the same component at another noun, or in another of its ways.
  test('a person sees “Not found” for an unknown member @repeats', async ({
    page,
    organization,
    signIn,
    problems,
  }) => {
    problems.expect(/status of 404/);
    await signIn(organization.admin);
    await page.goto(organization.path('/members/abcdefghijklmnopqrst'));
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  });
});
